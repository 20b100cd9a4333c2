// When two bodies meet along their flows: what is remembered for it changes no bit.
#include "calendar/pair_query.hpp"

#include <firstcontact/hull.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

RigidBody tumbling_brick(Random& random, const Vec3& at) {
  RigidBody brick;
  brick.collider = box({0.5, 0.2, 0.3});
  brick.inertia.principal_moments = {0.13, 0.34, 0.29};
  brick.motion = MotionClass::free;
  brick.version = 7;
  brick.segment.kind = FlowKind::ballistic;
  brick.segment.start_time = 0.25;
  brick.segment.pose = {at, random.rotation()};
  brick.segment.linear_velocity = random.vector(20.0);
  brick.segment.linear_acceleration = {0.0, -9.81, 0.0};
  brick.segment.angular_velocity = random.vector(60.0);
  return brick;
}

TEST(PairQuery, AKnownScrewChangesNoBit) {
  Random random(5);
  int impacts = 0;
  for (int i = 0; i < 200; ++i) {
    const RigidBody a = tumbling_brick(random, {0.0, 0.0, 0.0});
    const RigidBody b = tumbling_brick(random, Vec3(1.2, 0.0, 0.0) + random.vector(0.1));
    PairQuery query{&a, &b, 0.25, 0.25 + 1.0 / 60.0, 1e-4};
    std::vector<AxisCache> caches;
    BuiltTriangles triangles;
    const PairAnswer found = first_contact(query, caches, triangles);
    const KnownScrew screw_a = find_screw(a, query.begin, query.end);
    const KnownScrew screw_b = find_screw(b, query.begin, query.end);
    query.screw_a = &screw_a;
    query.screw_b = &screw_b;
    caches.clear();
    const PairAnswer known = first_contact(query, caches, triangles);
    impacts += found.impact_time ? 1 : 0;
    ASSERT_EQ(known.impact_time, found.impact_time);
    ASSERT_EQ(known.certified_gap, found.certified_gap);
    ASSERT_EQ(known.queries, found.queries);
  }
  EXPECT_GT(impacts, 10);
}

// A thing of five bricks that stick out of it to all sides.
std::vector<ConvexShape> bricks(Random& random) {
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < 5; ++i) {
    Hull brick = make_box({random.between(0.02, 0.3), random.between(0.02, 0.3), random.between(0.02, 0.3)});
    const Quat turned = random.rotation();
    const Vec3 at = random.vector(0.5);
    std::vector<Vec3> corners;
    for (const Vec3& corner : brick.vertices) {
      corners.push_back(at + turned * corner);
    }
    shapes.push_back(make_shape(convex_hull(corners).value()));
  }
  return shapes;
}

RigidBody with_shapes(RigidBody body, std::span<const ConvexShape> shapes) {
  MassProperties mass;
  mass.mass = 1.0;
  mass.inertia = Mat3(1.0);
  body.collider = make_collider(shapes, mass).value();
  return body;
}

TEST(PairQuery, ManyShapesMeetWhenTheFirstTwoOfThemDo) {
  Random random(11);
  int impacts = 0;
  int misses = 0;
  int left_out = 0;
  for (int i = 0; i < 300; ++i) {
    const auto shapes_a = bricks(random);
    const auto shapes_b = bricks(random);
    const RigidBody a = with_shapes(tumbling_brick(random, {0.0, 0.0, 0.0}), shapes_a);
    const RigidBody b = with_shapes(tumbling_brick(random, Vec3(1.3, 0.0, 0.0) + random.vector(0.1)), shapes_b);
    const PairQuery query{&a, &b, 0.25, 0.25 + 1.0 / 60.0, 1e-4};
    double first = query.end;
    int asked = 0;
    for (const ConvexShape& shape_a : shapes_a) {
      for (const ConvexShape& shape_b : shapes_b) {
        const RigidBody one_a = with_shapes(a, {&shape_a, 1});
        const RigidBody one_b = with_shapes(b, {&shape_b, 1});
        std::vector<AxisCache> caches;
        BuiltTriangles triangles;
        const PairAnswer found =
            first_contact({&one_a, &one_b, query.begin, query.end, query.target}, caches, triangles);
        first = std::min(first, found.impact_time.value_or(query.end));
        asked += found.queries;
      }
    }
    std::vector<AxisCache> caches;
    BuiltTriangles triangles;
    const PairAnswer all = first_contact(query, caches, triangles);
    EXPECT_NEAR(all.impact_time.value_or(query.end), first, 1e-6) << i;
    impacts += all.impact_time ? 1 : 0;
    misses += all.impact_time ? 0 : 1;
    left_out += asked - all.queries;
  }
  EXPECT_GT(impacts, 50);
  EXPECT_GT(misses, 50);
  EXPECT_GT(left_out, 300 * 3);
}

// A bumpy sheet of 2 * 12^2 triangles below y = 0.1.
std::shared_ptr<const Collider> bumpy_sheet(Random& random) {
  constexpr Index cells = 12;
  Mesh mesh;
  mesh.parts.push_back({"sheet", {}});
  for (Index i = 0; i <= cells; ++i) {
    for (Index j = 0; j <= cells; ++j) {
      mesh.vertices.emplace_back(0.15 * i - 0.9, random.between(-0.1, 0.1), 0.15 * j - 0.9);
    }
  }
  for (Index i = 0; i < cells; ++i) {
    for (Index j = 0; j < cells; ++j) {
      const Index at = i * (cells + 1) + j;
      mesh.parts.front().polygons.push_back({at, at + 1, at + cells + 2});
      mesh.parts.front().polygons.push_back({at, at + cells + 2, at + cells + 1});
    }
  }
  return make_collider(triangle_surface(mesh, "sheet").value()).value();
}

TEST(PairQuery, ABodyOfManyShapesMeetsASurfaceWhenItsFirstShapeMeetsItsFirstTriangle) {
  Random random(12);
  // An answer is early by up to a tenth of the target, 1e-5 m, gone through at a metre a second or faster.
  constexpr double slack = 1e-5;
  int impacts = 0;
  int misses = 0;
  for (int i = 0; i < 200; ++i) {
    RigidBody sheet;
    sheet.type = BodyType::fixed;
    sheet.inertia.principal_moments = Vec3(1.0);
    sheet.collider = bumpy_sheet(random);
    ASSERT_NE(sheet.collider->surface, nullptr);
    RigidBody plain = sheet;
    plain.collider = with_all_shapes(sheet.collider);
    const auto shapes = bricks(random);
    const RigidBody thing = with_shapes(tumbling_brick(random, {0.0, 0.7, 0.0}), shapes);
    const PairQuery query{&sheet, &thing, 0.25, 0.25 + 1.0 / 60.0, 1e-4};
    double first = query.end;
    for (const ConvexShape& shape : shapes) {
      for (const ConvexShape& triangle : plain.collider->shapes) {
        const RigidBody one = with_shapes(thing, {&shape, 1});
        RigidBody flat = sheet;
        auto single = std::make_shared<Collider>(*sheet.collider);
        single->surface = nullptr;
        single->tree = {};
        single->shapes = {triangle};
        flat.collider = single;
        std::vector<AxisCache> caches;
        BuiltTriangles triangles;
        const PairAnswer found = first_contact({&flat, &one, query.begin, query.end, query.target}, caches, triangles);
        first = std::min(first, found.impact_time.value_or(query.end));
      }
    }
    std::vector<AxisCache> caches;
    BuiltTriangles triangles;
    for (int again = 0; again < 2; ++again) {  // knowing nothing, and knowing what was built
      const PairAnswer all = first_contact(query, caches, triangles);
      EXPECT_NEAR(all.impact_time.value_or(query.end), first, slack) << i;
    }
    impacts += first < query.end ? 1 : 0;
    misses += first < query.end ? 0 : 1;
  }
  EXPECT_GT(impacts, 60);
  EXPECT_GT(misses, 30);
}

}  // namespace
}  // namespace firstcontact
