// What the window writes: its state for scripts, pictures, charts, and where its time went. No frame waits for a disk.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

#include "render/image.hpp"
#include "scene/files.hpp"
#include "scene/text.hpp"
#include "viewer/app_loop.hpp"
#include "viewer/axis_chart.hpp"

namespace firstcontact {

namespace fs = std::filesystem;

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0.0 : values[values.size() / 2];
}

// The next number that is not taken in the working folder.
fs::path free_file(const std::string& before, const std::string& ending, int& number) {
  fs::path file;
  do {
    file = before + std::to_string(++number) + ending;
  } while (fs::exists(file));
  return file;
}

}  // namespace

// A disk may take its time: the next state waits until the last one is written.
void App::write_state() {
  last_state_ = Clock::now();
  if (options_.state_file.empty() || (state_written_.valid() && !is_ready(state_written_))) {
    return;
  }
  const Session* const shown = is_loaded_ ? session_.get() : nullptr;
  state_written_ = beside_.start(
      [file = options_.state_file, text = state_json(state_, shown)] { static_cast<void>(write_file(file, text)); });
}

// What was asked for of the picture that has just been drawn.
void App::keep_pictures() {
  const std::vector<Image> panes = std::exchange(pane_shots_, {});
  if (panes.empty()) {
    return;
  }
  Image all{panes.front().width * static_cast<int>(panes.size()), panes.front().height, {}};
  all.rgb.resize(3 * static_cast<std::size_t>(all.width) * static_cast<std::size_t>(all.height));
  for (std::size_t i = 0; i < panes.size(); ++i) {
    put_beside(all, panes[i], static_cast<int>(i) * panes[i].width);
  }
  if (std::exchange(wants_film_frame_, false) && film_ != nullptr) {
    film_->add(all);
    state_.film_frames = film_->frames();
    if (film_->is_over()) {
      film_.reset();
      state_.film_frames.reset();
    }
  }
  if (std::exchange(wants_screenshot_, false)) {
    save_screenshot(std::move(all));
  }
}

// A frame is left out while ffmpeg is behind, or the run: time stands still meanwhile, and the film does not show it.
bool App::is_film_behind(double seconds) const {
  const DisplayClock& clock = session_->clock;
  const bool is_known = clock.is_paused || clock.is_reversed || !session_->is_live() || clock.loop ||
                        session_->known_until() >= clock.time + seconds * clock.speed;
  return !is_known || !film_->has_room();
}

void App::begin_or_end_film() {
  if (film_ != nullptr) {
    film_->end();
    film_.reset();
    state_.film_frames.reset();
    return;
  }
  const fs::path file = free_file("firstcontact-", ".mp4", film_number_);
  film_ = std::make_shared<FilmRoll>(file);
  state_.film_frames = 0;
  writings_.push_back(beside_.start([film = film_] { return film->write(); }));
}

// Packing a large picture takes longer than a frame may.
void App::save_screenshot(Image picture) {
  const fs::path file = free_file("firstcontact-", ".png", screenshot_);
  writings_.push_back(beside_.start([image = std::move(picture), file] {
    const auto error = write_file(file, png_bytes(image));
    return error ? error->message : "written: " + file.string();
  }));
}

// As a scene file has it, to be copied there.
void App::save_camera() {
  const fs::path file = free_file("firstcontact-camera-", ".json", saved_camera_);
  const Camera camera = state_.camera.camera();
  const auto vector = [](const Vec3& v) {
    return "[" + shortest_text(v.x) + ", " + shortest_text(v.y) + ", " + shortest_text(v.z) + "]";
  };
  const std::string text = "{\"view\": {\"camera\": {\"eye\": " + vector(camera.eye) +
                           ", \"target\": " + vector(camera.target) +
                           ", \"field_of_view\": " + shortest_text(glm::degrees(camera.field_of_view)) + "}}}\n";
  writings_.push_back(beside_.start([file, text] {
    const auto error = write_file(file, text);
    return error ? error->message : "written: " + file.string();
  }));
}

// As it is at the instant shown, seen from here: a scene that goes on from there.
void App::save_scene() {
  if (!session_->is_live()) {
    state_.message = "a recording has no scene to write: open its scene";
    return;
  }
  const fs::path file = free_file("firstcontact-scene-", ".json", saved_scene_);
  const Camera camera = state_.camera.camera();
  StandingScene now = session_->standing();
  now.eye = camera.eye;
  now.target = camera.target;
  now.field_of_view_degrees = glm::degrees(camera.field_of_view);
  const std::string text = standing_scene_text(session_->scene_text, session_->request().file, now, ".");
  writings_.push_back(beside_.start([file, text] {
    const auto error = write_file(file, text);
    return error ? error->message : "written: " + file.string();
  }));
}

void App::save_recording() {
  auto run = session_->run_so_far();
  if (!run) {
    state_.message = run.error().message;
    return;
  }
  const fs::path file = free_file("firstcontact-", ".fcr", saved_recording_);
  writings_.push_back(beside_.start([file, run = std::move(run).value()] {
    const auto error = write_run(run, file);
    return error ? error->message : "written: " + file.string();
  }));
}

// Both files have one number, the first that is free.
void App::save_chart() {
  const AxisLab& lab = state_.lab;
  if (!lab.is_open || !lab.report || lab.report->rows.empty()) {
    state_.message = "there is no chart: L opens the axes of a selected pair";
    return;
  }
  std::string name;
  do {
    name = "firstcontact-axes-" + std::to_string(++state_.lab.saved);
  } while (fs::exists(name + ".svg") || fs::exists(name + ".csv"));
  const auto& bodies = session_->stage->header.bodies;
  const ChartSubject subject{bodies[*state_.selected].name, bodies[*state_.second].name,
                             session_->stage->header.time_step,
                             lab.only_separating ? RowChoice::separating : RowChoice::all};
  writings_.push_back(
      beside_.start([name, svg = axis_chart_svg(*lab.report, subject), csv = axis_chart_csv(*lab.report, subject)] {
        const auto drawn = write_file(name + ".svg", svg);
        const auto listed = write_file(name + ".csv", csv);
        return drawn ? drawn->message : listed ? listed->message : "written: " + name + ".svg and .csv";
      }));
}

ViewerReport App::report() const {
  const FrameWatch& frames = state_.frames;
  const auto text = [](double value) { return shortest_text(std::round(10.0 * value) / 10.0); };
  return {frames_,
          "frame " + text(frames.whole()) + " ms (" + text(1e3 / std::max(frames.whole(), 1e-3)) +
              " a second): poses " + text(frames.average(FramePart::poses)) + ", overlays " +
              text(frames.average(FramePart::overlays)) + ", drawing " + text(frames.average(FramePart::drawing)) +
              ", panels " + text(frames.average(FramePart::panels)) + "; longest pause " +
              text(frames.longest_pause()) + " (" + std::string(frame_part_name(frames.longest_part())) +
              "), longest drawing " + text(frames.longest(FramePart::drawing)) +
              "; processor without the simulation, median " + text(median(processor_samples_)) + " ms\n",
          refused_, leaves_thread_};
}

}  // namespace firstcontact
