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
