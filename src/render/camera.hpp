// Where a picture is taken from.
#pragma once

#include <firstcontact/math.hpp>
#include <glm/mat4x4.hpp>

namespace firstcontact {

struct Camera {
  Vec3 eye{4.0, 3.0, 6.0};          // m
  Vec3 target{0.0};                 // m
  Vec3 up{0.0, 1.0, 0.0};           // unit; need not be at right angles to the line of sight
  double field_of_view = 0.785398;  // rad, vertical
};

/// The unit vector from the eye to the target (or -Z when they are one).
[[nodiscard]] Vec3 view_direction(const Camera& camera);
/// Unit vectors to the picture's right and top.
struct PictureAxes {
  Vec3 right{1.0, 0.0, 0.0}, top{0.0, 1.0, 0.0};
};
[[nodiscard]] PictureAxes picture_axes(const Camera& camera);

struct DepthRange {
  double nearest = 0.1, farthest = 1000.0;  // m
};
/// From points *relative to the eye* to clip space. Pictures are computed relative to the eye, so that single precision
/// is enough however far from the origin the scene is.
[[nodiscard]] glm::mat4 clip_from_eye_relative(const Camera& camera, double aspect, const DepthRange& depth);

/// A ray in the world through a point of the picture: x and y from -1 (left, bottom) to 1.
[[nodiscard]] Vec3 ray_direction(const Camera& camera, double aspect, double x, double y);

/// A camera like `lens` that sees all of `box` from the direction `from` (unit, from the box towards the eye).
[[nodiscard]] Camera framing(const Aabb& box, const Vec3& from, double aspect, const Camera& lens = {});

}  // namespace firstcontact
