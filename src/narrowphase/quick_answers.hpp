// The two answers that need no vertex: bounding spheres that pass each other at a distance, and a remembered separation
// that the bodies cannot have used up since it was measured. They come before everything else, because most questions a
// simulation asks are these.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include "core/vector_extensions.hpp"
#include "narrowphase/support.hpp"

#include <cstring>

namespace firstcontact {

/// An upper bound of a vector's length without a square root, for the slack, which needs no better.
inline double at_most(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

/// What rounding may cost any separation (m) of this pair within `duration`. (method 6.3)
inline double rounding_slack(const MovingShape& a, const MovingShape& b, double duration) {
  constexpr double unit_roundoff = 1.1102230246251565e-16;
  const RigidMotion& moving_a = a.motion;
  const RigidMotion& moving_b = b.motion;
  const double places = at_most(moving_a.start.position) + at_most(moving_b.start.position);
  const double speeds = at_most(moving_a.linear_velocity) + at_most(moving_b.linear_velocity);
  const double accelerations = at_most(moving_a.linear_acceleration) + at_most(moving_b.linear_acceleration);
  const double travel = duration * (speeds + 0.5 * duration * accelerations);
  const double sizes = a.shape->radius + b.shape->radius + moving_a.deviation + moving_b.deviation;
  const double turns = duration * (at_most(moving_a.angular_velocity) * a.shape->radius +
                                   at_most(moving_b.angular_velocity) * b.shape->radius);
  return unit_roundoff * (32.0 * places + 80.0 * (travel + sizes) + 8.0 * turns);
}

/// The sum of the absolute values of all numbers of two motions, two at a time. (The deviations, which must not be
/// negative, as they are.)
inline double all_numbers(const RigidMotion& a, const RigidMotion& b) {
  using Two __attribute__((vector_size(16))) = double;
  using TwoBits __attribute__((vector_size(16))) = unsigned long long;
  static_assert(sizeof(RigidMotion) == 17 * sizeof(double), "a motion is its numbers, without holes, the last one odd");
  const auto two_of = [](const RigidMotion& motion, std::size_t i) {
    constexpr TwoBits without_sign = {~0ULL >> 1, ~0ULL >> 1};
    TwoBits bits;
    std::memcpy(&bits, reinterpret_cast<const char*>(&motion) + 16 * i, sizeof(bits));
    return __builtin_bit_cast(Two, bits & without_sign);
  };
  Two sums[2] = {two_of(a, 0), two_of(b, 0)};
  for (std::size_t i = 1; i < 8; ++i) {
    sums[0] += two_of(a, i);
    sums[1] += two_of(b, i);
  }
  const Two sum = sums[0] + sums[1];
  return (sum[0] + sum[1]) + (a.deviation + b.deviation);
}

/// At least rounding_slack, in a third of the operations. `numbers`: all_numbers of both, which no place, speed or spin
/// in (6.3) exceeds, and two orientations are at least 2 of. (method 6.7)
inline double coarse_slack(const MovingShape& a, const MovingShape& b, double duration, double numbers) {
  constexpr double unit_roundoff = 1.1102230246251565e-16;
  const double longer = 1.0 + duration;
  return 112.0 * unit_roundoff * numbers * (longer * (longer + (a.shape->radius + b.shape->radius)));
}

/// A question as time_of_impact was asked it.
struct ImpactQuestion {
  const MovingShape& a;
  const MovingShape& b;
  const TimeOfImpactOptions& options;
  double slack;  // m: rounding_slack of the three, or more
};

/// What rounding may cost the differences of squares below, in parts of the largest square: some six operations of
/// 1.1e-16 each, rounded up. (method 6.4)
inline constexpr double square_rounding = 1e-14;

/// How the centres pass each other, on a straight line.
struct Passing {
  Vec3 start;   // m
  Vec3 chord;   // m: the whole way
  double near;  // m: spheres further apart than this are apart by the target
};

/// Two accelerations mostly are the same, to the bit. Compared as integers, by ports that have nothing else to do.
inline bool same_bits(const Vec3& a, const Vec3& b) {
  return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), sizeof(Vec3)) == 0;
}

inline Passing passing_of(const ImpactQuestion& question) {
  const MovingShape& a = question.a;
  const MovingShape& b = question.b;
  const double duration = question.options.duration;
  Vec3 velocity = b.motion.linear_velocity - a.motion.linear_velocity;
  double near = a.shape->radius + b.shape->radius + a.motion.deviation + b.motion.deviation + question.options.target;
  if (!same_bits(a.motion.linear_acceleration, b.motion.linear_acceleration)) {
    const Vec3 acceleration = b.motion.linear_acceleration - a.motion.linear_acceleration;
    velocity += (0.5 * duration) * acceleration;
    near += length(acceleration) * duration * duration * 0.125;  // a parabola strays from its chord by |a| T^2 / 8
  }
  return {b.motion.start.position - a.motion.start.position, duration * velocity, near + question.slack};
}

/// True when the bounding spheres stay further apart than the target for the whole duration. Inline, like what it
/// needs: a simulation asks little else.
inline bool spheres_stay_apart(const ImpactQuestion& question) {
  const Passing passing = passing_of(question);
  const double along = -glm::dot(passing.start, passing.chord);
  const double whole = square_of(passing.chord);
  const double start = square_of(passing.start);
  const double near = passing.near * passing.near + square_rounding * (start + whole);
  if (along <= 0.0) {
    return start > near;
  }
  if (along >= whole) {
    return square_of(passing.start + passing.chord) > near;
  }
  return (start - near) * whole > along * along;  // Pythagoras, multiplied out: no division
}

/// m: what MeasuredAxis knows a shape by: other sizes, another mark, but for a chance that nobody meets.
inline double mark_of(const ConvexShape& shape) {
  return shape.radius + (shape.half_extents.x + (3.0 * shape.half_extents.y + 7.0 * shape.half_extents.z));
}

/// True when the separation in `measured` outlasts whatever the bodies have moved since, and all of this motion.
[[nodiscard]] bool measured_separation_lasts(const ImpactQuestion& question, const MeasuredAxis& measured);

/// The part of [0, duration] outside of which the bounding spheres are further apart than target + tolerance.
struct Window {
  double enter = 0.0;  // s
  double leave = 0.0;
};
[[nodiscard]] Window spheres_near(const ImpactQuestion& question);

}  // namespace firstcontact
