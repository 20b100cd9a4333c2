// What the window remembers, and its table of keys.

#include "viewer/settings.hpp"
#include "viewer/view_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include <set>

#include "../scene/scratch_folder.hpp"
#include "viewer/actions.hpp"

namespace firstcontact {
namespace {

TEST(Settings, ComeBackAsTheyWere) {
  Settings settings;
  settings.window_width = 777;
  settings.quality = PictureQuality::high;
  settings.chose_quality = true;
  settings.overlays.spin = true;
  settings.throw_spin = 123.25;
  settings.shows_panels = false;
  const Settings back = parse_settings(settings_text(settings));
  EXPECT_EQ(back.window_width, 777);
  EXPECT_EQ(back.quality, PictureQuality::high);
  EXPECT_EQ(back.overlays, settings.overlays);
  EXPECT_EQ(back.throw_spin, 123.25);
  EXPECT_FALSE(back.shows_panels);
}

TEST(Settings, WithoutACardTheWindowChoosesTheQualityUntilThePersonDoes) {
  EXPECT_EQ(settings_text({}).find("quality"), std::string::npos) << "what was not chosen is not kept";
  EXPECT_FALSE(parse_settings(settings_text({})).chose_quality);
  EXPECT_TRUE(parse_settings("quality 0").chose_quality);
  EXPECT_EQ(quality_that_keeps_up(PictureQuality::medium, 50.0), PictureQuality::medium);
  EXPECT_EQ(quality_that_keeps_up(PictureQuality::medium, 80.0), PictureQuality::low);
  EXPECT_EQ(quality_that_keeps_up(PictureQuality::low, 80.0), PictureQuality::low);
  EXPECT_NE(render_options(PictureQuality::low).shadows, ShadowQuality::none)
      << "bodies still have a shadow under them";
}

TEST(Settings, RememberWhatWasOpenedLast) {
  const testing::ScratchFolder folder;
  ::setenv("XDG_CONFIG_HOME", folder.path("config").c_str(), 1);
  EXPECT_TRUE(recent_files().empty());
  std::vector<std::filesystem::path> files;
  for (int i = 0; i < 12; ++i) {
    files.emplace_back(std::filesystem::canonical(folder.file(std::to_string(i) + ".json", "{}")));
    remember_recent(files.back());
  }
  remember_recent(files[5]);
  const auto recent = recent_files();
  ASSERT_EQ(recent.size(), 10U) << "and no more";
  EXPECT_EQ(recent[0], files[5]);
  EXPECT_EQ(recent[1], files[11]);
  EXPECT_EQ(std::count(recent.begin(), recent.end(), files[5]), 1);
  std::filesystem::remove(files[11]);
  EXPECT_EQ(recent_files()[1], files[10]) << "what is gone is passed over";
}

TEST(Settings, NonsenseIsPassedOver) {
  const Settings back = parse_settings("window_width -4\nquality 9\nfuture 1\nmouse_speed x\n\noverlay_spin 1");
  EXPECT_EQ(back.window_width, Settings{}.window_width);
  EXPECT_EQ(back.quality, Settings{}.quality);
  EXPECT_EQ(back.mouse_speed, Settings{}.mouse_speed);
  EXPECT_TRUE(back.overlays.spin);
}

TEST(KeyBindings, NoKeyAndNoActionComesTwice) {
  std::set<int> keys;
  std::set<Action> actions;
  for (const KeyBinding& binding : key_bindings()) {
    EXPECT_TRUE(keys.insert(binding.key).second) << binding.key_name;
    EXPECT_TRUE(actions.insert(binding.action).second) << binding.key_name;
    EXPECT_EQ(action_of(binding.key), binding.action);
  }
  EXPECT_EQ(actions.size(), static_cast<std::size_t>(Action::overlay_last) + 1) << "an action without a key";
}

TEST(KeyBindings, EveryOverlayHasAKey) {
  const auto overlays =
      static_cast<std::size_t>(Action::overlay_last) - static_cast<std::size_t>(Action::overlay_first);
  EXPECT_EQ(overlays + 1, overlay_names().size());
}

TEST(EnergyDrift, GoesWithSimulatedTimeWhateverIsShown) {
  EnergyDrift drift;
  for (int i = 0; i <= 5000; ++i) {
    drift.see(0.01 * i, -0.02 * i);
    drift.see(0.01 * i, 99.0);  // paused
  }
  drift.see(3.0, 99.0);  // scrubbed back to
  EXPECT_LT(drift.samples.size(), 2001U);
  EXPECT_EQ(drift.samples.front().time, 0.0);
  for (const double time : {0.0, 0.123, 25.0, 49.9}) {
    EXPECT_NEAR(drift.at(time), -2.0 * time, 1e-9);
  }
}

TEST(TimeLine, ZoomsAboutTheMouseAndBackToAllThatIsKnown) {
  const TimeSpan known{0.0, 10.0};
  const TimeSpan nearer = zoomed(known, known, 0.25, 1.0).value();
  EXPECT_NEAR(nearer.to - nearer.from, 7.0, 1e-12);
  EXPECT_NEAR(nearer.from + 0.25 * (nearer.to - nearer.from), 2.5, 1e-12) << "what is under the mouse stays there";
  EXPECT_FALSE(zoomed(nearer, known, 0.25, -1.0)) << "all of it again";
  TimeSpan shown = known;
  for (int i = 0; i < 200; ++i) {
    shown = zoomed(shown, known, 0.228566, 1.0).value();
  }
  EXPECT_NEAR(shown.to - shown.from, 1e-9, 1e-12) << "a bullet's way of ten micrometres, and no further";
  EXPECT_GE(zoomed({4.0, 5.0}, known, 0.0, -20.0).value_or(known).from, 0.0);
}

}  // namespace
}  // namespace firstcontact
