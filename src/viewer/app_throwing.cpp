// Bodies that a person adds: thrown from the eye, or put at the pointer.
#include <algorithm>
#include <cmath>

#include "viewer/app_loop.hpp"
#include "viewer/plane.hpp"
#include "viewer/room.hpp"

namespace firstcontact {
namespace {

constexpr double puts_per_second = 20.0;

double bounding_radius(const Stage& stage, Index collider) {
  double radius = 0.0;
  for (const ConvexShape& shape : stage.shapes[collider]) {
    radius = std::max(radius, shape.radius);
  }
  return radius;
}

}  // namespace

void App::throw_one(const Vec3& direction) {
  const Camera camera = state_.camera.camera();
  if (!session_->is_live()) {
    state_.message = "nothing can be thrown into a recording: open its scene";
    return;
  }
  if (state_.thrown_kind >= session_->kinds.size()) {
    return;
  }
  const double radius = bounding_radius(*session_->stage, session_->kinds[state_.thrown_kind].recorded.collider);
  const Vec3 place = camera.eye + 2.5 * radius * direction;
  if (pick(session_->instant(), sight(direction, 4.0 * radius))) {
    state_.message = "there is no room to throw from here";
    return;
  }
  if (is_out_of_bounds(place)) {
    return;
  }
  const double speed = state_.settings.throw_speed * session_->scenery.scale;
  const Vec3 axis = glm::normalize(picture_axes(camera).right + 0.3 * picture_axes(camera).top);
  session_->throw_body({state_.thrown_kind, place, speed * direction, state_.settings.throw_spin * axis});
  session_->clock.is_paused = false;
  last_throw_ = Clock::now();
}

// A body changes the stage, which others may be reading; and its model must be with the renderer.
bool App::may_add_bodies() const {
  const bool is_lab_reading = state_.lab.coming.valid() && !is_ready(state_.lab.coming);
  return has_all_models_ && !heavy_overlays_.is_reading() && !is_lab_reading;
}

// What is there already is taken at once; what is not is loaded beside the window, one after the other.
void App::want_kind(const WantedKind& wanted) {
  const auto& kinds = session_->kinds;
  const auto known = std::find_if(kinds.begin(), kinds.end(), [&](const BodyKind& kind) {
    return kind.wish && kind.wish->name == wanted.wish.name && kind.wish->mesh == wanted.wish.mesh &&
           kind.wish->size == wanted.wish.size;
  });
  if (known != kinds.end()) {
    use_kind(static_cast<std::size_t>(known - kinds.begin()), wanted.use);
    return;
  }
  state_.message = "making ready: " + wanted.wish.name;
  kind_use_ = wanted.use;
  kind_of_opened_ = state_.opened;
  kind_coming_ =
      beside_.start([wish = wanted.wish, cache = session_->request().cache] { return load_kind(wish, cache); });
}

void App::take_kind() {
  const bool is_done = is_ready(kind_coming_);
  if (!is_done || (kind_of_opened_ == state_.opened && !may_add_bodies())) {
    return;
  }
  auto loaded = kind_coming_.get();
  if (session_ == nullptr || kind_of_opened_ != state_.opened) {
    return;  // another scene is open
  }
  if (!loaded) {
    state_.message = loaded.error().message;
    return;
  }
  use_kind(session_->add_kind(loaded.value()), kind_use_);
  state_.message = "ready: " + loaded.value().wish.name;
  loaded_kinds_.push_back(std::move(loaded).value());
}

void App::use_kind(std::size_t kind, KindUse use) {
  if (use == KindUse::thrown) {
    state_.thrown_kind = kind;
  } else {
    state_.spawned_kinds.at(use == KindUse::left ? 0 : 1) = kind;
  }
}

// A mesh that is dropped upon the window is thrown next.
void App::throw_dropped(const std::filesystem::path& mesh) {
  if (session_ == nullptr || !session_->is_live()) {
    state_.message = "a mesh can be thrown in a running scene: open one first";
    return;
  }
  std::error_code ignored;
  state_.tool = Tool::fling;
  want_kind({mesh_kind(std::filesystem::absolute(mesh, ignored), state_.kind_size), KindUse::thrown});
}

// The scene would take it away at once.
bool App::is_out_of_bounds(const Vec3& place) {
  const auto& bounds = session_->bounds;
  const bool is_out =
      bounds && (glm::any(glm::lessThan(place, bounds->low)) || glm::any(glm::greaterThan(place, bounds->high)));
  if (is_out) {
    state_.message = "that is outside of the scene's bounds: what is put there is removed at once";
  }
  return is_out;
}

// As many as are due since the last, so that slow frames pour as fast as quick ones.
void App::use_spawn(const Input& input, const Vec3& direction) {
  constexpr int most_in_a_frame = 4;
  if (!input.left_held && !input.right_held && !input.left_pressed && !input.right_pressed) {
    return;
  }
  const double due = seconds_since(last_put_) * puts_per_second;
  const bool is_first = input.left_pressed || input.right_pressed;
  if ((due < 1.0 && !is_first) || !may_add_bodies()) {
    return;
  }
  const std::size_t kind = state_.spawned_kinds.at(input.left_held || input.left_pressed ? 0 : 1);
  const int count = is_first ? 1 : std::clamp(static_cast<int>(due), 1, most_in_a_frame);
  for (int i = 0; i < count && put_one(kind, direction); ++i) {
  }
  // What is due beyond them comes with the next frame, but for what a pause has left undone.
  const std::chrono::duration<double> made(count / puts_per_second);
  const bool is_behind = is_first || due > count + most_in_a_frame;
  last_put_ = is_behind ? Clock::now() : last_put_ + std::chrono::duration_cast<Clock::duration>(made);
}

// In the plane that the body keeps to, or else in the one through where its like began, or through what the camera
// looks at, that faces the eye.
bool App::put_one(std::size_t number, const Vec3& direction) {
  if (!session_->is_live() || number >= session_->kinds.size()) {
    state_.message = "nothing can be put into a recording: open its scene";
    return false;
  }
  const BodyKind& kind = session_->kinds[number];
  const Camera camera = state_.camera.camera();
  const Vec3 normal = plane_normal(kind.laws.locked).value_or(view_direction(camera));
  const Vec3 through = kind.through.value_or(camera.target);
  const double towards = glm::dot(normal, direction);
  const double way = towards != 0.0 ? glm::dot(normal, through - camera.eye) / towards : -1.0;
  if (!(way > 0.0)) {
    return false;  // the pointer is not over the plane
  }
  session_->seek(session_->known_until());
  const auto place = free_place(*session_, {number, camera.eye + way * direction, normal});
  if (!place) {
    state_.message = "there is no room here";
    return false;
  }
  if (is_out_of_bounds(*place)) {
    return false;
  }
  const FlowState& start = kind.recorded.start;
  session_->throw_body({number, *place, start.linear_velocity, start.angular_velocity});
  session_->clock.is_paused = false;
  return true;
}

}  // namespace firstcontact
