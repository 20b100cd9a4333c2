// When two bodies meet along their flows: what is remembered for it changes no bit.
#include "calendar/pair_query.hpp"

#include <gtest/gtest.h>

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
    const PairAnswer found = first_contact(query, caches);
    const KnownScrew screw_a = find_screw(a, query.begin, query.end);
    const KnownScrew screw_b = find_screw(b, query.begin, query.end);
    query.screw_a = &screw_a;
    query.screw_b = &screw_b;
    caches.clear();
    const PairAnswer known = first_contact(query, caches);
    impacts += found.impact_time ? 1 : 0;
    ASSERT_EQ(known.impact_time, found.impact_time);
    ASSERT_EQ(known.certified_gap, found.certified_gap);
    ASSERT_EQ(known.queries, found.queries);
  }
  EXPECT_GT(impacts, 10);
}

}  // namespace
}  // namespace firstcontact
