#include "scene/motion_phases.hpp"

#include <gtest/gtest.h>

#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

Result<Scene> scene_of(const std::string& body) {
  return parse_scene(R"({"version": 1, "gravity": [0, 0, 0], "time_step": 0.01, "bodies": [{"name": "hand",
      "shape": {"box": [1, 1, 1]}, )" +
                         body + "}]}",
                     "s.json");
}

// x of the hand after each of `steps` steps.
std::vector<double> ways(const std::string& phases, std::uint64_t steps) {
  auto scene = load_geometry(scene_of(R"("type": "kinematic", "phases": )" + phases).value()).value();
  World world = make_world(scene).value();
  std::vector<double> x;
  const auto look = [&](const World& now) {
    x.push_back(now.state(0).pose.position.x);
    return RunDecision::go_on;
  };
  static_cast<void>(run_world(world, steps, look, phase_changes(scene)));
  return x;
}

TEST(MotionPhases, OneComesAfterTheOtherAndThenTheFirstAgain) {
  const std::vector<double> x = ways(R"([{"seconds": 0.03, "linear_velocity": [2, 0, 0]},
      {"seconds": 0.02}, {"seconds": 0.03, "linear_velocity": [-2, 0, 0]}])",
                                     1000);
  const std::vector<double> period{0.0, 0.02, 0.04, 0.06, 0.06, 0.06, 0.04, 0.02};
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_NEAR(x[i], period[i % period.size()], 1e-9) << i;  // rounding of 1000 steps shifts no phase
  }
}

TEST(MotionPhases, ASingleOneLastsForEver) {
  EXPECT_NEAR(ways(R"([{"seconds": 0.03, "linear_velocity": [2, 0, 0]}])", 20).back(), 0.4, 1e-12);
}

TEST(MotionPhases, WhatMakesNoSenseIsRefused) {
  const auto message = [](const std::string& body) {
    const auto scene = scene_of(body);
    return scene ? std::string() : scene.error().message;
  };
  EXPECT_NE(message(R"("phases": [{"seconds": 1}])").find("kinematic"), std::string::npos);
  const std::string kinematic = R"("type": "kinematic", "phases": )";
  EXPECT_NE(message(kinematic + "[]").find("at least one phase"), std::string::npos);
  EXPECT_NE(message(kinematic + R"([{"seconds": 0}])").find("phases[0].seconds"), std::string::npos);
  EXPECT_NE(message(kinematic + R"([{"second": 1}])").find("second"), std::string::npos);
  EXPECT_NE(message(kinematic + R"([{"seconds": 1}], "linear_velocity": [1, 0, 0])").find("beside it"),
            std::string::npos);
}

}  // namespace
}  // namespace firstcontact
