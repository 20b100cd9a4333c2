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

TEST(AxisCache, ARememberedSeparationIsNeverOverdrawn) {
  Random random(77);
  int quick = 0;
  for (int i = 0; i < 40; ++i) {
    SCOPED_TRACE(i);
    Pair pair{test::random_polyhedron(random), test::random_polyhedron(random), {}, {}};
    pair.motion_a.start.orientation = random.orientation();
    const Vec3 way = random.direction();
    pair.motion_b.start = {2.0 * way, random.orientation()};
    pair.motion_b.linear_velocity = -2.0 * way;
    const TimeOfImpact first = time_of_impact({&pair.shape_a, pair.motion_a}, {&pair.shape_b, pair.motion_b}, options);
    pair.motion_b.start.position -= (first.time - 0.001) * 2.0 * way;
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

}  // namespace
}  // namespace firstcontact
