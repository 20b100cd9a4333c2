#include "viewer/actions.hpp"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>

namespace firstcontact {
namespace {

constexpr Action overlay(int index) { return static_cast<Action>(static_cast<int>(Action::overlay_first) + index); }

constexpr std::array<KeyBinding, 45> bindings{{
    {GLFW_KEY_F1, Action::help, "F1", "this help"},
    {GLFW_KEY_TAB, Action::panels, "Tab", "panels on and off"},
    {GLFW_KEY_P, Action::pause, "P", "pause, go on"},
    {GLFW_KEY_O, Action::step, "O", "one step of time"},
    {GLFW_KEY_I, Action::next_event, "I", "on to the next impact"},
    {GLFW_KEY_BACKSPACE, Action::back, "Backspace", "one step back"},
    {GLFW_KEY_U, Action::previous_event, "U", "back to the impact before"},
    {GLFW_KEY_J, Action::replay, "J", "the last impact again, slowly"},
    {GLFW_KEY_B, Action::reverse, "B", "time goes backward, or forward again"},
    {GLFW_KEY_HOME, Action::start, "Home", "to the start"},
    {GLFW_KEY_END, Action::end, "End", "to the end, as far as it is known"},
    {GLFW_KEY_MINUS, Action::slower, "-", "half as fast, down to 1/1000000"},
    {GLFW_KEY_EQUAL, Action::faster, "=", "twice as fast"},
    {GLFW_KEY_0, Action::normal_speed, "0", "as fast as time"},
    {GLFW_KEY_R, Action::restart, "R", "from the beginning, the scene read anew"},
    {GLFW_KEY_M, Action::method, "M", "the next collision method, from the beginning"},
    {GLFW_KEY_C, Action::camera_mode, "C", "fly freely, or circle the selected body, or what matters"},
    {GLFW_KEY_F, Action::look_at_selected, "F", "look at the selected body"},
    {GLFW_KEY_H, Action::home, "H", "camera back to where it began"},
    {GLFW_KEY_T, Action::tool_throw, "T", "left button throws bodies (hold: 20 a second)"},
    {GLFW_KEY_V, Action::tool_pick, "V", "left button selects; with Shift, the second of a pair"},
    {GLFW_KEY_G, Action::tool_drag, "G", "left button drags a body by a spring"},
    {GLFW_KEY_X, Action::tool_spawn, "X", "left and right button put a body each at the pointer (hold: 20 a second)"},
    {GLFW_KEY_L, Action::axis_lab, "L", "axes of the selected pair; arrows, Page up/down, Q, E move the first"},
    {GLFW_KEY_Y, Action::inspector, "Y", "the selected body: what it is, and its motion over time"},
    {GLFW_KEY_K, Action::save_chart, "K", "the chart of these axes as an SVG and a CSV file in the working folder"},
    {GLFW_KEY_1, overlay(0), "1", "octree"},
    {GLFW_KEY_2, overlay(1), "2", "tracks: boxes swept in one step"},
    {GLFW_KEY_3, overlay(2), "3", "hulls"},
    {GLFW_KEY_4, overlay(3), "4", "contact points and normals"},
    {GLFW_KEY_5, overlay(4), "5", "impulses of the last impacts"},
    {GLFW_KEY_6, overlay(5), "6", "the next impacts, with ghosts"},
    {GLFW_KEY_7, overlay(6), "7", "spin (green) and angular momentum (violet)"},
    {GLFW_KEY_8, overlay(7), "8", "trails"},
    {GLFW_KEY_Z, overlay(8), "Z", "bodies asleep, in slate"},
    {GLFW_KEY_9, Action::names, "9", "names"},
    {GLFW_KEY_F2, Action::wireframe, "F2", "bodies as the edges of their triangles"},
    {GLFW_KEY_N, Action::quality, "N", "quality of the picture: low, medium, high"},
    {GLFW_KEY_F11, Action::full_screen, "F11", "whole screen"},
    {GLFW_KEY_F3, Action::save_camera, "F3", "the camera as JSON, for a scene's view, in the working folder"},
    {GLFW_KEY_F4, Action::save_recording, "F4", "the run so far as a recording in the working folder"},
    {GLFW_KEY_F5, Action::save_scene, "F5", "the scene as it stands, as a scene file in the working folder"},
    {GLFW_KEY_F6, Action::film, "F6", "a film of what is shown begins, or ends, in the working folder"},
    {GLFW_KEY_F12, Action::screenshot, "F12", "the picture as a PNG file in the working folder"},
    {GLFW_KEY_ESCAPE, Action::let_go, "Escape", "close the help; then the lab or the inspector; then select nothing"},
}};

}  // namespace

std::span<const KeyBinding> key_bindings() { return bindings; }

std::optional<Action> action_of(int key) {
  const auto* const found =
      std::find_if(bindings.begin(), bindings.end(), [key](const KeyBinding& binding) { return binding.key == key; });
  return found == bindings.end() ? std::nullopt : std::optional(found->action);
}

std::string_view key_name_of(Action action) {
  const auto* const found = std::find_if(bindings.begin(), bindings.end(),
                                         [action](const KeyBinding& binding) { return binding.action == action; });
  return found == bindings.end() ? std::string_view() : found->key_name;
}

}  // namespace firstcontact
