// The source article's method: exact without spin when the edge axes are in, blind to crossed edges when they are not.
#include "query_set.hpp"
#include "random_shapes.hpp"

#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace firstcontact::test {
namespace {

constexpr double quarter_of_pi = 0.7853981633974483;

MovingShape moving(const ConvexShape& shape, const Pose& start, const Vec3& velocity) {
  MovingShape result{&shape, {}};
  result.motion.start = start;
  result.motion.linear_velocity = velocity;
  return result;
}

TEST(SweptTimeOfImpact, OfTwoBoxesIsTheGapOverTheSpeed) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const MovingShape a = moving(box, {}, {2.0, 0.0, 0.0});
  const MovingShape b = moving(box, {{2.0, 0.2, 0.0}, Quat(1, 0, 0, 0)}, Vec3(0.0));
  for (const SweptAxes axes : {SweptAxes::faces, SweptAxes::faces_and_edges}) {
    const TimeOfImpact found = swept_time_of_impact(a, b, {.target = 1e-4}, axes);
    EXPECT_EQ(found.status, ImpactStatus::touches);
    EXPECT_NEAR(found.time, (1.0 - 1e-4) / 2.0, 1e-12);
    EXPECT_NEAR(found.normal.x, 1.0, 1e-12);
  }
}

TEST(SweptTimeOfImpact, IsClearForPassingAndPartingBoxes) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const MovingShape a = moving(box, {}, Vec3(0.0));
  const Pose beside{{2.0, 0.0, 0.0}, Quat(1, 0, 0, 0)};
  const auto status = [&](const Vec3& velocity) {
    return swept_time_of_impact(a, moving(box, beside, velocity), {}, SweptAxes::faces_and_edges).status;
  };
  EXPECT_EQ(status({5.0, 0.0, 0.0}), ImpactStatus::clear);
  EXPECT_EQ(status({0.0, 5.0, 0.0}), ImpactStatus::clear);
  EXPECT_EQ(status({-4.0, 4.2, 0.0}), ImpactStatus::clear);  // arrives, but too high by then
  EXPECT_EQ(status(Vec3(0.0)), ImpactStatus::clear);
  EXPECT_EQ(status({-4.0, 0.0, 0.0}), ImpactStatus::touches);
}

TEST(SweptTimeOfImpact, NeedsTheEdgeAxesForCrossedEdges) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const Pose lower{Vec3(0.0), quaternion_from_rotation_vector({0.0, 0.0, quarter_of_pi})};
  const Pose upper{{0.0, 2.0, 0.0}, quaternion_from_rotation_vector({quarter_of_pi, 0.0, 0.0})};
  const MovingShape a = moving(box, lower, Vec3(0.0));
  const MovingShape b = moving(box, upper, {0.0, -1.0, 0.0});
  const double contact = 2.0 - std::sqrt(2.0);
  const TimeOfImpact full = swept_time_of_impact(a, b, {.target = 1e-6}, SweptAxes::faces_and_edges);
  const TimeOfImpact faces = swept_time_of_impact(a, b, {.target = 1e-6}, SweptAxes::faces);
  EXPECT_NEAR(full.time, contact - 1e-6, 1e-9);
  EXPECT_EQ(full.feature, ClosingFeature::edges);
  EXPECT_LT(faces.time, contact - 0.1);  // the faces' own axes close long before the edges meet
}

TEST(SweptTimeOfImpact, AgreesWithTheCertifiedMethodWithoutSpin) {
  Random random(71);
  constexpr double target = 1e-4;
  int touches = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    RandomCase given = random_case(random, 0.0, 0.0);
    if (given.shape_a.core.faces.empty() || given.shape_b.core.faces.empty()) {
      continue;
    }
    const TimeOfImpact swept =
        swept_time_of_impact(given.a(), given.b(), {.target = target}, SweptAxes::faces_and_edges);
    const TimeOfImpact certified = time_of_impact(given.a(), given.b(), {.target = target, .tolerance = 1e-5});
    if (certified.status == ImpactStatus::touches) {
      // Corners meet later than the axes between them close, never earlier.
      ASSERT_EQ(swept.status, ImpactStatus::touches);
      EXPECT_LE(swept.time, certified.time + 1e-3);
      const double early = separation({&given.shape_a, pose_at(given.motion_a, swept.time)},
                                      {&given.shape_b, pose_at(given.motion_b, swept.time)})
                               .distance;
      EXPECT_LT(early, 0.01);
      ++touches;
    }
  }
  EXPECT_GT(touches, 50);
}

TEST(SweptTimeOfImpact, ReportsOverlapAndRefusesRoundCores) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.5);
  const MovingShape a = moving(box, {}, Vec3(0.0));
  const MovingShape inside = moving(box, {{0.7, 0.0, 0.0}, Quat(1, 0, 0, 0)}, Vec3(0.0));
  const TimeOfImpact found = swept_time_of_impact(a, inside, {}, SweptAxes::faces_and_edges);
  EXPECT_EQ(found.status, ImpactStatus::overlaps);
  EXPECT_NEAR(found.depth, 0.3, 1e-12);
  EXPECT_THROW(static_cast<void>(swept_time_of_impact(a, moving(ball, {}, Vec3(0.0)), {}, SweptAxes::faces)),
               ContractViolation);
}

}  // namespace
}  // namespace firstcontact::test
