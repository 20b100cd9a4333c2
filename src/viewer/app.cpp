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

#include "render/offscreen.hpp"
#include "viewer/app_loop.hpp"
#include "viewer/measures.hpp"
#include "viewer/panels.hpp"
#include "viewer/pictures.hpp"

namespace firstcontact {
namespace {

constexpr double longest_frame = 0.1;  // s: what took longer (a window dragged, a machine asleep) is not made up for
constexpr double state_written_every = 0.1;  // s

double process_seconds() {
  std::timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

Result<std::unique_ptr<Session>> opened(const OpenRequest& request) {
  try {
    return Session::open(request);
  } catch (const std::exception& trouble) {
    return Error{std::string("cannot be opened: ") + trouble.what()};
  }
}

}  // namespace

App::App(Window window, const ViewerOptions& options) : options_(options), window_(std::move(window)) {
  state_.settings = load_settings();
  state_.recent = recent_files();
  if (window_.draws_in_software()) {
    state_.settings.quality = std::min(state_.settings.quality, PictureQuality::medium);
  }
  if (options.frames != 0) {
    window_.wait_for_screen(WaitForScreen::no);
  }
  catalogue_ = beside_.start([file = options.open.file] { return scene_catalogue(catalogue_folder_of(file)); });
  if (options.open.file.empty()) {
    asked_ = options.open;  // a scene of the list is opened like it
  } else {
    open(options.open);
  }
}

void App::run() {
  const auto is_enough = [this] { return options_.frames != 0 && (frames_ >= options_.frames || refused_); };
  while (!window_.wants_to_close() && !is_enough()) {
    frame();
  }
  close();
}

void App::open(const OpenRequest& request) {
  asked_ = request;
  opening_ = beside_.start([request] { return opened(request); });
  opened_at_ = Clock::now();
  state_.message.clear();
}

// The camera stays where it is when the same scene begins anew.
void App::take_opened() {
  if (!is_ready(opening_)) {
    return;
  }
  auto opened = opening_.get();
  is_refused_ = !opened;
  if (!opened) {
    state_.message = opened.error().message;
    refused_ = session_ == nullptr ? std::optional(state_.message) : std::nullopt;
    return;
  }
  refused_.reset();
  const bool is_same = session_ != nullptr && session_->request().file == asked_.file;
  const DisplayClock before = is_same ? session_->clock : DisplayClock{};
  beside_.destroy(std::exchange(session_, nullptr));  // its world may be in the middle of a step that takes seconds
  session_ = std::move(opened).value();
  ++state_.opened;
  recent_ = beside_.start([file = session_->request().file] {
    remember_recent(file);
    return recent_files();
  });
  if (is_same) {
    session_->clock.speed = before.speed;
    session_->clock.loop = before.loop;
  }
  renderer_->clear();
  is_loaded_ = has_all_models_ = false;
  spring_.reset();
  state_.inspector.history.reset();
  state_.lab.moved.reset();
  state_.energy_drift = {};
  state_.time_shown.reset();
  state_.message = session_->warnings.empty() ? "" : session_->warnings.front();
  if (!session_->is_live()) {
    state_.tool = Tool::pick;  // nothing can be thrown into a recording, or dragged in it
  }
  if (is_same) {
    keep_kinds();
  } else {
    begin_anew();
  }
}

// A scene that is still being opened, or a step that takes long, is not waited for: whoever called ends the process. A
// picture that is being written is, and takes a moment.
void App::close() {
  const WindowSize size = window_.size();
  window_.hide();
  if (state_written_.valid()) {
    state_written_.wait();
  }
  write_state();
  state_.settings.window_width = std::max(size.width, 200);
  state_.settings.window_height = std::max(size.height, 200);
  save_settings(state_.settings);
  if (state_written_.valid()) {
    state_written_.wait();
  }
  if (film_ != nullptr) {
    film_->end();
  }
  if (recent_.valid()) {
    recent_.wait();
  }
  for (const Writing& writing : writings_) {
    writing.wait();
  }
  beside_.destroy(std::exchange(session_, nullptr));
  const auto begin = Clock::now();
  while (beside_.is_busy() && seconds_since(begin) < 0.3) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  leaves_thread_ = beside_.is_busy();
}

void App::frame() {
  const Input input = window_.begin_frame();
  state_.frames.begin();
  take_opened();
  take_what_is_done();
  act_on(input);
  state_.frames.did(FramePart::input);
  show(input);
  if (seconds_since(last_state_) > state_written_every) {
    write_state();
  }
  state_.frames.did(FramePart::files);
  state_.frames.end();
  count_processor_time();
  if (window_.draws_in_software() || window_.is_minimised()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // lets the simulation have its share of the processor
  }
}

void App::take_what_is_done() {
  const WindowSize size = window_.pixels();
  const bool is_resized = size.width != state_.window.width || size.height != state_.window.height;
  state_.window = {size.width, size.height, window_.scale(), window_.is_focused(), window_.is_full_screen(),
                   is_resized};
  state_.opening = opening_.valid() ? seconds_since(opened_at_) : 0.0;
  const RecordingShelf* const recording = session_ != nullptr ? session_->recording() : nullptr;
  if (const auto trouble = recording != nullptr ? recording->trouble() : std::nullopt) {
    state_.message = trouble->message;
  }
  if (is_ready(catalogue_)) {
    state_.catalogue = catalogue_.get();
  }
  if (is_ready(recent_)) {
    state_.recent = recent_.get();
  }
  if (is_ready(meshes_)) {
    state_.meshes = meshes_.get();
  }
  take_kind();
  thumbnails_.update(beside_, asked_.cache);
  state_.thumbnails = thumbnails_.count();
  for (Writing& writing : writings_) {
    if (is_ready(writing)) {
      state_.message = writing.get();
    }
  }
  std::erase_if(writings_, [](const Writing& writing) { return !writing.valid(); });
}

void App::act_on(const Input& input) {
  for (const Action action : input.actions) {
    act(action);
  }
  for (const Action action : std::exchange(state_.clicked, {})) {
    act(action);
  }
  const std::filesystem::path dropped = input.dropped;
  if (dropped.extension() == ".obj") {
    throw_dropped(dropped);
  } else if (!dropped.empty()) {
    open(request_like(session_ != nullptr ? session_->request() : asked_, dropped));
  }
  if (const auto wanted = std::exchange(state_.wants, std::nullopt)) {
    open(*wanted);
  }
  if (const auto wanted = std::exchange(state_.wants_kind, std::nullopt)) {
    want_kind(*wanted);
  }
}

void App::show(const Input& input) {
  FrameWatch& frames = state_.frames;
  double seconds = std::min(frames.since_last(), longest_frame);
  if (session_ != nullptr) {
    if (film_ != nullptr) {
      // So that the film is even however fast the machine is: a frame of it is a frame of the window.
      wants_film_frame_ = !is_film_behind(1.0 / FilmRoll::frames_per_second);
      seconds = wants_film_frame_ ? 1.0 / FilmRoll::frames_per_second : 0.0;
    }
    use_keys(input, seconds);
    use_mouse(input);
    frames.did(FramePart::input);
    const double before = session_->clock.time;
    session_->advance(seconds);
    if (session_->clock.is_paused) {
      state_.reached_speed = 0.0;  // steps and impacts are jumped to
    } else {
      blend(state_.reached_speed, (session_->clock.time - before) / std::max(frames.since_last(), 1e-6));
    }
    frames.did(FramePart::poses);
    has_all_models_ = renderer_->load_more(*session_->stage);
    is_loaded_ = is_loaded_ || (has_all_models_ && warm_up());
    frames.did(FramePart::models);
  }
  if (session_ != nullptr && is_loaded_ && !window_.is_minimised()) {
    draw_picture();
    ++frames_;
  } else {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.62F, 0.68F, 0.75F, 1.0F);
    glClear(GL_COLOR_BUFFER_BIT);
  }
  frames.did(FramePart::drawing);
  lower_quality_where_slow();
  draw_panels();
  frames.did(FramePart::panels);
  window_.end_frame();
  frames.did(FramePart::drawing);
}

void App::count_processor_time() {
  const double processor = process_seconds();
  const double live = session_ != nullptr && session_->live() != nullptr ? session_->live()->cpu_seconds() : 0.0;
  if (processor_ > 0.0 && live >= live_processor_) {
    const double mine = 1e3 * (processor - processor_ - (live - live_processor_));
    blend(state_.frame_processor, mine);
    if (options_.frames != 0 && frames_ > 3) {
      processor_samples_.push_back(mine);
    }
  }
  processor_ = processor;
  live_processor_ = live;
}

Canvas& App::canvas() {
  const Canvas::Part size = picture_area();
  const int samples = state_.settings.quality == PictureQuality::high ? 4 : 1;
  const int shrink = state_.settings.quality == PictureQuality::low ? 2 : 1;
  const int width = std::max(size.width / pane_count() / shrink, 1);
  const int height = std::max(size.height / shrink, 1);
  if (canvas_ == nullptr || canvas_->width() != width || canvas_->height() != height || canvas_->samples() != samples) {
    canvas_ = std::make_unique<Canvas>(width, height, samples);
  }
  return *canvas_;
}

RenderOptions App::looks() const {
  RenderOptions looks = render_options(state_.settings.quality);
  looks.wireframe = state_.settings.wireframe;
  looks.hides_walls = !(session_->camera && session_->camera->keeps_walls);
  return looks;
}

// A frame for each thing that is drawn for the first time.
bool App::warm_up() {
  Canvas& target = canvas();
  const Viewport viewport{target.framebuffer(), target.width(), target.height()};
  if (!renderer_->warm_up_next(bodies_picture(state_, *session_), *session_->stage, viewport, looks())) {
    return false;
  }
  target.show(picture_area());
  return true;
}

void App::draw_picture() {
  update_lab(state_, *session_, beside_);
  update_inspector(state_, *session_);
  if (state_.lab.is_open || state_.inspector.is_open) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.075F, 0.085F, 0.105F, 1.0F);  // behind them no picture is drawn
    glClear(GL_COLOR_BUFFER_BIT);
  }
  Picture picture = bodies_picture(state_, *session_);
  heavy_overlays_.update(state_, *session_, picture, beside_);
  picture.lines = heavy_overlays_.lines();
  state_.force_scale = heavy_overlays_.force_scale();
  add_explanations(picture, state_, *session_, spring_);
  state_.line_count = picture.lines.size();
  look_after_energy();
  state_.frames.did(FramePart::overlays);
  draw_pane(0, picture);
  for (std::size_t i = 0; i < session_->companions.size(); ++i) {
    draw_pane(i + 1, companion_picture(state_, *session_->companions[i]));
  }
  keep_pictures();
  glFinish();
}

int App::pane_count() const { return session_ != nullptr ? 1 + static_cast<int>(session_->companions.size()) : 1; }

// One run's picture in its part of the window, and kept where a screenshot is wanted.
void App::draw_pane(std::size_t pane, const Picture& picture) {
  Canvas& target = canvas();
  const Session& shown = pane == 0 ? *session_ : *session_->companions[pane - 1];
  const DrawCount drawn =
      renderer_->draw(picture, *shown.stage, {target.framebuffer(), target.width(), target.height()}, looks());
  state_.drawn = pane == 0 ? drawn : state_.drawn;
  const Canvas::Part size = picture_area();
  const int count = pane_count();
  const int left = static_cast<int>(pane) * size.width / count;
  const int right = (static_cast<int>(pane) + 1) * size.width / count;
  if (wants_screenshot_ || wants_film_frame_) {
    pane_shots_.push_back(target.read());
  }
  target.show({left, size.bottom, right - left, size.height});
}

// The window but for the lab or the inspector below, so that they never cover what they explain.
Canvas::Part App::picture_area() const {
  const WindowSize size = window_.pixels();
  const double share = static_cast<double>(dock_height(state_)) / std::max(window_.size().height, 1);
  const int below = std::clamp(static_cast<int>(std::lround(share * size.height)), 0, std::max(size.height - 1, 0));
  return {0, below, std::max(size.width, 1), std::max(size.height - below, 1)};
}

double App::pane_aspect() const {
  const Canvas::Part size = picture_area();
  return static_cast<double>(std::max(size.width, 1)) / pane_count() / std::max(size.height, 1);
}

void App::draw_panels() {
  state_.panels.clear();
  state_.controls.clear();
  if (state_.shows_help) {
    draw_help_panel(state_);
  }
  if (session_ == nullptr || !is_loaded_) {
    draw_loading_panel(state_, seconds_since(opened_at_));
    if (state_.settings.shows_panels && session_ == nullptr) {
      draw_scene_panel(state_, asked_, thumbnails_);
    }
    return;
  }
  draw_pane_names(state_, *session_);
  draw_film_badge(state_);
  draw_legend(state_, *session_);
  if (state_.settings.shows_names && session_->companions.empty()) {
    const WindowSize size = window_.size();
    draw_names(*session_, state_.camera.camera(), size.width, static_cast<double>(picture_bottom(state_)));
  }
  if (state_.settings.shows_panels) {
    draw_figures_panel(state_, *session_);
    draw_control_panel(state_, *session_);
    draw_scene_panel(state_, session_->request(), thumbnails_);
    draw_time_panel(state_, *session_);
  }
  if (state_.lab.is_open) {
    draw_axis_panel(state_, *session_);
  }
  if (state_.inspector.is_open) {
    draw_body_panel(state_, *session_);
  }
}

void App::look_after_energy() {
  const Instant instant = session_->instant();
  state_.totals = totals_at(instant);
  state_.asleep = asleep_at(instant);
  const double start = session_->start_energy();
  state_.energy_change = (session_->energy(state_.totals) - start) / std::max(std::abs(start), 1e-30);
  if (start != state_.energy_drift.start) {
    state_.energy_drift = {start, {}};
  }
  state_.energy_drift.see(instant.time, 100.0 * state_.energy_change);
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
