// Bodies that a person adds: thrown from the eye, or put at the pointer.
#include <algorithm>
#include <cmath>

#include "viewer/app_loop.hpp"
#include "viewer/plane.hpp"
#include "viewer/room.hpp"

namespace firstcontact {
namespace {

constexpr double puts_per_second = 20.0;

double bounding_radius(const Stage& stage, BodyIndex body) {
  double radius = 0.0;
  for (const ConvexShape& shape : stage.shapes[stage.header.bodies[body].collider]) {
    radius = std::max(radius, shape.radius);
  }
  return radius;
}

}  // namespace

void App::throw_one(const Vec3& direction) {
  const Camera camera = state_.camera.camera();
  const auto& bodies = session_->stage->header.bodies;
  if (!session_->is_live()) {
    state_.message = "nothing can be thrown into a recording: open its scene";
    return;
  }
  if (state_.thrown_like >= bodies.size()) {
    return;
  }
  const double radius = bounding_radius(*session_->stage, state_.thrown_like);
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
  session_->throw_body({state_.thrown_like, place, speed * direction, state_.settings.throw_spin * axis});
  session_->clock.is_paused = false;
  last_throw_ = Clock::now();
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
  if ((due < 1.0 && !is_first) || heavy_overlays_.is_reading()) {
    return;
  }
  const BodyIndex like = state_.spawned_like.at(input.left_held || input.left_pressed ? 0 : 1);
  const int count = is_first ? 1 : std::clamp(static_cast<int>(due), 1, most_in_a_frame);
  for (int i = 0; i < count && put_one(like, direction); ++i) {
  }
  // What is due beyond them comes with the next frame, but for what a pause has left undone.
  const std::chrono::duration<double> made(count / puts_per_second);
  const bool is_behind = is_first || due > count + most_in_a_frame;
  last_put_ = is_behind ? Clock::now() : last_put_ + std::chrono::duration_cast<Clock::duration>(made);
}

// In the plane that the body keeps to, or else in the one through where its like began that faces the eye.
bool App::put_one(BodyIndex like, const Vec3& direction) {
  const RecordingHeader& header = session_->stage->header;
  if (!session_->is_live() || like >= session_->throwable.size()) {
    state_.message = "nothing can be put into a recording: open its scene";
    return false;
  }
  const Camera camera = state_.camera.camera();
  const Vec3 normal = plane_normal(header, like).value_or(view_direction(camera));
  const Vec3 through = header.bodies[like].start.pose.position;
  const double towards = glm::dot(normal, direction);
  const double way = towards != 0.0 ? glm::dot(normal, through - camera.eye) / towards : -1.0;
  if (!(way > 0.0)) {
    return false;  // the pointer is not over the plane
  }
  session_->seek(session_->known_until());
  const auto place = free_place(*session_, {like, camera.eye + way * direction, normal});
  if (!place) {
    state_.message = "there is no room here";
    return false;
  }
  if (is_out_of_bounds(*place)) {
    return false;
  }
  const RecordedBody& kind = header.bodies[like];
  session_->throw_body({like, *place, kind.start.linear_velocity, kind.start.angular_velocity});
  session_->clock.is_paused = false;
  return true;
}

}  // namespace firstcontact
