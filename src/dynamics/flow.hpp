// Torque-free motion, exact to rounding, and its covering by screws.
//
// A free body's flow is a parabola and a torque-free rotation: its world angular momentum is constant, its attitude is
// that of Euler's equations. `evaluate` (world.hpp) computes it at any time. The time-of-impact query wants constant
// spin, so a span of the flow is covered by one screw and a bound on how far the two differ (docs/step.md, "Flow and
// tube"): a screw may bound the motion but must never replace it, or energy is lost.
#pragma once

#include <firstcontact/flow.hpp>
#include <firstcontact/motion.hpp>

namespace firstcontact {

/// Bound, rad/s^2, on the angular acceleration of a free body at any time, from its conserved energy and momentum: the
/// greatest each body-frame spin can get on its polhode (Landau, Lifshitz, Mechanics, section 37). 0 for a body of
/// three equal moments, and near 0 for a steady spin about a principal axis of least or greatest moment.
[[nodiscard]] double angular_acceleration_bound(const MotionSegment& segment, const InertiaFrame& inertia);

struct ScrewSpan {
  double begin = 0.0;                 // s
  double end = 0.0;                   // s
  double radius = 0.0;                // m, bounding radius about the centre of mass
  double angular_acceleration = 0.0;  // rad/s^2, from angular_acceleration_bound
};

/// The screw that has the flow's position throughout, and its attitude and spin at mid-span; `deviation` bounds the
/// distance of any material point: with |d omega/dt| <= alpha the relative attitude turns by at most
/// integral alpha |t - t_mid| dt = alpha h^2 / 8, for any spin (docs/method.md#screw-tubes), and no point is further
/// than twice the radius from another.
[[nodiscard]] RigidMotion screw_over(const MotionSegment& segment, const InertiaFrame& inertia, const ScrewSpan& span);

/// m: that bound alone.
[[nodiscard]] double screw_deviation(const ScrewSpan& span);

/// World inertia tensor times `v`, kg m^2.
[[nodiscard]] Vec3 apply_inertia(const InertiaFrame& inertia, const Quat& orientation, const Vec3& v);
/// Inverse of the world inertia tensor times `v`.
[[nodiscard]] Vec3 apply_inverse_inertia(const InertiaFrame& inertia, const Quat& orientation, const Vec3& v);

}  // namespace firstcontact
