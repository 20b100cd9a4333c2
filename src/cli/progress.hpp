// A progress bar on the terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "scene/scene_world.hpp"

namespace firstcontact {

/// Draws on `err` when that is the process's standard error and a terminal; else it stays silent. Redraws at most ten
/// times a second, and wipes itself when it goes away.
class ProgressBar {
 public:
  /// Of `all` steps, or whatever `unit` says; 0: nobody knows how many.
  ProgressBar(std::ostream& err, std::uint64_t all, std::string unit = "steps");
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// `done` of them are done; the world's time is now `time` seconds.
  void show(std::uint64_t done, double time);
  /// `done` of the steps are done; `note` says more.
  void show(std::uint64_t done, const std::string& note);

 private:
  /// True when it is time to draw again.
  bool is_due();
  std::ostream* terminal_ = nullptr;  // none: silent
  std::uint64_t all_ = 0;
  std::string unit_;
  std::chrono::steady_clock::time_point next_draw_;
};

/// Steps of a bar that shows how far the loading is.
inline constexpr std::uint64_t loading_steps = 1000;
/// Shows on `bar` what is told; nothing to tell when there is no bar. `bar` must outlive it.
[[nodiscard]] LoadProgress loading_progress(std::optional<ProgressBar>& bar);

}  // namespace firstcontact
