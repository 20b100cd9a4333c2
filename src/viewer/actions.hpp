// What keys do: one table for the keyboard, the help and the manual.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace firstcontact {

enum class Action : std::uint8_t {
  help,
  panels,
  pause,
  step,
  next_event,
  back,
  previous_event,
  start,
  end,
  replay,
  reverse,
  slower,
  faster,
  normal_speed,
  restart,
  method,
  camera_mode,
  look_at_selected,
  home,
  tool_throw,
  tool_pick,
  tool_drag,
  tool_spawn,
  axis_lab,
  inspector,
  save_chart,
  names,
  wireframe,
  quality,
  screenshot,
  save_camera,
  save_recording,
  save_scene,
  film,
  full_screen,
  let_go,
  overlay_first,  // the overlays follow, in the order of OverlayChoice
  overlay_last = overlay_first + 8,
};

struct KeyBinding {
  int key = 0;  // as GLFW numbers them
  Action action = Action::help;
  std::string_view key_name;
  std::string_view meaning;
};

/// All of them, in the order the help lists them.
[[nodiscard]] std::span<const KeyBinding> key_bindings();
[[nodiscard]] std::optional<Action> action_of(int key);
/// The key of an action, as the help calls it.
[[nodiscard]] std::string_view key_name_of(Action action);

}  // namespace firstcontact
