// Every key of the manual and the help, and every button of the panels, pressed in the real window.

#include <firstcontact/math.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <set>

#include "viewer/actions.hpp"
#include "window_fixture.hpp"

namespace firstcontact {
namespace {

using testing::Json;
using testing::WindowTest;

// A ball that goes on bouncing, beside a crate.
constexpr std::string_view bouncing = R"({"version": 1, "x_note": "a ball that goes on bouncing", "duration": 2,
  "camera": {"keys": [{"position": [0, 1, 7], "target": [0, 0.5, 0]}]}, "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [3, 0.5, 3]}, "position": [0, -0.5, 0], "restitution": 1},
    {"name": "crate", "shape": {"box": [0.4, 0.4, 0.4]}, "position": [1.5, 0.41, 0]},
    {"name": "ball", "shape": {"sphere": 0.4}, "position": [0, 0.8, 0], "restitution": 1, "friction": 0}]})";

using Outcome = std::function<bool(const Json& before, const Json& now)>;

double number(const Json& state, const char* key) { return state.at(key).get<double>(); }
Vec3 vector(const Json& state, const char* key) {
  const Json& list = state.at(key);
  return {list.at(0), list.at(1), list.at(2)};
}

Outcome becomes(const char* key, Json value) {
  return [key, value = std::move(value)](const Json&, const Json& now) { return now.at(key) == value; };
}
Outcome changes(const char* key) {
  return [key](const Json& before, const Json& now) { return now.at(key) != before.at(key); };
}
Outcome opens(const char* what) {
  return [what](const Json&, const Json& now) { return now.at(what).at("open") == true; };
}
Outcome closes(const char* what) {
  return [what](const Json&, const Json& now) { return now.at(what).at("open") == false; };
}
Outcome shows(const std::string& overlay) {
  return [overlay](const Json&, const Json& now) { return now.at("overlays").at(overlay) == true; };
}
Outcome hides(const std::string& overlay) {
  return [overlay](const Json&, const Json& now) { return now.at("overlays").at(overlay) == false; };
}
bool goes_on(const Json& before, const Json& now) { return number(now, "time_s") > number(before, "time_s"); }
bool goes_back(const Json& before, const Json& now) { return number(now, "time_s") < number(before, "time_s"); }
bool is_at_start(const Json& /*before*/, const Json& now) { return number(now, "time_s") == 0.0; }
bool is_at_end(const Json& /*before*/, const Json& now) { return now.at("time_s") == now.at("known_until_s"); }
bool begins_anew(const Json& before, const Json& now) { return number(now, "opened") == number(before, "opened") + 1; }
bool has_another_method(const Json& before, const Json& now) { return now.at("method") != before.at("method"); }
bool has_another_quality(const Json& before, const Json& now) { return now.at("quality") != before.at("quality"); }
bool looks_elsewhere(const Json& before, const Json& now) {
  return glm::length(vector(now, "target") - vector(before, "target")) > 0.1;
}
bool writes(const Json& /*before*/, const Json& now) {
  return now.at("message").get<std::string>().starts_with("written: ");
}
Outcome says(const char* message) {
  return [message](const Json&, const Json& now) { return now.at("message") == message; };
}
bool says_there_is_no_chart(const Json& /*before*/, const Json& now) {
  return now.at("message").get<std::string>().find("there is no chart") != std::string::npos;
}
bool films(const Json& /*before*/, const Json& now) { return number(now, "film_frames") >= 2.0; }
bool replays_slowly(const Json& /*before*/, const Json& now) {
  return now.at("paused") == false && number(now, "speed") < 0.9;
}

class WindowKeys : public WindowTest {
 protected:
  WindowKeys() { screen_ = "1280x800"; }
  void open_ball(const std::string& settings) {
    open(folder_.file("scene.json", bouncing), settings);
    act({"mousemove", "640", "600"});
    ASSERT_TRUE(comes([](const Json& s) { return s.at("focused") == true && number(s, "time_s") > 1.2; })) << state();
    press("p");
    ASSERT_TRUE(comes([](const Json& s) { return s.at("paused") == true; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));  // the state file has it
  }
  void expect(const std::string& what, const Json& before, const Outcome& outcome) {
    EXPECT_TRUE(comes([&](const Json& now) { return outcome(before, now); })) << what << "\n" << before << state();
    std::this_thread::sleep_for(std::chrono::milliseconds(150));  // what is to be compared with next is written
  }
  void press_and_expect(const std::string& key, const Outcome& outcome) {
    const Json before = state();
    press(key);
    expect(key, before, outcome);
  }
  void click_control(const std::string& name) {
    clicked_.insert(name);
    ASSERT_TRUE(comes([&](const Json& s) { return s.at("controls").contains(name); })) << name << state();
    const Json place = state().at("controls").at(name);
    act({"mousemove", std::to_string(static_cast<int>(place.at(0).get<double>())),
         std::to_string(static_cast<int>(place.at(1).get<double>())), "sleep", "0.25", "click", "1"});
  }
  void click_and_expect(const std::string& name, const Outcome& outcome) {
    const Json before = state();
    click_control(name);
    expect(name, before, outcome);
  }
  void choose_and_expect(const std::string& list, const std::string& choice, const Outcome& outcome) {
    click_control(list);
    // It is opened, and lies where it will be: a list's first frames do not.
    Json before;
    for (int i = 0; i < 30; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(250));
      Json now = state().at("controls").value(choice, Json());
      if (!now.is_null() && now == before) {
        break;
      }
      before = std::move(now);
    }
    click_and_expect(choice, outcome);
  }
  // But for the sections, whose test is below.
  void expect_all_clicked() {
    clicked_.insert({"time of a frame", "time by phase of the step", "throw (T)", "put at the pointer (X)", "what",
                     "m/s", "rad/s", "size"});
    const Json now = state();
    for (const auto& [name, place] : now.at("controls").items()) {
      EXPECT_TRUE(clicked_.contains(name)) << name;
    }
  }
  void select_ball() {
    press("v");
    press("Home");
    act({"mousemove", "640", "340", "sleep", "0.3", "click", "1"});
    ASSERT_TRUE(comes([](const Json& s) { return s.at("selected") == "ball"; })) << state();
  }

  std::set<std::string> clicked_;
};

struct PressedKey {
  std::string name;  // as the help has it
  std::string key;   // as xdotool has it
  Outcome outcome;
};

// In an order in which each has something to do; a ball is selected, and time stands.
std::vector<PressedKey> keys_in_order() {
  std::vector<PressedKey> keys{{"F1", "F1", becomes("help", true)},
                               {"Escape", "Escape", becomes("help", false)},
                               {"Tab", "Tab", becomes("panels", true)},
                               {"Tab", "Tab", becomes("panels", false)},
                               {"End", "End", is_at_end},
                               {"Backspace", "BackSpace", goes_back},
                               {"O", "o", goes_on},
                               {"U", "u", goes_back},
                               {"I", "i", goes_on},
                               {"J", "j", replays_slowly},
                               {"P", "p", becomes("paused", true)},
                               {"0", "0", becomes("speed", 1.0)},
                               {"=", "equal", becomes("speed", 2.0)},
                               {"-", "minus", becomes("speed", 1.0)},
                               {"B", "b", becomes("reversed", true)},
                               {"B", "b", becomes("reversed", false)},
                               {"Home", "Home", is_at_start},
                               {"F", "f", looks_elsewhere},
                               {"H", "h", looks_elsewhere},
                               {"C", "c", becomes("circling", true)},
                               {"H", "h", becomes("circling", false)},
                               {"L", "l", opens("lab")},
                               {"K", "k", says_there_is_no_chart},
                               {"Y", "y", opens("inspector")},
                               {"Y", "y", closes("inspector")},
                               {"T", "t", becomes("tool", "throw")},
                               {"G", "g", becomes("tool", "drag")},
                               {"X", "x", becomes("tool", "spawn")},
                               {"V", "v", becomes("tool", "pick")},
                               {"N", "n", has_another_quality},
                               {"F2", "F2", becomes("wireframe", true)},
                               {"F2", "F2", becomes("wireframe", false)},
                               {"F11", "F11", becomes("full_screen", true)},
                               {"F11", "F11", becomes("full_screen", false)},
                               {"F12", "F12", writes},
                               {"F3", "F3", says("written: firstcontact-camera-1.json")},
                               {"F4", "F4", says("written: firstcontact-1.fcr")},
                               {"F5", "F5", says("written: firstcontact-scene-1.json")},
                               {"F6", "F6", films},
                               {"F6", "F6", says("written: firstcontact-1.mp4")},
                               {"Escape", "Escape", becomes("selected", nullptr)}};
  constexpr std::array overlays{"octree", "tracks", "hulls", "contacts", "impulses", "events", "spin", "trails"};
  for (std::size_t i = 0; i < overlays.size(); ++i) {
    keys.push_back({std::to_string(i + 1), std::to_string(i + 1), shows(overlays.at(i))});
  }
  keys.push_back({"9", "9", shows("names")});
  keys.push_back({"Z", "z", shows("sleepers")});
  keys.push_back({"R", "r", begins_anew});
  keys.push_back({"M", "m", has_another_method});
  return keys;
}

// The first column of the table of inputs in docs/program.md.
std::string keys_of_the_manual() {
  const std::string page = testing::text_of(std::string(FIRSTCONTACT_SOURCE_DIR) + "/docs/program.md");
  const std::size_t begin = page.find("| input | |");
  const std::string table = page.substr(begin, page.find("\n\n", begin) - begin);
  std::string keys;
  const std::regex row(R"(\n\| ([^|]*) \|)");
  for (auto found = std::sregex_iterator(table.begin(), table.end(), row); found != std::sregex_iterator(); ++found) {
    keys += " " + (*found)[1].str() + ",";
  }
  return std::regex_replace(keys, std::regex("[`;]|1 to 9"), " ");
}

TEST(Keys, ThoseThatAreTestedAreThoseOfTheHelpAndOfTheManual) {
  std::set<std::string> tested, help, manual;
  for (const PressedKey& key : keys_in_order()) {
    tested.insert(key.name);
  }
  for (const KeyBinding& binding : key_bindings()) {
    help.insert(std::string(binding.key_name));
  }
  EXPECT_EQ(tested, help);
  // Flying and the buttons of the mouse have tests of their own (EveryKeyDoesWhatTheManualSays and window_input_test).
  const std::set<std::string> held{"W", "A", "S", "D", "Q", "E", "Shift", "Ctrl+Q"};
  const std::string text = keys_of_the_manual();
  const std::regex word(R"([A-Z0-9=-][A-Za-z0-9+]*)");
  for (auto found = std::sregex_iterator(text.begin(), text.end(), word); found != std::sregex_iterator(); ++found) {
    if (!held.contains(found->str())) {
      manual.insert(found->str());
    }
  }
  for (int digit = 1; digit <= 9; ++digit) {
    manual.insert(std::to_string(digit));
  }
  EXPECT_EQ(manual, help);
}

TEST_F(WindowKeys, EveryKeyDoesWhatTheManualSays) {
  open_ball("window_width 640\nwindow_height 480\nquality 0\npanels 0\n");
  act({"search", "--name", "First Contact", "windowsize", "1280", "800"});
  ASSERT_TRUE(comes([](const Json& s) { return s.at("window") == Json{1280, 800}; }));
  select_ball();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  for (const PressedKey& key : keys_in_order()) {
    press_and_expect(key.key, key.outcome);
  }
  // Held keys fly: forward, back, left, right, down, up, up.
  const std::vector<std::pair<std::string, Vec3>> ways{{"w", {0, 0, -1}},   {"s", {0, 0, 1}},  {"a", {-1, 0, 0}},
                                                       {"d", {1, 0, 0}},    {"q", {0, -1, 0}}, {"e", {0, 1, 0}},
                                                       {"space", {0, 1, 0}}};
  for (const auto& [key, way] : ways) {
    const Json before = state();
    act({"keydown", key, "sleep", "0.3", "keyup", key});
    expect(key, before, [&, along = way](const Json& then, const Json& now) {
      return glm::dot(vector(now, "eye") - vector(then, "eye"), along) > 0.05;
    });
  }
  act({"key", "ctrl+q"});
  EXPECT_EQ(window_->exit_status(), 0) << messages();
}

// Every control that the panels show is clicked: those that no line here names are missed at the end.
TEST_F(WindowKeys, EveryButtonDoesWhatItSays) {
  open_ball("window_width 1280\nwindow_height 800\nquality 0\npanels 1\n");
  click_and_expect("|<", is_at_start);
  click_and_expect(">|", is_at_end);
  click_and_expect("<<", goes_back);
  click_and_expect(">>", goes_on);
  click_and_expect("<", goes_back);
  click_and_expect(">", goes_on);
  click_and_expect("|<", is_at_start);
  click_and_expect("play", becomes("paused", false));
  click_and_expect("pause", becomes("paused", true));
  click_and_expect("|<", is_at_start);
  click_and_expect("go on (P)", becomes("paused", false));
  click_and_expect("pause (P)", becomes("paused", true));
  click_and_expect(">|", is_at_end);
  click_and_expect("replay (J)", replays_slowly);
  click_and_expect("pause (P)", becomes("paused", true));
  click_and_expect("|<", is_at_start);
  click_and_expect("step (O)", goes_on);
  click_and_expect("impact (I)", goes_on);
  click_and_expect("backward (B)", becomes("reversed", true));
  click_and_expect("backward (B)", becomes("reversed", false));
  click_and_expect("select (V)", becomes("tool", "pick"));
  click_and_expect("drag (G)", becomes("tool", "drag"));
  click_and_expect("circle the selected body (C)", becomes("circling", true));
  for (const char* const overlay : {"octree (1)", "tracks (2)", "hulls (3)", "contacts (4)", "impulses (5)",
                                    "events (6)", "spin (7)", "trails (8)", "sleepers (Z)", "names (9)"}) {
    const std::string name = std::string(overlay).substr(0, std::string(overlay).find(' '));
    click_and_expect(overlay, shows(name));
    click_and_expect(overlay, hides(name));
  }
  click_and_expect("wireframe (F2)", becomes("wireframe", true));
  click_and_expect("picture (F12)", says("written: firstcontact-1.png"));
  click_and_expect("camera (F3)", says("written: firstcontact-camera-1.json"));
  click_and_expect("recording (F4)", says("written: firstcontact-1.fcr"));
  click_and_expect("scene (F5)", says("written: firstcontact-scene-1.json"));
  click_and_expect("film (F6)", films);
  click_and_expect("end the film (F6)", says("written: firstcontact-1.mp4"));
  for (const auto& [slider, what] : {std::pair("speed", "speed"),
                                     {"gravity", "gravity"},
                                     {"drag", "linear_damping"},
                                     {"of spin", "angular_damping"},
                                     {"flight", "fly_speed"}}) {
    click_and_expect(slider, changes(what));
  }
  choose_and_expect("picture (N)", "medium", becomes("quality", 1));
  choose_and_expect("picture (N)", "low", becomes("quality", 0));
  click_and_expect("again (R)", begins_anew);
  choose_and_expect("method (M)", "speculative", becomes("method", "speculative"));
  expect_all_clicked();
}

TEST_F(WindowKeys, EveryControlOfThrowingAndPuttingDoesWhatItSays) {
  open_ball("window_width 1280\nwindow_height 800\nquality 0\npanels 1\n");
  click_and_expect("put at the pointer (X)", becomes("tool", "spawn"));
  choose_and_expect("left button", "any cone", [](const Json&, const Json& now) { return now.at("kinds") == 4; });
  choose_and_expect("right button", "any box", [](const Json&, const Json& now) { return now.at("kinds") == 5; });
  click_and_expect("throw (T)", becomes("tool", "throw"));
  click_and_expect("m/s", changes("throw_speed"));
  click_and_expect("rad/s", changes("throw_spin"));
  choose_and_expect("what", "any capsule", becomes("thrown_kind", "capsule"));
  click_and_expect("size", [](const Json& before, const Json& now) {
    return now.at("kind_size") != before.at("kind_size") && now.at("kinds") == 7 && now.at("thrown_kind") == "capsule";
  });
}

TEST_F(WindowKeys, TheLoopOfASceneIsLeftAndHadAgain) {
  std::string scene(bouncing);
  scene.insert(scene.find("\"bodies\""), R"("view": {"loop": [0.2, 0.4]}, )");
  open(folder_.file("scene.json", scene), "window_width 1280\nwindow_height 800\nquality 0\npanels 1\n");
  ASSERT_TRUE(comes([](const Json& s) { return s.at("looping") == true && number(s, "time_s") > 0.2; })) << state();
  click_and_expect(
      "loop", [](const Json&, const Json& now) { return now.at("looping") == false && number(now, "time_s") > 0.5; });
  click_and_expect(
      "loop", [](const Json&, const Json& now) { return now.at("looping") == true && number(now, "time_s") <= 0.4; });
}

// A section opens by a click on its words, not by its triangle alone; the panel grows by what is in it.
TEST_F(WindowKeys, ASectionOpensByAClickOnItsWords) {
  open_ball("window_width 1280\nwindow_height 800\nquality 0\npanels 1\n");
  for (const char* const section : {"time of a frame", "time by phase of the step"}) {
    const auto end = [](const Json& s) { return s.at("panel_places").at("Figures").at("bottom").get<double>(); };
    click_and_expect(section, [&](const Json& before, const Json& now) { return end(now) > end(before) + 40.0; });
    click_and_expect(section, [&](const Json& before, const Json& now) { return end(now) < end(before) - 40.0; });
  }
}

}  // namespace
}  // namespace firstcontact
