// A remembered separation answers without looking at a vertex: it must never be believed for longer than it lasts.
#include <firstcontact/separation.hpp>
#include <firstcontact/time_of_impact.hpp>

#include "narrowphase/pair_motion.hpp"
#include "narrowphase/quick_answers.hpp"
#include "narrowphase/random_shapes.hpp"

#include <gtest/gtest.h>

namespace firstcontact {
namespace {

using test::Random;

constexpr TimeOfImpactOptions options;

struct Pair {
  ConvexShape shape_a, shape_b;
  RigidMotion motion_a, motion_b;
};

// Together through the world, and a little against each other: by moving, by turning, by falling.
void give_new_motion(Pair& pair, Random& random) {
  const double creep = random.between(0.0, 1.0) < 0.5 ? 1e-5 : 1e-3;
  const Vec3 common = random.in_cube(10.0);
  pair.motion_a.linear_velocity = common + random.in_cube(creep);
  pair.motion_b.linear_velocity = common + random.in_cube(creep);
  pair.motion_a.angular_velocity = random.in_cube(creep);
  pair.motion_b.angular_velocity = random.in_cube(creep);
  pair.motion_b.linear_acceleration = random.in_cube(creep);
}

double least_distance(const Pair& pair) {
  constexpr int samples = 20;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= samples; ++i) {
    const double time = static_cast<double>(i) / samples;
    const PosedShape a{&pair.shape_a, pose_at(pair.motion_a, time)};
    const PosedShape b{&pair.shape_b, pose_at(pair.motion_b, time)};
    least = std::min(least, separation(a, b).distance);
  }
  return least;
}

void expect_true(const Pair& pair, const TimeOfImpact& found) {
  if (found.status == ImpactStatus::clear) {
    // A pair that starts nearer than the target keeps half of what it has.
    EXPECT_GE(least_distance(pair), 0.999 * found.target);
  }
}

// Two hulls that come together at 2 m/s, `before` seconds before they touch.
Pair about_to_meet(Random& random, double before) {
  Pair pair{test::random_polyhedron(random), test::random_polyhedron(random), {}, {}};
  pair.motion_a.start.orientation = random.orientation();
  const Vec3 way = random.direction();
  pair.motion_b.start = {2.0 * way, random.orientation()};
  pair.motion_b.linear_velocity = -2.0 * way;
  const TimeOfImpact first = time_of_impact({&pair.shape_a, pair.motion_a}, {&pair.shape_b, pair.motion_b}, options);
  pair.motion_b.start.position -= (first.time - before) * 2.0 * way;
  return pair;
}

TEST(AxisCache, ARememberedSeparationIsNeverOverdrawn) {
  Random random(77);
  int quick = 0;
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    Pair pair = about_to_meet(random, 0.001);
    AxisCache cache;
    for (int step = 0; step < 60; ++step) {
      give_new_motion(pair, random);
      const MovingShape a{&pair.shape_a, pair.motion_a};
      const MovingShape b{&pair.shape_b, pair.motion_b};
      quick += measured_separation_lasts({a, b, options, rounding_slack(a, b, 1.0)}, cache.measured) ? 1 : 0;
      const TimeOfImpact found = time_of_impact(a, b, options, &cache);
      expect_true(pair, found);
      pair.motion_a.start = pose_at(pair.motion_a, found.time);
      pair.motion_b.start = pose_at(pair.motion_b, found.time);
    }
  }
  EXPECT_GT(quick, 200);
}

void expect_true_touch(const Pair& pair, const TimeOfImpact& found) {
  const Pose pose_a = pose_at(pair.motion_a, found.time);
  const Pose pose_b = pose_at(pair.motion_b, found.time);
  const double gap = separation({&pair.shape_a, pose_a}, {&pair.shape_b, pose_b}).distance;
  EXPECT_GE(gap, 0.999 * found.target);
  EXPECT_LE(gap, found.target + 1.001 * options.tolerance);
}

// The nearest vertices of the last answer are where the next one begins to look. Here every other time these are any
// vertices at all: a bad beginning may cost time, and nothing else.
TEST(AxisCache, WhateverVerticesAreRememberedTheAnswerIsTrue) {
  Random random(78);
  int clear = 0;
  int touches = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    Pair pair = about_to_meet(random, 0.005);
    AxisCache cache;
    for (int question = 0; question < 12; ++question) {
      pair.motion_a.angular_velocity = random.in_cube(0.1);
      pair.motion_b.angular_velocity = random.in_cube(0.1);
      pair.motion_b.linear_velocity = random.in_cube(0.05);
      const auto any = [&](const ConvexShape& shape) {
        return static_cast<Index>(random.between(0.0, static_cast<double>(shape.core.vertices.size())));
      };
      for (std::size_t k = 0; question % 2 == 1 && k < cache.nearest.count; ++k) {
        cache.nearest.a[k] = any(pair.shape_a);
        cache.nearest.b[k] = any(pair.shape_b);
      }
      const TimeOfImpact found =
          time_of_impact({&pair.shape_a, pair.motion_a}, {&pair.shape_b, pair.motion_b}, options, &cache);
      expect_true(pair, found);
      clear += found.status == ImpactStatus::clear ? 1 : 0;
      if (found.status == ImpactStatus::touches) {
        ++touches;
        expect_true_touch(pair, found);
        EXPECT_GT(cache.nearest.count, 0);
      }
    }
  }
  EXPECT_GT(clear, 100);
  EXPECT_GT(touches, 100);
}

// A block rides on a plate that turns under it: a standing axis between them is crossed long before the end. The one
// that turns with the plate's face is known from the question before, and no distance need be measured again.
TEST(AxisCache, TurnsWithTheFeaturesThatWereNearest) {
  constexpr double turn = 0.5;  // rad, in the whole time
  const Pair pair{make_shape(make_box({2.0, 0.1, 2.0})), make_shape(make_box(Vec3(0.1))), {}, {}};
  for (const bool plate_is_a : {true, false}) {
    RigidMotion plate;
    RigidMotion block;
    block.start.position = {0.1, 0.25, 0.0};
    plate.angular_velocity = block.angular_velocity = {0.0, 0.0, turn};
    block.linear_velocity = glm::cross(plate.angular_velocity, block.start.position);
    const MovingShape first{plate_is_a ? &pair.shape_a : &pair.shape_b, plate_is_a ? plate : block};
    const MovingShape second{plate_is_a ? &pair.shape_b : &pair.shape_a, plate_is_a ? block : plate};
    AxisCache cache;
    const TimeOfImpact found = time_of_impact(first, second, options, &cache);
    ASSERT_EQ(found.status, ImpactStatus::clear);
    ASSERT_GT(found.iterations, 0);
    const TimeOfImpact again = time_of_impact(first, second, options, &cache);
    EXPECT_EQ(again.status, ImpactStatus::clear);
    EXPECT_EQ(again.iterations, 0);
  }
}

TEST(AxisCache, IsOfOnePairOfShapes) {
  const ConvexShape small = make_shape(make_box(Vec3(0.5)));
  const ConvexShape large = make_shape(make_box(Vec3(0.6)));
  RigidMotion above;
  above.start.position = {0.0, 1.05, 0.0};
  AxisCache cache;
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_EQ(time_of_impact({&small, {}}, {&small, above}, options, &cache).status, ImpactStatus::clear);
  }
  ASSERT_NE(cache.measured.shape_a, nullptr);
  EXPECT_EQ(time_of_impact({&small, {}}, {&large, above}, options, &cache).status, ImpactStatus::overlaps);
}

// Vertices of a shape of many, asked next with one of four: what is remembered of the first has no meaning there.
TEST(AxisCache, VerticesOfOtherShapesAreForgotten) {
  Random random(79);
  std::vector<Vec3> points(200);
  for (Vec3& point : points) {
    point = 0.5 * random.direction();
  }
  const ConvexShape round = make_shape(convex_hull(points).value());
  const ConvexShape sharp = make_shape(
      convex_hull(std::vector<Vec3>{{0.5, -0.5, -0.5}, {-0.5, -0.5, -0.5}, {0.0, -0.5, 0.5}, {0.0, 0.5, 0.0}}).value());
  int searched = 0;
  for (int i = 0; i < 20; ++i) {
    RigidMotion coming;
    coming.start = {1.1 * random.direction(), random.orientation()};
    coming.linear_velocity = -0.15 * coming.start.position;
    coming.angular_velocity = random.in_cube(0.05);
    AxisCache cache;
    for (const ConvexShape* shape : {&round, &sharp, &round, &sharp}) {
      const Pair pair{*shape, *shape, {}, coming};
      const TimeOfImpact found = time_of_impact({shape, {}}, {shape, coming}, options, &cache);
      const Index vertices = static_cast<Index>(shape->core.vertices.size());
      searched += cache.nearest.shape_a == shape ? 1 : 0;
      for (std::size_t k = 0; cache.nearest.shape_a == shape && k < cache.nearest.count; ++k) {
        EXPECT_LT(cache.nearest.a[k], vertices);
        EXPECT_LT(cache.nearest.b[k], vertices);
      }
      expect_true(pair, found);
    }
  }
  EXPECT_GT(searched, 40);
}

}  // namespace
}  // namespace firstcontact
