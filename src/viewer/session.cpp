#include "viewer/session.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "scene/files.hpp"
#include "scene/scene_world.hpp"
#include "viewer/measures.hpp"

namespace firstcontact {
namespace {

// 150 bytes a segment: a run of 1000 bodies is remembered for about a minute, one of 50 for ten.
constexpr std::size_t most_segments_remembered = 4'000'000;
constexpr std::size_t events_searched = 100'000;  // steps, forward or back
constexpr double patience = 0.02;                 // s of a frame that go into playing steps

std::vector<MotionSegment> start_segments(const RecordingHeader& header) {
  std::vector<MotionSegment> segments;
  for (BodyIndex i = 0; i < header.bodies.size(); ++i) {
    const FlowState& start = header.bodies[i].start;
    segments.push_back({i, FlowKind::screw, 0.0, start.pose, start.linear_velocity, start.angular_velocity, Vec3(0.0)});
  }
  return segments;
}

}  // namespace

Result<std::unique_ptr<Session>> Session::open(const OpenRequest& request) {
  auto opened = is_recording(request.file) ? open_recording(request) : open_scene(request);
  for (const RivalMethod& method : opened ? request.beside : std::vector<RivalMethod>()) {
    OpenRequest other = request;
    other.method = method;
    other.beside.clear();
    auto companion = open_scene(other);
    if (!companion) {
      return companion.error();
    }
    opened.value()->companions.push_back(std::move(companion).value());
  }
  return opened;
}

void Session::follow(const DisplayClock& other) {
  begins_at_.reset();
  clock = other;
  if (live_ != nullptr) {
    live_->want(clock.time + std::max(0.05 * clock.speed, 1.5 * stage->header.time_step));
  }
  if (player_->time() > clock.time) {
    memory.forget();
  }
  show();
}

Result<std::unique_ptr<Session>> Session::open_scene(const OpenRequest& request) {
  auto text = read_file(request.file);
  auto written = text ? parse_scene(text.value(), request.file) : Result<Scene>(text.error());
  if (!written) {
    return written.error();
  }
  auto geometry = load_geometry(written.value(), request.cache);
  if (!geometry) {
    return geometry.error();
  }
  Scene scene = std::move(geometry).value();
  scene.world.threads = request.threads;
  scene.world.keeps_impulses = true;  // of the body that is watched
  auto made = make_world(scene);
  if (!made) {
    return made.error();
  }
  if (const auto impossible = impossible_by(request.method, scene)) {
    return Error{request.file.string() + ": " + *impossible};
  }
  World world = std::move(made).value();
  std::unique_ptr<Session> session(new Session());
  session->request_ = request;
  session->stage = std::make_shared<Stage>(stage_of_scene(world, scene, written.value()));
  session->camera = scene.camera;
  session->view = scene.view;
  session->warnings = scene.warnings;
  session->warnings.insert(session->warnings.end(), session->stage->warnings.begin(), session->stage->warnings.end());
  session->scene_text = std::move(text).value();
  session->take_kinds(scene);
  session->own_gravity = scene.world.gravity;
  session->bounds = scene.world.bounds;
  session->surroundings_ = {scene.world.gravity, scene.world.linear_damping, scene.world.angular_damping};
  const auto shelf = std::make_shared<MemoryShelf>(start_segments(session->stage->header), most_segments_remembered);
  const bool is_engine = request.method.kind == RivalKind::first_contact;
  if (const auto left_out = is_engine ? std::nullopt : left_out_by_rivals(scene)) {
    session->warnings.insert(session->warnings.begin(), *left_out);
  }
  auto stepper = stepper_by(request.method, std::move(world), scene);
  session->begin(shelf);
  session->live_ = std::make_unique<LiveRun>(std::move(stepper), shelf);
  return session;
}

Result<std::unique_ptr<Session>> Session::open_recording(const OpenRequest& request) {
  auto opened = RecordingShelf::open(request.file);
  if (!opened) {
    return opened.error();
  }
  std::shared_ptr<RecordingShelf> shelf(std::move(opened).value());
  std::unique_ptr<Session> session(new Session());
  session->request_ = request;
  session->stage = std::make_shared<Stage>(stage_of_recording(shelf->header()));
  if (!request.looks.empty()) {
    auto looks = looks_of_scene(request.looks, shelf->header(), request.cache);
    if (!looks) {
      return looks.error();
    }
    SceneLooks dressed = std::move(looks).value();
    session->stage->models = std::move(dressed.models);
    session->stage->bodies = std::move(dressed.bodies);
    session->camera = dressed.camera;
    session->view = dressed.view;
    session->warnings = std::move(dressed.warnings);
  } else {
    session->warnings.emplace_back("bodies are drawn as their convex shapes: --scene FILE shows their meshes");
  }
  session->recording_ = shelf.get();
  session->begin(shelf);
  return session;
}

void Session::begin(std::shared_ptr<StepShelf> shelf) {
  shelf_ = std::move(shelf);
  scenery = scenery_of(*stage);
  lowest_place_ = lowest_along_gravity(stage->header);
  clock.is_paused = request_.is_paused || (view && view->is_paused);
  clock.speed = view ? view->speed : 1.0;
  clock.loop = view ? view->loop : std::nullopt;
  begins_at_ = clock.loop ? std::optional(clock.loop->from) : std::nullopt;
  player_ = std::make_unique<ShelfPlayer>(stage->header, *shelf_);
}

double Session::known_until() const { return shelf_->end() == 0 ? 0.0 : shelf_->end_time(shelf_->end() - 1); }

double Session::known_from() const { return shelf_->end() == 0 ? 0.0 : shelf_->end_time(shelf_->first()); }

void Session::advance(double seconds) {
  if (waits_for_begin()) {
    return;
  }
  if (!clock.is_paused) {
    run_clock(seconds);
  }
  go_towards_goal();
  if (live_ != nullptr && !clock.is_paused) {
    // Ahead by what a frame may need, so that the picture never waits; no further, so that a throw comes soon.
    live_->want(clock.time + std::max(0.05 * clock.speed, 1.5 * stage->header.time_step));
  }
  show();
  for (const auto& companion : companions) {
    companion->follow(clock);
  }
}

// A run is first computed up to where it is to be shown from.
bool Session::waits_for_begin() {
  if (!begins_at_) {
    return false;
  }
  const bool comes_more = live_ != nullptr || recording_->known_share() < 1.0;
  if (known_until() < *begins_at_ && comes_more) {
    if (live_ != nullptr) {
      live_->want(*begins_at_);
    }
    return true;
  }
  rewind(*std::exchange(begins_at_, std::nullopt));
  return false;
}

// Within the loop, round and round; else as far as is known.
void Session::run_clock(double seconds) {
  const double way = seconds * clock.speed * (clock.is_reversed ? -1.0 : 1.0);
  const double from = known_from();
  const double wanted = clock.time + way;
  if (clock.loop && (wanted > clock.loop->to || wanted < clock.loop->from)) {
    rewind(clock.is_reversed ? std::min(clock.loop->to, known_until()) : clock.loop->from);
    return;
  }
  clock.time = std::clamp(wanted, from, std::max(known_until(), from));
}

// A frame does not wait for a long way: a paused clock goes on from there with the next one.
void Session::show() {
  const double wanted = clock.time;
  const bool is_there = player_->go_to(wanted, patience);
  clock.time = shelf_->end() == 0 ? clock.time : player_->time();
  if (!is_there && clock.is_paused) {
    goal_ = wanted;
  }
  memory.see(instant(), player_->passed_events(), scenery.scale);
  memory.see_passages(player_->passages());
}

void Session::seek(double time) {
  goal_.reset();
  begins_at_.reset();
  wants_event_ = false;
  rewind(time);
  if (clock.loop && (clock.time < clock.loop->from || clock.time > clock.loop->to)) {
    clock.loop.reset();  // who goes elsewhere wants to be there
  }
}

void Session::rewind(double time) {
  clock.time = std::clamp(time, known_from(), std::max(known_until(), known_from()));
  memory.forget();
  show();
}

void Session::step_forward() {
  clock.is_paused = true;
  goal_ = clock.time + stage->header.time_step;
  wants_event_ = false;
}

void Session::step_back() {
  clock.is_paused = true;
  seek(clock.time - stage->header.time_step);
}

void Session::to_next_event() {
  clock.is_paused = true;
  wants_event_ = true;
  goal_.reset();
}

// A running world is asked for one step after the other until it has what is wanted; the window goes on meanwhile.
void Session::go_towards_goal() {
  if (!clock.is_paused) {
    goal_.reset();
    wants_event_ = false;
  }
  if (shelf_->end() == 0 || (!goal_ && !wants_event_)) {
    return;
  }
  if (wants_event_) {
    const auto events = events_after(*shelf_, clock.time, {1, events_searched});
    wants_event_ = events.empty() && (live_ != nullptr || recording_->known_share() < 1.0);
    goal_ = events.empty() ? goal_ : std::optional(events.front().time);
  }
  if (live_ != nullptr) {
    live_->want((goal_ ? *goal_ : known_until()) + 0.5 * stage->header.time_step);
  }
  if (goal_ && known_until() >= *goal_ - 1e-12) {
    clock.time = *std::exchange(goal_, std::nullopt);
  }
}

void Session::to_previous_event() {
  clock.is_paused = true;
  if (shelf_->end() != 0) {
    seek(event_before(*shelf_, clock.time, events_searched));
  }
}

void Session::to_start() {
  clock.is_paused = true;
  seek(known_from());
}

void Session::to_end() {
  clock.is_paused = true;
  seek(known_until());
}

// Three lengths of the smaller body before and after, each in about a second and a half.
bool Session::replay() {
  constexpr double lengths = 3.0;
  constexpr double seconds = 1.5;
  if (shelf_->end() == 0) {
    return false;
  }
  const auto meeting = meeting_before(*shelf_, clock.time, events_searched);
  if (!meeting) {
    return false;
  }
  const auto size = [&](BodyIndex body) {
    const Aabb box = body_box(*stage, body, Pose{});
    return glm::length(box.high - box.low);
  };
  rewind(std::max(meeting->time - 1e-9 * stage->header.time_step, 0.0));
  const Instant before = instant();
  const FlowState a = before.motions->state(meeting->a, before.time);
  const FlowState b = before.motions->state(meeting->b, before.time);
  const double speed = glm::length(b.linear_velocity - a.linear_velocity) +
                       0.5 * glm::length(a.angular_velocity) * size(meeting->a) +
                       0.5 * glm::length(b.angular_velocity) * size(meeting->b);
  const double way = lengths * std::min(size(meeting->a), size(meeting->b));
  const double span = std::min(way / std::max(speed, 1e-9), 1.0);
  clock.speed = std::clamp(span / seconds, 1e-9, 1.0);
  clock.is_reversed = false;
  clock.is_paused = false;
  seek(meeting->time - span);
  return true;
}

OpenRequest request_like(OpenRequest present, const std::filesystem::path& file) {
  present.file = file;
  present.looks.clear();
  return present;
}

OpenRequest Session::present_request() const {
  OpenRequest request = request_;
  request.is_paused = clock.is_paused;
  return request;
}

Instant Session::instant() const {
  return {stage.get(), &player_->motions(), player_->time(), stage->header.time_step};
}

std::vector<Event> Session::meetings_within(const TimeSpan& span) const {
  constexpr std::size_t most = 400;
  constexpr std::size_t in_memory = 4000;  // steps looked at for a frame
  constexpr std::size_t in_a_file = 16;    // each is read
  if (shelf_->end() == 0) {
    return {};
  }
  std::vector<Event> found = events_after(*shelf_, span.from, {most, live_ != nullptr ? in_memory : in_a_file});
  std::erase_if(found, [&](const Event& event) {
    return event.time > span.to || (event.kind != EventKind::impact && event.kind != EventKind::tunnelled);
  });
  return found;
}

std::uint64_t Session::events_passed() const { return shelf_->end() == 0 ? 0 : events_until(*shelf_, player_->time()); }

std::size_t Session::bodies_there() const {
  const MotionTable& motions = player_->motions();
  std::size_t count = 0;
  for (BodyIndex i = 0; i < motions.size(); ++i) {
    count += motions.is_there(i, player_->time()) ? 1U : 0U;
  }
  return count;
}

std::size_t Session::events_in_step() const {
  if (shelf_->end() == 0) {
    return 0;
  }
  const std::size_t step = step_at(*shelf_, player_->time());
  return shelf_->has_events(step) ? shelf_->step(step)->events.size() : 0;
}

std::vector<Event> Session::coming_events() const {
  return shelf_->end() == 0 ? std::vector<Event>() : events_after(*shelf_, player_->time(), {12, 64});
}

}  // namespace firstcontact
