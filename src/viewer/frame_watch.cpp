#include "viewer/frame_watch.hpp"

#include <algorithm>

namespace firstcontact {

std::string_view frame_part_name(FramePart part) {
  static constexpr std::array<std::string_view, frame_parts> names{"input",   "poses",  "models", "overlays",
                                                                   "drawing", "panels", "files"};
  return names.at(static_cast<std::size_t>(part));
}

void FrameWatch::begin() {
  const auto now = Clock::now();
  since_last_ = std::chrono::duration<double>(now - begin_).count();
  blend(whole_, 1e3 * since_last_);
  begin_ = mark_ = now;
  now_.fill(0.0);
}

void FrameWatch::did(FramePart part) {
  const auto now = Clock::now();
  now_.at(static_cast<std::size_t>(part)) += 1e3 * std::chrono::duration<double>(now - mark_).count();
  mark_ = now;
}

void FrameWatch::end() {
  double pause = 0.0;
  std::size_t most = 0;
  for (std::size_t part = 0; part < frame_parts; ++part) {
    blend(average_.at(part), now_.at(part));
    longest_.at(part) = std::max(longest_.at(part), now_.at(part));
    const auto named = static_cast<FramePart>(part);
    if (named != FramePart::drawing) {
      pause += now_.at(part);
      most = now_.at(part) > now_.at(most) ? part : most;
    }
  }
  if (pause > longest_pause_) {
    longest_pause_ = pause;
    longest_part_ = static_cast<FramePart>(most);
  }
}

}  // namespace firstcontact
