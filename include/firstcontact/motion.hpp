// Where a body is at time t, over one span of time, and how far it can get: what the broadphase, the time of impact and
// the calendar all ask. A motion is a screw (constant linear velocity and spin), plus a constant acceleration of the
// reference point, plus a bound on how far the true path strays from that.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/math.hpp>

namespace firstcontact {

/// A rigid motion over [0, duration of the query]: position(t) = p + v t + a t^2 / 2, orientation(t) = exp(w t) q.
/// The spin `angular_velocity` is constant in the world frame and may be any size; |w| t may exceed 2 pi. (method 1.1)
struct RigidMotion {
  Pose start;                     // of the reference point (the centre of mass), at t = 0
  Vec3 linear_velocity{0.0};      // m/s
  Vec3 angular_velocity{0.0};     // rad/s, world frame
  Vec3 linear_acceleration{0.0};  // m/s^2
  double deviation = 0.0;         // m: no point of the body is ever further than this from where the screw has it
};

// All three throw ContractViolation for numbers that are not finite or beyond 1e50.

/// The pose at `time` seconds after the start. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT Pose pose_at(const RigidMotion& motion, double time);

/// The same motion seen from `time` on: pose_at(advanced(m, s), t) equals pose_at(m, s + t) up to rounding.
[[nodiscard]] FIRSTCONTACT_EXPORT RigidMotion advanced(const RigidMotion& motion, double time);

/// A box that holds a body of extents `half_extents_local` (about the reference point, local frame) and bounding radius
/// `radius` at every instant of [0, duration]. Never too small; tight for translation and for spin about any axis.
[[nodiscard]] FIRSTCONTACT_EXPORT Aabb swept_box(const RigidMotion& motion, const Vec3& half_extents_local,
                                                 double radius, double duration);

}  // namespace firstcontact
