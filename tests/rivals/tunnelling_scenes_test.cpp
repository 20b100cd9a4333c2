// Every scene of scenes/tunnelling opens on what it is about: what it shows again and again holds the impact by the
// engine, and the instant at which the discrete method lets the bodies through each other.
#include <gtest/gtest.h>

#include <filesystem>

#include "rivals/stepper.hpp"
#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

std::optional<double> first_time(const Scene& scene, const RivalMethod& method, EventKind kind) {
  const auto stepper = stepper_by(method, make_world(scene).value(), scene);
  while (stepper->time() < scene.duration - 1e-9) {
    stepper->step();
    for (const Event& event : stepper->last_step().events) {
      if (event.kind == kind) {
        return event.time;
      }
    }
  }
  return std::nullopt;
}

TEST(TunnellingScenes, ShowTheirImpactAndWhatTheDiscreteMethodLetsThrough) {
  int scenes = 0;
  int passed = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(FIRSTCONTACT_SOURCE_DIR) / "scenes/tunnelling")) {
    const std::string name = entry.path().stem().string();
    const Scene scene = load_geometry(read_scene(entry.path()).value(), LoadOptions{}).value();
    ASSERT_TRUE(scene.view && scene.view->loop && scene.camera) << name;
    const auto is_shown = [&](double time) { return time > scene.view->loop->from && time < scene.view->loop->to; };
    const auto impact = first_time(scene, {}, EventKind::impact);
    ASSERT_TRUE(impact) << name;
    EXPECT_TRUE(is_shown(*impact)) << name << " " << *impact;
    const auto passage = first_time(scene, {RivalKind::discrete}, EventKind::tunnelled);
    EXPECT_TRUE(!passage || is_shown(*passage)) << name;
    const bool is_slow = name == "bullet_10" || name == "propeller_10";
    EXPECT_EQ(passage.has_value(), !is_slow) << name;
    const double seconds = (scene.view->loop->to - scene.view->loop->from) / scene.view->speed;
    EXPECT_NEAR(seconds, 4.0, 0.2) << name;
    ++scenes;
    passed += passage ? 1 : 0;
  }
  EXPECT_EQ(scenes, 13);
  EXPECT_EQ(passed, 11);
}

}  // namespace
}  // namespace firstcontact
