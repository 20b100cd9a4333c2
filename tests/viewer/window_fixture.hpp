// The real window on a display of its own (Xvfb), with real keys (xdotool): what it does is read from its state file.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../scene/scratch_folder.hpp"
#include "render/image.hpp"

namespace firstcontact::testing {

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
    // Both, or a test that dies leaves its pipe open in the display's server, and whoever reads it waits on.
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      ::posix_spawn_file_actions_addopen(&actions, stream, (folder + "/messages.txt").c_str(),
                                         O_WRONLY | O_CREAT | O_APPEND, 0600);
    }
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

// A display that is there for one test.
class WindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // A number of its own, which no server has left its socket or lock behind at: it would pass for one that listens.
    int number = 2000 + ::getpid() % 2500 * 20;
    while (std::filesystem::exists(socket_of(number)) || std::filesystem::exists(lock_of(number))) {
      ++number;
    }
    const std::string display = ":" + std::to_string(number);
    ::setenv("XDG_CONFIG_HOME", folder_.path("config").c_str(), 1);
    ::setenv("DISPLAY", display.c_str(), 1);
    server_ = std::make_unique<Process>(std::vector<std::string>{"Xvfb", display, "-screen", "0", screen_ + "x24",
                                                                 "-nolisten", "tcp", "-noreset", "-fbdir", root()},
                                        root());
    ASSERT_TRUE(server_->started()) << "Debian's package is xvfb";
    for (int i = 0; i < 200 && !std::filesystem::exists(socket_of(number)); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    std::filesystem::create_directories(folder_.path("config/firstcontact"));
  }
  static std::string socket_of(int number) { return "/tmp/.X11-unix/X" + std::to_string(number); }
  static std::string lock_of(int number) { return "/tmp/.X" + std::to_string(number) + "-lock"; }
  // Opens a file in a window that finds these settings, and waits until it is shown.
  void open(const std::string& file, const std::string& settings, const std::vector<std::string>& more = {}) {
    folder_.file("config/firstcontact/view.txt", settings);
    std::filesystem::remove(folder_.path("state.json"));
    std::vector<std::string> arguments{FIRSTCONTACT_PROGRAM, "view", file, "--state", "state.json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    window_ = std::make_unique<Process>(std::move(arguments), root());
    ASSERT_TRUE(comes([](const Json& state) { return state.at("loading") == false; })) << messages();
  }
  [[nodiscard]] std::string root() const { return folder_.path("").string(); }
  [[nodiscard]] std::string messages() const { return testing::text_of(folder_.path("messages.txt")); }

  [[nodiscard]] Json state() const {
    const std::string text = testing::text_of(folder_.path("state.json"));
    return text.empty() ? Json{{"loading", true}} : Json::parse(text);
  }
  // True once the state is such; false after a minute (with sanitizers much is slow). What the state does not yet name,
  // it is not: predicates read with at().
  [[nodiscard]] bool comes(const std::function<bool(const Json&)>& is_such) const {
    for (int i = 0; i < 3000; ++i) {
      try {
        if (is_such(state())) {
          return true;
        }
      } catch (const Json::out_of_range&) {
        // Not there yet (a scene that loads has no bodies to tell of): the next state may have it.
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
  // All that the screen shows, panels too: Xvfb keeps it in a file, as xwd writes one (X11/XWDFile.h).
  [[nodiscard]] Image screen() const {
    const std::string bytes = testing::text_of(folder_.path("Xvfb_screen0"));
    const auto number = [&](std::size_t field) {
      std::size_t value = 0;
      for (std::size_t i = 4 * field; i < 4 * field + 4; ++i) {
        value = 256 * value + static_cast<unsigned char>(bytes.at(i));
      }
      return value;
    };
    Image image{static_cast<int>(number(4)), static_cast<int>(number(5)), {}};
    const std::size_t colors = 12 * number(19);
    for (std::size_t row = 0; row < number(5); ++row) {
      for (std::size_t column = 0; column < number(4); ++column) {
        const std::size_t at = number(0) + colors + row * number(12) + 4 * column;  // blue, green, red, nothing
        for (const std::size_t channel : {2U, 1U, 0U}) {
          image.rgb.push_back(static_cast<std::uint8_t>(bytes.at(at + channel)));
        }
      }
    }
    return image;
  }
  void press(const std::string& key) const { act({"key", key}); }

  std::string screen_ = "640x480";  // pixels
  ScratchFolder folder_;
  std::unique_ptr<Process> server_, window_;
};

}  // namespace firstcontact::testing
