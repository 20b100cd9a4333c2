// How a body turns along its chord, and what its spin misses of what it was given.
#include <algorithm>
#include <cmath>

#include "verify/chord_ledger.hpp"

namespace firstcontact::verify {
namespace {

double length_of(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

// `v` turned by |turn| about it (Rodrigues).
Vec3 turned(const Vec3& v, const Vec3& turn) {
  const double angle = length_of(turn);
  if (angle == 0.0) {
    return v;
  }
  const Vec3 axis = turn / angle;
  return std::cos(angle) * v + std::sin(angle) * glm::cross(axis, v) +
         (1.0 - std::cos(angle)) * glm::dot(axis, v) * axis;
}

}  // namespace

// (C3): what is left of it where the body is given `given` (N m s, principal axes), torque included. Fills in the mean.
Vec3 ChordLedger::missed_turn(std::uint32_t body, const Vec3& given, WholeChord& whole) const {
  const Vec3& moments = header_.bodies[body].inertia.principal_moments;
  // What the way has beyond a half, it has as far as the change of spin is what was given, and none where it is against
  // it.
  const Vec3 turn = given / moments;
  const double square = glm::dot(given, turn);
  const double common =
      square > 0.0 ? std::clamp(glm::dot(given, whole.spin_at_end - whole.spin_at_start) / square, 0.0, 1.0) : 0.0;
  const double beyond = (whole.way_share - 0.5) * common * common * (3.0 - 2.0 * common);
  whole.mean_spin = 0.5 * (whole.spin_at_start + whole.spin_at_end) + beyond * turn;
  return turned(moments * whole.spin_at_end, whole.duration * whole.mean_spin) - moments * whole.spin_at_start - given;
}

Vec3 ChordLedger::in_axes(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& v) const {
  const IntervalMatrix axes = rotation_by(exact_quaternion(header_.bodies[body].inertia.principal_axes));
  return middle(transposed_times(axes, transposed_times(attitude, IntervalVector(v))));
}

Vec3 ChordLedger::in_world(std::uint32_t body, const IntervalMatrix& attitude, const Vec3& v) const {
  const IntervalMatrix axes = rotation_by(exact_quaternion(header_.bodies[body].inertia.principal_axes));
  return middle(attitude * (axes * IntervalVector(v)));
}

// For how long its torque acts is found by what is missing along it.
Vec3 ChordLedger::missed_free_turn(std::uint32_t body, const Entry& entry, WholeChord& whole) const {
  constexpr int most_rounds = 10;
  const IntervalMatrix attitude = spins_.attitude_at(accounts_[body].segment, entry.chord->begin);
  const Vec3 given = in_axes(body, attitude, entry.turn / entry.chord->share);
  const Vec3 torque = in_axes(body, attitude, laws_.torque(body));
  const double pull = glm::dot(torque, torque);
  Vec3 rest = missed_turn(body, given, whole);
  for (int i = 0; i < most_rounds && pull > 0.0; ++i) {
    whole.twisted = std::clamp(whole.twisted + glm::dot(rest, torque) / pull, 0.0, whole.duration);
    rest = missed_turn(body, given + whole.twisted * torque, whole);
  }
  return rest;
}

// A lock takes what lies along its axis: the spin about the others changes as their inertia has it.
Vec3 ChordLedger::missed_locked_turn(std::uint32_t body, const Entry& entry, WholeChord& whole) const {
  const IntervalMatrix attitude = spins_.attitude_at(accounts_[body].segment, entry.chord->begin);
  const Vec3 change = in_world(body, attitude, whole.spin_at_end - whole.spin_at_start);
  const Vec3 torque = laws_.torque(body);
  const double pull = glm::dot(torque, torque);
  const Vec3& moments = header_.bodies[body].inertia.principal_moments;
  const Vec3 given = entry.turn / entry.chord->share;
  Vec3 rest = spins_.free_inertia(body, attitude) * change;
  for (int axis = 0; axis < 3; ++axis) {
    const bool is_locked = laws_.is_rotation_locked(body, axis);
    rest[axis] = is_locked ? std::max({moments.x, moments.y, moments.z}) * change[axis] : rest[axis] - given[axis];
  }
  whole.twisted = pull > 0.0 ? std::clamp(glm::dot(rest, torque) / pull, 0.0, whole.duration) : 0.0;
  whole.mean_spin = whole.spin_at_start + whole.way_share * (whole.spin_at_end - whole.spin_at_start);
  return rest - whole.twisted * torque;
}

// A chord that is cut, or along which the body is lifted, ends with its momentum askew: the energy is what is kept.
void ChordLedger::note_turned(std::uint32_t body, const Entry& entry, const WholeChord& whole) {
  if (laws_.is_any_rotation_locked(body)) {
    return;
  }
  const ChordVelocity& chord = *entry.chord;
  const MotionSegment& segment = accounts_[body].segment;
  const Vec3& moments = header_.bodies[body].inertia.principal_moments;
  const auto momentum = [&](double time, const Vec3& spin) {
    return in_world(body, spins_.attitude_at(segment, time), moments * spin);
  };
  const Vec3 given = entry.turn + chord.share * whole.twisted * laws_.torque(body);
  counts_.turned +=
      length_of(momentum(chord.end, chord.spin_at_end) - momentum(chord.begin, chord.spin_at_start) - given);
}

}  // namespace firstcontact::verify
