#include "render/camera.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace firstcontact {

Vec3 view_direction(const Camera& camera) { return normalized_or(camera.target - camera.eye, Vec3(0.0, 0.0, -1.0)); }

PictureAxes picture_axes(const Camera& camera) {
  const Vec3 forward = view_direction(camera);
  const Vec3 right = normalized_or(glm::cross(forward, camera.up), any_perpendicular(forward));
  return {right, glm::cross(right, forward)};
}

glm::mat4 clip_from_eye_relative(const Camera& camera, double aspect, const DepthRange& depth) {
  const PictureAxes axes = picture_axes(camera);
  const glm::dmat4 view = glm::lookAt(Vec3(0.0), view_direction(camera), axes.top);
  return glm::mat4(glm::perspective(camera.field_of_view, aspect, depth.nearest, depth.farthest) * view);
}

Vec3 ray_direction(const Camera& camera, double aspect, double x, double y) {
  const PictureAxes axes = picture_axes(camera);
  const double half_height = std::tan(0.5 * camera.field_of_view);
  const Vec3 ray = view_direction(camera) + x * half_height * aspect * axes.right + y * half_height * axes.top;
  return glm::normalize(ray);
}

Camera framing(const Aabb& box, const Vec3& from, double aspect, const Camera& lens) {
  Camera camera = lens;
  camera.target = 0.5 * (box.low + box.high);
  camera.eye = camera.target + from;
  const PictureAxes axes = picture_axes(camera);
  const double half_height = std::tan(0.5 * camera.field_of_view);
  double distance = 1e-3;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 point((corner & 1U) != 0U ? box.high.x : box.low.x, (corner & 2U) != 0U ? box.high.y : box.low.y,
                     (corner & 4U) != 0U ? box.high.z : box.low.z);
    const Vec3 offset = point - camera.target;
    const double needed = std::max(std::abs(glm::dot(offset, axes.top)) / half_height,
                                   std::abs(glm::dot(offset, axes.right)) / (half_height * aspect));
    distance = std::max(distance, needed + glm::dot(offset, from));
  }
  camera.eye = camera.target + 1.02 * distance * from;  // a little air around it
  return camera;
}

}  // namespace firstcontact
