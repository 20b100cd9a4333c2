#include "cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <utility>

#include "cli/command.hpp"

namespace firstcontact {

ProgressBar::ProgressBar(std::ostream& err, std::uint64_t all, std::string unit)
    : all_(all), unit_(std::move(unit)), next_draw_(std::chrono::steady_clock::now()) {
  if (&err == &std::cerr && ::isatty(STDERR_FILENO) == 1) {
    terminal_ = &err;
  }
}

ProgressBar::~ProgressBar() {
  if (terminal_ != nullptr) {
    *terminal_ << "\r\x1b[K" << std::flush;
  }
}

bool ProgressBar::is_due() {
  const auto now = std::chrono::steady_clock::now();
  if (terminal_ == nullptr || now < next_draw_) {
    return false;
  }
  next_draw_ = now + std::chrono::milliseconds(100);
  return true;
}

void ProgressBar::show(std::uint64_t done, double time) {
  const std::string all = all_ == 0 ? "?" : std::to_string(all_);
  show(done, std::to_string(done) + "/" + all + " " + unit_ + ", " + rounded_text(time) + " s");
}

void ProgressBar::show(std::uint64_t done, const std::string& note) {
  if (!is_due()) {
    return;
  }
  constexpr std::uint64_t width = 40;
  const std::size_t filled = all_ == 0 ? width : std::min(width, width * done / all_);
  *terminal_ << "\r[" << std::string(filled, '#') << std::string(width - filled, '.') << "] " << note << "\x1b[K"
             << std::flush;
}

LoadProgress loading_progress(std::optional<ProgressBar>& bar) {
  if (!bar) {
    return {};
  }
  return [&bar](const std::string& what, double fraction) {
    bar->show(static_cast<std::uint64_t>(fraction * static_cast<double>(loading_steps)), what);
  };
}

}  // namespace firstcontact
