// Our numbers in Box3D's words, and back.
#pragma once

#include <firstcontact/shape.hpp>

#include <box3d/math_functions.h>

#include <vector>

namespace benchmarks {

inline b3Vec3 to_box3d(const firstcontact::Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
inline b3Quat to_box3d(const firstcontact::Quat& q) {
  return {{static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)}, static_cast<float>(q.w)};
}
inline firstcontact::Pose from_box3d(const b3Transform& transform) {
  const firstcontact::Quat q(transform.q.s, transform.q.v.x, transform.q.v.y, transform.q.v.z);
  return {{transform.p.x, transform.p.y, transform.p.z}, glm::normalize(q)};
}

inline std::vector<b3Vec3> points_of(const firstcontact::ConvexShape& shape) {
  std::vector<b3Vec3> points;
  for (const firstcontact::Vec3& vertex : shape.core.vertices) {
    points.push_back(to_box3d(vertex));
  }
  return points;
}

}  // namespace benchmarks
