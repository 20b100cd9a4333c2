// Covers of what turns many times: against where its points are by the engine's own flow; and recordings of such runs.
#include "verify/whirl.hpp"

#include <gtest/gtest.h>

#include "scene/text.hpp"
#include "verify/moving_boxes.hpp"
#include "verify/recorded_scene.hpp"

namespace firstcontact::verify {
namespace {

using testing::body_named;
using testing::first_of;
using testing::lines_of;
using testing::recording_of_text;
using testing::report_of;
using testing::WholeRecording;
using testing_support::Random;

TEST(Whirl, ACoverHoldsEveryCornerAtEveryInstant) {
  Random random(7);
  double tightest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 300; ++i) {
    const RecordedCollider box =
        testing::box_collider({random.between(0.1, 1.0), random.between(0.1, 1.0), random.between(0.1, 1.0)});
    MotionSegment segment = testing::any_motion(random, Vec3(0.0), 0.0, 1.0);
    segment.linear_acceleration = Vec3(0.0);
    if (i % 2 == 0) {
      segment.angular_velocity += 20.0 * rotate(segment.pose.orientation, Vec3(i % 3 == 0, i % 3 == 1, i % 3 == 2));
    }
    const testing::MovingBody body = testing::moving(box, segment, 1.0);
    const Shape cover = cover_of(body.shape.whole, nutation_of(segment, body.inertia));
    for (int k = 0; k < 300; ++k) {
      const Vec3 n = glm::normalize(random.vector(1.0) + Vec3(1e-9));
      const double most = sum_up(greatest_along(cover, IntervalVector(n)), cover.rounding);
      const Pose pose = evaluate(segment, body.inertia, random.between(0.0, 30.0)).pose;
      for (const Vec3& corner : body.shape.whole.vertices) {
        ASSERT_LE(glm::dot(n, rotate(pose.orientation, corner)), most + 1e-12) << i;
        tightest = std::min(tightest, most - glm::dot(n, rotate(pose.orientation, corner)));
      }
    }
  }
  EXPECT_LT(tightest, 1e-3);
}

const std::string along = "[0, 0, 0, 1]";
const std::string across = "[0, 0, 0.7071067811865476, 0.7071067811865476]";

std::string two_rods(double spin, const std::string& place, const std::string& rotation) {
  const std::string rod = R"("shape": {"box": [0.5, 0.05, 0.04]}, "angular_velocity": [0, 0, )" + shortest_text(spin) +
                          R"(], "rotation": )";
  return R"({"version": 1, "gravity": [0, 0, 0], "duration": 0.0166666666, "bodies": [
    {"name": "a", )" +
         rod + along + R"(}, {"name": "b", )" + rod + rotation + R"(, "position": )" + place + "}]}";
}

// One above the other, and as egg beaters.
TEST(Whirl, RunsOfWhatWhirlsAreProvedAtAnySpin) {
  for (const double spin : {1e4, 1e6, 1e9, 1e12}) {
    for (const std::string& scene : {two_rods(spin, "[0.3, 0, 0.09]", along), two_rods(spin, "[0, 0.85, 0]", across)}) {
      const VerifyReport report = report_of(recording_of_text(scene));
      EXPECT_EQ(lines_of(report), "") << scene;
      EXPECT_LT(report.intervals, 100'000U) << spin;
    }
  }
}

// Brought nearer than half the sum of their heights, they are no longer apart.
TEST(Whirl, OneInTheDiscOfTheOtherIsFound) {
  WholeRecording recording = recording_of_text(two_rods(1e9, "[0.3, 0, 0.09]", along));
  const std::uint32_t b = body_named(recording, "b");
  for (RecordedStep& step : recording.steps) {
    for (MotionSegment& segment : step.segments) {
      segment.pose.position.z = segment.body == b ? 0.075 : segment.pose.position.z;
    }
  }
  recording.header.bodies[b].start.pose.position.z = 0.075;
  const VerifyReport report = report_of(recording);
  EXPECT_NE(lines_of(report).find("overlap"), std::string::npos) << lines_of(report);
}

}  // namespace
}  // namespace firstcontact::verify
