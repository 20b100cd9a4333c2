#include "render/film.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "render/film_writer.hpp"
#include "render/offscreen.hpp"
#include "scene/files.hpp"

namespace firstcontact {
namespace {

// Everything that draws one frame after the other.
class Studio {
 public:
  Studio(Show& show, const CameraPath& camera, const FilmOptions& options)
      : show_(&show),
        camera_(&camera),
        options_(&options),
        looks_(options.looks),
        canvas_(options.width, options.height, options.samples),
        player_(show.stage->header, show.steps),
        scenery_(scenery_of(*show.stage)) {
    looks_.hides_walls = looks_.hides_walls && !(show.camera && show.camera->keeps_walls);
    renderer_.load(*show.stage);
  }

  [[nodiscard]] std::optional<Error> go_to(double time) {
    if (auto error = player_.advance(time)) {
      return error;
    }
    memory_.see(instant(), player_.passed_events(), scenery_.scale);
    return std::nullopt;
  }

  [[nodiscard]] Image picture() {
    const Instant now = instant();
    Picture picture = picture_of(scenery_, player_.motions(), now.time);
    picture.camera = (*camera_)(now.time, player_.motions());
    add_overlays(picture, options_->overlays, now, memory_, player_.coming_events());
    renderer_.draw(picture, *show_->stage, {canvas_.framebuffer(), canvas_.width(), canvas_.height()}, looks_);
    return canvas_.read();
  }

  [[nodiscard]] bool is_at_end() const { return player_.is_at_end(); }
  [[nodiscard]] double time() const { return player_.time(); }

 private:
  [[nodiscard]] Instant instant() const {
    return {show_->stage.get(), &player_.motions(), player_.time(), show_->stage->header.time_step};
  }

  Show* show_;
  const CameraPath* camera_;
  const FilmOptions* options_;
  RenderOptions looks_;
  Canvas canvas_;
  Renderer renderer_;
  StepPlayer player_;
  Scenery scenery_;
  OverlayMemory memory_;
};

FilmResult failed(const std::string& message, bool is_system) { return {{}, FilmError{message, is_system}}; }

// Trails and impacts of the moments before a single picture are in it too.
FilmResult shoot_picture(Studio& studio, const FilmOptions& options, const std::filesystem::path& output) {
  constexpr double before = 1.5;  // s
  constexpr int looks = 90;
  for (int i = 0; i <= looks; ++i) {
    const double time = options.start - before * (looks - i) / looks;
    if (time < 0.0 && i < looks) {
      continue;
    }
    if (const auto error = studio.go_to(time)) {
      return failed(error->message, false);
    }
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
    if (studio.is_at_end() && frame > 0 && studio.time() < time) {
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

FilmResult shoot(Show& show, const CameraPath& camera, const FilmOptions& options, const std::filesystem::path& output,
                 const FilmProgress& progress) {
  auto context = OffscreenContext::create();
  if (!context) {
    return failed(context.error().message, true);
  }
  Studio studio(show, camera, options);
  if (output.extension() == ".png") {
    return shoot_picture(studio, options, output);
  }
  auto writer = FilmWriter::create(output, {options.width, options.height, options.frames_per_second});
  if (!writer) {
    return failed(writer.error().message, true);
  }
  FilmWriter film = std::move(writer).value();
  return shoot_frames(studio, options, film, frame_count(show, options), progress);
}

}  // namespace firstcontact
