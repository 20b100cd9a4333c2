#include "narrowphase/clipping.hpp"

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
  const std::size_t edges = polygon.size() == 2 ? 1 : polygon.size();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const ClipCorner& p = polygon[i];
    const ClipCorner& q = polygon[i + 1 < polygon.size() ? i + 1 : 0];
    const double height_p = glm::dot(plane.normal, p.point) - plane.offset;
    const double height_q = glm::dot(plane.normal, q.point) - plane.offset;
    const bool p_inside = height_p <= tolerance;
    const bool q_inside = height_q <= tolerance;
    if (p_inside) {
      result.push_back(p);
    }
    if (i < edges && p_inside != q_inside && height_p * height_q < 0.0) {
      // Going out, the boundary continues along the plane; coming in, along the edge it came by.
      result.push_back({crossing(p.point, q.point, height_p, height_q), p_inside ? plane.name : p.leaving});
    }
  }
}

std::uint64_t corner_name(const ClipPolygon& polygon, std::size_t i) {
  const std::uint64_t arriving = polygon[i > 0 ? i - 1 : polygon.size() - 1].leaving;
  return (arriving << 24U) | polygon[i].leaving;
}

}  // namespace firstcontact
