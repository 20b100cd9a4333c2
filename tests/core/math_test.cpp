#include <gtest/gtest.h>
#include <firstcontact/math.hpp>

#include <cmath>
#include <numbers>
#include <vector>

#include "core/perpendicular.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

TEST(SineCosine, AgreesWithTheCLibraryToTwoRoundings) {
  Random random(1);
  for (int i = 0; i < 200000; ++i) {
    const double angle = random.between(-50.0, 50.0);
    const SineCosine mine = sine_cosine(angle);
    EXPECT_NEAR(mine.sine, std::sin(angle), 3e-16) << angle;
    EXPECT_NEAR(mine.cosine, std::cos(angle), 3e-16) << angle;
  }
}

TEST(SineCosine, KeepsItsDigitsForManyTurns) {
  Random random(2);
  for (int i = 0; i < 100000; ++i) {
    const double angle = random.between(-1e6, 1e6);
    EXPECT_NEAR(sine_cosine(angle).sine, std::sin(angle), 2e-16 + 1e-16 * std::abs(angle)) << angle;
    EXPECT_NEAR(sine_cosine(angle).cosine, std::cos(angle), 2e-16 + 1e-16 * std::abs(angle)) << angle;
  }
}

TEST(SineCosine, HasTheKnownBits) {
  // The same on gcc, clang, with and without optimisation, on any machine: nothing but + - * and comparisons.
  EXPECT_EQ(sine_cosine(0.0).sine, 0.0);
  EXPECT_EQ(sine_cosine(0.0).cosine, 1.0);
  EXPECT_EQ(sine_cosine(1.0).sine, 0x1.aed548f090ceep-1);
  EXPECT_EQ(sine_cosine(1.0).cosine, 0x1.14a280fb5068cp-1);
}

TEST(SineCosine, IsNotANumberForWhatIsNone) {
  EXPECT_TRUE(std::isnan(sine_cosine(std::nan("")).sine));
  EXPECT_TRUE(std::isnan(sine_cosine(INFINITY).cosine));
}

TEST(Rotation, ExponentialMapTurnsByTheAngleAboutTheAxis) {
  const Quat quarter = quaternion_from_rotation_vector({0.0, 0.0, 0.5 * std::numbers::pi});
  const Vec3 turned = rotate(quarter, {1.0, 0.0, 0.0});
  EXPECT_NEAR(turned.x, 0.0, 1e-15);
  EXPECT_NEAR(turned.y, 1.0, 1e-15);
}

TEST(Rotation, ExponentialMapIsSmoothThroughZero) {
  for (const double angle : {1e-3, 1.1e-4, 0.9e-4, 1e-6, 1e-12, 0.0}) {
    const Quat q = quaternion_from_rotation_vector({angle, 0.0, 0.0});
    EXPECT_NEAR(q.x, std::sin(0.5 * angle), 1e-16 * angle + 1e-300) << angle;
    EXPECT_NEAR(q.w, std::cos(0.5 * angle), 2e-16) << angle;
  }
}

TEST(Rotation, InverseUndoesIt) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = random.rotation();
    const Vec3 v = random.vector(1.0);
    EXPECT_LT(glm::length(rotate_inverse(q, rotate(q, v)) - v), 1e-14);
    EXPECT_LT(glm::length(rotation_matrix(q) * v - rotate(q, v)), 1e-14);
  }
}

TEST(Vectors, NormalizingSurvivesExtremesAndFallsBack) {
  EXPECT_NEAR(glm::length(normalized_or({1e-140, 2e-140, 0.0}, {1, 0, 0})), 1.0, 1e-15);
  EXPECT_NEAR(glm::length(normalized_or({1e200, 1e200, 0.0}, {1, 0, 0})), 1.0, 1e-15);
  EXPECT_EQ(normalized_or(Vec3(0.0), {0, 1, 0}), Vec3(0, 1, 0));
}

TEST(Vectors, PerpendicularIsUnitAndAtRightAngles) {
  Random random(4);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 v = normalized_or(random.vector(1.0), {1, 0, 0});
    EXPECT_NEAR(glm::dot(any_perpendicular(v), v), 0.0, 1e-15);
    EXPECT_NEAR(glm::length(any_perpendicular(v)), 1.0, 1e-15);
  }
}

TEST(PerpendicularOfUnit, IsUnitAndSquareAlongEveryAxisToo) {
  Random random(5);
  std::vector<Vec3> normals{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}, {0, 1, -0.0}};
  for (int i = 0; i < 1000; ++i) {
    normals.push_back(normalized_or(random.vector(1.0), {1, 0, 0}));
    normals.push_back(normalized_or(Vec3(0, 0, -1) + random.vector(1e-8), {1, 0, 0}));
  }
  for (const Vec3& normal : normals) {
    EXPECT_NEAR(glm::dot(perpendicular_of_unit(normal), normal), 0.0, 5e-16);
    EXPECT_NEAR(glm::length(perpendicular_of_unit(normal)), 1.0, 5e-16);
  }
}

TEST(Box, EmptyBoxOverlapsNothingAndGrowsToItsFirstPoint) {
  const Aabb empty;
  EXPECT_FALSE(overlaps(empty, Aabb{Vec3(-1e9), Vec3(1e9)}));
  const Aabb point = merged(empty, Vec3(1, 2, 3));
  EXPECT_EQ(point.low, point.high);
  EXPECT_TRUE(overlaps(point, Aabb{Vec3(1, 2, 3), Vec3(4)}));  // closed boxes
}

}  // namespace
}  // namespace firstcontact
