// Starts of many bodies that touch: set apart further than one body's own hundredth, and proved; what is moved further
// than all that lie together could ask for is a jump.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "scene/scene_world.hpp"
#include "verify/recorded_scene.hpp"
#include "verify/starts.hpp"

namespace firstcontact::verify {
namespace {

using testing::first_of;
using testing::lines_of;
using testing::recording_of_text;
using testing::report_of;
using testing::WholeRecording;

std::string cube(const std::string& name, double x, double y) {
  return R"(, {"name": ")" + name + R"(", "shape": {"box": [0.5, 0.5, 0.5]}, "restitution": 0, "position": [)" +
         std::to_string(x) + ", " + std::to_string(y) + ", 0]}";
}

// A wall of cubes with gaps of exactly nothing, and one that stands by itself.
std::string wall(int columns, int rows) {
  std::string text = R"({"version": 1, "name": "wall", "duration": 0.2, "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [90, 0.5, 9]}, "position": [0, -0.5, 0]})";
  for (int i = 0; i < columns * rows; ++i) {
    text += cube("cube " + std::to_string(i), i % columns, 0.5 + i / columns);
  }
  return text + cube("alone", -20.0, 0.5) + "]}";
}

TEST(Starts, ARowAndAWallOfTouchingCubesAreProved) {
  for (const auto& [columns, rows] : {std::pair(40, 1), std::pair(12, 7)}) {
    const VerifyReport report = report_of(recording_of_text(wall(columns, rows)));
    EXPECT_EQ(lines_of(report), "");
    EXPECT_GT(report.mechanics.set_apart, 0.8 * columns / 2 * 6.4e-4);
    ASSERT_TRUE(report.least_gap.has_value());
    EXPECT_GT(report.least_gap->gap, 0.5 * 6.4e-4);  // verify's bound is at most twice too small
  }
}

TEST(Starts, AJumpThatIsMoreThanAllTogetherAreAllowedIsFound) {
  WholeRecording damaged = recording_of_text(wall(10, 1));
  const std::vector<double> most = most_set_apart(damaged.header);
  const double radius = std::sqrt(0.75);
  ASSERT_EQ(most.size(), 12U);
  EXPECT_EQ(most[0], 0.0);
  EXPECT_NEAR(most[1], 0.1 * radius, 1e-12);
  EXPECT_NEAR(most[10], 0.1 * radius, 1e-12);
  EXPECT_NEAR(most[11], 0.01 * radius, 1e-12);
  for (MotionSegment& segment : damaged.steps[1].segments) {
    segment.pose.position.z += segment.body == 11 ? 0.02 : 0.0;
  }
  const VerifyReport report = report_of(damaged);
  const Finding* const finding = first_of(report, FindingKind::jump);
  ASSERT_NE(finding, nullptr) << lines_of(report);
  EXPECT_EQ(finding->body_a, "alone");
  EXPECT_EQ(finding->time, 0.0);
}

// What the engine says of the least gap, and what is found without it: of a start that overlaps, too.
TEST(Starts, TheEnginesLeastGapIsNoMoreThanWhatIsProved) {
  for (const double deeper : {0.0, -1e-9, 0.3}) {
    const std::string text = R"({"version": 1, "name": "two", "duration": 0.5, "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [9, 0.5, 9]}, "position": [0, -0.5, 0]})" +
                             cube("low", 0.0, 0.5) + cube("high", 0.2, 1.5 - deeper) + "]}";
    World world = make_world(load_geometry(parse_scene(text, "two.json").value()).value()).value();
    for (int step = 0; step < 30; ++step) {
      world.step();
    }
    const double least = world.statistics().min_gap.value();
    const VerifyReport report = report_of(recording_of_text(text));
    const Finding* const overlap = first_of(report, FindingKind::overlap);
    ASSERT_EQ(overlap != nullptr, deeper > 0.0) << lines_of(report);
    EXPECT_EQ(least<0.0, deeper> 0.0);
    const double found = overlap != nullptr ? -overlap->measure : report.least_gap->gap;
    EXPECT_LE(least, overlap != nullptr ? found + 1e-3 : 2.0 * found);
  }
}

}  // namespace
}  // namespace firstcontact::verify
