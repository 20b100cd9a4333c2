// The window of the operating system, with its OpenGL context, its panels and what mouse and keyboard did.
#pragma once

#include <firstcontact/result.hpp>
#include <memory>
#include <string>
#include <vector>

#include "viewer/actions.hpp"
#include "viewer/fly_camera.hpp"

namespace firstcontact {

struct WindowSize {
  int width = 0, height = 0;  // pixels
};

/// What happened since the last frame. What a panel takes (a click on a slider, text) is not in it.
struct Input {
  std::vector<Action> actions;
  FlyWish wish;                         // keys held
  Vec3 nudge{0.0};                      // arrows and page keys held: right, up, towards; -1, 0 or 1
  double twist = 0.0;                   // Q and E held
  double mouse_x = 0.0, mouse_y = 0.0;  // place in the picture, -1 (left, bottom) to 1
  double turn_x = 0.0, turn_y = 0.0;    // pixels moved with the right button held
  double wheel = 0.0;                   // notches
  bool left_pressed = false;            // since the last frame
  bool left_held = false;
  bool right_pressed = false;  // since the last frame
  bool right_held = false;
  bool shift = false;
  std::string dropped;  // a file that was dropped upon the window; empty: none
};

enum class WaitForScreen : std::uint8_t { no, yes };

/// One at a time.
class Window {
 public:
  /// Error: no display, or no OpenGL 3.3 core on it.
  [[nodiscard]] static Result<Window> open(int width, int height, const char* title);
  Window(Window&&) noexcept;
  Window& operator=(Window&&) noexcept;
  ~Window();

  [[nodiscard]] bool wants_to_close() const;
  /// Takes what has happened, and begins the panels of a new frame.
  [[nodiscard]] Input begin_frame();
  /// Draws the panels over the picture and shows both.
  void end_frame();

  [[nodiscard]] WindowSize pixels() const;
  /// In screen coordinates, as the settings keep it.
  [[nodiscard]] WindowSize size() const;
  [[nodiscard]] bool is_minimised() const;
  [[nodiscard]] bool is_focused() const;
  [[nodiscard]] bool is_full_screen() const;
  /// How many times larger than usual the screen wants letters and lines.
  [[nodiscard]] double scale() const;
  void toggle_full_screen();
  /// A frame ends with the screen's next picture: the default. Not waiting is for measuring.
  void wait_for_screen(WaitForScreen choice);
  /// Off the screen, though not yet closed.
  void hide();
  /// True when the driver draws on the processor.
  [[nodiscard]] bool draws_in_software() const;

 private:
  struct Handle;
  explicit Window(std::unique_ptr<Handle> handle);
  std::unique_ptr<Handle> handle_;
};

}  // namespace firstcontact
