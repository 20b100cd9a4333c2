// Meshes on their way into a scene: cut into groups, open, flat, scaled, and close to each other at the start.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <sstream>

#include "scene/bytes.hpp"
#include "scene/scene_world.hpp"
#include "scratch_folder.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;
using testing::text_of;
using testing_support::Random;

// Faces of boxes and frusta as lines of an OBJ.
struct Faces {
  std::string vertices;
  std::vector<std::string> lines;
  int count = 0;

  void add_box(const Vec3& low, const Vec3& high) {
    for (int k = 0; k < 8; ++k) {
      add_vertex({(k & 1) != 0 ? high.x : low.x, (k & 2) != 0 ? high.y : low.y, (k & 4) != 0 ? high.z : low.z});
    }
    for (const std::array<int, 4>& quad :
         {std::array<int, 4>{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
      add_face(count - 8, {quad.begin(), quad.end()});
    }
  }
  void add_vertex(const Vec3& at) {
    std::ostringstream text;
    text.precision(17);
    text << "v " << at.x << " " << at.y << " " << at.z << "\n";
    vertices += text.str();
    ++count;
  }
  void add_face(int base, const std::vector<int>& corners) {
    std::string line = "f";
    for (const int corner : corners) {
      line += " " + std::to_string(base + corner + 1);
    }
    lines.push_back(line + "\n");
  }
  [[nodiscard]] std::string text() const {
    std::string all = vertices;
    for (const std::string& line : lines) {
      all += line;
    }
    return all;
  }
  // The faces dealt out to `count` groups.
  [[nodiscard]] std::string text_in_groups(std::uint64_t groups, Random& random) const {
    std::vector<std::string> of(groups);
    for (const std::string& line : lines) {
      of[random.next() % groups] += line;
    }
    std::string all = vertices;
    for (std::size_t i = 0; i < of.size(); ++i) {
      all += "g group" + std::to_string(i) + "\n" + of[i];
    }
    return all;
  }
};

// A pipe about Y, of boxes' worth of corners.
Faces pipe(double inner, double outer, double half_height, int sides) {
  Faces faces;
  for (const double y : {-half_height, half_height}) {
    for (const double radius : {inner, outer}) {
      for (int i = 0; i < sides; ++i) {
        const SineCosine at = sine_cosine(6.283185307179586 * i / sides);
        faces.add_vertex({radius * at.cosine, y, radius * at.sine});
      }
    }
  }
  for (int i = 0; i < sides; ++i) {
    const int next = (i + 1) % sides;
    const auto at = [&](int ring, int k) { return ring * sides + k; };  // inner, outer below; inner, outer above
    faces.add_face(0, {at(1, i), at(3, i), at(3, next), at(1, next)});
    faces.add_face(0, {at(0, i), at(0, next), at(2, next), at(2, i)});
    faces.add_face(0, {at(0, i), at(1, i), at(1, next), at(0, next)});
    faces.add_face(0, {at(2, i), at(2, next), at(3, next), at(3, i)});
  }
  return faces;
}

Result<Scene> loaded(const ScratchFolder& folder, const std::string& bodies, const LoadOptions& options = {}) {
  auto scene = read_scene(folder.file("scene.json", R"({"version": 1, "bodies": [)" + bodies + "]}"));
  return scene ? load_geometry(std::move(scene).value(), options) : std::move(scene);
}

const Collider& collider(const Result<Scene>& scene, std::size_t body) {
  return *scene.value().bodies[body].definition.collider;
}

// --- groups ---------------------------------------------------------------------------------------------------------

TEST(MeshLoading, HowFacesLieInGroupsChangesNoMass) {
  const ScratchFolder folder;
  Random random(3);
  Faces faces;
  faces.add_box({0, 0, 0}, {1, 2, 3});
  faces.add_box({2, 0, 0}, {3, 1, 1});
  faces.add_box({0, 5, 0}, {1, 6, 1.5});
  folder.file("whole.obj", faces.text());
  const auto whole = loaded(folder, R"({"mesh": "whole.obj"})");
  ASSERT_TRUE(whole) << whole.error().message;
  ASSERT_EQ(collider(whole, 0).shapes.size(), 3U);
  for (int round = 0; round < 8; ++round) {
    folder.file("cut.obj", faces.text_in_groups(2 + random.next() % 4, random));
    const auto cut = loaded(folder, R"({"mesh": "cut.obj"})");
    ASSERT_TRUE(cut) << cut.error().message;
    EXPECT_EQ(collider(cut, 0).shapes.size(), 3U);
    EXPECT_NEAR(collider(cut, 0).mass.mass, 6.0 + 1.0 + 1.5, 1e-9);
    EXPECT_TRUE(cut.value().warnings.empty());
  }
}

// --- open and flat ---------------------------------------------------------------------------------------------------

constexpr std::string_view funnel =
    "v 1 1 1\nv -1 1 1\nv -1 1 -1\nv 1 1 -1\nv 0 0 0\nf 1 5 2\nf 2 5 3\nf 3 5 4\nf 4 5 1\n";
constexpr std::string_view quad = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";

std::string only_warning(const Result<Scene>& scene) {
  return !scene ? scene.error().message : scene.value().warnings.size() == 1 ? scene.value().warnings[0] : "not one";
}

TEST(MeshLoading, AnOpenStaticMeshThatBecomesASolidIsToldOfOnce) {
  const ScratchFolder folder;
  folder.file("funnel.obj", funnel);
  const auto scene = loaded(folder, R"({"type": "static", "mesh": "funnel.obj"},
                                       {"type": "static", "mesh": "funnel.obj", "position": [9, 0, 0]})");
  const std::string told = only_warning(scene);
  for (const char* part : {"scene.json: bodies[0].mesh: ", "funnel.obj", "the mesh is open", "\"triangles\""}) {
    EXPECT_NE(told.find(part), std::string::npos) << part << " in: " << told;
  }
  for (const char* quiet :
       {R"({"type": "static", "mesh": "funnel.obj", "decompose": "triangles"})",
        R"({"type": "static", "mesh": "funnel.obj", "decompose": "hull"})", R"({"mesh": "funnel.obj"})"}) {
    const auto other = loaded(folder, quiet);
    ASSERT_TRUE(other) << other.error().message;
    EXPECT_TRUE(other.value().warnings.empty()) << quiet << ": " << other.value().warnings[0];
  }
}

TEST(MeshLoading, AFlatMeshThatBecomesASlabIsToldOfWithItsThicknessAndMass) {
  const ScratchFolder folder;
  folder.file("quad.obj", quad);
  const std::string moving =
      only_warning(loaded(folder, R"({"mesh": "quad.obj", "scale": [2, 2, 2], "density": 500})"));
  EXPECT_NE(moving.find("the mesh is flat: it becomes a slab 0.01 m thick of 20 kg"), std::string::npos) << moving;
  EXPECT_EQ(moving.find("triangles"), std::string::npos) << moving;
  const std::string still = only_warning(loaded(folder, R"({"type": "static", "mesh": "quad.obj"})"));
  EXPECT_NE(still.find("a slab 0.005 m thick; \"decompose\": \"triangles\" takes it as it is"), std::string::npos)
      << still;
}

// --- scaled copies ---------------------------------------------------------------------------------------------------

std::string an_l() {
  return "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\n"
         "v 0 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nv 1 2 1\nv 0 2 1\n"
         "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";
}

TEST(MeshLoading, AScaledCopyIsNotTakenApartAgain) {
  const ScratchFolder folder;
  folder.file("l.obj", an_l());
  std::set<std::string> taken_apart;
  int asked = 0;
  LoadOptions options{{folder.path("cache")}, [&](const std::string& what, double) {
                        taken_apart.insert(what);
                        ++asked;
                      }};
  const auto load = [&](const std::string& scale) {
    asked = 0;
    auto scene = loaded(folder, R"({"mesh": "l.obj", "scale": )" + scale + "}", options);
    EXPECT_TRUE(scene) << scene.error().message;
    return scene;
  };
  const auto first = load("[1, 1, 1]");
  EXPECT_GT(asked, 0);
  EXPECT_EQ(taken_apart, std::set<std::string>{"taking apart l.obj"});
  // By the same in all directions, or by the most along its longest side, which is x: the bound is as good.
  for (const auto& [text, s] : {std::pair<std::string, Vec3>{"[0.37, 0.37, 0.37]", Vec3(0.37)},
                                {"[12.3, 12.3, 12.3]", Vec3(12.3)},
                                {"[3, 0.5, 2]", Vec3(3, 0.5, 2)}}) {
    const auto scene = load(text);
    EXPECT_EQ(asked, 0) << text;
    const double volume = s.x * s.y * s.z;
    const MassProperties& mass = collider(scene, 0).mass;
    EXPECT_EQ(collider(scene, 0).shapes.size(), 2U);
    EXPECT_NEAR(mass.mass, 4.0 * volume, 1e-12 * volume);
    // Two boxes: 3 by 1 about (1.5, 0.5), 1 by 1 about (0.5, 1.5).
    EXPECT_NEAR(mass.center_of_mass.x, 1.25 * s.x, 1e-12 * s.x);
    EXPECT_NEAR(mass.center_of_mass.y, 0.75 * s.y, 1e-12 * s.y);
    const double xx = (3.0 * (9.0 / 12.0 + 0.0625) + 1.0 / 12.0 + 0.5625) * s.x * s.x * volume;
    const double zz = 4.0 / 12.0 * s.z * s.z * volume;
    EXPECT_NEAR(mass.inertia[1][1], xx + zz, 1e-12 * (xx + zz)) << text;
    for (const ConvexShape& shape : collider(scene, 0).shapes) {
      EXPECT_TRUE(check(shape.core).is_closed);
      EXPECT_LT(check(shape.core).convexity_defect, 1e-12 * s.x);
    }
  }
  EXPECT_EQ(collider(load("[1, 3, 1]"), 0).shapes.size(), 2U);
  EXPECT_GT(asked, 0) << "stretched across, the hulls could stick out by more";
}

TEST(MeshLoading, WhetherItLaysInTheCacheChangesNoBitOfAScaledCopy) {
  const ScratchFolder folder;
  folder.file("pipe.obj", pipe(0.7, 1.0, 0.4, 7).text());
  const std::string body = R"({"mesh": "pipe.obj", "scale": [0.3, 0.3, 0.3]})";
  const auto fresh = loaded(folder, body);
  const LoadOptions options{{folder.path("cache")}, {}};
  ASSERT_TRUE(loaded(folder, R"({"mesh": "pipe.obj"})", options));
  const auto kept = loaded(folder, body, options);
  ASSERT_TRUE(fresh && kept);
  ASSERT_EQ(collider(fresh, 0).shapes.size(), collider(kept, 0).shapes.size());
  for (std::size_t i = 0; i < collider(fresh, 0).shapes.size(); ++i) {
    EXPECT_EQ(collider(fresh, 0).shapes[i].core.vertices, collider(kept, 0).shapes[i].core.vertices);
  }
  EXPECT_EQ(collider(fresh, 0).mass.inertia, collider(kept, 0).mass.inertia);
}

// --- parts that start close together ---------------------------------------------------------------------------------

// A comb 4 m long with low teeth: hulls that stick out by 2 % of that fill the gaps, those of 1 % do not.
std::string comb() {
  Faces faces;
  faces.add_box({0.0, 0.0, 0.0}, {4.0, 0.1, 0.2});
  for (int tooth = 0; tooth < 3; ++tooth) {
    faces.add_box({1.8 * tooth, 0.1, 0.0}, {1.8 * tooth + 0.4, 0.16, 0.2});
  }
  return faces.text();
}

std::string rod_at(double y) {
  return R"(, {"shape": {"box": [0.03, 0.02, 0.5]}, "position": [1.1, )" + std::to_string(y) + ", 0.1]}";
}

// How fine a mesh was taken apart, as halvings of the tolerance.
std::set<int> attempts(const ScratchFolder& folder, const std::string& mesh) {
  const auto read = read_obj(text_of(folder.path(mesh)), mesh);
  std::set<int> made;
  for (int halvings = 0; halvings < 8; ++halvings) {
    DecompositionOptions options;
    options.tolerance = std::ldexp(options.tolerance, -halvings);
    if (std::filesystem::exists(cache_entry(read.value(), options, {folder.path("cache")}))) {
      made.insert(halvings);
    }
  }
  return made;
}

bool begin_in_each_other(const Result<Scene>& scene) {
  World world = make_world(scene.value()).value();
  world.step();
  return !world.initial_overlaps().empty();
}

TEST(MeshLoading, WhatTouchesAndWhatIsCloseIsPartedByFinerHulls) {
  const ScratchFolder folder;
  folder.file("comb.obj", comb());
  const std::string still = R"({"type": "static", "mesh": "comb.obj"})";
  for (const double y : {0.12, 0.13}) {
    const auto scene = loaded(folder, still + rod_at(y));
    ASSERT_TRUE(scene) << scene.error().message;
    World world = make_world(scene.value()).value();
    world.step();
    const auto overlaps = world.initial_overlaps();
    EXPECT_TRUE(overlaps.empty() || overlaps[0].depth < 1e-5) << y << ": " << overlaps[0].depth;
  }
}

TEST(MeshLoading, MeshesThatCutEachOtherAreTakenApartOnce) {
  const ScratchFolder folder;
  folder.file("comb.obj", comb());
  const auto scene =
      loaded(folder, R"({"type": "static", "mesh": "comb.obj"})" + rod_at(0.11), {{folder.path("cache")}, {}});
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(attempts(folder, "comb.obj"), std::set<int>{0});
  EXPECT_TRUE(begin_in_each_other(scene));
}

// A piston in a bore with less room than hulls leave: only the bore's reach in, so that the piston is left alone.
TEST(MeshLoading, OnlyTheBodyWhoseHullsReachIntoTheOtherIsMadeFiner) {
  const ScratchFolder folder;
  folder.file("bore.obj", pipe(1.0, 1.3, 0.6, 16).text());
  folder.file("piston.obj", pipe(0.5, 1.0 - 1e-5, 0.4, 16).text());
  const auto scene =
      loaded(folder, R"({"type": "static", "mesh": "bore.obj"}, {"mesh": "piston.obj"})", {{folder.path("cache")}, {}});
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_FALSE(begin_in_each_other(scene));
  EXPECT_GT(attempts(folder, "bore.obj").size(), 1U);
  EXPECT_EQ(attempts(folder, "piston.obj"), std::set<int>{0});
}

// Facets so small that the finest hulls follow none of them, and less room than these leave: none are tried.
TEST(MeshLoading, HullsThatFillAllThatIsConcaveAreNotMadeFinerInVain) {
  const ScratchFolder folder;
  folder.file("bore.obj", pipe(1.0, 1.3, 0.2, 160).text());
  folder.file("rod.obj", pipe(0.5, 1.0 - 3e-4, 0.1, 160).text());
  const auto scene =
      loaded(folder, R"({"type": "static", "mesh": "bore.obj"}, {"mesh": "rod.obj"})", {{folder.path("cache")}, {}});
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(attempts(folder, "bore.obj"), std::set<int>{0});
  EXPECT_EQ(attempts(folder, "rod.obj"), std::set<int>{0});
}

// A ball within the wall of a pipe, 0.14 m from its surface: no hulls let it out, and those of half the tolerance,
// 0.026 m, would not hold it if it were outside.
TEST(MeshLoading, TheHalvingEndsWhereItMust) {
  const ScratchFolder folder;
  folder.file("bore.obj", pipe(1.0, 1.3, 0.6, 12).text());
  const auto scene = loaded(folder,
                            R"({"type": "static", "mesh": "bore.obj"},
                               {"shape": {"sphere": 0.01}, "position": [1.15, 0, 0.1]})",
                            {{folder.path("cache")}, {}});
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_TRUE(begin_in_each_other(scene));
  EXPECT_EQ(attempts(folder, "bore.obj"), (std::set<int>{0, 1}));
}

TEST(MeshLoading, TheOutcomeIsKeptAndAsked) {
  const ScratchFolder folder;
  folder.file("comb.obj", comb());
  const std::string bodies = R"({"type": "static", "mesh": "comb.obj"})" + rod_at(0.13);
  const LoadOptions options{{folder.path("cache")}, {}};
  const auto first = loaded(folder, bodies, options);
  const auto second = loaded(folder, bodies, options);
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(begin_in_each_other(first));
  EXPECT_EQ(hull_count(first.value()), hull_count(second.value()));
  std::vector<std::filesystem::path> answers;
  for (const auto& file : std::filesystem::directory_iterator(folder.path("cache"))) {
    if (file.path().extension() == ".answer") {
      answers.push_back(file.path());
    }
  }
  ASSERT_EQ(answers.size(), 1U);
  const auto answered = [&](const std::string& halvings) {
    ByteWriter bytes;
    bytes.raw("FCAN");
    bytes.u32(crc32(halvings));
    bytes.raw(halvings);
    std::ofstream(answers[0], std::ios::binary) << bytes.bytes();
    return hull_count(loaded(folder, bodies, options).value());
  };
  // That it is the file that answers shows when it says that nothing was needed; what is no answer is asked anew.
  EXPECT_LT(answered(std::string(2, '\0')), hull_count(first.value()));
  for (const std::string& damaged :
       {std::string(3, '\0'), std::string("\6\0", 2), std::string("\0\1", 2), std::string()}) {
    EXPECT_EQ(answered(damaged), hull_count(first.value()));
  }
  std::ofstream(answers[0], std::ios::binary) << "FCANxxxx\1";
  EXPECT_EQ(hull_count(loaded(folder, bodies, options).value()), hull_count(first.value()));
  // Elsewhere it is another question.
  EXPECT_EQ(hull_count(loaded(folder, R"({"type": "static", "mesh": "comb.obj"})" + rod_at(2.0), options).value()),
            hull_count(loaded(folder, R"({"type": "static", "mesh": "comb.obj"})" + rod_at(3.0)).value()));
}

}  // namespace
}  // namespace firstcontact
