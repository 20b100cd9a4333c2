#include "narrowphase/pair_motion.hpp"

#include "narrowphase/quick_answers.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// No vertex is further from the spin axis than the furthest corner of the local box: a long needle that spins about its
// own length hardly moves, and the bounding radius would not know.
double orbit_radius(const ConvexShape& shape, const Vec3& axis_local, double radius) {
  const Vec3 u(std::abs(axis_local.x), std::abs(axis_local.y), std::abs(axis_local.z));
  const Vec3 e = glm::max(shape.half_extents - Vec3(shape.rounding), Vec3(0.0));
  const Vec3 across(u.y * e.z + u.z * e.y, u.z * e.x + u.x * e.z, u.x * e.y + u.y * e.x);
  const double orbit = length(across);
  return orbit < radius ? orbit : radius;
}

// The rotation matrix of a quaternion of nearly unit length, made exactly orthogonal to rounding by dividing by the
// squared length, which needs no root.
Mat3 axes_of(const Quat& q) {
  const double twice = 2.0 / ((q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w));
  const double x = q.x * twice;
  const double y = q.y * twice;
  const double z = q.z * twice;
  const double xx = q.x * x;
  const double yy = q.y * y;
  const double zz = q.z * z;
  const double xy = q.x * y;
  const double yz = q.y * z;
  const double zx = q.z * x;
  const double wx = q.w * x;
  const double wy = q.w * y;
  const double wz = q.w * z;
  return {Vec3(1.0 - (yy + zz), xy + wz, zx - wy), Vec3(xy - wz, 1.0 - (zz + xx), yz + wx),
          Vec3(zx + wy, yz - wx, 1.0 - (xx + yy))};
}

Spinning spinning(const MovingShape& moving) {
  Spinning body;
  body.shape = moving.shape;
  body.orientation = moving.motion.start.orientation;
  body.spin = moving.motion.angular_velocity;
  body.rate = length(body.spin);
  body.start = axes_of(body.orientation);
  // One part in 1e15 for the rounding of the radius itself.
  body.radius = core_radius(*moving.shape) * (1.0 + 1e-15);
  if (body.rate > 0.0) {
    body.axis = body.spin * (1.0 / body.rate);
    const Vec3 axis_local = into_frame(body.start, body.axis);
    for (int column = 0; column < 3; ++column) {
      body.across[column] = glm::cross(body.axis, body.start[column]);
      body.inward[column] = body.axis * axis_local[column] - body.start[column];
    }
    body.orbit = orbit_radius(*moving.shape, axis_local, body.radius) * (1.0 + 1e-14);
  }
  return body;
}

struct TwoTurns {
  double sine[2];
  double versine[2];  // 1 - cosine
};

using Two __attribute__((vector_size(16))) = double;
using TwoBits __attribute__((vector_size(16))) = long long;

Two both(double value) { return Two{value, value}; }

// The sines and cosines of two angles for the price of one: sine_cosine (math.cpp) in two lanes, without branches. The
// same series and the same reduction; the nearest quarter turn comes from the rounding of a sum with 1.5 * 2^52, whose
// lowest bits then count the quarters.
TwoTurns turns_by(double first, double second) {
  constexpr double rounder = 6755399441055744.0;
  const Two angle{first, second};
  const Two shifted = angle * both(6.36619772367581382433e-01) + both(rounder);
  const Two quarters = shifted - both(rounder);
  const Two r = ((angle - quarters * both(1.57079632673412561417e+00)) - quarters * both(6.07710050630396597660e-11)) -
                quarters * both(2.02226624879595063154e-21);
  const Two s = r * r;
  const Two s2 = s * s;
  const Two s4 = s2 * s2;
  // Pairs of terms, then pairs of pairs (Estrin): a third of the waiting of Horner's scheme.
  const Two sine_low =
      (both(-1.0 / 6.0) + s * both(1.0 / 120.0)) + s2 * (both(-1.0 / 5040.0) + s * both(1.0 / 362880.0));
  const Two sine_high = (both(-1.0 / 39916800.0) + s * both(1.0 / 6227020800.0)) +
                        s2 * (both(-1.0 / 1307674368000.0) + s * both(1.0 / 355687428096000.0));
  const Two sine = r + r * (s * (sine_low + s4 * sine_high));
  const Two cosine_low =
      (both(1.0 / 24.0) + s * both(-1.0 / 720.0)) + s2 * (both(1.0 / 40320.0) + s * both(-1.0 / 3628800.0));
  const Two cosine_high = (both(1.0 / 479001600.0) + s * both(-1.0 / 87178291200.0)) +
                          s2 * (both(1.0 / 20922789888000.0) + s * both(-1.0 / 6402373705728000.0));
  const Two cosine = both(1.0) - (both(0.5) * s - s2 * (cosine_low + s4 * cosine_high));
  const TwoBits quarter = __builtin_bit_cast(TwoBits, shifted);
  const TwoBits odd = (quarter & 1) != 0;
  const TwoBits sine_bits = __builtin_bit_cast(TwoBits, sine);
  const TwoBits cosine_bits = __builtin_bit_cast(TwoBits, cosine);
  const TwoBits sine_turned = ((cosine_bits & odd) | (sine_bits & ~odd)) ^ ((quarter & 2) << 62);
  const TwoBits cosine_turned = ((sine_bits & odd) | (cosine_bits & ~odd)) ^ (((quarter + 1) & 2) << 62);
  const Two sines = __builtin_bit_cast(Two, sine_turned);
  const Two versines = both(1.0) - __builtin_bit_cast(Two, cosine_turned);
  return {{sines[0], sines[1]}, {versines[0], versines[1]}};
}

// The pose that pose_at gives, to a few last places, which the slack covers.
Mat3 axes_at(const Spinning& body, double sine, double versine) {
  Mat3 axes;
  for (int column = 0; column < 3; ++column) {
    axes[column] = body.start[column] + (sine * body.across[column] + versine * body.inward[column]);
  }
  return axes;
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
  const Vec3 difference = a_.spin - b_.spin;
  relative_turn_ = square_of(difference) + length(glm::cross(a_.spin, b_.spin));
}

double PairMotion::floor() const { return 1e-11 + 1e-12 * (a_.radius + b_.radius + length(offset_)) + 16.0 * slack_; }

Snapshot PairMotion::at(double time) const {
  if (time == 0.0 || a_.rate + b_.rate == 0.0) {
    return {a_.start, b_.start, offset_at(time)};
  }
  const TwoTurns turns = turns_by(a_.rate * time, b_.rate * time);
  return {axes_at(a_, turns.sine[0], turns.versine[0]), axes_at(b_, turns.sine[1], turns.versine[1]), offset_at(time)};
}

double PairMotion::separation(const Snapshot& snapshot, const Vec3& axis) const {
  return glm::dot(axis, snapshot.offset) - reach_of_both(asked_of(*a_.shape, into_frame(snapshot.axes_a, axis)),
                                                         asked_of(*b_.shape, -into_frame(snapshot.axes_b, axis)));
}

CorePair PairMotion::cores(const Snapshot& snapshot) const {
  return {*a_.shape, *b_.shape, relative_pose(snapshot.axes_a, snapshot.axes_b, snapshot.offset)};
}

}  // namespace firstcontact
