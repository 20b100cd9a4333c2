// What keys and buttons ask for, and a scene that has just been opened.
#include <algorithm>
#include <utility>

#include "render/camera_path.hpp"
#include "viewer/app_loop.hpp"

namespace firstcontact {
namespace {

constexpr double slowest = 1e-6, fastest = 100.0;

}  // namespace

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
    case Action::wireframe:
      state_.settings.wireframe = !state_.settings.wireframe;
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
    case Action::tool_spawn:
      state_.tool = Tool::spawn;
      return;
    case Action::quality:
      state_.settings.quality = static_cast<PictureQuality>((static_cast<int>(state_.settings.quality) + 1) % 3);
      state_.settings.chose_quality = true;
      return;
    case Action::full_screen:
      window_.toggle_full_screen();
      return;
    case Action::let_go:
      let_go_of_one();
      return;
    default:
      break;
  }
  toggle_overlay(action);
  if (action == Action::restart && is_refused_) {
    open(asked_);  // it may have been mended
  } else if (session_ != nullptr) {
    act_on_running(action);
    act_on_files(action);
    act_on_dock(action);
    act_on_camera(action);
  }
}

// Without a graphics card the window keeps up fifteen pictures a second, unless the person has chosen how they look.
void App::lower_quality_where_slow() {
  constexpr std::uint64_t looked_at = 10;  // pictures: averages are of about as many
  PictureQuality& quality = state_.settings.quality;
  const bool may_lower = window_.draws_in_software() && !state_.settings.chose_quality && options_.frames == 0;
  if (!may_lower || frames_ - quality_since_ <= looked_at) {
    return;
  }
  const PictureQuality before = std::exchange(quality, quality_that_keeps_up(quality, state_.frames.whole()));
  if (quality != before) {
    quality_since_ = frames_;
    state_.message = "fewer than 15 pictures a second: drawn more simply (N chooses)";
  }
}

// What is on top goes first.
void App::let_go_of_one() {
  if (state_.shows_help) {
    state_.shows_help = false;
  } else if (state_.lab.is_open || state_.inspector.is_open) {
    state_.lab.is_open = state_.inspector.is_open = false;
  } else {
    state_.selected.reset();
    state_.second.reset();
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
    case Action::start:
      session_->to_start();
      break;
    case Action::end:
      session_->to_end();
      break;
    case Action::replay:
      state_.message = session_->replay() ? "" : "there is no impact before this instant";
      break;
    case Action::reverse:
      clock.is_reversed = !clock.is_reversed;
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
      open(session_->present_request());
      break;
    case Action::method:
      next_method();
      break;
    default:
      break;
  }
}

// What is written into the working folder.
void App::act_on_files(Action action) {
  switch (action) {
    case Action::screenshot:
      wants_screenshot_ = true;
      break;
    case Action::save_camera:
      save_camera();
      break;
    case Action::save_recording:
      save_recording();
      break;
    case Action::save_scene:
      save_scene();
      break;
    case Action::film:
      begin_or_end_film();
      break;
    default:
      break;
  }
}

// What lies below the picture: the axes of a pair, or a body.
void App::act_on_dock(Action action) {
  AxisLab& lab = state_.lab;
  Inspector& inspector = state_.inspector;
  if (action == Action::axis_lab) {
    lab.is_open = !lab.is_open;
    lab.moved.reset();
    inspector.is_open = false;
    session_->clock.is_paused = session_->clock.is_paused || lab.is_open;
  }
  if (action == Action::inspector) {
    inspector.is_open = !inspector.is_open;
    lab.is_open = false;
  }
  if (action == Action::save_chart) {
    save_chart();
  }
}

void App::next_method() {
  if (session_->is_live()) {
    // Pressed again before the last one has come, it goes on from there.
    OpenRequest request = opening_.valid() ? asked_ : session_->present_request();
    const std::size_t next = (static_cast<std::size_t>(request.method.kind) + 1) % rival_names().size();
    request.method.kind = static_cast<RivalKind>(next);
    open(request);
  }
}

void App::act_on_camera(Action action) {
  const Instant instant = session_->instant();
  const bool has_one = state_.selected && *state_.selected < instant.motions->size();
  const auto place = [&] { return instant.motions->state(*state_.selected, instant.time).pose.position; };
  if (action == Action::home) {
    const CameraSetting setting{session_->stage.get(), session_->camera, pane_aspect()};
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

// Another scene than before: nothing is selected, and it is seen from where it wants to be.
void App::begin_anew() {
  state_.selected.reset();
  state_.second.reset();
  state_.lab.is_open = state_.inspector.is_open = false;
  act_on_camera(Action::home);
  loaded_kinds_.clear();
  state_.kind_size = session_->usual_size();
  choose_usual_kinds();
  meshes_ = beside_.start([file = session_->request().file] { return mesh_catalogue(file); });
  if (state_.tool == Tool::spawn) {
    state_.tool = Tool::fling;
  }
  if (session_->view) {
    begin_as(*session_->view);
  }
}

void App::choose_usual_kinds() {
  const auto& bodies = session_->stage->header.bodies;
  const auto dynamic = std::find_if(bodies.begin(), bodies.end(),
                                    [](const RecordedBody& body) { return body.type == BodyType::dynamic; });
  state_.thrown_kind = static_cast<std::size_t>(dynamic == bodies.end() ? 0 : dynamic - bodies.begin());
  state_.spawned_kinds = {state_.thrown_kind, state_.thrown_kind};
}

// The same scene again has the kinds of bodies that were made ready, too, by the same numbers.
void App::keep_kinds() {
  for (const LoadedKind& loaded : loaded_kinds_) {
    session_->add_kind(loaded);
  }
  const std::size_t count = session_->kinds.size();
  if (std::max({state_.thrown_kind, state_.spawned_kinds[0], state_.spawned_kinds[1]}) >= count) {
    choose_usual_kinds();  // the file has changed
  }
}

// The scene's own overlays, pair and kinds of bodies to put, instead of what was chosen before.
void App::begin_as(const SceneView& view) {
  std::string list;
  for (const std::string& name : view.overlays) {
    list += (list.empty() ? "" : ",") + name;
  }
  state_.settings.overlays = overlays_named(list).value();
  const auto& bodies = session_->stage->header.bodies;
  const auto named = [&](const std::string& name) {
    const auto found =
        std::find_if(bodies.begin(), bodies.end(), [&](const RecordedBody& body) { return body.name == name; });
    return static_cast<BodyIndex>(found - bodies.begin());
  };
  if (!view.pair.empty()) {
    state_.selected = named(view.pair[0]);
    state_.second = named(view.pair[1]);
    state_.lab.is_open = true;
    state_.tool = Tool::pick;
  }
  if (!view.spawn.empty() && session_->is_live()) {
    state_.spawned_kinds = {named(view.spawn[0]), named(view.spawn[1])};
    state_.tool = Tool::spawn;
  }
}

}  // namespace firstcontact
