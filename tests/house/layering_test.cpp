// The storeys of the house (README.md): arrows only point down, and a third party's header has one home.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "house/source_files.hpp"

namespace firstcontact {
namespace {

using Names = std::set<std::string>;

// What each room may include besides itself. "public" is the door, include/firstcontact.
const std::map<std::string, Names>& may_include() {
  static const std::map<std::string, Names> table{
      {"core", {}},
      {"geometry", {"core"}},
      {"decomposition", {"core", "geometry"}},
      {"broadphase", {"core"}},
      {"narrowphase", {"core", "geometry"}},
      {"dynamics", {"core", "geometry", "narrowphase"}},
      {"contact", {"core", "dynamics"}},
      {"calendar", {"core", "geometry", "broadphase", "narrowphase", "dynamics", "contact"}},
      {"scene", {"public", "core"}},
      {"verify", {"core", "dynamics", "calendar", "scene"}},
      {"rivals", {"public", "core", "scene"}},
      {"lab", {"public", "core", "scene", "rivals"}},
      {"render", {"public", "scene", "rivals"}},
      {"viewer", {"public", "scene", "rivals", "render"}},
      {"cli", {"public", "scene", "verify", "rivals", "lab", "render", "viewer"}},
  };
  return table;
}

// The room that a public header is the door of. Rooms below `calendar` may use the doors of rooms they may include.
const std::map<std::string, std::string>& room_of_public_header() {
  static const std::map<std::string, std::string> table{
      {"export.hpp", "core"},
      {"version.hpp", "core"},
      {"scene.hpp", "scene"},
      {"math.hpp", "core"},
      {"motion.hpp", "core"},
      {"result.hpp", "core"},
      {"hull.hpp", "geometry"},
      {"mesh.hpp", "geometry"},
      {"mesh_surfaces.hpp", "geometry"},
      {"decomposition.hpp", "decomposition"},
      {"scaling.hpp", "decomposition"},
      {"triangle_mesh.hpp", "decomposition"},
      {"triangle_surface.hpp", "geometry"},
      {"shape.hpp", "geometry"},
      {"octree.hpp", "broadphase"},
      {"separation.hpp", "narrowphase"},
      {"time_of_impact.hpp", "narrowphase"},
      {"impact_methods.hpp", "narrowphase"},
      {"cast.hpp", "narrowphase"},
      {"flow.hpp", "dynamics"},
      {"impact_law.hpp", "dynamics"},
      {"world.hpp", "calendar"},
  };
  return table;
}

// Where each third party lives. GLM is everywhere.
const std::map<std::string, Names>& homes_of_third_party() {
  static const std::map<std::string, Names> table{
      {"tiny_obj_loader.h", {"geometry"}},
      {"libqhull_r", {"geometry"}},
      {"fast_float", {"core"}},
      {"mpi.h", {"lab"}},
      {"nlohmann", {"scene"}},
      {"zlib.h", {"scene"}},
      {"windows.h", {"scene"}},
      {"psapi.h", {"scene"}},
      {"io.h", {"scene"}},
      {"process.h", {"scene"}},
      {"CLI", {"cli"}},
      {"GL", {"render"}},
      {"EGL", {"render"}},
      {"stb", {"render"}},
      {"GLFW", {"viewer"}},
      {"imgui.h", {"viewer"}},
      {"backends", {"viewer"}},
  };
  return table;
}

// The operating system's own; not third parties.
bool is_system_header(const std::string& target) {
  static const Names posix{"fcntl.h",     "signal.h",   "time.h",     "unistd.h", "sys/resource.h", "sys/stat.h",
                           "sys/types.h", "sys/wait.h", "sys/mman.h", "spawn.h",  "pthread.h"};
  static const std::regex standard("[a-z_0-9]+");
  return posix.contains(target) || std::regex_match(target, standard);
}

bool is_public(const Include& include) { return include.target.starts_with("firstcontact/"); }

// The room that an include line leads to; empty when it is not one of ours.
std::string room_of(const Include& include) {
  if (is_public(include)) {
    const auto found = room_of_public_header().find(part_of(include.target, 1));
    return found == room_of_public_header().end() ? "no room: add the header to layering_test.cpp" : found->second;
  }
  return include.is_quoted ? part_of(include.target, 0) : std::string();
}

bool may(const std::string& room, const Include& include) {
  const std::string target = room_of(include);
  const Names& allowed = may_include().at(room);
  return target.empty() || target == room || allowed.contains(target) ||
         (is_public(include) && allowed.contains("public") && may_include().contains(target));
}

std::string described(const SourceFile& file, const Include& include) {
  return file.path.string() + " includes " + include.target;
}

// Walks every include line of `files` and keeps a line of text for each that `is_wrong`.
template <class Question>
std::string complaints(const std::vector<SourceFile>& files, Question is_wrong) {
  std::string text;
  for (const SourceFile& file : files) {
    for (const Include& include : file.includes) {
      text += is_wrong(file, include) ? described(file, include) + '\n' : std::string();
    }
  }
  return text;
}

TEST(Layering, EveryFolderOfSourcesIsARoom) {
  const auto files = source_files({"src"});
  ASSERT_GT(files.size(), 10U) << "looked in the wrong place";
  for (const SourceFile& file : files) {
    EXPECT_TRUE(may_include().contains(part_of(file.path, 1))) << file.path;
  }
}

TEST(Layering, EveryPublicHeaderHasARoom) {
  const auto files = source_files({"include/firstcontact"});
  ASSERT_FALSE(files.empty());
  for (const SourceFile& file : files) {
    EXPECT_TRUE(room_of_public_header().contains(part_of(file.path, 2))) << file.path;
  }
}

TEST(Layering, NoArrowPointsUp) {
  EXPECT_EQ(
      complaints(source_files({"src"}),
                 [](const SourceFile& file, const Include& include) { return !may(part_of(file.path, 1), include); }),
      "");
}

TEST(Layering, NoArrowBetweenPublicHeadersPointsUp) {
  EXPECT_EQ(complaints(source_files({"include/firstcontact"}),
                       [](const SourceFile& file, const Include& include) {
                         return !may(room_of_public_header().at(part_of(file.path, 2)), include);
                       }),
            "");
}

TEST(Layering, PublicHeadersKnowOnlyTheStandardLibraryAndGlm) {
  EXPECT_EQ(complaints(source_files({"include"}),
                       [](const SourceFile&, const Include& include) {
                         return !is_public(include) && !include.target.starts_with("glm/") &&
                                !is_system_header(include.target);
                       }),
            "");
}

TEST(Layering, AThirdPartyStaysAtHome) {
  EXPECT_EQ(complaints(source_files({"src"}),
                       [](const SourceFile& file, const Include& include) {
                         if (include.is_quoted || is_public(include) || include.target.starts_with("glm/") ||
                             is_system_header(include.target)) {
                           return false;
                         }
                         const auto homes = homes_of_third_party().find(part_of(include.target, 0));
                         return homes == homes_of_third_party().end() || !homes->second.contains(part_of(file.path, 1));
                       }),
            "");
}

// A proof that leaned on what it judges would prove nothing: `verify` takes types, the recording's reader and plain
// helpers from the rest of the house, and no motion, distance, contact or calendar.
TEST(Layering, VerifySharesNothingWithTheEngineButTypesAndTheReader) {
  const Names allowed{"firstcontact/math.hpp",   "firstcontact/flow.hpp", "firstcontact/world.hpp",
                      "firstcontact/result.hpp", "scene/recording.hpp",   "scene/text.hpp",
                      "core/disjoint_sets.hpp",  "core/parallel.hpp"};
  EXPECT_EQ(complaints(source_files({"src/verify"}),
                       [&](const SourceFile&, const Include& include) {
                         const bool is_ours = is_public(include) || include.is_quoted;
                         return is_ours && !include.target.starts_with("verify/") && !allowed.contains(include.target);
                       }),
            "");
}

// Nor does it call the functions that come with those types: none of their names stands in its sources.
TEST(Layering, VerifyCallsNoneOfTheEnginesGeometry) {
  const std::regex engine(
      "\\b(evaluate|rotate|rotate_inverse|rotation_matrix|to_world|sine_cosine|quaternion_from_rotation_vector|"
      "pose_at|mesh_pose)\\(");
  const auto files = source_files({"src/verify"});
  ASSERT_GT(files.size(), 10U) << "looked in the wrong place";
  for (const SourceFile& file : files) {
    std::ifstream stream(std::filesystem::path(FIRSTCONTACT_SOURCE_DIR) / file.path);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    ASSERT_FALSE(text.empty()) << file.path;
    EXPECT_FALSE(std::regex_search(text, engine)) << file.path;
  }
}

// The test itself must be able to fail: the three kinds of wrong arrow, each seen.
TEST(Layering, AWrongArrowIsSeen) {
  EXPECT_FALSE(may("geometry", {"narrowphase/gjk.hpp", true}));
  EXPECT_FALSE(may("dynamics", {"firstcontact/world.hpp", false}));
  EXPECT_FALSE(may("scene", {"calendar/world_state.hpp", true}));
  EXPECT_TRUE(may("scene", {"firstcontact/world.hpp", false}));
  EXPECT_TRUE(may("calendar", {"dynamics/flow.hpp", true}));
}

}  // namespace
}  // namespace firstcontact
