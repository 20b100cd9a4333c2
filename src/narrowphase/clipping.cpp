#include "narrowphase/clipping.hpp"

namespace firstcontact {

namespace {

void append(ClipPolygon& polygon, const Vec3& point, std::uint32_t leaving) {
  if (polygon.count < ClipPolygon::capacity) {
    ClipCorner& corner = polygon.corner[static_cast<std::size_t>(polygon.count++)];
    corner.point = point;
    corner.leaving = leaving;
  }
}

Vec3 crossing(const Vec3& p, const Vec3& q, double height_p, double height_q) {
  return p + (height_p / (height_p - height_q)) * (q - p);
}

}  // namespace

void clip(ClipPolygon& polygon, const ClipPlane& plane, double tolerance) {
  ClipPolygon result;
  result.count = 0;
  const int edges = polygon.count == 2 ? 1 : polygon.count;
  for (int i = 0; i < polygon.count; ++i) {
    const ClipCorner& p = polygon.corner[static_cast<std::size_t>(i)];
    const ClipCorner& q = polygon.corner[static_cast<std::size_t>(i + 1 < polygon.count ? i + 1 : 0)];
    const double height_p = glm::dot(plane.normal, p.point) - plane.offset;
    const double height_q = glm::dot(plane.normal, q.point) - plane.offset;
    const bool p_inside = height_p <= tolerance;
    const bool q_inside = height_q <= tolerance;
    if (p_inside) {
      append(result, p.point, p.leaving);
    }
    if (i < edges && p_inside != q_inside && height_p * height_q < 0.0) {
      // Going out, the boundary continues along the plane; coming in, along the edge it came by.
      append(result, crossing(p.point, q.point, height_p, height_q), p_inside ? plane.name : p.leaving);
    }
  }
  polygon.count = result.count;
  for (int i = 0; i < result.count; ++i) {
    polygon.corner[static_cast<std::size_t>(i)] = result.corner[static_cast<std::size_t>(i)];
  }
}

std::uint64_t corner_name(const ClipPolygon& polygon, int i) {
  const int before = i > 0 ? i - 1 : polygon.count - 1;
  const std::uint64_t arriving = polygon.corner[static_cast<std::size_t>(before)].leaving;
  return (arriving << 24U) | polygon.corner[static_cast<std::size_t>(i)].leaving;
}

}  // namespace firstcontact
