#include "viewer/film_roll.hpp"

#include <utility>

#include "render/film_writer.hpp"

namespace firstcontact {
namespace {

constexpr std::size_t most_waiting = 4;  // frames, of some megabytes each

}  // namespace

bool FilmRoll::has_room() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() < most_waiting;
}

bool FilmRoll::is_over() const {
  const std::lock_guard lock(mutex_);
  return is_over_;
}

std::uint64_t FilmRoll::frames() const {
  const std::lock_guard lock(mutex_);
  return frames_;
}

void FilmRoll::add(Image frame) {
  {
    const std::lock_guard lock(mutex_);
    if (frames_ == 0) {
      width_ = frame.width;
      height_ = frame.height;
    }
    is_over_ = is_over_ || frame.width != width_ || frame.height != height_;
    if (!is_over_) {
      ++frames_;
      waiting_.push_back(std::move(frame));
    }
  }
  wake_.notify_all();
}

void FilmRoll::end() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  wake_.notify_all();
}

std::optional<Image> FilmRoll::take() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return is_over_ || !waiting_.empty(); });
  if (waiting_.empty()) {
    return std::nullopt;
  }
  Image frame = std::move(waiting_.front());
  waiting_.pop_front();
  return frame;
}

std::string FilmRoll::write() {
  std::optional<Image> frame = take();
  if (!frame) {
    return "no film: nothing was shown";
  }
  auto created = FilmWriter::create(file_, {frame->width, frame->height, frames_per_second});
  if (!created) {
    end();
    return created.error().message;
  }
  FilmWriter writer = std::move(created).value();
  while (frame && writer.add(*frame)) {
    frame = take();
  }
  end();
  const auto error = writer.finish();
  return error ? error->message : "written: " + file_.string();
}

}  // namespace firstcontact
