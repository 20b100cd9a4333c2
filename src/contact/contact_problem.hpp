// What lasting contact solves in one piece of a substep: bodies, rows, and what is known of them. Pure data; the stages
// beside it are functions of it and know no world. The model is docs/contact.md's: one chord a body and piece,
// along which its velocities agree with its energy at every instant.
//
//     V-  --(impulses at the start)-->  V+  --(constant forces and gravity over the piece)-->  Ve
#pragma once

#include <firstcontact/flow.hpp>
#include <firstcontact/impact_law.hpp>
#include <firstcontact/math.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// Where between the velocities of a piece's start and end that of a body's displacement lies: loads win nothing at any
/// share from 1/2 on, whichever body has which. What falls freely falls as it should at 1/2, where arches ring for
/// ever. What is pressed loses a fifth of its ringing in each piece. What stands ends as fast as it goes, so that it
/// stands; where all that is struck does, time is lost.
inline constexpr double share_of_free = 0.5;
inline constexpr double share_of_pressed = 0.55;
inline constexpr double share_of_standing = 1.0;

/// Of a skin: the gap that rows of failed certificates keep.
inline constexpr double kept_gap = 0.35;

/// Impulses at the start, or loads over the piece.
enum class Stage : std::uint8_t { impulses, loads };

/// A body of the problem. What does not move has no inverse masses; a kinematic one has its velocity in all of them.
struct SolverBody {
  std::uint32_t body = 0;  // its index in the world
  bool is_dynamic = false;
  bool turns_freely = false;         // Euler's equations are its own: no rotation is locked
  bool is_pressed = false;           // some force acts on it over the piece: it follows a chord, and does not fly
  bool is_disturbed = true;          // what acts on it is to be found anew: rows were added, or a neighbour was pushed
  double clock_share = 1.0;          // a kinematic body's: its velocity is that share of what it is to be
  bool is_met = false;               // a certificate failed with it, or it overlaps: it follows a chord whatever acts
  double share = share_of_pressed;   // where between V+ and Ve its displacement's velocity lies
  double mass = 0.0;                 // kg
  InertiaFrame inertia;              // kg m^2
  Pose pose;                         // at the start
  Vec3 inverse_mass{0.0};            // 1/kg per world axis
  Mat3 inverse_inertia{0.0};         // 1/(kg m^2), world, at the start
  Mat3 middle_inverse_inertia{0.0};  // the same in the middle of the piece, as it is predicted
  Vec3 middle_turn{0.0};             // rad: from the start until there
  Vec3 acceleration{0.0};            // m/s^2: gravity and the user's force
  Vec3 torque{0.0};                  // N m, the user's
  double radius = 0.0;               // m
  Velocity before;                   // V-
  Velocity after;                    // V+
  Velocity way;                      // Vd, of the displacement
  Velocity end;                      // Ve; its spin is that of `spin_at_end`, in the axes of the start
  Vec3 spin_at_start{0.0};           // rad/s, principal axes: of V+
  Vec3 spin_at_end{0.0};             // rad/s, principal axes
  Velocity recovery;                 // moves it apart from what is too near; no velocity of its own
  Vec3 turn_correction{0.0};         // rad/s: what the linear model of its turn missed in the last solve
  Vec3 push{0.0};                    // N s: sum of the forces over the piece
  Vec3 moment{0.0};                  // N m s
};

/// A point where two bodies bear on each other, or may. `a` and `b` are places in ContactProblem::bodies.
struct ContactConstraint {
  std::uint32_t a = 0, b = 0;
  std::uint32_t pair = 0;                   // the world's
  Vec3 normal{0.0, 1.0, 0.0};               // unit, from a to b
  Vec3 tangent_1{0.0}, tangent_2{0.0};      // unit
  Vec3 start_arm_a{0.0}, start_arm_b{0.0};  // m: where impulses act
  Vec3 arm_a{0.0}, arm_b{0.0};              // m: where forces act, measured in the middle of the piece
  double separation = 0.0;                  // m, at the start
  double room = 0.0;                        // m: by which it may close
  double skin = 0.0;                        // m
  double friction = 0.0;
  double rolling_friction = 0.0;   // m
  double spinning_friction = 0.0;  // m
  double restitution = 0.0;
  double resting_speed = 0.0;  // m/s: what approaches more slowly does not bounce
  Vec3 belt{0.0};              // m/s
  bool overlaps = false;       // its bodies do, since their start, and are pushed apart
  bool is_added = false;       // found where a certificate failed
  bool only_bounces = false;   // at any speed: it bears no load, which would come before its next impact does
  bool is_hit = false;         // bounced
  bool is_met = false;         // the impact that the piece answers is here: nothing of its approach is left
  // Inverse effective masses, 1/kg; those without `start` by what both bodies' shares make of a load on the way.
  double start_response = 0.0, response = 0.0;  // along the normal
  double start_response_11 = 0.0, start_response_12 = 0.0, start_response_22 = 0.0;
  double response_11 = 0.0, response_12 = 0.0, response_22 = 0.0;
  // N s.
  double impulse = 0.0, impulse_1 = 0.0, impulse_2 = 0.0;  // at the start: p and its friction
  double load = 0.0, load_1 = 0.0, load_2 = 0.0;           // over the piece: P and its friction
  Vec3 couple{0.0};                                        // N m s, over the piece: of rolling and spinning friction
  Vec3 bounce{0.0};                                        // of restitution, at the start
  std::uint64_t feature = 0;
  std::uint64_t shapes = 0;
  Vec3 point_local_b{0.0};  // m
};

struct ContactProblem {
  std::vector<SolverBody> bodies;
  std::vector<ContactConstraint> rows;
  double duration = 0.0;  // s
  ImpactLaw impact_law = ImpactLaw::stronge;
  bool rounds_used_up = false;  // a shock did not end by itself
};

[[nodiscard]] inline bool any_overlaps(const ContactProblem& problem) {
  return std::any_of(problem.rows.begin(), problem.rows.end(),
                     [](const ContactConstraint& row) { return row.overlaps; });
}
/// m/s: as fast as impulses may let it close.
[[nodiscard]] inline double closing_allowed(const ContactProblem& problem, const ContactConstraint& row) {
  return row.is_met ? 0.0 : row.room / problem.duration;
}
[[nodiscard]] inline Vec3 impulse_of(const ContactConstraint& row) {
  return row.impulse * row.normal + row.impulse_1 * row.tangent_1 + row.impulse_2 * row.tangent_2;
}
[[nodiscard]] inline Vec3 load_of(const ContactConstraint& row) {
  return row.load * row.normal + row.load_1 * row.tangent_1 + row.load_2 * row.tangent_2;
}
/// N s: as much as a row's friction may be in a stage. What impulses used of the disc is gone for loads.
[[nodiscard]] inline double most_friction(const ContactConstraint& row, Stage stage) {
  if (stage == Stage::impulses) {
    return row.friction * row.impulse;
  }
  const double used = std::sqrt(row.impulse_1 * row.impulse_1 + row.impulse_2 * row.impulse_2);
  return std::max(0.0, row.friction * (row.load + row.impulse) - used);
}
/// m/s: of b against a at the start's point, with the given velocities (a member of SolverBody).
[[nodiscard]] inline Vec3 start_velocity(const ContactProblem& problem, const ContactConstraint& row,
                                         Velocity SolverBody::*velocity) {
  const Velocity& a = problem.bodies[row.a].*velocity;
  const Velocity& b = problem.bodies[row.b].*velocity;
  return velocity_at(b, row.start_arm_b) - velocity_at(a, row.start_arm_a);
}
/// The same at the middle's point.
[[nodiscard]] inline Vec3 middle_velocity(const ContactProblem& problem, const ContactConstraint& row,
                                          Velocity SolverBody::*velocity) {
  const Velocity& a = problem.bodies[row.a].*velocity;
  const Velocity& b = problem.bodies[row.b].*velocity;
  return velocity_at(b, row.arm_b) - velocity_at(a, row.arm_a);
}
/// Changes V+ of both bodies by an impulse (N s) on b at the start's point.
inline void push_at_start(ContactProblem& problem, const ContactConstraint& row, const Vec3& impulse) {
  SolverBody& a = problem.bodies[row.a];
  SolverBody& b = problem.bodies[row.b];
  b.after.linear += b.inverse_mass * impulse;
  b.after.angular += b.inverse_inertia * glm::cross(row.start_arm_b, impulse);
  a.after.linear -= a.inverse_mass * impulse;
  a.after.angular -= a.inverse_inertia * glm::cross(row.start_arm_a, impulse);
}
/// Changes Vd of both bodies by a load (N s over the piece) on b at the middle's point.
inline void push_on_way(ContactProblem& problem, const ContactConstraint& row, const Vec3& load) {
  SolverBody& a = problem.bodies[row.a];
  SolverBody& b = problem.bodies[row.b];
  b.way.linear += b.inverse_mass * (b.share * load);
  b.way.angular += b.middle_inverse_inertia * glm::cross(row.arm_b, b.share * load);
  a.way.linear -= a.inverse_mass * (a.share * load);
  a.way.angular -= a.middle_inverse_inertia * glm::cross(row.arm_a, a.share * load);
}

/// Takes a row's load down to a share of what it is; its bodies are not told.
inline void scale_load(ContactConstraint& row, double share) {
  row.load *= share;
  row.load_1 *= share;
  row.load_2 *= share;
  row.couple *= share;
}
/// m/s: what gravity and the user's forces give a body in the piece, at most; and more than nothing.
[[nodiscard]] inline double kick_of(const ContactProblem& problem) {
  constexpr double least = 1e-9;
  double most = 0.0;
  for (const SolverBody& body : problem.bodies) {
    most = std::max(most, squared_length(body.acceleration));
  }
  return std::max(least, problem.duration * std::sqrt(most));
}

/// m/s: velocities that differ by less are the same, by what bodies come with and what gravity gives them.
[[nodiscard]] inline double rounding_of(const ContactProblem& problem) {
  constexpr double of_speeds = 1e-12;
  double squares = 0.0;
  for (const SolverBody& body : problem.bodies) {
    squares = std::max(
        {squares, squared_length(body.before.linear), body.radius * body.radius * squared_length(body.before.angular)});
  }
  return of_speeds * (std::sqrt(squares) + kick_of(problem));
}

/// N s: what gives the lighter of a row's bodies no more than `rounding` (m/s).
[[nodiscard]] inline double least_impulse(const ContactProblem& problem, const ContactConstraint& row,
                                          double rounding) {
  const auto mass_of = [](const SolverBody& body) {
    return body.is_dynamic ? body.mass : std::numeric_limits<double>::infinity();
  };
  return rounding * std::min(mass_of(problem.bodies[row.a]), mass_of(problem.bodies[row.b]));
}

/// Changes the spins of Vd by a couple (N m s over the piece) on b.
inline void turn_on_way(ContactProblem& problem, const ContactConstraint& row, const Vec3& couple) {
  SolverBody& a = problem.bodies[row.a];
  SolverBody& b = problem.bodies[row.b];
  b.way.angular += b.middle_inverse_inertia * (b.share * couple);
  a.way.angular -= a.middle_inverse_inertia * (a.share * couple);
}

}  // namespace firstcontact
