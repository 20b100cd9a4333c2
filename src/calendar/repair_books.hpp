// What a repair is paid from: whom it joined, and what energy these had, have and need, J.
#pragma once

#include <cstdint>
#include <vector>

#include "calendar/driven.hpp"

namespace firstcontact {

/// Bodies that impulses or rows join.
struct RepairPart {
  std::vector<std::uint32_t> slots;   // of bodies that move, ascending
  std::vector<std::uint32_t> points;  // solved ones with an impulse, ascending
  std::vector<std::uint32_t> rows;    // of the repair, those that had to push, ascending
  bool is_worked_on = false;          // by a kinematic body or a belt: it may win energy
};

/// J, of a part's substep.
struct RepairBalance {
  double at_start = 0.0;  // kinetic energy
  double at_end = 0.0;    // the same
  double lift = 0.0;      // what the motions do against gravity and the users' forces
  double kick = 0.0;      // kinetic energy that these would give to what rests

  [[nodiscard]] double won() const { return at_end - at_start + lift; }
};

/// What a part's balance is reckoned from.
struct RepairBooks {
  std::vector<Responder> start;  // velocities before the fall
  std::vector<Quat> attitudes;   // at the end
  double begin = 0.0;            // s, of the substep
  double duration = 0.0;         // s, of it
};

/// Those that solved points and rows of the repair join, by slot; some have no bodies.
[[nodiscard]] std::vector<RepairPart> parts_of(const WorldState& world, const Driven& driven,
                                               const std::vector<ContactPoint>& points, const Repair& repair_data);

/// `before`: by slot, what the impulses met.
[[nodiscard]] RepairBooks books_of(const WorldState& world, const Driven& driven, const std::vector<Velocity>& before,
                                   double begin);

/// How the body lies when the substep ends: its motion is known, whatever its velocity comes to.
[[nodiscard]] Quat attitude_at_end(const WorldState& world, BodyIndex body);

/// J: kinetic, when the substep ends. A turn keeps the angular momentum, and what lies otherwise then has another spin:
/// a rod that is turned into its own angular momentum would have hundreds of times the energy. `attitudes`: by slot.
[[nodiscard]] double energy_at_end(const WorldState& world, const Driven& driven, const RepairPart& part,
                                   const std::vector<Quat>& attitudes);

/// J: what the present motions of the bodies in `slots` do against gravity and the users' forces in `duration` s.
[[nodiscard]] double lift_of_motions(const WorldState& world, const Driven& driven,
                                     const std::vector<std::uint32_t>& slots, double duration);

[[nodiscard]] RepairBalance balance_of(const WorldState& world, const Driven& driven, const RepairPart& part,
                                       const RepairBooks& books);

}  // namespace firstcontact
