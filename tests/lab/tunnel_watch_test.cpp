// The watch that tells methods what they let through, against the lab's oracle, with which it shares nothing.
#include <gtest/gtest.h>

#include "lab/ground_truth.hpp"
#include "rivals/tunnel_watch.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

struct Flight {
  BodyDefinition body;
  RigidMotion motion;
};

Flight flight(testing_support::Random& random, double side) {
  const Vec3 size(random.between(0.02, 0.4), random.between(0.02, 0.4), random.between(0.02, 0.4));
  Flight made;
  made.body.collider = make_box_collider(size).value();
  made.motion.start.position = {side * 2.0, random.between(-0.4, 0.4), random.between(-0.4, 0.4)};
  made.motion.start.orientation = random.rotation();
  made.motion.linear_velocity = {-side * random.between(50.0, 500.0), random.between(-20.0, 20.0), 0.0};
  made.motion.angular_velocity = random.vector(300.0);
  made.body.mesh_pose = made.motion.start;
  return made;
}

MotionSegment segment_of(BodyIndex body, const RigidMotion& motion) {
  return {body, FlowKind::screw, 0.0, motion.start, motion.linear_velocity, motion.angular_velocity, Vec3(0.0)};
}

// Nothing ever answers, and after the step they are far apart: what meets must have passed.
TEST(TunnelWatchAndGroundTruth, AgreeOnWhoMetAndWhen) {
  testing_support::Random random(20261128);
  constexpr double duration = 0.05;  // s: long enough for the slowest to be past
  int met = 0;
  for (int i = 0; i < 300; ++i) {
    const Flight a = flight(random, -1.0);
    const Flight b = flight(random, 1.0);
    const Solid solid_a = solid_of(a.body.collider->shapes.front().core);
    const Solid solid_b = solid_of(b.body.collider->shapes.front().core);
    const double radius = std::min(a.body.collider->radius, b.body.collider->radius);
    const GroundTruth truth = ground_truth({&solid_a, &solid_b, a.motion, b.motion}, duration, 2e-4 * radius);
    const std::vector<BodyDefinition> bodies{a.body, b.body};
    TunnelWatch watch(bodies);
    ASSERT_TRUE(watch.look({0.0, {segment_of(0, a.motion), segment_of(1, b.motion)}, {}}).empty());
    const std::vector<Event> found = watch.look({duration, {}, {}});
    if (truth.meeting == Meeting::clear) {
      EXPECT_TRUE(found.empty()) << i;
    }
    if (truth.meeting != Meeting::meets || found.empty()) {
      continue;  // an overlap too shallow for the watch is counted below
    }
    ++met;
    EXPECT_GE(found.front().time, truth.apart_until) << i;
  }
  EXPECT_GT(met, 120) << "the flights are aimed so that half of them meet";
}

TEST(TunnelWatchAndGroundTruth, AgreeOnTheInstantOfDeepMeetings) {
  testing_support::Random random(48);
  for (int i = 0; i < 100; ++i) {
    Flight a = flight(random, -1.0);
    Flight b = flight(random, 1.0);
    a.motion.linear_velocity = {random.between(100.0, 500.0), 0.0, 0.0};
    b.motion.linear_velocity = -a.motion.linear_velocity;
    a.motion.start.position = a.body.mesh_pose.position = {-2.0, 0.0, 0.0};
    b.motion.start.position = b.body.mesh_pose.position = {2.0, 0.0, 0.0};
    const Solid solid_a = solid_of(a.body.collider->shapes.front().core);
    const Solid solid_b = solid_of(b.body.collider->shapes.front().core);
    const GroundTruth truth = ground_truth({&solid_a, &solid_b, a.motion, b.motion}, 0.05, 1e-4);
    ASSERT_EQ(truth.meeting, Meeting::meets) << i;
    const std::vector<BodyDefinition> bodies{a.body, b.body};
    TunnelWatch watch(bodies);
    static_cast<void>(watch.look({0.0, {segment_of(0, a.motion), segment_of(1, b.motion)}, {}}));
    const std::vector<Event> found = watch.look({0.05, {}, {}});
    ASSERT_FALSE(found.empty()) << i;
    EXPECT_GE(found.front().time, truth.apart_until) << i;
    EXPECT_LE(found.front().time - truth.apart_until, 1e-3 / 200.0) << i << ": a millimetre of their way at most";
  }
}

}  // namespace
}  // namespace firstcontact
