#include <gtest/gtest.h>
#include <firstcontact/motion.hpp>

#include <cmath>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

RigidMotion random_motion(Random& random, double spin) {
  RigidMotion motion;
  motion.start = {random.vector(10.0), random.rotation()};
  motion.linear_velocity = random.vector(20.0);
  motion.angular_velocity = random.vector(spin);
  motion.linear_acceleration = random.vector(10.0);
  return motion;
}

TEST(Motion, FollowsTheParabola) {
  RigidMotion motion;
  motion.linear_velocity = {3.0, 4.0, 0.0};
  motion.linear_acceleration = {0.0, -9.81, 0.0};
  const Pose pose = pose_at(motion, 2.0);
  EXPECT_NEAR(pose.position.x, 6.0, 1e-14);
  EXPECT_NEAR(pose.position.y, 8.0 - 0.5 * 9.81 * 4.0, 1e-14);
}

TEST(Motion, AdvancedInTwoPartsIsTheWhole) {
  Random random(11);
  for (int i = 0; i < 1000; ++i) {
    const RigidMotion motion = random_motion(random, 30.0);
    const double first = random.between(0.0, 1.0);
    const double second = random.between(0.0, 1.0);
    const Pose direct = pose_at(motion, first + second);
    const Pose split = pose_at(advanced(motion, first), second);
    EXPECT_LT(glm::length(direct.position - split.position), 1e-13);
    EXPECT_LT(std::abs(std::abs(glm::dot(direct.orientation, split.orientation)) - 1.0), 1e-14);
  }
}

// Oracle: the corners of the box at 200 instants.
TEST(SweptBox, HoldsEveryCornerAtEveryInstant) {
  Random random(12);
  for (int i = 0; i < 2000; ++i) {
    const RigidMotion motion = random_motion(random, i % 2 == 0 ? 2.0 : 100.0);
    const Vec3 extents = glm::abs(random.vector(1.0)) + Vec3(0.01);
    const double duration = random.between(0.0, 0.5);
    const Aabb box = swept_box(motion, extents, glm::length(extents), duration);
    for (int k = 0; k <= 200; ++k) {
      const Pose pose = pose_at(motion, duration * k / 200.0);
      for (int corner = 0; corner < 8; ++corner) {
        const Vec3 sign((corner & 1) != 0 ? 1.0 : -1.0, (corner & 2) != 0 ? 1.0 : -1.0, (corner & 4) != 0 ? 1.0 : -1.0);
        const Vec3 at = to_world(pose, sign * extents);
        ASSERT_TRUE(overlaps(box, Aabb{at, at})) << "motion " << i << " instant " << k;
      }
    }
  }
}

TEST(SweptBox, IsTightForTranslationAndForSpinAboutAnAxis) {
  RigidMotion motion;
  motion.linear_velocity = {1.0, 0.0, 0.0};
  const Vec3 extents(0.5, 2.0, 0.5);
  EXPECT_NEAR(swept_box(motion, extents, 3.0, 1.0).high.x, 1.5, 1e-12);
  EXPECT_NEAR(swept_box(motion, extents, 3.0, 1.0).high.y, 2.0, 1e-12);
  motion.angular_velocity = {0.0, 1000.0, 0.0};  // about its long axis: the thin sides sweep a cylinder
  const Aabb box = swept_box(motion, extents, glm::length(extents), 1.0);
  EXPECT_NEAR(box.high.y, 2.0, 1e-12);
  EXPECT_NEAR(box.high.x, 1.0 + std::sqrt(0.5), 1e-12);
}

}  // namespace
}  // namespace firstcontact
