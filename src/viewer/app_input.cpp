// What is held, moved and dragged: flying, moving a body in the lab, selecting, throwing, the spring.
#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>

#include "viewer/app_loop.hpp"
#include "viewer/plane.hpp"

namespace firstcontact {
namespace {

constexpr double throws_per_second = 20.0;

}  // namespace

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

namespace {

// Which ways the keys of the lab move and turn a body.
struct LabAxes {
  Vec3 right{1.0, 0.0, 0.0}, up{0.0, 1.0, 0.0}, away{0.0, 0.0, -1.0};  // arrows, page keys, arrows; zero: none
  Vec3 turn{0.0, 1.0, 0.0};                                            // about it, by Q and E
};

// Along the ground as the camera sees it, and about the vertical.
LabAxes axes_in_space(const Camera& camera) {
  const PictureAxes picture = picture_axes(camera);
  LabAxes axes;
  axes.right = normalized_or(Vec3(picture.right.x, 0.0, picture.right.z), Vec3(1.0, 0.0, 0.0));
  axes.away = glm::cross(axes.up, axes.right);
  return axes;
}

// In the plane as the camera sees it, and about its normal.
LabAxes axes_in_plane(const Camera& camera, const Vec3& normal) {
  LabAxes axes;
  axes.turn = glm::dot(normal, camera.eye - camera.target) < 0.0 ? -normal : normal;
  const Vec3 right = picture_axes(camera).right;
  axes.right = normalized_or(right - glm::dot(right, normal) * normal, any_perpendicular(normal));
  axes.up = axes.away = glm::cross(axes.turn, axes.right);
  return axes;
}

}  // namespace

void App::move_in_lab(const Input& input, double seconds) {
  const bool asks = input.nudge != Vec3(0.0) || input.twist != 0.0;
  const Instant instant = session_->instant();
  if (!asks || *state_.selected >= instant.motions->size()) {
    return;
  }
  Pose pose = state_.lab.moved.value_or(instant.motions->state(*state_.selected, instant.time).pose);
  const Camera camera = state_.camera.camera();
  const auto normal = plane_normal_of_pair(session_->stage->header, {*state_.selected, *state_.second});
  const LabAxes axes = normal ? axes_in_plane(camera, *normal) : axes_in_space(camera);
  const double way = 0.25 * session_->scenery.scale * seconds * (input.shift ? 0.1 : 1.0);
  pose.position += way * (input.nudge.x * axes.right + input.nudge.y * axes.up - input.nudge.z * axes.away);
  const double angle = input.twist * seconds * (input.shift ? 0.1 : 1.0);
  pose.orientation = glm::normalize(quaternion_from_rotation_vector(angle * axes.turn) * pose.orientation);
  state_.lab.moved = pose;
}

// From -1 (bottom) to 1 in the picture, of the same in the window.
double App::height_in_picture(double mouse_y) const {
  const double window = std::max(window_.pixels().height, 1);
  const Canvas::Part area = picture_area();
  return 2.0 * (0.5 * (mouse_y + 1.0) * window - area.bottom) / area.height - 1.0;
}

void App::use_mouse(const Input& input) {
  if (state_.tool != Tool::spawn) {  // whose are both buttons
    state_.camera.turn(state_.settings.mouse_speed * input.turn_x, -state_.settings.mouse_speed * input.turn_y);
  }
  if (input.wheel != 0.0) {
    state_.camera.zoom(input.wheel);
  }
  // Panes lie side by side, and each is a whole picture.
  const double across = 0.5 * (input.mouse_x + 1.0) * pane_count();
  const double pane = std::clamp(std::floor(across), 0.0, pane_count() - 1.0);
  const Camera camera = state_.camera.camera();
  const Vec3 direction =
      ray_direction(camera, pane_aspect(), 2.0 * (across - pane) - 1.0, height_in_picture(input.mouse_y));
  if (state_.tool == Tool::drag) {
    use_drag(input, direction);
  }
  if (state_.tool == Tool::pick && input.left_pressed) {
    const Session& under = pane == 0.0 ? *session_ : *session_->companions[static_cast<std::size_t>(pane) - 1];
    const auto picked = pick(under.instant(), sight(direction, 100.0 * session_->scenery.scale));
    auto& chosen = input.shift ? state_.second : state_.selected;
    chosen = picked ? std::optional(picked->body) : std::nullopt;
    if (state_.second == state_.selected) {
      state_.second.reset();  // a pair is of two
    }
    state_.lab.moved.reset();
  }
  if (state_.tool == Tool::spawn) {
    use_spawn(input, direction);
  }
  const bool again = input.left_held && seconds_since(last_throw_) > 1.0 / throws_per_second;
  wants_throw_ = wants_throw_ || (state_.tool == Tool::fling && (input.left_pressed || again));
  if (wants_throw_ && may_add_bodies()) {
    wants_throw_ = false;
    throw_one(direction);
  }
}

// What the picture leaves out is looked through, and nothing else.
Sight App::sight(const Vec3& direction, double reach) const {
  return {state_.camera.camera().eye, direction, reach, looks().hides_walls ? session_->scenery.focus : Aabb{}};
}

void App::use_drag(const Input& input, const Vec3& direction) {
  const Camera camera = state_.camera.camera();
  const Instant instant = session_->instant();
  if (input.left_pressed) {
    const auto picked = pick(instant, sight(direction, 100.0 * session_->scenery.scale));
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

}  // namespace firstcontact
