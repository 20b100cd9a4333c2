#include "viewer/app.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <stdexcept>
#include <utility>

#include "render/camera_path.hpp"
#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "scene/files.hpp"
#include "scene/text.hpp"
#include "viewer/app_loop.hpp"
#include "viewer/measures.hpp"
#include "viewer/panels.hpp"
#include "viewer/pictures.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

constexpr double longest_frame = 0.1;  // s: what took longer (a window dragged, a machine asleep) is not made up for
constexpr double state_written_every = 0.1;  // s

double process_seconds() {
  std::timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values.empty() ? 0.0 : values[values.size() / 2];
}

// An average that forgets.
void blend(double& average, double value) { average = average == 0.0 ? value : 0.9 * average + 0.1 * value; }

// Opens beside the window: its thread is nobody's to wait for, so that closing while loading works.
Opening open_beside(const OpenRequest& request) {
  auto promise = std::make_shared<std::promise<Result<std::unique_ptr<Session>>>>();
  Opening result = promise->get_future();
  std::thread([promise, request] {
    try {
      promise->set_value(Session::open(request));
    } catch (const std::exception& trouble) {
      promise->set_value(Error{std::string("cannot be opened: ") + trouble.what()});
    }
  }).detach();
  return result;
}

}  // namespace

App::App(Window window, const ViewerOptions& options) : options_(options), window_(std::move(window)) {
  state_.settings = load_settings();
  if (window_.draws_in_software()) {
    state_.settings.quality = std::min(state_.settings.quality, PictureQuality::medium);
  }
  state_.catalogue = scene_catalogue(catalogue_folder_of(options.open.file));
  open(options.open);
}

void App::run() {
  while (!window_.wants_to_close() && (options_.frames == 0 || frames_ < options_.frames)) {
    frame();
  }
  close();
}

void App::open(const OpenRequest& request) {
  asked_ = request;
  opening_ = open_beside(request);
  opened_at_ = Clock::now();
  state_.message.clear();
}

// The camera stays where it is when the same scene begins anew.
void App::take_opened() {
  if (!opening_.valid() || opening_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return;
  }
  auto opened = opening_.get();
  if (!opened) {
    state_.message = opened.error().message;
    return;
  }
  const bool is_same = session_ != nullptr && session_->request().file == asked_.file;
  const double speed = is_same ? session_->clock.speed : 1.0;
  session_ = std::move(opened).value();
  session_->clock.speed = speed;
  renderer_->clear();
  is_loaded_ = false;
  spring_.reset();
  state_.totals_from.reset();
  state_.lab.moved.reset();
  state_.energy_drift = {};
  state_.message = session_->warnings.empty() ? "" : session_->warnings.front();
  if (!is_same) {
    state_.selected.reset();
    state_.second.reset();
    act_on_camera(Action::home);
    const auto& bodies = session_->stage->header.bodies;
    const auto dynamic = std::find_if(bodies.begin(), bodies.end(),
                                      [](const RecordedBody& body) { return body.type == BodyType::dynamic; });
    state_.thrown_like = static_cast<BodyIndex>(dynamic == bodies.end() ? 0 : dynamic - bodies.begin());
  }
}

// A scene that is still being opened, or a step that takes long, is not waited for: whoever called ends the process.
void App::close() {
  const WindowSize size = window_.size();
  write_state();
  state_.settings.window_width = std::max(size.width, 200);
  state_.settings.window_height = std::max(size.height, 200);
  save_settings(state_.settings);
  const auto begin = Clock::now();
  const auto is_busy = [this] {
    return session_ != nullptr && session_->live() != nullptr && session_->live()->is_busy();
  };
  while (is_busy() && seconds_since(begin) < 0.3) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  leaves_thread_ = opening_.valid();
  if (is_busy()) {
    leaves_thread_ = true;
    static_cast<void>(session_.release());  // its thread goes on in it until the process ends
  }
}

void App::frame() {
  take_opened();
  const Input input = window_.begin_frame();
  for (const Action action : input.actions) {
    act(action);
  }
  for (const Action action : std::exchange(state_.clicked, {})) {
    act(action);
  }
  if (const auto wanted = std::exchange(state_.wants, std::nullopt)) {
    open(*wanted);
  }
  draw_frame(input);
  if (seconds_since(last_state_) > state_written_every) {
    write_state();
  }
  if (window_.draws_in_software() || window_.is_minimised()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // lets the simulation have its share of the processor
  }
}

void App::draw_frame(const Input& input) {
  const double seconds = std::min(seconds_since(last_frame_), longest_frame);
  blend(state_.times.whole, 1e3 * seconds_since(last_frame_));
  last_frame_ = Clock::now();
  if (session_ != nullptr) {
    use_keys(input, seconds);
    use_mouse(input);
    const auto begin = Clock::now();
    session_->advance(seconds);
    blend(state_.times.poses, 1e3 * seconds_since(begin));
    is_loaded_ = is_loaded_ || renderer_->load_next(*session_->stage);
  }
  if (session_ != nullptr && is_loaded_ && !window_.is_minimised()) {
    draw_picture();
    ++frames_;
  } else {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.62F, 0.68F, 0.75F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  const auto begin = Clock::now();
  draw_panels();
  window_.end_frame();
  blend(state_.times.panels, 1e3 * seconds_since(begin));
  const double processor = process_seconds();
  const double live = session_ != nullptr && session_->live() != nullptr ? session_->live()->cpu_seconds() : 0.0;
  if (processor_ > 0.0 && live >= live_processor_) {
    const double mine = 1e3 * (processor - processor_ - (live - live_processor_));
    blend(state_.times.processor, mine);
    if (options_.frames != 0 && frames_ > 3) {
      processor_samples_.push_back(mine);
    }
  }
  processor_ = processor;
  live_processor_ = live;
}

Canvas& App::canvas() {
  const WindowSize size = window_.pixels();
  const int samples = state_.settings.quality == PictureQuality::high ? 4 : 1;
  const int shrink = state_.settings.quality == PictureQuality::low ? 2 : 1;
  const int width = std::max(size.width / shrink, 1);
  const int height = std::max(size.height / shrink, 1);
  if (canvas_ == nullptr || canvas_->width() != width || canvas_->height() != height || canvas_->samples() != samples) {
    canvas_ = std::make_unique<Canvas>(width, height, samples);
  }
  return *canvas_;
}

void App::draw_picture() {
  const auto begin = Clock::now();
  update_lab(state_, *session_);
  Picture picture = bodies_picture(state_, *session_);
  add_explanations(picture, state_, *session_, spring_);
  state_.line_count = picture.lines.size();
  look_after_energy();
  blend(state_.times.overlays, 1e3 * seconds_since(begin));
  const auto drawing = Clock::now();
  Canvas& target = canvas();
  RenderOptions looks = render_options(state_.settings.quality);
  looks.hides_walls = !(session_->camera && session_->camera->keeps_walls);
  renderer_->draw(picture, *session_->stage, {target.framebuffer(), target.width(), target.height()}, looks);
  if (std::exchange(wants_screenshot_, false)) {
    save_screenshot();
  }
  const WindowSize size = window_.pixels();
  target.show(size.width, size.height);
  glFinish();
  blend(state_.times.drawing, 1e3 * seconds_since(drawing));
}

void App::draw_panels() {
  if (session_ == nullptr || !is_loaded_) {
    draw_loading_panel(state_, seconds_since(opened_at_));
    return;
  }
  if (state_.settings.shows_names) {
    const WindowSize size = window_.size();
    draw_names(*session_, state_.camera.camera(), size.width, size.height);
  }
  if (state_.settings.shows_panels) {
    draw_figures_panel(state_, *session_);
    draw_control_panel(state_, *session_);
    draw_scene_panel(state_, *session_);
    draw_time_panel(state_, *session_);
  }
  if (state_.lab.is_open) {
    draw_axis_panel(state_, *session_);
  }
  if (state_.shows_help) {
    draw_help_panel(state_);
  }
}

void App::look_after_energy() {
  const Instant instant = session_->instant();
  state_.totals = totals_at(instant);
  if (!state_.totals_from || instant.time < *state_.totals_from) {
    state_.totals_from = instant.time;
    state_.first_totals = state_.totals;
  }
  const double first = state_.first_totals.kinetic_energy + state_.first_totals.potential_energy;
  const double now = state_.totals.kinetic_energy + state_.totals.potential_energy;
  state_.energy_drift.add(static_cast<float>((now - first) / std::max(std::abs(first), 1e-30)));
}

void App::write_state() {
  last_state_ = Clock::now();
  if (!options_.state_file.empty()) {
    const Session* const shown = is_loaded_ ? session_.get() : nullptr;
    static_cast<void>(write_file(options_.state_file, state_json(state_, shown)));
  }
}

void App::save_screenshot() {
  fs::path file;
  for (int number = 1; file.empty() || fs::exists(file); ++number) {
    file = "firstcontact-" + std::to_string(number) + ".png";
  }
  const auto error = write_file(file, png_bytes(canvas_->read()));
  state_.message = error ? error->message : "written: " + file.string();
}

ViewerReport App::report() const {
  const FrameTimes& times = state_.times;
  const auto text = [](double value) { return shortest_text(std::round(10.0 * value) / 10.0); };
  return {frames_,
          "frame " + text(times.whole) + " ms: poses " + text(times.poses) + ", overlays " + text(times.overlays) +
              ", drawing " + text(times.drawing) + ", panels " + text(times.panels) +
              "; processor without the simulation, median " + text(median(processor_samples_)) + " ms\n",
          leaves_thread_};
}

Result<ViewerReport> run_viewer(const ViewerOptions& options) {
  const Settings settings = load_settings();
  auto window = Window::open(settings.window_width, settings.window_height, "First Contact");
  if (!window) {
    return window.error();
  }
  try {
    App app(std::move(window).value(), options);
    app.run();
    ViewerReport report = app.report();
    report.frame_times = options.frames == 0 ? "" : report.frame_times;
    return report;
  } catch (const std::runtime_error& trouble) {
    return Error{trouble.what()};
  }
}

}  // namespace firstcontact
