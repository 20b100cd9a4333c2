#include "narrowphase/clipping.hpp"

#include <algorithm>

namespace firstcontact {

namespace {

Vec3 crossing(const Vec3& p, const Vec3& q, double height_p, double height_q) {
  return p + (height_p / (height_p - height_q)) * (q - p);
}

}  // namespace

ClipPolygon ClipMemory::polygon(std::size_t corners) {
  ClipPolygon polygon(&resource_);
  polygon.reserve(corners);
  return polygon;
}

void clip(const ClipPolygon& polygon, const ClipPlane& plane, double tolerance, ClipPolygon& result) {
  result.clear();
  if (polygon.empty()) {
    return;
  }
  const auto height_of = [&plane](const ClipCorner& corner) {
    return glm::dot(plane.normal, corner.point) - plane.offset;
  };
  const std::size_t edges = polygon.size() == 2 ? 1 : polygon.size();
  const double first_height = height_of(polygon.front());
  double height_p = first_height;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ClipCorner& p = polygon[i];
    const bool is_last = i + 1 == polygon.size();
    const ClipCorner& q = is_last ? polygon.front() : polygon[i + 1];
    const double height_q = is_last ? first_height : height_of(q);
    const bool p_inside = height_p <= tolerance;
    const bool q_inside = height_q <= tolerance;
    if (p_inside) {
      result.push_back(p);
    }
    if (i < edges && p_inside != q_inside && height_p * height_q < 0.0) {
      // Going out, the boundary continues along the plane; coming in, along the edge it came by.
      result.push_back({crossing(p.point, q.point, height_p, height_q), p_inside ? plane.name : p.leaving});
    }
    height_p = height_q;
  }
}

bool cuts(const ClipPolygon& polygon, const ClipPlane& plane, double tolerance) {
  return std::any_of(polygon.begin(), polygon.end(), [&](const ClipCorner& corner) {
    return glm::dot(plane.normal, corner.point) - plane.offset > tolerance;
  });
}

std::uint64_t corner_name(const ClipPolygon& polygon, std::size_t i) {
  const std::uint64_t arriving = polygon[i > 0 ? i - 1 : polygon.size() - 1].leaving;
  return (arriving << 24U) | polygon[i].leaving;
}

}  // namespace firstcontact
