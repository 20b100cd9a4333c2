// Our numbers in Bullet's words, and back.
#pragma once

#include <firstcontact/math.hpp>

#include <LinearMath/btTransform.h>

namespace benchmarks {

inline btVector3 to_bullet(const firstcontact::Vec3& v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}
inline btTransform to_bullet(const firstcontact::Pose& pose) {
  const firstcontact::Quat& q = pose.orientation;
  return btTransform(btQuaternion(static_cast<btScalar>(q.x), static_cast<btScalar>(q.y), static_cast<btScalar>(q.z),
                                  static_cast<btScalar>(q.w)),
                     to_bullet(pose.position));
}
inline firstcontact::Pose from_bullet(const btTransform& transform) {
  const btQuaternion q = transform.getRotation();
  const btVector3& p = transform.getOrigin();
  return {{p.x(), p.y(), p.z()}, glm::normalize(firstcontact::Quat(q.w(), q.x(), q.y(), q.z()))};
}

}  // namespace benchmarks
