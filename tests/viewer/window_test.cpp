// The real window on a display of its own (Xvfb), with real keys (xdotool): what it does is read from its state file.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include "../scene/scratch_folder.hpp"
#include "render/image.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;
using Json = nlohmann::json;

// A program beside the test, ended with it.
class Process {
 public:
  Process(std::vector<std::string> arguments, const std::string& folder) {
    std::vector<char*> list;
    for (std::string& argument : arguments) {
      list.push_back(argument.data());
    }
    list.push_back(nullptr);
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (folder + "/messages.txt").c_str(),
                                       O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    if (::posix_spawnp(&child_, list[0], &actions, nullptr, list.data(), environ) != 0) {
      child_ = -1;
    }
    ::posix_spawn_file_actions_destroy(&actions);
  }
  ~Process() {
    if (child_ > 0) {
      ::kill(child_, SIGKILL);
      ::waitpid(child_, nullptr, 0);
    }
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  [[nodiscard]] bool started() const { return child_ > 0; }
  // The exit status, within ten seconds; -1: it is still there, or was killed.
  [[nodiscard]] int exit_status() {
    for (int i = 0; i < 1000; ++i) {
      int status = 0;
      if (::waitpid(child_, &status, WNOHANG) == child_) {
        child_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return -1;
  }

 private:
  pid_t child_ = -1;
};

constexpr std::string_view still_life = R"({
  "version": 1, "gravity": [0, 0, 0], "x_note": "two cubes that hang and turn",
  "camera": {"keys": [{"position": [0, 0, 9], "target": [0, 0, 0]}]},
  "bodies": [
    {"name": "left", "shape": {"box": [1, 1, 1]}, "position": [-2, 0, 0], "angular_velocity": [0, 0.5, 0]},
    {"name": "right", "shape": {"box": [1, 1, 1]}, "position": [2, 0, 0]}]
})";

// One display and one window for all questions: a window in software takes its seconds to appear.
class WindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string display = ":" + std::to_string(2000 + ::getpid() % 20000);
    ::setenv("XDG_CONFIG_HOME", folder_.path("config").c_str(), 1);
    ::setenv("DISPLAY", display.c_str(), 1);
    server_ = std::make_unique<Process>(
        std::vector<std::string>{"Xvfb", display, "-screen", "0", "640x480x24", "-nolisten", "tcp"}, root());
    ASSERT_TRUE(server_->started()) << "Debian's package is xvfb";
    folder_.file("scene.json", still_life);
    for (int i = 0; i < 200 && !std::filesystem::exists("/tmp/.X11-unix/X" + display.substr(1)); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    std::filesystem::create_directories(folder_.path("config/firstcontact"));
    folder_.file("config/firstcontact/view.txt", "window_width 640\nwindow_height 480\nquality 0\n");
    window_ = std::make_unique<Process>(
        std::vector<std::string>{FIRSTCONTACT_PROGRAM, "view", "scene.json", "--state", "state.json"}, root());
    ASSERT_TRUE(comes([](const Json& state) { return state["loading"] == false; })) << messages();
  }
  [[nodiscard]] std::string root() const { return folder_.path("").string(); }
  [[nodiscard]] std::string messages() const { return testing::text_of(folder_.path("messages.txt")); }

  [[nodiscard]] Json state() const {
    const std::string text = testing::text_of(folder_.path("state.json"));
    return text.empty() ? Json{{"loading", true}} : Json::parse(text);
  }
  // True once the state is such; false after fifteen seconds.
  [[nodiscard]] bool comes(const std::function<bool(const Json&)>& is_such) const {
    for (int i = 0; i < 750; ++i) {
      if (is_such(state())) {
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  }
  void act(std::vector<std::string> what) const {
    what.insert(what.begin(), "xdotool");
    Process tool(std::move(what), root());
    ASSERT_TRUE(tool.started()) << "Debian's package is xdotool";
    ASSERT_EQ(tool.exit_status(), 0) << messages();
  }
  void press(const std::string& key) const { act({"key", key}); }

  ScratchFolder folder_;
  std::unique_ptr<Process> server_, window_;
};

TEST_F(WindowTest, KeysMouseAndScreenshotsDoWhatTheHelpSays) {
  act({"mousemove", "320", "240"});
  press("p");
  ASSERT_TRUE(comes([](const Json& s) { return s["paused"] == true; }));
  const double time = state()["time_s"];
  press("o");
  EXPECT_TRUE(comes([&](const Json& s) { return std::abs(s["time_s"].get<double>() - time - 1.0 / 60.0) < 1e-9; }));
  press("BackSpace");
  EXPECT_TRUE(comes([&](const Json& s) { return std::abs(s["time_s"].get<double>() - time) < 1e-9; }));
  press("minus");
  EXPECT_TRUE(comes([](const Json& s) { return s["speed"] == 0.5; }));
  press("F1");
  EXPECT_TRUE(comes([](const Json& s) { return s["help"] == true; }));
  press("Escape");
  EXPECT_TRUE(comes([](const Json& s) { return s["help"] == false; }));
  press("Tab");
  EXPECT_TRUE(comes([](const Json& s) { return s["panels"] == false; }));

  // Screenshots: not blank, and an overlay is to be seen in them.
  press("F12");
  ASSERT_TRUE(comes([](const Json& s) { return s["message"] == "written: firstcontact-1.png"; }));
  press("3");
  ASSERT_TRUE(comes([](const Json& s) { return s["overlays"]["hulls"] == true && s["lines"] == 24; }));
  press("F12");
  ASSERT_TRUE(comes([](const Json& s) { return s["message"] == "written: firstcontact-2.png"; }));
  const Image plain = read_image(folder_.path("firstcontact-1.png")).value();
  const Image hulls = read_image(folder_.path("firstcontact-2.png")).value();
  std::size_t other = 0;
  for (std::size_t i = 0; i < plain.rgb.size(); ++i) {
    other += std::abs(plain.rgb[i] - hulls.rgb[i]) > 20 ? 1U : 0U;
  }
  EXPECT_GT(other, 300U);
  const auto [darkest, brightest] = std::minmax_element(plain.rgb.begin(), plain.rgb.end());
  EXPECT_GT(*brightest - *darkest, 80) << "blank";

  // Select one cube and then the other: the lab knows their distance, and moving one makes them overlap.
  press("v");
  act({"mousemove", "215", "240", "click", "1"});
  EXPECT_TRUE(comes([](const Json& s) { return s["selected"] == "left"; }));
  act({"keydown", "shift"});
  act({"mousemove", "425", "240", "sleep", "0.4", "click", "1", "sleep", "0.4"});
  act({"keyup", "shift"});
  ASSERT_TRUE(comes([](const Json& s) { return s["second"] == "right"; }));
  press("l");
  ASSERT_TRUE(comes([](const Json& s) { return s["lab"].contains("distance_m"); }));
  EXPECT_NEAR(state()["lab"]["distance_m"].get<double>(), 2.0, 0.5);
  act({"keydown", "Right"});
  EXPECT_TRUE(comes([](const Json& s) { return s["lab"]["depth_m"] > 0.0; }));
  act({"keyup", "Right"});
  press("Escape");

  // A throw adds a body; another method begins the scene anew.
  press("t");
  act({"mousemove", "320", "120", "click", "1"});
  EXPECT_TRUE(comes([](const Json& s) { return s["bodies"] == 3; })) << state();
  press("m");
  EXPECT_TRUE(comes([](const Json& s) { return s["method"] == "discrete" && s["bodies"] == 2; }));

  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
  EXPECT_NE(testing::text_of(folder_.path("config/firstcontact/view.txt")).find("overlay_hulls 1"), std::string::npos)
      << "settings are remembered";
}

TEST(WindowWithoutDisplay, IsASystemsFailureThatSaysSo) {
  const ScratchFolder folder;
  folder.file("scene.json", still_life);
  ::unsetenv("DISPLAY");
  Process window({FIRSTCONTACT_PROGRAM, "view", "scene.json"}, folder.path("").string());
  EXPECT_EQ(window.exit_status(), 3);
  EXPECT_NE(testing::text_of(folder.path("messages.txt")).find("firstcontact render"), std::string::npos);
}

}  // namespace
}  // namespace firstcontact
