#include "narrowphase/pair_motion.hpp"

#include "narrowphase/quick_answers.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

OfBoth both(double value) { return OfBoth{value, value}; }
OfBoth root_of(const OfBoth& v) { return OfBoth{std::sqrt(v[0]), std::sqrt(v[1])}; }
VecOfBoth of_both(const Vec3& a, const Vec3& b) { return {OfBoth{a.x, b.x}, OfBoth{a.y, b.y}, OfBoth{a.z, b.z}}; }
OfBoth dot(const VecOfBoth& p, const VecOfBoth& q) { return (p.x * q.x + p.y * q.y) + p.z * q.z; }
VecOfBoth cross(const VecOfBoth& p, const VecOfBoth& q) {
  return {p.y * q.z - q.y * p.z, p.z * q.x - q.z * p.x, p.x * q.y - q.x * p.y};
}
VecOfBoth scaled(const VecOfBoth& v, const OfBoth& by) { return {v.x * by, v.y * by, v.z * by}; }
OfBoth without_sign(const OfBoth& v) { return v < both(0.0) ? -v : v; }

// No vertex is further from the spin axis than the furthest corner of the local box: a long needle that spins about its
// own length hardly moves, and the bounding radius would not know.
OfBoth orbit_radii(const VecOfBoth& half_extents, const VecOfBoth& axis_local, const OfBoth& radius) {
  const VecOfBoth u{without_sign(axis_local.x), without_sign(axis_local.y), without_sign(axis_local.z)};
  const VecOfBoth& e = half_extents;
  const VecOfBoth across{u.y * e.z + u.z * e.y, u.z * e.x + u.x * e.z, u.x * e.y + u.y * e.x};
  const OfBoth orbit = root_of(dot(across, across));
  return (orbit < radius ? orbit : radius) * both(1.0 + 1e-14);
}

// The rotation matrices of quaternions of nearly unit length, made exactly orthogonal to rounding by dividing by the
// squared length, which needs no root.
MatOfBoth axes_of(const Quat& a, const Quat& b) {
  const OfBoth qx{a.x, b.x};
  const OfBoth qy{a.y, b.y};
  const OfBoth qz{a.z, b.z};
  const OfBoth qw{a.w, b.w};
  const OfBoth one = both(1.0);
  const OfBoth twice = both(2.0) / ((qx * qx + qy * qy) + (qz * qz + qw * qw));
  const OfBoth x = qx * twice;
  const OfBoth y = qy * twice;
  const OfBoth z = qz * twice;
  const OfBoth xx = qx * x;
  const OfBoth yy = qy * y;
  const OfBoth zz = qz * z;
  const OfBoth xy = qx * y;
  const OfBoth yz = qy * z;
  const OfBoth zx = qz * x;
  const OfBoth wx = qw * x;
  const OfBoth wy = qw * y;
  const OfBoth wz = qw * z;
  return {
      {{one - (yy + zz), xy + wz, zx - wy}, {xy - wz, one - (zz + xx), yz + wx}, {zx + wy, yz - wx, one - (xx + yy)}}};
}

Vec3 inner_extents(const ConvexShape& shape) { return glm::max(shape.half_extents - Vec3(shape.rounding), Vec3(0.0)); }

Spinning spinning(const MovingShape& moving) {
  Spinning body;
  body.shape = moving.shape;
  body.spin = moving.motion.angular_velocity;
  // One part in 1e15 for the rounding of the radius itself.
  body.radius = core_radius(*moving.shape) * (1.0 + 1e-15);
  return body;
}

struct TwoTurns {
  OfBoth sine;
  OfBoth versine;  // 1 - cosine
};

using TwoBits __attribute__((vector_size(16))) = long long;

// The series of sine and cosine about zero, as in sine_cosine (math.cpp), for two angles.
TwoTurns series_at(const OfBoth& r) {
  const OfBoth s = r * r;
  const OfBoth s2 = s * s;
  const OfBoth s4 = s2 * s2;
  // Pairs of terms, then pairs of pairs (Estrin): a third of the waiting of Horner's scheme.
  const OfBoth sine_low =
      (both(-1.0 / 6.0) + s * both(1.0 / 120.0)) + s2 * (both(-1.0 / 5040.0) + s * both(1.0 / 362880.0));
  const OfBoth sine_high = (both(-1.0 / 39916800.0) + s * both(1.0 / 6227020800.0)) +
                           s2 * (both(-1.0 / 1307674368000.0) + s * both(1.0 / 355687428096000.0));
  const OfBoth cosine_low =
      (both(1.0 / 24.0) + s * both(-1.0 / 720.0)) + s2 * (both(1.0 / 40320.0) + s * both(-1.0 / 3628800.0));
  const OfBoth cosine_high = (both(1.0 / 479001600.0) + s * both(-1.0 / 87178291200.0)) +
                             s2 * (both(1.0 / 20922789888000.0) + s * both(-1.0 / 6402373705728000.0));
  return {r + r * (s * (sine_low + s4 * sine_high)), both(0.5) * s - s2 * (cosine_low + s4 * cosine_high)};
}

// The sines and cosines of two angles for the price of one. The nearest quarter turn comes from the rounding of a sum
// with 1.5 * 2^52, whose lowest bits then count the quarters.
TwoTurns turns_by(const OfBoth& angle) {
  constexpr double near_zero = 0.78;  // less than an eighth of a turn
  if (angle[0] < near_zero && angle[1] < near_zero) {
    return series_at(angle);
  }
  constexpr double rounder = 6755399441055744.0;
  const OfBoth shifted = angle * both(6.36619772367581382433e-01) + both(rounder);
  const OfBoth quarters = shifted - both(rounder);
  const TwoTurns rest =
      series_at(((angle - quarters * both(1.57079632673412561417e+00)) - quarters * both(6.07710050630396597660e-11)) -
                quarters * both(2.02226624879595063154e-21));
  const TwoBits quarter = __builtin_bit_cast(TwoBits, shifted);
  const TwoBits odd = (quarter & 1) != 0;
  const TwoBits sine_bits = __builtin_bit_cast(TwoBits, rest.sine);
  const TwoBits cosine_bits = __builtin_bit_cast(TwoBits, both(1.0) - rest.versine);
  const TwoBits sine_turned = ((cosine_bits & odd) | (sine_bits & ~odd)) ^ ((quarter & 2) << 62);
  const TwoBits cosine_turned = ((sine_bits & odd) | (cosine_bits & ~odd)) ^ (((quarter + 1) & 2) << 62);
  return {__builtin_bit_cast(OfBoth, sine_turned), both(1.0) - __builtin_bit_cast(OfBoth, cosine_turned)};
}

void set_column(Snapshot& snapshot, int column, const VecOfBoth& axes) {
  snapshot.axes_a[column] = {axes.x[0], axes.y[0], axes.z[0]};
  snapshot.axes_b[column] = {axes.x[1], axes.y[1], axes.z[1]};
}

}  // namespace

PairMotion::PairMotion(const MovingShape& a, const MovingShape& b, double duration)
    : PairMotion(a, b, duration, rounding_slack(a, b, duration)) {}

PairMotion::PairMotion(const MovingShape& a, const MovingShape& b, double duration, double slack)
    : a_(spinning(a)),
      b_(spinning(b)),
      offset_(b.motion.start.position - a.motion.start.position),
      velocity_(b.motion.linear_velocity - a.motion.linear_velocity),
      acceleration_(b.motion.linear_acceleration - a.motion.linear_acceleration),
      duration_(duration),
      deviation_(a.motion.deviation + b.motion.deviation),
      slack_(slack) {
  thickness_ = a.shape->rounding + b.shape->rounding + deviation_;
  set_turning(a.motion.start.orientation, b.motion.start.orientation);
  const Vec3 difference = a_.spin - b_.spin;
  relative_turn_ = square_of(difference) + length(glm::cross(a_.spin, b_.spin));
}

double PairMotion::floor() const { return 1e-11 + 1e-12 * (a_.radius + b_.radius + length(offset_)) + 16.0 * slack_; }

void PairMotion::set_turning(const Quat& orientation_a, const Quat& orientation_b) {
  start_ = axes_of(orientation_a, orientation_b);
  if (a_.spin == Vec3(0.0) && b_.spin == Vec3(0.0)) {
    return;
  }
  const VecOfBoth spin = of_both(a_.spin, b_.spin);
  const OfBoth rate = root_of(dot(spin, spin));
  const VecOfBoth axis = scaled(spin, rate > both(0.0) ? both(1.0) / rate : both(0.0));  // zero without spin
  const VecOfBoth axis_local{dot(start_.column[0], axis), dot(start_.column[1], axis), dot(start_.column[2], axis)};
  const OfBoth along[3] = {axis_local.x, axis_local.y, axis_local.z};
  for (int i = 0; i < 3; ++i) {
    const VecOfBoth& column = start_.column[i];
    const VecOfBoth on_axis = scaled(axis, along[i]);
    across_.column[i] = cross(axis, column);
    inward_.column[i] = {on_axis.x - column.x, on_axis.y - column.y, on_axis.z - column.z};
  }
  const OfBoth orbit = orbit_radii(of_both(inner_extents(*a_.shape), inner_extents(*b_.shape)), axis_local,
                                   OfBoth{a_.radius, b_.radius});
  a_.rate = rate[0];
  b_.rate = rate[1];
  a_.orbit = orbit[0];
  b_.orbit = orbit[1];
}

// The poses that pose_at gives, to a few last places, which the slack covers.
Snapshot PairMotion::at(double time) const {
  Snapshot snapshot;
  snapshot.offset = offset_at(time);
  if (time == 0.0 || a_.rate + b_.rate == 0.0) {
    for (int i = 0; i < 3; ++i) {
      set_column(snapshot, i, start_.column[i]);
    }
    return snapshot;
  }
  const TwoTurns turns = turns_by(OfBoth{a_.rate * time, b_.rate * time});
  const auto turned = [&turns](const OfBoth& start, const OfBoth& across, const OfBoth& inward) {
    return start + (turns.sine * across + turns.versine * inward);
  };
  for (int i = 0; i < 3; ++i) {
    const VecOfBoth& start = start_.column[i];
    const VecOfBoth& across = across_.column[i];
    const VecOfBoth& inward = inward_.column[i];
    set_column(snapshot, i,
               {turned(start.x, across.x, inward.x), turned(start.y, across.y, inward.y),
                turned(start.z, across.z, inward.z)});
  }
  return snapshot;
}

double PairMotion::separation(const Snapshot& snapshot, const Vec3& axis) const {
  return glm::dot(axis, snapshot.offset) - reach_of_both(asked_of(*a_.shape, into_frame(snapshot.axes_a, axis)),
                                                         asked_of(*b_.shape, -into_frame(snapshot.axes_b, axis)));
}

CorePair PairMotion::cores(const Snapshot& snapshot) const {
  return {*a_.shape, *b_.shape, relative_pose(snapshot.axes_a, snapshot.axes_b, snapshot.offset)};
}

}  // namespace firstcontact
