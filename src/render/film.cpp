#include "render/film.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "render/film_pane.hpp"
#include "render/film_writer.hpp"
#include "render/offscreen.hpp"
#include "scene/files.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

// Everything that draws one frame after the other.
class Studio {
 public:
  Studio(std::span<const FilmPane> panes, const CameraPath& camera, const FilmOptions& options)
      : camera_(&camera),
        options_(&options),
        width_(pane_width(options.width, static_cast<int>(panes.size()))),
        canvas_(options.finer * width_, options.finer * options.height, options.samples) {
    for (const FilmPane& pane : panes) {
      panes_.push_back(std::make_unique<Pane>(pane, options));
    }
    renderer_.load(panes_.front()->stage());  // all show the same bodies
  }

  [[nodiscard]] std::optional<Error> go_to(double time) {
    for (const auto& pane : panes_) {
      if (auto error = pane->go_to(time)) {
        return error;
      }
    }
    return std::nullopt;
  }
  void expose() {
    for (const auto& pane : panes_) {
      pane->expose();
    }
  }

  [[nodiscard]] Image picture() {
    const Camera camera = (*camera_)(time(), panes_.front()->player().motions());
    Image all = empty_picture();
    int left = 0;
    for (const auto& pane : panes_) {
      Picture picture = pane->picture(camera);
      for (PictureLine& line : picture.lines) {
        line.width *= static_cast<float>(options_->finer);
      }
      renderer_.draw(picture, pane->stage(), {canvas_.framebuffer(), canvas_.width(), canvas_.height()}, pane->looks());
      Image part = is_transparent() ? canvas_.read_transparent() : canvas_.read();
      part = options_->finer == 1 ? std::move(part) : with_halves(std::move(part)).at(1);
      pane->write_on(part, picture);
      put_beside(all, part, left);
      left += width_ + pane_border;
    }
    return all;
  }

  [[nodiscard]] bool is_at_end() const {
    return std::all_of(panes_.begin(), panes_.end(), [](const auto& pane) { return pane->player().is_at_end(); });
  }
  [[nodiscard]] double time() const { return panes_.front()->player().time(); }

 private:
  [[nodiscard]] bool is_transparent() const { return options_->looks.background == Background::transparent; }
  // What is seen between panes.
  [[nodiscard]] Image empty_picture() const {
    Image image{options_->width, options_->height, {}};
    const std::size_t pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    image.rgb.assign(3 * pixels, 20);
    image.alpha.assign(is_transparent() ? pixels : 0, 0);
    return image;
  }

  const CameraPath* camera_;
  const FilmOptions* options_;
  int width_;  // pixels, of a pane
  Canvas canvas_;
  Renderer renderer_;
  std::vector<std::unique_ptr<Pane>> panes_;  // players point into themselves
};

FilmResult failed(const std::string& message, bool is_system) { return {{}, FilmError{message, is_system}}; }

std::string beyond_the_end(double time, double end) {
  return "found the time " + shortest_text(time) + " s, expected one within the run, which ends at " +
         shortest_text(end) + " s";
}

// Trails and impacts of the moments before a picture are in it too.
std::optional<Error> go_slowly(Studio& studio, double to) {
  constexpr double before = 1.5;  // s
  constexpr int looks = 90;
  for (int i = 0; i <= looks; ++i) {
    const double time = to - before * (looks - i) / looks;
    if (i < looks && (time < 0.0 || time < studio.time())) {
      continue;
    }
    if (auto error = studio.go_to(time)) {
      return error;
    }
  }
  if (studio.time() < to * (1.0 - 1e-9)) {
    return Error{beyond_the_end(to, studio.time())};
  }
  return std::nullopt;
}

FilmResult shoot_picture(Studio& studio, const FilmOptions& options, const std::filesystem::path& output) {
  for (const double time : options.exposures) {
    if (const auto error = go_slowly(studio, time)) {
      return failed(error->message, false);
    }
    studio.expose();
  }
  if (const auto error = go_slowly(studio, options.start)) {
    return failed(error->message, false);
  }
  if (const auto error = write_file(output, png_bytes(studio.picture()))) {
    return failed(error->message, true);
  }
  return {{1, studio.time(), false}, std::nullopt};
}

std::uint64_t frame_count(const Show& show, const FilmOptions& options) {
  const auto end = options.end ? options.end : show.duration;
  if (!end || !(*end >= options.start)) {
    return end ? 1 : 0;
  }
  return 1 + static_cast<std::uint64_t>((*end - options.start) * options.frames_per_second / options.speed + 1e-9);
}

FilmResult shoot_frames(Studio& studio, const FilmOptions& options, FilmWriter& writer, std::uint64_t all,
                        const FilmProgress& progress) {
  FilmReport report;
  for (std::uint64_t frame = 0; all == 0 || frame < all; ++frame) {
    const double time = options.start + static_cast<double>(frame) * options.speed / options.frames_per_second;
    if (const auto error = studio.go_to(time)) {
      return failed(error->message, false);
    }
    const bool is_over = studio.is_at_end() && studio.time() < time * (1.0 - 1e-9);
    if (is_over && (frame == 0 || options.must_reach_end)) {
      return failed(beyond_the_end(frame == 0 ? time : *options.end, studio.time()), false);
    }
    if (is_over) {
      break;
    }
    if (!writer.add(studio.picture())) {
      break;  // finish says why
    }
    report.frames = frame + 1;
    report.end_time = studio.time();
    if (progress(report.frames, all, report.end_time) == FilmDecision::stop) {
      report.was_stopped = true;
      return {report, std::nullopt};
    }
  }
  const auto error = writer.finish();
  return error ? failed(error->message, true) : FilmResult{report, std::nullopt};
}

}  // namespace

int pane_width(int width, int panes) { return (width - (panes - 1) * pane_border) / panes; }

FilmResult shoot(Show& show, const CameraPath& camera, const FilmOptions& options, const std::filesystem::path& output,
                 const FilmProgress& progress) {
  const std::array<FilmPane, 1> panes{FilmPane{&show, ""}};
  return shoot(panes, camera, options, output, progress);
}

FilmResult shoot(std::span<const FilmPane> panes, const CameraPath& camera, const FilmOptions& options,
                 const std::filesystem::path& output, const FilmProgress& progress) {
  auto context = OffscreenContext::create();
  if (!context) {
    return failed(context.error().message, true);
  }
  Studio studio(panes, camera, options);
  if (output.extension() == ".png") {
    return shoot_picture(studio, options, output);
  }
  auto writer = FilmWriter::create(output, {options.width, options.height, options.frames_per_second});
  if (!writer) {
    return failed(writer.error().message, true);
  }
  FilmWriter film = std::move(writer).value();
  return shoot_frames(studio, options, film, frame_count(*panes.front().show, options), progress);
}

}  // namespace firstcontact
