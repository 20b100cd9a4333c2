#include "cli/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string>

#include "cli/command.hpp"

namespace firstcontact {

ProgressBar::ProgressBar(std::ostream& err, std::uint64_t steps)
    : steps_(steps), next_draw_(std::chrono::steady_clock::now()) {
  if (&err == &std::cerr && ::isatty(STDERR_FILENO) == 1) {
    terminal_ = &err;
  }
}

ProgressBar::~ProgressBar() {
  if (terminal_ != nullptr) {
    *terminal_ << "\r\x1b[K" << std::flush;
  }
}

void ProgressBar::show(std::uint64_t done, double time) {
  const auto now = std::chrono::steady_clock::now();
  if (terminal_ == nullptr || now < next_draw_) {
    return;
  }
  next_draw_ = now + std::chrono::milliseconds(100);
  constexpr std::uint64_t width = 40;
  const std::size_t filled = steps_ == 0 ? width : std::min(width, width * done / steps_);
  *terminal_ << "\r[" << std::string(filled, '#') << std::string(width - filled, '.') << "] " << done << "/" << steps_
             << " steps, " << rounded_text(time) << " s" << std::flush;
}

}  // namespace firstcontact
