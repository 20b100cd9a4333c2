#include "viewer/app.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <future>
#include <glm/gtc/constants.hpp>
#include <stdexcept>
#include <utility>

#include "render/camera_path.hpp"
#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "scene/files.hpp"
#include "scene/text.hpp"
#include "viewer/measures.hpp"
#include "viewer/panels.hpp"
#include "viewer/picking.hpp"
#include "viewer/pictures.hpp"
#include "viewer/view_state.hpp"
#include "viewer/window.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double throws_per_second = 20.0;
constexpr double longest_frame = 0.1;  // s: what took longer (a window dragged, a machine asleep) is not made up for
constexpr double state_written_every = 0.1;  // s
constexpr double slowest = 1e-6, fastest = 100.0;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

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

using Opening = std::future<Result<std::unique_ptr<Session>>>;

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

class App {
 public:
  App(Window window, const ViewerOptions& options) : options_(options), window_(std::move(window)) {
    state_.settings = load_settings();
    if (window_.draws_in_software()) {
      state_.settings.quality = std::min(state_.settings.quality, PictureQuality::medium);
    }
    state_.catalogue = scene_catalogue(catalogue_folder_of(options.open.file));
    open(options.open);
  }

  void run() {
    while (!window_.wants_to_close() && (options_.frames == 0 || frames_ < options_.frames)) {
      frame();
    }
    close();
  }

  [[nodiscard]] ViewerReport report() const;

 private:
  void open(const OpenRequest& request);
  void take_opened();
  void close();
  void frame();
  void draw_frame(const Input& input);
  void draw_picture();
  void draw_panels();
  void act(Action action);
  void act_on_running(Action action);
  void act_on_camera(Action action);
  void toggle_overlay(Action action);
  void next_method();
  void use_mouse(const Input& input);
  void use_keys(const Input& input, double seconds);
  void move_in_lab(const Input& input, double seconds);
  void throw_one(const Vec3& direction);
  void use_drag(const Input& input, const Vec3& direction);
  void look_after_energy();
  void write_state();
  void save_screenshot();
  [[nodiscard]] Canvas& canvas();

  ViewerOptions options_;
  Window window_;
  ViewState state_;
  std::unique_ptr<Renderer> renderer_ = std::make_unique<Renderer>();
  std::unique_ptr<Canvas> canvas_;
  std::unique_ptr<Session> session_;
  Opening opening_;
  OpenRequest asked_;
  Clock::time_point opened_at_ = Clock::now(), last_frame_ = Clock::now(), last_state_ = Clock::now();
  Clock::time_point last_throw_ = Clock::now();
  bool is_loaded_ = false;  // all models are with the renderer
  bool wants_screenshot_ = false;
  std::optional<DragSpring> spring_;
  double spring_distance_ = 0.0;  // m, from the eye
  std::uint64_t frames_ = 0;
  bool leaves_thread_ = false;
  std::vector<double> processor_samples_;          // ms, of every frame, when a report is asked for
  double processor_ = 0.0, live_processor_ = 0.0;  // s, as of the last frame
};

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

void App::act(Action action) {
  switch (action) {
    case Action::help:
      state_.shows_help = !state_.shows_help;
      return;
    case Action::panels:
      state_.settings.shows_panels = !state_.settings.shows_panels;
      return;
    case Action::names:
      state_.settings.shows_names = !state_.settings.shows_names;
      return;
    case Action::tool_throw:
      state_.tool = Tool::fling;
      return;
    case Action::tool_pick:
      state_.tool = Tool::pick;
      return;
    case Action::tool_drag:
      state_.tool = Tool::drag;
      return;
    case Action::quality:
      state_.settings.quality = static_cast<PictureQuality>((static_cast<int>(state_.settings.quality) + 1) % 3);
      return;
    case Action::full_screen:
      window_.toggle_full_screen();
      return;
    case Action::let_go:
      state_.shows_help = state_.lab.is_open = false;
      state_.selected.reset();
      state_.second.reset();
      return;
    default:
      break;
  }
  toggle_overlay(action);
  if (session_ != nullptr) {
    act_on_running(action);
    act_on_camera(action);
  }
}

void App::toggle_overlay(Action action) {
  if (action >= Action::overlay_first && action <= Action::overlay_last) {
    const auto index = static_cast<std::size_t>(action) - static_cast<std::size_t>(Action::overlay_first);
    bool& is_on = overlay_switch(state_.settings.overlays, index);
    is_on = !is_on;
  }
}

void App::act_on_running(Action action) {
  DisplayClock& clock = session_->clock;
  switch (action) {
    case Action::pause:
      clock.is_paused = !clock.is_paused;
      break;
    case Action::step:
      session_->step_forward();
      break;
    case Action::back:
      session_->step_back();
      break;
    case Action::next_event:
      session_->to_next_event();
      break;
    case Action::previous_event:
      session_->to_previous_event();
      break;
    case Action::slower:
      clock.speed = std::max(0.5 * clock.speed, slowest);
      break;
    case Action::faster:
      clock.speed = std::min(2.0 * clock.speed, fastest);
      break;
    case Action::normal_speed:
      clock.speed = 1.0;
      break;
    case Action::restart:
      open(session_->request());
      break;
    case Action::method:
      next_method();
      break;
    case Action::screenshot:
      wants_screenshot_ = true;
      break;
    case Action::axis_lab:
      state_.lab.is_open = !state_.lab.is_open;
      state_.lab.moved.reset();
      clock.is_paused = clock.is_paused || state_.lab.is_open;
      break;
    default:
      break;
  }
}

void App::next_method() {
  if (session_->is_live()) {
    OpenRequest request = session_->request();
    const std::size_t next = (static_cast<std::size_t>(request.method) + 1) % impact_method_names().size();
    request.method = static_cast<ImpactMethod>(next);
    open(request);
  }
}

void App::act_on_camera(Action action) {
  const Instant instant = session_->instant();
  const bool has_one = state_.selected && *state_.selected < instant.motions->size();
  const auto place = [&] { return instant.motions->state(*state_.selected, instant.time).pose.position; };
  if (action == Action::home) {
    const WindowSize size = window_.pixels();
    const double aspect = static_cast<double>(std::max(size.width, 1)) / std::max(size.height, 1);
    const CameraSetting setting{session_->stage.get(), session_->camera, aspect};
    const auto path = camera_path("", setting);
    state_.camera.begin(path ? path.value()(0.0, *instant.motions) : Camera{}, session_->scenery.scale);
  }
  if (action == Action::look_at_selected && has_one) {
    state_.camera.look_at(place());
  }
  if (action == Action::camera_mode) {
    const Vec3 middle = 0.5 * (session_->scenery.focus.low + session_->scenery.focus.high);
    state_.camera.circle(state_.camera.is_circling() ? std::nullopt : std::optional(has_one ? place() : middle));
  }
}

void App::use_keys(const Input& input, double seconds) {
  const Instant instant = session_->instant();
  if (state_.lab.is_open && state_.selected && state_.second) {
    move_in_lab(input, seconds);
    FlyWish wish = input.wish;
    wish.up = 0.0;  // Q and E turn the body
    state_.camera.move(wish, state_.settings.fly_speed * session_->scenery.scale, seconds);
  } else {
    state_.camera.move(input.wish, state_.settings.fly_speed * session_->scenery.scale, seconds);
  }
  const bool follows = state_.camera.is_circling() && state_.selected && *state_.selected < instant.motions->size();
  if (follows) {
    state_.camera.circle(instant.motions->state(*state_.selected, instant.time).pose.position);
  }
}

// Arrows move along the ground as the camera sees it, page keys up and down, Q and E turn about the vertical.
void App::move_in_lab(const Input& input, double seconds) {
  const bool asks = input.nudge != Vec3(0.0) || input.twist != 0.0;
  const Instant instant = session_->instant();
  if (!asks || *state_.selected >= instant.motions->size()) {
    return;
  }
  Pose pose = state_.lab.moved.value_or(instant.motions->state(*state_.selected, instant.time).pose);
  const double way = 0.25 * session_->scenery.scale * seconds * (input.shift ? 0.1 : 1.0);
  const PictureAxes axes = picture_axes(state_.camera.camera());
  const Vec3 right = normalized_or(Vec3(axes.right.x, 0.0, axes.right.z), Vec3(1.0, 0.0, 0.0));
  const Vec3 towards = glm::cross(right, Vec3(0.0, 1.0, 0.0));
  pose.position += way * (input.nudge.x * right + input.nudge.y * Vec3(0.0, 1.0, 0.0) + input.nudge.z * towards);
  const double angle = input.twist * seconds * (input.shift ? 0.1 : 1.0);
  pose.orientation = glm::normalize(quaternion_from_rotation_vector({0.0, angle, 0.0}) * pose.orientation);
  state_.lab.moved = pose;
}

void App::use_mouse(const Input& input) {
  state_.camera.turn(state_.settings.mouse_speed * input.turn_x, -state_.settings.mouse_speed * input.turn_y);
  if (input.wheel != 0.0) {
    state_.camera.zoom(input.wheel);
  }
  const WindowSize size = window_.pixels();
  const double aspect = static_cast<double>(std::max(size.width, 1)) / std::max(size.height, 1);
  const Camera camera = state_.camera.camera();
  const Vec3 direction = ray_direction(camera, aspect, input.mouse_x, input.mouse_y);
  if (state_.tool == Tool::drag) {
    use_drag(input, direction);
  }
  if (state_.tool == Tool::pick && input.left_pressed) {
    const auto picked =
        pick(session_->instant(), {camera.eye, direction, 100.0 * session_->scenery.scale, session_->scenery.focus});
    auto& chosen = input.shift ? state_.second : state_.selected;
    chosen = picked ? std::optional(picked->body) : std::nullopt;
    if (state_.second == state_.selected) {
      state_.second.reset();  // a pair is of two
    }
    state_.lab.moved.reset();
  }
  const bool again = input.left_held && seconds_since(last_throw_) > 1.0 / throws_per_second;
  if (state_.tool == Tool::fling && (input.left_pressed || again)) {
    throw_one(direction);
  }
}

void App::throw_one(const Vec3& direction) {
  const Camera camera = state_.camera.camera();
  const auto& bodies = session_->stage->header.bodies;
  if (!session_->is_live() || state_.thrown_like >= bodies.size()) {
    return;
  }
  double radius = 0.0;
  for (const ConvexShape& shape : session_->stage->shapes[bodies[state_.thrown_like].collider]) {
    radius = std::max(radius, shape.radius);
  }
  const Vec3 place = camera.eye + 2.5 * radius * direction;
  if (pick(session_->instant(), {camera.eye, direction, 4.0 * radius, session_->scenery.focus})) {
    state_.message = "there is no room to throw from here";
    return;
  }
  const double speed = state_.settings.throw_speed * session_->scenery.scale;
  const Vec3 axis = glm::normalize(picture_axes(camera).right + 0.3 * picture_axes(camera).top);
  session_->throw_body({state_.thrown_like, place, speed * direction, state_.settings.throw_spin * axis});
  session_->clock.is_paused = false;
  last_throw_ = Clock::now();
}

void App::use_drag(const Input& input, const Vec3& direction) {
  const Camera camera = state_.camera.camera();
  const Instant instant = session_->instant();
  if (input.left_pressed) {
    const auto picked =
        pick(instant, {camera.eye, direction, 100.0 * session_->scenery.scale, session_->scenery.focus});
    const bool can = picked && instant.stage->header.bodies[picked->body].type == BodyType::dynamic;
    if (can && session_->is_live()) {
      const Pose pose = instant.motions->state(picked->body, instant.time).pose;
      const Vec3 grip = rotate_inverse(pose.orientation, picked->point - pose.position);
      spring_ = DragSpring{picked->body, grip, picked->point};
      spring_distance_ = picked->distance;
      state_.selected = picked->body;
      session_->seek(session_->known_until());
      session_->clock.is_paused = false;
    }
  }
  if (!input.left_held) {
    spring_.reset();
  }
  if (spring_) {
    spring_->target = camera.eye + spring_distance_ * direction;
  }
  session_->drag(spring_);
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

}  // namespace

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
