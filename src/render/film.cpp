#include "render/film.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "render/film_writer.hpp"
#include "render/label.hpp"
#include "render/offscreen.hpp"
#include "rivals/tunnel_watch.hpp"
#include "scene/files.hpp"

namespace firstcontact {
namespace {

using Ink = std::array<std::uint8_t, 3>;
constexpr Ink name_ink{255, 255, 255}, name_ground{38, 44, 54}, good_ground{22, 120, 62}, bad_ground{190, 24, 24};
constexpr int pixels_per_scale = 300;  // of a picture's height: letters keep their size in it

// A run that is played, and what is to be written on its pictures.
class Pane {
 public:
  Pane(const FilmPane& pane, const RenderOptions& looks)
      : show_(pane.show), name_(pane.name), looks_(looks), player_(show_->stage->header, show_->steps) {
    looks_.hides_walls = looks_.hides_walls && !(show_->camera && show_->camera->keeps_walls);
    scenery_ = scenery_of(*show_->stage);
  }

  [[nodiscard]] std::optional<Error> go_to(double time) {
    if (auto error = player_.advance(time)) {
      return error;
    }
    memory_.see(instant(), player_.passed_events(), scenery_.scale);
    memory_.see_passages(player_.passages());
    for (const Event& event : player_.passed_events()) {
      const bool is_told = event.kind == EventKind::tunnelled || (event.kind == EventKind::impact && !through_);
      last_ = is_told ? std::optional(event) : last_;
      through_ = through_ || event.kind == EventKind::tunnelled;
    }
    return std::nullopt;
  }

  [[nodiscard]] Picture picture(const Camera& camera, const OverlayChoice& overlays) const {
    const Instant now = instant();
    Picture picture = picture_of(scenery_, player_.motions(), now.time);
    picture.camera = camera;
    add_overlays(picture, overlays, now, memory_, player_.coming_events());
    return picture;
  }

  // Its name on top; below what the method let through, or the last time that it kept bodies apart.
  void label(Image& image) const {
    const int scale = std::max(1, image.height / pixels_per_scale);
    if (!name_.empty()) {
      draw_label(image, {name_, 2 * scale, 2 * scale, scale, name_ink, name_ground});
    }
    if (!last_ || (!through_ && name_.empty())) {
      return;
    }
    Label told{through_ ? passage_text(*last_, show_->stage->header.bodies) : meeting_text(*last_),
               2 * scale,
               0,
               scale,
               name_ink,
               through_ ? bad_ground : good_ground};
    if (size_of(told).width > image.width) {
      told.text.resize(told.text.rfind(" at "));  // a narrow pane tells who, and the clock when
    }
    told.y = image.height - size_of(told).height - 2 * scale;
    draw_label(image, told);
  }

  [[nodiscard]] const Stage& stage() const { return *show_->stage; }
  [[nodiscard]] const RenderOptions& looks() const { return looks_; }
  [[nodiscard]] const StepPlayer& player() const { return player_; }

 private:
  [[nodiscard]] Instant instant() const {
    return {show_->stage.get(), &player_.motions(), player_.time(), show_->stage->header.time_step};
  }
  [[nodiscard]] std::string meeting_text(const Event& event) const {
    const auto& bodies = show_->stage->header.bodies;
    std::array<char, 32> time{};
    std::snprintf(time.data(), time.size(), "%.4g", event.time);
    return bodies[event.a].name + " met " + bodies[event.b].name + " at " + time.data() + " s";
  }

  Show* show_;
  std::string name_;
  RenderOptions looks_;
  StepPlayer player_;
  Scenery scenery_;
  OverlayMemory memory_;
  std::optional<Event> last_;  // worth telling
  bool through_ = false;       // whether anything was let through
};

// Everything that draws one frame after the other.
class Studio {
 public:
  Studio(std::span<const FilmPane> panes, const CameraPath& camera, const FilmOptions& options)
      : camera_(&camera),
        options_(&options),
        width_(pane_width(options.width, static_cast<int>(panes.size()))),
        canvas_(options.finer * width_, options.finer * options.height, options.samples) {
    for (const FilmPane& pane : panes) {
      panes_.push_back(std::make_unique<Pane>(pane, options.looks));
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

  [[nodiscard]] Image picture() {
    const Camera camera = (*camera_)(time(), panes_.front()->player().motions());
    Image all{options_->width, options_->height, {}};
    all.rgb.assign(3 * static_cast<std::size_t>(all.width) * static_cast<std::size_t>(all.height), 20);
    int left = 0;
    for (const auto& pane : panes_) {
      Picture picture = pane->picture(camera, options_->overlays);
      for (PictureLine& line : picture.lines) {
        line.width *= static_cast<float>(options_->finer);
      }
      renderer_.draw(picture, pane->stage(), {canvas_.framebuffer(), canvas_.width(), canvas_.height()}, pane->looks());
      Image part = options_->finer == 1 ? canvas_.read() : with_halves(canvas_.read()).at(1);
      pane->label(part);
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
  const CameraPath* camera_;
  const FilmOptions* options_;
  int width_;  // pixels, of a pane
  Canvas canvas_;
  Renderer renderer_;
  std::vector<std::unique_ptr<Pane>> panes_;  // players point into themselves
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
