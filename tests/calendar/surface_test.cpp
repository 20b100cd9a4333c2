// Meshes used as they are: sheets of triangles without a thickness, which nothing passes from either side.
#include <firstcontact/separation.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;
using Height = std::function<double(double, double)>;

double flat(double, double) { return 0.0; }
double hills(double x, double z) { return 0.3 * std::sin(1.3 * x) * std::cos(0.9 * z) + 0.1 * std::sin(4.0 * x + z); }

// A sheet of 2 cells^2 triangles over [-side / 2, side / 2]^2.
std::shared_ptr<const Collider> sheet(double side, int cells, const Height& height) {
  Mesh mesh;
  mesh.parts.push_back({"sheet", {}});
  const auto at = [&](int i) { return side * (static_cast<double>(i) / cells - 0.5); };
  const auto number = [&](int i, int j) { return static_cast<Index>(i * (cells + 1) + j); };
  for (int i = 0; i <= cells; ++i) {
    for (int j = 0; j <= cells; ++j) {
      mesh.vertices.emplace_back(at(i), height(at(i), at(j)), at(j));
    }
  }
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      mesh.parts.front().polygons.push_back({number(i, j), number(i, j + 1), number(i + 1, j + 1)});
      mesh.parts.front().polygons.push_back({number(i, j), number(i + 1, j + 1), number(i + 1, j)});
    }
  }
  return make_collider(triangle_surface(mesh, "sheet").value()).value();
}

// m: the smallest distance of two bodies' shapes, all of them asked.
double gap(const World& world, BodyIndex a, BodyIndex b) {
  double least = 1e300;
  const auto all_a = with_all_shapes(world.collider(a));
  const auto all_b = with_all_shapes(world.collider(b));
  for (const ConvexShape& shape_a : all_a->shapes) {
    for (const ConvexShape& shape_b : all_b->shapes) {
      const Separation found = separation({&shape_a, world.state(a).pose}, {&shape_b, world.state(b).pose});
      least = std::min(least, found.distance - found.depth);
    }
  }
  return least;
}

struct Shot {
  double speed;  // m/s
  double spin;   // rad/s
};

// Bodies that fly at a sheet from either side, at any angle, at edges and corners of its triangles too: none is ever on
// the other side.
TEST(Surface, NothingFlyingPassesASheetFromEitherSide) {
  const auto floor = sheet(4.0, 8, flat);
  Random random(11);
  for (const Shot& shot : {Shot{1.0, 0.0}, Shot{30.0, 50.0}, Shot{1e3, 1e3}, Shot{1e4, 300.0}}) {
    for (const double side : {1.0, -1.0}) {
      World world(weightless());
      add(world, fixed_body("sheet", floor, Vec3(0.0)));
      std::vector<BodyIndex> flying;
      for (int i = 0; i < 12; ++i) {
        const auto shape = i % 3 == 0   ? box({0.05, 0.02, 0.3})
                           : i % 3 == 1 ? make_sphere_collider(0.05).value()
                                        : make_capsule_collider(0.02, 0.2).value();
        const Vec3 place(-1.25 + 0.5 * (i % 6), side * 0.6, -0.5 + 1.0 * (i / 6));  // over corners and edges
        BodyDefinition definition = body("b" + std::to_string(i), shape, place);
        definition.group = 1;
        definition.linear_velocity = Vec3(0.3 * random.between(-1.0, 1.0), -side, 0.3 * random.between(-1.0, 1.0));
        definition.linear_velocity *= shot.speed;
        definition.angular_velocity = random.vector(1.0) * shot.spin;
        definition.restitution = 0.5;
        flying.push_back(add(world, definition));
      }
      for (int step = 0; step < 30; ++step) {
        world.step();
        for (const BodyIndex flyer : flying) {
          const Vec3 at = world.state(flyer).pose.position;
          const bool is_over = std::abs(at.x) < 1.9 && std::abs(at.z) < 1.9;
          ASSERT_TRUE(!is_over || at.y * side > 0.0)
              << world.name(flyer) << " speed " << shot.speed << " side " << side;
          ASSERT_GT(std::abs(at.y) < 1.0 ? gap(world, 0, flyer) : 1.0, 0.0);
        }
      }
      EXPECT_EQ(world.statistics().time_lost, 0.0);
      EXPECT_GT(world.statistics().min_gap.value_or(0.0), 0.0);
    }
  }
}

// A rod that turns about an upright axis beside a sheet's free edge meets it edge-on, at the angle of the closed form.
TEST(Surface, ASpinningRodMeetsTheEdgeOfASheetWhenItShould) {
  for (const double spin : {5.0, 100.0, 1000.0}) {
    World world(weightless());
    BodyDefinition upright = fixed_body("sheet", sheet(1.0, 2, flat), Vec3(0.0));
    upright.mesh_pose.orientation = glm::angleAxis(std::acos(0.0), Vec3(0.0, 0.0, 1.0));  // in the plane x = 0
    upright.mesh_pose.position = {0.0, 0.0, 0.8};                                         // z from 0.3 to 1.3
    add(world, upright);
    BodyDefinition rod = body("rod", box({1.0, 0.02, 0.02}), Vec3(0.0));
    rod.angular_velocity = {0.0, -spin, 0.0};  // from x towards z
    add(world, rod);
    const std::vector<Event> events = run_with_events(world, std::max(2.0 / spin, 1.0 / 60.0));
    const auto first =
        std::find_if(events.begin(), events.end(), [](const Event& event) { return event.kind == EventKind::impact; });
    ASSERT_NE(first, events.end()) << spin;
    // The sheet's edge, 0.3 from the axle, meets the rod's side, 0.02 from its middle line.
    const double angle = std::acos(0.0) - std::asin(0.02 / 0.3);
    EXPECT_NEAR(first->time * spin, angle, 2e-3);
    EXPECT_LE(first->time * spin, angle);
  }
}

TEST(Surface, BodiesComeToRestOnHillsOfManyTriangles) {
  const auto terrain = sheet(10.0, 70, hills);
  ASSERT_EQ(shape_count(*terrain), 9800U);
  World world(WorldDefinition{});
  add(world, fixed_body("terrain", terrain, Vec3(0.0)));
  std::vector<BodyIndex> bodies;
  for (int i = 0; i < 9; ++i) {
    const auto shape = i % 2 == 0 ? box({0.15, 0.1, 0.2}) : box({0.1, 0.2, 0.1});
    BodyDefinition definition = body("b" + std::to_string(i), shape, {-3.0 + 3.0 * (i % 3), 1.5, -3.0 + 3.0 * (i / 3)});
    definition.angular_velocity = {1.0, 2.0, 3.0};
    definition.friction = 0.8;
    bodies.push_back(add(world, definition));
  }
  run(world, 4.0);
  for (const BodyIndex index : bodies) {
    const Vec3 at = world.state(index).pose.position;
    EXPECT_GT(at.y, hills(at.x, at.z)) << world.name(index);
    EXPECT_GT(gap(world, 0, index), 0.0);
    EXPECT_LT(glm::length(world.state(index).linear_velocity), 0.5) << world.name(index);
  }
  EXPECT_EQ(world.statistics().time_lost, 0.0);
  // Below each body lie a few dozen triangles of the 9800: were all of them asked, it were thousands of queries a step.
  EXPECT_LT(world.statistics().toi_queries, 240U * 9U * 400U);
}

// Without friction a box slides over the seams of a flat sheet as over one slab: its speed stays.
TEST(Surface, SeamsDoNotHoldASlidingBoxUp) {
  const auto slide = [](const std::shared_ptr<const Collider>& ground, double top) {
    World world(WorldDefinition{});
    BodyDefinition lower = fixed_body("ground", ground, Vec3(0.0, -top, 0.0));
    lower.friction = 0.0;
    add(world, lower);
    BodyDefinition slider = body("slider", box({0.2, 0.1, 0.2}), {-3.0, 0.1001, 0.07});
    slider.friction = 0.0;
    slider.linear_velocity = {2.0, 0.0, 0.3};
    const BodyIndex index = add(world, slider);
    run(world, 2.0);
    return world.state(index);
  };
  const BodyState on_slab = slide(box({10.0, 0.5, 10.0}), 0.5);
  const BodyState on_sheet = slide(sheet(10.0, 37, flat), 0.0);
  EXPECT_NEAR(on_slab.linear_velocity.x, 2.0, 1e-9);
  EXPECT_NEAR(on_sheet.linear_velocity.x, 2.0, 1e-3);
  EXPECT_NEAR(on_sheet.linear_velocity.z, 0.3, 1e-3);
  EXPECT_NEAR(on_sheet.pose.position.y, 0.1, 1e-3);
  EXPECT_LT(glm::length(on_sheet.angular_velocity), 1e-2);
}

TEST(Surface, ThreadsChangeNothing) {
  const auto terrain = sheet(6.0, 20, hills);
  std::uint64_t hashes[2] = {0, 0};
  for (const int threads : {1, 2}) {
    WorldDefinition definition;
    definition.threads = threads;
    World world(definition);
    add(world, fixed_body("terrain", terrain, Vec3(0.0)));
    for (int i = 0; i < 6; ++i) {
      add(world, body("b" + std::to_string(i), box({0.1, 0.1, 0.15}), {-2.0 + 0.8 * i, 1.0, 0.3 * i - 1.0}));
    }
    run(world, 1.0);
    hashes[threads - 1] = world.state_hash();
  }
  EXPECT_EQ(hashes[0], hashes[1]);
}

// A body that the scene has put through a sheet, above its middle or below: named, led out at half a metre a second at
// most, and free.
TEST(Surface, WhatStartsAcrossItIsLedOut) {
  Random random(46);
  for (const Height& height : {Height(flat), Height(hills)}) {
    for (const int cells : {2, 9, 30}) {
      for (int trial = 0; trial < 4; ++trial) {
        World world{weightless()};
        const BodyIndex ground = add(world, fixed_body("ground", sheet(3.0, cells, height), Vec3(0.0)));
        const Vec3 at(random.between(-0.3, 0.3), 0.0, random.between(-0.3, 0.3));
        const double depth = random.between(-0.08, 0.08);
        BodyDefinition definition = body("it", box({0.2, 0.15, 0.1}), {at.x, height(at.x, at.z) + depth, at.z});
        definition.mesh_pose.orientation = random.rotation();
        const BodyIndex it = add(world, definition);
        ASSERT_LT(gap(world, ground, it), 0.0);
        double fastest = 0.0;  // m/s
        for (int step = 0; step < 90; ++step) {
          const Vec3 before = world.state(it).pose.position;
          world.step();
          fastest = std::max(fastest, 60.0 * glm::length(world.state(it).pose.position - before));
        }
        const std::string which = std::to_string(cells) + " cells, trial " + std::to_string(trial);
        ASSERT_EQ(world.initial_overlaps().size(), 1U) << which;
        EXPECT_GT(world.initial_overlaps()[0].depth, 0.01) << which;
        EXPECT_LE(world.statistics().min_gap.value(), -world.initial_overlaps()[0].depth) << which;
        EXPECT_GT(gap(world, ground, it), 0.0) << which;
        EXPECT_LT(fastest, 0.51) << which;
        EXPECT_EQ(world.statistics().time_lost, 0.0) << which;
      }
    }
  }
}

}  // namespace
}  // namespace firstcontact
