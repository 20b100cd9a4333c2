#include "viewer/fly_camera.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {
namespace {

constexpr double steepest = 1.55;  // rad: straight up and down are left out, where right and left lose their meaning

}  // namespace

void FlyCamera::begin(const Camera& camera, double scale) {
  eye_ = camera.eye;
  distance_ = std::max(glm::length(camera.target - camera.eye), 1e-3 * scale);
  field_of_view_ = camera.field_of_view;
  circled_.reset();
  look_at(camera.target);
}

void FlyCamera::look_at(const Vec3& point) {
  const Vec3 way = normalized_or(point - eye_, Vec3(0.0, 0.0, -1.0));
  yaw_ = std::atan2(way.x, -way.z);
  pitch_ = std::clamp(std::asin(std::clamp(way.y, -1.0, 1.0)), -steepest, steepest);
}

Vec3 FlyCamera::direction() const {
  return {std::cos(pitch_) * std::sin(yaw_), std::sin(pitch_), -std::cos(pitch_) * std::cos(yaw_)};
}

void FlyCamera::turn(double right, double up) {
  yaw_ += right;
  pitch_ = std::clamp(pitch_ + up, -steepest, steepest);
}

void FlyCamera::move(const FlyWish& wish, double speed, double seconds) {
  const double way = speed * seconds * (wish.is_fast ? 4.0 : 1.0);
  if (circled_) {
    distance_ = std::max(distance_ - wish.forward * way, 1e-6);
    turn(-wish.right * way / distance_, -wish.up * way / distance_);
    return;
  }
  const Vec3 forward = direction();
  const Vec3 right = glm::normalize(glm::cross(forward, Vec3(0.0, 1.0, 0.0)));
  eye_ += way * (wish.forward * forward + wish.right * right + wish.up * Vec3(0.0, 1.0, 0.0));
}

void FlyCamera::zoom(double notches) {
  const double factor = std::pow(0.88, notches);
  if (circled_) {
    distance_ = std::max(distance_ * factor, 1e-6);
  } else {
    eye_ += (1.0 - factor) * distance_ * direction();
  }
}

void FlyCamera::circle(std::optional<Vec3> center) {
  if (center && !circled_) {
    distance_ = std::max(glm::length(*center - eye_), 1e-6);
    look_at(*center);
  }
  if (!center && circled_) {
    eye_ = *circled_ - distance_ * direction();
  }
  circled_ = center;
}

Camera FlyCamera::camera() const {
  Camera camera;
  camera.field_of_view = field_of_view_;
  camera.eye = circled_ ? *circled_ - distance_ * direction() : eye_;
  camera.target = camera.eye + distance_ * direction();
  return camera;
}

}  // namespace firstcontact
