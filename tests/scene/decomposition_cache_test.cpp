#include "scene/decomposition_cache.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <thread>

#include "scene/bytes.hpp"
#include "scene/decomposition_bytes.hpp"
#include "scratch_folder.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;
using testing::text_of;

// An L of two boxes, `foot` long, 3 high, 1 thick.
Mesh l_mesh(double foot) {
  Mesh mesh;
  for (const double z : {0.0, 1.0}) {
    mesh.vertices.insert(mesh.vertices.end(), {Vec3(0, 0, z), Vec3(foot, 0, z), Vec3(foot, 1, z), Vec3(1, 1, z),
                                               Vec3(1, 3, z), Vec3(0, 3, z)});
  }
  mesh.parts = {{"l",
                 {{5, 4, 3, 2, 1, 0},
                  {6, 7, 8, 9, 10, 11},
                  {0, 1, 7, 6},
                  {1, 2, 8, 7},
                  {2, 3, 9, 8},
                  {3, 4, 10, 9},
                  {4, 5, 11, 10},
                  {5, 0, 6, 11}}}};
  return mesh;
}

ConvexDecomposition once(const Mesh& mesh, const DecompositionCache& cache, const DecompositionOptions& options = {}) {
  auto found = decompose_once(mesh, options, "l.obj", cache);
  EXPECT_TRUE(found) << found.error().message;
  return std::move(found).value();
}

std::string fresh_bytes(const Mesh& mesh) { return decomposition_bytes(decompose(mesh, {}, "l.obj").value()); }

// With a checksum that fits, whatever it says.
void write_entry(const std::filesystem::path& entry, const ConvexDecomposition& told) {
  const std::string content = decomposition_bytes(told);
  ByteWriter head;
  head.raw("FCDC");
  head.u32(1);
  head.u32(crc32(content));
  std::ofstream(entry, std::ios::binary) << head.bytes() << content;
}

TEST(DecompositionBytes, EveryBitComesBack) {
  const std::string bytes = fresh_bytes(l_mesh(3.0));
  const auto read = decomposition_of(bytes);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(decomposition_bytes(*read), bytes);
  EXPECT_EQ(read->hulls.size(), 2U);
  EXPECT_EQ(read->facts.cut_polygons, 8U);
  EXPECT_EQ(read->mass.inertia, decompose(l_mesh(3.0), {}, "l.obj").value().mass.inertia);
  EXPECT_TRUE(check(read->hulls[0].hull).is_closed);
}

TEST(DecompositionBytes, WhateverIsReadHasItsIndicesInTheirLists) {
  const std::string bytes = fresh_bytes(l_mesh(3.0));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x40);
    const auto read = decomposition_of(damaged);
    for (const DecompositionHull& hull : read ? read->hulls : std::vector<DecompositionHull>()) {
      static_cast<void>(check(hull.hull));  // would read out of bounds
      for (const HullEdge& edge : hull.hull.edges) {
        ASSERT_LT(std::max(edge.vertex[0], edge.vertex[1]), hull.hull.vertices.size()) << "byte " << i;
      }
    }
    EXPECT_FALSE(decomposition_of(bytes.substr(0, i)).has_value()) << "cut at " << i;
  }
}

TEST(DecompositionCache, TheSecondTimeItComesOutOfTheFile) {
  const ScratchFolder folder;
  const DecompositionCache cache{folder.path("cache")};
  const std::string first = decomposition_bytes(once(l_mesh(3.0), cache));
  EXPECT_EQ(first, fresh_bytes(l_mesh(3.0)));
  EXPECT_EQ(contents(cache).entries, 1U);
  EXPECT_EQ(decomposition_bytes(once(l_mesh(3.0), cache)), first);
  // That it is the file that answers shows when the file tells of something else.
  ConvexDecomposition told = once(l_mesh(3.0), cache);
  told.puffing_bound += 1.0;
  write_entry(cache_entry(l_mesh(3.0), {}, cache), told);
  EXPECT_EQ(once(l_mesh(3.0), cache).puffing_bound, told.puffing_bound);
}

// What lies there is what is given, as one sees by hulls that other options made.
TEST(DecompositionCache, WhatComesWithAMeshIsFoundBesideIt) {
  const ScratchFolder folder;
  const Mesh mesh = l_mesh(3.0);
  DecompositionOptions coarse;
  coarse.max_hulls = 1;
  const std::string name = cache_entry(mesh, {}, {"/cache"}).filename().string();
  std::filesystem::create_directories(folder.path("decompositions"));
  write_entry(folder.path("decompositions/" + name), decompose(mesh, coarse, "l.obj").value());
  const std::string file = folder.path("l.obj").string();
  for (const DecompositionCache& cache : {DecompositionCache{}, DecompositionCache{folder.path("cache")}}) {
    EXPECT_EQ(decompose_once(mesh, {}, file, cache).value().hulls.size(), 1U);
  }
  EXPECT_EQ(decompose_once(mesh, {}, file, {{}, false}).value().hulls.size(), 2U) << "made anew";
}

// Fails when decomposition_version has been raised: tools/keep_decompositions.sh writes them anew.
TEST(DecompositionCache, TheDemonstrationsMeshesComeTakenApart) {
  const std::filesystem::path models = std::filesystem::path(FIRSTCONTACT_SOURCE_DIR) / "models";
  const std::vector<std::string> names{"chair",   "gear",  "goathead", "keg",    "link",
                                       "penguin", "plate", "spot",     "wingnut"};
  EXPECT_EQ(contents({models / "decompositions"}).entries, names.size()) << "and no others";
  for (const std::string& name : names) {
    const Mesh mesh = read_obj(text_of(models / (name + ".obj")), name).value();
    const auto entry = cache_entry(mesh, {}, {models / "decompositions"});
    EXPECT_TRUE(std::filesystem::is_regular_file(entry)) << name;
  }
}

TEST(DecompositionCache, AnEntryOfAnotherMeshIsMadeAnew) {
  const ScratchFolder folder;
  const DecompositionCache cache{folder.path("cache")};
  once(l_mesh(4.0), cache);
  std::filesystem::copy_file(cache_entry(l_mesh(4.0), {}, cache), cache_entry(l_mesh(3.0), {}, cache));
  EXPECT_EQ(decomposition_bytes(once(l_mesh(3.0), cache)), fresh_bytes(l_mesh(3.0)));
}

// Each breaks one promise and has a checksum that fits.
TEST(DecompositionCache, WhatCannotBeIsMadeAnewThoughItsChecksumFits) {
  const ScratchFolder folder;
  const DecompositionCache cache{folder.path("cache")};
  const std::string right = decomposition_bytes(once(l_mesh(3.0), cache));
  const std::filesystem::path entry = cache_entry(l_mesh(3.0), {}, cache);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::function<void(ConvexDecomposition&)>> lies{
      [](ConvexDecomposition& d) { d.hulls[0].hull.half_edges[3].next = d.hulls[0].hull.half_edges[3].twin; },
      [](ConvexDecomposition& d) { d.hulls[0].hull.half_edges[2].next = 2; },
      [](ConvexDecomposition& d) { std::swap(d.hulls[0].hull.half_edges[0], d.hulls[0].hull.half_edges[1]); },
      [](ConvexDecomposition& d) { d.hulls[1].hull.faces[2].count = 2; },
      [](ConvexDecomposition& d) { d.hulls[1].hull.faces[1].first += 1; },
      [](ConvexDecomposition& d) { d.hulls[0].hull.edges[4] = d.hulls[0].hull.edges[5]; },
      [](ConvexDecomposition& d) { d.hulls[0].hull.vertices[1].x = nan; },
      [](ConvexDecomposition& d) { d.hulls[0].hull.vertices[1] *= 0.5; },
      [](ConvexDecomposition& d) { d.hulls[0].hull.faces[0].normal *= -1.0; },
      [](ConvexDecomposition& d) { d.hulls[0].hull.faces[0].offset += 0.1; },
      [](ConvexDecomposition& d) { d.hulls.pop_back(); },
      [](ConvexDecomposition& d) { d.puffing = nan; },
      [](ConvexDecomposition& d) { d.mass.mass *= 1.5; },
      [](ConvexDecomposition& d) { d.mass.mass *= -1.0; },
      [](ConvexDecomposition& d) { d.mass.center_of_mass.y = 50.0; },
      [](ConvexDecomposition& d) { d.mass.inertia[1][1] = 1e6; },
      [](ConvexDecomposition& d) { d.mass.inertia[0][2] = nan; },
  };
  for (std::size_t i = 0; i < lies.size(); ++i) {
    ConvexDecomposition told = decomposition_of(right).value();
    lies[i](told);
    write_entry(entry, told);
    EXPECT_EQ(decomposition_bytes(once(l_mesh(3.0), cache)), right) << "lie " << i;
  }
}

TEST(DecompositionCache, APipeInTheEntrysPlaceIsPassedOver) {
  const ScratchFolder folder;
  const DecompositionCache cache{folder.path("cache")};
  std::filesystem::create_directory(folder.path("cache"));
  ASSERT_EQ(::mkfifo(cache_entry(l_mesh(3.0), {}, cache).c_str(), 0600), 0);
  EXPECT_EQ(decomposition_bytes(once(l_mesh(3.0), cache)), fresh_bytes(l_mesh(3.0)));
}

TEST(DecompositionCache, TheNameTellsWhatDecidesAndNothingElse) {
  const DecompositionCache cache{"/cache"};
  const auto name = [&](const Mesh& mesh, const DecompositionOptions& options) {
    return cache_entry(mesh, options, cache);
  };
  const DecompositionOptions usual;
  DecompositionOptions other = usual;
  other.threads = 3;
  other.time_budget = 7.0;
  EXPECT_EQ(name(l_mesh(3.0), usual), name(l_mesh(3.0), other));
  EXPECT_NE(name(l_mesh(3.0), usual), name(l_mesh(std::nextafter(3.0, 4.0)), usual));
  other.tolerance = 0.03;
  EXPECT_NE(name(l_mesh(3.0), usual), name(l_mesh(3.0), other));
  other = usual;
  other.max_hulls = 1;
  EXPECT_NE(name(l_mesh(3.0), usual), name(l_mesh(3.0), other));
  other = usual;
  other.max_vertices = 0;
  EXPECT_NE(name(l_mesh(3.0), usual), name(l_mesh(3.0), other));
  Mesh turned = l_mesh(3.0);
  std::swap(turned.parts[0].polygons[0], turned.parts[0].polygons[1]);
  EXPECT_NE(name(l_mesh(3.0), usual), name(turned, usual));
}

TEST(DecompositionCache, ADamagedEntryIsMadeAnew) {
  const ScratchFolder folder;
  const DecompositionCache cache{folder.path("cache")};
  const std::string right = decomposition_bytes(once(l_mesh(3.0), cache));
  const std::filesystem::path entry = cache_entry(l_mesh(3.0), {}, cache);
  const std::string whole = text_of(entry);
  std::vector<std::string> damages{"", "x", whole.substr(0, 11), whole.substr(0, whole.size() / 2), whole + "x"};
  for (const std::size_t at : {std::size_t{0}, std::size_t{4}, std::size_t{9}, std::size_t{200}, whole.size() - 1}) {
    damages.push_back(whole);
    damages.back()[at] = static_cast<char>(damages.back()[at] ^ 1);
  }
  for (const std::string& damage : damages) {
    std::ofstream(entry, std::ios::binary) << damage;
    EXPECT_EQ(decomposition_bytes(once(l_mesh(3.0), cache)), right);
    EXPECT_EQ(text_of(entry), whole);
  }
}

TEST(DecompositionCache, WhatWasStoppedIsNotKept) {
  const ScratchFolder folder;
  const DecompositionCache cache{folder.path("cache")};
  DecompositionOptions options;
  options.progress = [](const DecompositionProgress&) { return false; };
  EXPECT_TRUE(once(l_mesh(3.0), cache, options).was_stopped);
  EXPECT_EQ(contents(cache).entries, 0U);
}

TEST(DecompositionCache, AFolderThatCannotBeWrittenCostsNoResult) {
  const ScratchFolder folder;
  const DecompositionCache cache{std::filesystem::path(folder.file("a_file", "")) / "cache"};
  EXPECT_EQ(decomposition_bytes(once(l_mesh(3.0), cache)), fresh_bytes(l_mesh(3.0)));
  EXPECT_EQ(contents(cache).entries, 0U);
  EXPECT_EQ(once(l_mesh(3.0), DecompositionCache{}).hulls.size(), 2U);
}

// Runs that write, read and delete the same entries at once: each gets the right answer, and no half entry stays.
TEST(DecompositionCache, SharedByManyAtOnceItStaysWhole) {
  const ScratchFolder folder;
  const DecompositionCache cache{folder.path("cache")};
  const std::string right = fresh_bytes(l_mesh(3.0));
  std::vector<std::thread> runs;
  std::vector<int> wrong(4, 0);
  for (std::size_t run = 0; run < wrong.size(); ++run) {
    runs.emplace_back([&, run] {
      DecompositionOptions options;
      options.threads = 1;
      for (int i = 0; i < 20; ++i) {
        const auto found = decompose_once(l_mesh(3.0), options, "l.obj", cache);
        wrong[run] += found && decomposition_bytes(found.value()) == right ? 0 : 1;
        if (run == 0) {
          std::error_code ignored;
          std::filesystem::remove(cache_entry(l_mesh(3.0), options, cache), ignored);
        }
      }
    });
  }
  for (std::thread& run : runs) {
    run.join();
  }
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
  once(l_mesh(3.0), cache);
  EXPECT_EQ(contents(cache).entries, 1U);
}

TEST(DecompositionCache, ItLiesWhereXdgSaysAndCanBeCleared) {
  const ScratchFolder folder;
  ::setenv("XDG_CACHE_HOME", folder.path("xdg").c_str(), 1);
  EXPECT_EQ(user_decomposition_cache().folder, folder.path("xdg") / "firstcontact" / "decompositions");
  once(l_mesh(3.0), user_decomposition_cache());
  EXPECT_GT(contents(user_decomposition_cache()).bytes, 0U);
  const auto cleared = clear(user_decomposition_cache());
  ASSERT_TRUE(cleared) << cleared.error().message;
  EXPECT_EQ(cleared.value().entries, 1U);
  EXPECT_EQ(contents(user_decomposition_cache()).entries, 0U);
  ::setenv("XDG_CACHE_HOME", "relative", 1);
  ::setenv("HOME", folder.path("home").c_str(), 1);
  EXPECT_EQ(user_decomposition_cache().folder, folder.path("home") / ".cache" / "firstcontact" / "decompositions");
  ::unsetenv("HOME");
  EXPECT_TRUE(user_decomposition_cache().folder.empty());
}

}  // namespace
}  // namespace firstcontact
