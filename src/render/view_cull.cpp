#include "render/view_cull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "render/shadow_map.hpp"

namespace firstcontact {
namespace {

constexpr double farthest = 1e29;  // m: what an octree takes

// A plane with this normal through this point.
ViewRegion::Plane plane_at(const Vec3& normal, const Vec3& point) { return {normal, glm::dot(normal, point)}; }

Aabb box_around(std::span<const Vec3> points) {
  Aabb box{Vec3(std::numeric_limits<double>::infinity()), Vec3(-std::numeric_limits<double>::infinity())};
  for (const Vec3& point : points) {
    box.low = glm::min(box.low, point);
    box.high = glm::max(box.high, point);
  }
  return {glm::max(box.low, Vec3(-farthest)), glm::min(box.high, Vec3(farthest))};
}

bool is_in_reach(const Aabb& box) {
  return glm::all(glm::lessThan(glm::abs(box.low), Vec3(farthest))) &&
         glm::all(glm::lessThan(glm::abs(box.high), Vec3(farthest)));
}

// True when the segment from the eye to the target passes through the box: slabs (Kay, Kajiya 1986).
bool blocks(const Aabb& box, const Vec3& eye, const Vec3& target) {
  double enter = 0.0;
  double leave = 1.0;
  for (int k = 0; k < 3; ++k) {
    const double travel = target[k] - eye[k];
    if (travel == 0.0) {
      if (eye[k] < box.low[k] || eye[k] > box.high[k]) {
        return false;
      }
      continue;
    }
    const double first = (box.low[k] - eye[k]) / travel;
    const double second = (box.high[k] - eye[k]) / travel;
    enter = std::max(enter, std::min(first, second));
    leave = std::min(leave, std::max(first, second));
  }
  return enter < leave;
}

}  // namespace

bool hides_focus(const Aabb& box, const Vec3& eye, const Aabb& focus) {
  const Vec3 middle = 0.5 * (focus.low + focus.high);
  if (focus.low.x > focus.high.x || blocks(box, eye, middle)) {
    return focus.low.x <= focus.high.x;
  }
  int hidden = 0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 point((corner & 1U) != 0U ? focus.high.x : focus.low.x, (corner & 2U) != 0U ? focus.high.y : focus.low.y,
                     (corner & 4U) != 0U ? focus.high.z : focus.low.z);
    hidden += blocks(box, eye, middle + 0.7 * (point - middle)) ? 1 : 0;
  }
  return hidden > 1;
}

ViewRegion region_of_camera(const Camera& camera, double aspect, const DepthRange& depth) {
  const PictureAxes axes = picture_axes(camera);
  const Vec3 ahead = view_direction(camera);
  const double half_height = std::tan(0.5 * camera.field_of_view);
  const double half_width = half_height * aspect;
  ViewRegion region;
  region.planes = {
      plane_at(ahead, camera.eye + depth.nearest * ahead),   plane_at(-ahead, camera.eye + depth.farthest * ahead),
      plane_at(half_width * ahead + axes.right, camera.eye), plane_at(half_width * ahead - axes.right, camera.eye),
      plane_at(half_height * ahead + axes.top, camera.eye),  plane_at(half_height * ahead - axes.top, camera.eye)};
  std::vector<Vec3> corners;
  for (const double far : {depth.nearest, depth.farthest}) {
    for (const double x : {-half_width, half_width}) {
      for (const double y : {-half_height, half_height}) {
        corners.push_back(camera.eye + far * (ahead + x * axes.right + y * axes.top));
      }
    }
  }
  region.box = box_around(corners);
  return region;
}

ViewRegion region_of_column(const Vec3& center, const Vec3& direction, double radius, double length) {
  const Vec3 right = any_perpendicular(direction);
  const Vec3 top = glm::cross(direction, right);
  // Whichever way the square is turned about the column, it is within the one around its circle.
  const double reach = std::sqrt(2.0) * radius;
  ViewRegion region;
  std::vector<Vec3> corners;
  for (const Vec3& axis : {right, top}) {
    region.planes.push_back(plane_at(axis, center - reach * axis));
    region.planes.push_back(plane_at(-axis, center + reach * axis));
  }
  for (const double x : {-reach, reach}) {
    for (const double y : {-reach, reach}) {
      for (const double z : {-0.5 * length, 0.5 * length}) {
        corners.push_back(center + x * right + y * top + z * direction);
      }
    }
  }
  region.box = box_around(corners);
  return region;
}

bool may_see(const ViewRegion& region, const Aabb& box) {
  const Vec3 middle = 0.5 * (box.low + box.high);
  const Vec3 half = 0.5 * (box.high - box.low);
  return std::all_of(region.planes.begin(), region.planes.end(), [&](const ViewRegion::Plane& plane) {
    const double reach = glm::dot(glm::abs(plane.normal), half);
    const double slack = 1e-9 * (glm::dot(glm::abs(plane.normal), glm::abs(middle)) + std::abs(plane.offset));
    return glm::dot(plane.normal, middle) + reach >= plane.offset - slack;
  });
}

BoxesInView::BoxesInView(std::span<const Aabb> boxes) : boxes_(boxes.begin(), boxes.end()) {
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    if (is_in_reach(boxes_[i])) {
      octree_.set_resident(static_cast<BodyIndex>(i), boxes_[i]);
    }
  }
}

std::vector<std::uint8_t> BoxesInView::seen_from(const ViewRegion& region) const {
  std::vector<std::uint8_t> seen(boxes_.size(), 0);
  Track view;
  view.body = static_cast<BodyIndex>(boxes_.size());
  view.box = region.box;
  for (const BodyIndex i : octree_.query(view)) {
    seen[i] = may_see(region, boxes_[i]) ? 1 : 0;
  }
  return seen;
}

double shadow_radius(const Picture& picture) {
  const double distance = glm::length(picture.camera.target - picture.camera.eye);
  return std::min(1.6 * picture.scale, 1.3 * distance + 0.05 * picture.scale);
}

Visible visible_of(const Picture& picture, const RenderOptions& options, const ViewRegion& view,
                   std::span<const Aabb> boxes) {
  const std::vector<std::uint8_t> all(boxes.size(), 1);
  const std::vector<std::uint8_t> none(boxes.size(), 0);
  const bool has_shadows = options.shadows != ShadowQuality::none;
  if (!options.culls) {
    return {all, has_shadows ? all : none};
  }
  const BoxesInView among(boxes);
  const double radius = 1.01 * shadow_radius(picture);  // the map moves by whole texels
  const ViewRegion sun =
      region_of_column(picture.camera.target, sun_direction(), radius, shadow_depth_per_radius * radius);
  return {among.seen_from(view), has_shadows ? among.seen_from(sun) : none};
}

}  // namespace firstcontact
