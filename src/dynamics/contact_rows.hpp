// The soft solver's rows: contact points made ready for sweeps of projected Gauss-Seidel, each along its normal and two
// tangents, with what its normal impulse aims at (Catto, 'Solver2D', 2023).
#pragma once

#include <cstdint>
#include <span>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// A contact's damped spring over one round.
struct Softness {
  double bias_rate = 0.0;  // 1/s
  double mass_scale = 1.0;
  double impulse_scale = 0.0;  // the leak that damps
};

/// What a point's normal impulse aims at in one pass: impulse -= mass (speed + bias) + leak (impulse - kept).
struct NormalTarget {
  double bias = 0.0;  // m/s
  double mass = 0.0;  // kg
  double leak = 0.0;
  double kept = 0.0;  // N s
};

/// A point made ready for the sweeps, along its normal and two tangents (unit, at right angles to each other).
struct Row {
  std::uint32_t a = 0, b = 0;
  bool turns = false;  // has rolling or spinning friction
  Vec3 normal, first, second;
  Vec3 arm_a, arm_b;                               // m
  double belt_first = 0.0, belt_second = 0.0;      // m/s
  double normal_first = 0.0, normal_second = 0.0;  // 1/kg: what an impulse along a tangent does to the normal speed
  double first_mass = 0.0, cross_mass = 0.0, second_mass = 0.0;  // kg: the tangents' effective mass, a 2x2 matrix
  double compliance = 0.0;                                       // 1/kg: of the normal speed
  double sliding_compliance = 0.0;                               // 1/kg: of either tangent's speed, or more
  double sliding_mass = 0.0;                                     // kg: never more than in any direction
  double friction = 0.0;
  NormalTarget push, relax;
  double normal_impulse = 0.0, first_impulse = 0.0, second_impulse = 0.0;  // N s
};

/// The spring of a round of `duration` seconds.
[[nodiscard]] Softness contact_softness(double duration);

/// Makes the point ready, starting from the impulses it holds.
[[nodiscard]] Row make_row(const ContactPoint& point, std::span<const Responder> responders, const Softness& softness,
                           double duration);
/// Has the row aim at what the point's gap and its last impulse ask for.
void aim(Row& row, const ContactPoint& point, const Softness& softness, double duration);

/// m/s: at which b leaves a.
[[nodiscard]] double normal_speed(const Row& row, std::span<const Responder> responders);
/// m/s: the greatest of them, either way.
[[nodiscard]] double fastest_normal_speed(std::span<const Row> rows, std::span<const Responder> responders);

/// Applies the impulses that the rows hold.
void warm_start(std::span<const Row> rows, std::span<Responder> responders);
/// Pushes the faces that bear on each other as wholes, before their points one by one.
void push_faces(std::span<const ContactPoint> points, NormalTarget Row::*target, std::span<Row> rows,
                std::span<Responder> responders);
/// What a sweep changed of the rows' speeds, m/s: at most, and on the average (root of the mean square).
struct SweepChange {
  double largest = 0.0;
  double mean = 0.0;
};

/// One sweep with the push toward the rest gap, or without it.
SweepChange sweep_with_push(std::span<ContactPoint> points, std::span<Row> rows, std::span<Responder> responders);
SweepChange sweep_relaxed(std::span<ContactPoint> points, std::span<Row> rows, std::span<Responder> responders);

}  // namespace firstcontact
