// The camera in a person's hands.
#pragma once

#include <optional>

#include "render/camera.hpp"

namespace firstcontact {

/// Which ways the keys ask to go, -1, 0 or 1 each.
struct FlyWish {
  double forward = 0.0, right = 0.0, up = 0.0;
  bool is_fast = false;
};

/// Flies freely, or circles a point. Level: up stays up.
class FlyCamera {
 public:
  /// Begins as `camera`, in a scene of that size (m).
  void begin(const Camera& camera, double scale);

  /// Turns by angles (rad): to the right, and up.
  void turn(double right, double up);
  /// Moves for `seconds` at `speed` m/s. While circling, forward and back change the distance, the others the angle.
  void move(const FlyWish& wish, double speed, double seconds);
  /// Nearer (above 0) or further, in notches of a wheel.
  void zoom(double notches);

  /// Circles `center` from now on (m), or, with nothing, flies.
  void circle(std::optional<Vec3> center);
  [[nodiscard]] bool is_circling() const { return circled_.has_value(); }
  /// Turns towards a point.
  void look_at(const Vec3& point);

  [[nodiscard]] Camera camera() const;

 private:
  [[nodiscard]] Vec3 direction() const;

  Vec3 eye_{0.0};
  double yaw_ = 0.0, pitch_ = 0.0;  // rad
  double distance_ = 1.0;           // m, to what is looked at
  double field_of_view_ = 0.785398;
  std::optional<Vec3> circled_;
};

}  // namespace firstcontact
