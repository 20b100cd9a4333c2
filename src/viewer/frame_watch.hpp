// Where the window's thread spends its frames, and how long it ever did anything but draw.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace firstcontact {

/// What a frame consists of.
enum class FramePart : std::uint8_t {
  input,     // what keys and buttons ask for, and what has been opened
  poses,     // motions of all bodies at the instant shown
  models,    // handing OpenGL some more of the models
  overlays,  // octree, contacts, lines, the lab
  drawing,   // handing the picture to OpenGL, and waiting until it is drawn and shown
  panels,
  files,  // the state for scripts
};
inline constexpr std::size_t frame_parts = 7;

[[nodiscard]] std::string_view frame_part_name(FramePart part);

/// One thread: the window's. All times are of the wall.
class FrameWatch {
 public:
  /// A frame begins now.
  void begin();
  /// What was done since the last call was `part`.
  void did(FramePart part);
  /// The frame is over: now its parts count.
  void end();

  /// Milliseconds per frame, averaged over the last frames.
  [[nodiscard]] double average(FramePart part) const { return average_.at(static_cast<std::size_t>(part)); }
  /// The longest it ever took in one frame, milliseconds.
  [[nodiscard]] double longest(FramePart part) const { return longest_.at(static_cast<std::size_t>(part)); }
  /// Milliseconds from frame to frame, averaged over the last.
  [[nodiscard]] double whole() const { return whole_; }
  /// Seconds from the beginning of the frame before to that of this one.
  [[nodiscard]] double since_last() const { return since_last_; }
  /// The longest that a frame ever did something else than draw, milliseconds, and what took most of it.
  [[nodiscard]] double longest_pause() const { return longest_pause_; }
  [[nodiscard]] FramePart longest_part() const { return longest_part_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::array<double, frame_parts> average_{}, longest_{}, now_{};  // ms
  Clock::time_point begin_ = Clock::now(), mark_ = begin_;
  double whole_ = 0.0, since_last_ = 0.0;
  double longest_pause_ = 0.0;  // ms
  FramePart longest_part_ = FramePart::input;
};

/// An average that forgets.
inline void blend(double& average, double value) { average = average == 0.0 ? value : 0.9 * average + 0.1 * value; }

}  // namespace firstcontact
