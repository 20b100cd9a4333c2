// Where a file cuts a solid's faces into groups says nothing about the solid.
#include <firstcontact/mesh.hpp>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

using Polygons = std::vector<std::vector<Index>>;

// An upright prism of `sides` sides, closed, turned and moved somewhere.
Mesh prism(Index sides, Random& random) {
  const Quat turn = random.rotation();
  const Vec3 middle = random.vector(10.0);
  Mesh mesh;
  Polygons polygons(2);
  for (Index i = 0; i < 2 * sides; ++i) {
    const SineCosine at = sine_cosine(6.283185307179586 * (i % sides) / sides);
    mesh.vertices.push_back(middle + rotate(turn, Vec3(at.cosine, i < sides ? -1.0 : 1.0, at.sine)));
    polygons[i < sides ? 0 : 1].push_back(i);
  }
  std::reverse(polygons[1].begin(), polygons[1].end());
  for (Index i = 0; i < sides; ++i) {
    const Index next = (i + 1) % sides;
    polygons.push_back({i, i + sides, next + sides, next});
  }
  mesh.parts = {{"prism", polygons}};
  return mesh;
}

// The same polygons dealt out to `count` groups.
Mesh cut_up(const Mesh& mesh, std::size_t count, Random& random) {
  Mesh cut{mesh.vertices, std::vector<MeshPart>(count), {}};
  for (std::size_t i = 0; i < count; ++i) {
    cut.parts[i].name = "group " + std::to_string(i);
  }
  for (const std::vector<Index>& polygon : mesh.parts[0].polygons) {
    cut.parts[random.next() % count].polygons.push_back(polygon);
  }
  std::erase_if(cut.parts, [](const MeshPart& part) { return part.polygons.empty(); });
  return cut;
}

// Each group with vertices of its own.
Mesh with_own_vertices(const Mesh& mesh) {
  Mesh own{{}, mesh.parts, {}};
  for (MeshPart& part : own.parts) {
    for (std::vector<Index>& polygon : part.polygons) {
      for (Index& vertex : polygon) {
        own.vertices.push_back(mesh.vertices[vertex]);
        vertex = static_cast<Index>(own.vertices.size() - 1);
      }
    }
  }
  return own;
}

double mass_of(const Mesh& mesh, HullPer what) {
  const auto shapes = convex_shapes(mesh, what, Vec3(1.0), "groups.obj");
  EXPECT_TRUE(shapes) << shapes.error().message;
  return shapes ? make_collider(shapes.value()).value()->mass.mass : 0.0;
}

TEST(MeshGroups, ASolidWhoseFacesLieInGroupsIsOneHull) {
  Random random(45);
  for (int round = 0; round < 200; ++round) {
    const Mesh whole = prism(3 + static_cast<Index>(random.next() % 12), random);
    const Mesh cut = cut_up(whole, 2 + random.next() % 5, random);
    for (const Mesh& mesh : {cut, with_own_vertices(cut)}) {
      for (const HullPer what : {HullPer::convex_surface, HullPer::object}) {
        const auto expected = convex_shapes(whole, what, Vec3(1.0), "whole.obj");
        const auto found = convex_shapes(mesh, what, Vec3(1.0), "cut.obj");
        ASSERT_TRUE(expected && found) << "round " << round << ": " << found.error().message;
        ASSERT_EQ(found.value().size(), 1U) << "round " << round;
        EXPECT_EQ(found.value()[0].core.vertices, expected.value()[0].core.vertices);
        EXPECT_EQ(mass_of(mesh, what), mass_of(whole, what));
      }
    }
  }
}

// Two solids, each whole or in pieces: as many hulls as solids, or a no that has everything taken apart together.
TEST(MeshGroups, SolidsStayApartUnlessAGroupHoldsPartsOfBoth) {
  Random random(46);
  int apart = 0;
  for (int round = 0; round < 200; ++round) {
    Mesh first = cut_up(prism(4, random), 1 + random.next() % 2, random);
    Mesh second = cut_up(prism(5, random), 1 + random.next() % 2, random);
    const double expected = mass_of(first, HullPer::convex_surface) + mass_of(second, HullPer::convex_surface);
    const bool is_mixed = round % 4 == 0 && first.parts.size() > 1;
    for (MeshPart part : second.parts) {
      for (std::vector<Index>& polygon : part.polygons) {
        std::for_each(polygon.begin(), polygon.end(),
                      [&](Index& vertex) { vertex += static_cast<Index>(first.vertices.size()); });
      }
      first.parts.push_back(part);
    }
    first.vertices.insert(first.vertices.end(), second.vertices.begin(), second.vertices.end());
    if (is_mixed) {
      first.parts[0].polygons.push_back(first.parts.back().polygons.back());
      first.parts.back().polygons.pop_back();
    }
    const auto found = convex_shapes(first, HullPer::convex_surface, Vec3(1.0), "two.obj");
    if (is_mixed) {
      EXPECT_FALSE(found) << "round " << round;
      continue;
    }
    ASSERT_TRUE(found) << "round " << round << ": " << found.error().message;
    EXPECT_EQ(found.value().size(), 2U);
    EXPECT_NEAR(make_collider(found.value()).value()->mass.mass, expected, 1e-12 * expected);
    ++apart;
  }
  EXPECT_GT(apart, 100);
}

TEST(MeshGroups, ASurfaceThatIsOpenAmongOthersIsNoConvexPart) {
  Random random(47);
  Mesh box = prism(4, random);
  box.parts.push_back({"lid", {box.parts[0].polygons.back()}});
  box.parts[0].polygons.pop_back();
  EXPECT_EQ(convex_shapes(box, HullPer::convex_surface, Vec3(1.0), "box.obj").value().size(), 1U);
  // The lid lifted by less than anybody sees: now they share no edge.
  for (Index& vertex : box.parts[1].polygons[0]) {
    box.vertices.push_back(box.vertices[vertex] + Vec3(1e-6));
    vertex = static_cast<Index>(box.vertices.size() - 1);
  }
  const auto found = convex_shapes(box, HullPer::convex_surface, Vec3(1.0), "box.obj");
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("box.obj: object 'prism': it is not closed"), std::string::npos)
      << found.error().message;
}

// As modelled: an L of two open boxes that close each other stays two hulls.
TEST(MeshGroups, ObjectsThatCloseNoConvexSolidStayAsModelled) {
  Mesh l;
  for (const double z : {0.0, 1.0}) {
    l.vertices.insert(l.vertices.end(), {Vec3(0, 0, z), Vec3(3, 0, z), Vec3(3, 1, z), Vec3(1, 1, z), Vec3(1, 3, z),
                                         Vec3(0, 3, z), Vec3(0, 1, z)});
  }
  l.parts = {{"foot", {{0, 6, 3, 2, 1}, {7, 8, 9, 10, 13}, {0, 1, 8, 7}, {1, 2, 9, 8}, {2, 3, 10, 9}, {6, 0, 7, 13}}},
             {"leg", {{6, 5, 4, 3}, {10, 11, 12, 13}, {3, 4, 11, 10}, {4, 5, 12, 11}, {5, 6, 13, 12}}}};
  const auto found = convex_shapes(l, HullPer::object, Vec3(1.0), "l.obj");
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found.value().size(), 2U);
  EXPECT_NEAR(make_collider(found.value()).value()->mass.mass, 5.0, 1e-12);
  EXPECT_FALSE(convex_shapes(l, HullPer::convex_surface, Vec3(1.0), "l.obj"));
}

TEST(MeshGroups, WhatIsNotConvexIsToldByTheLimitThatItBreaks) {
  // A box whose top is a corner deeper by 2e-4 of its side than the rim; then one with a quad that is bent.
  Mesh dent;
  for (const double y : {0.0, 1.0}) {
    dent.vertices.insert(dent.vertices.end(), {Vec3(0, y, 0), Vec3(1, y, 0), Vec3(1, y, 1), Vec3(0, y, 1)});
  }
  dent.vertices.emplace_back(0.5, 1.0 - 2e-4, 0.5);
  dent.parts = {{"dent",
                 {{0, 1, 2, 3},
                  {0, 4, 5, 1},
                  {1, 5, 6, 2},
                  {2, 6, 7, 3},
                  {3, 7, 4, 0},
                  {4, 8, 5},
                  {5, 8, 6},
                  {6, 8, 7},
                  {7, 8, 4}}}};
  const auto told = [](const Mesh& mesh) {
    const auto found = convex_shapes(mesh, HullPer::convex_surface, Vec3(1.0), "m.obj");
    return found ? std::string("convex") : found.error().message;
  };
  EXPECT_NE(told(dent).find("a corner lies up to 0.0002 m inside its hull's surface (0.02 % of its longest side; up to "
                            "0.01 % counts as convex)"),
            std::string::npos)
      << told(dent);
  dent.vertices[8].y = 1.0 - 0.5e-4;
  EXPECT_EQ(told(dent), "convex");
  Mesh bent = dent;
  bent.vertices[8].y = 1.0;
  bent.vertices[6].y = 0.9;
  bent.parts = {{"bent", {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}}}};
  EXPECT_NE(told(bent).find("a polygon lies up to"), std::string::npos) << told(bent);
  EXPECT_NE(told(bent).find("up to 0.1 % counts as convex"), std::string::npos) << told(bent);
}

}  // namespace
}  // namespace firstcontact
