// What driving the contacts of one substep is made of: the bodies as the solver sees them, solved island by island,
// then given screws that are certified and, where need be, repaired.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"
#include "dynamics/contact_solver.hpp"
#include "dynamics/motion_repair.hpp"

namespace firstcontact {

/// The bodies of one substep's contacts, as the solver sees them.
struct Driven {
  std::vector<BodyIndex> bodies;  // sorted; fixed and kinematic ones too
  std::vector<FlowState> states;  // at the substep's start
  std::vector<Responder> responders;
  std::vector<Mat3> inertias;          // kg m^2, world, at the substep's start
  std::vector<std::uint32_t> slot_of;  // per body of the world: position in `bodies`, or none
};

constexpr std::uint32_t no_slot = ~0U;

/// True where there are so many that contacts are found and motions certified for longer at a time.
[[nodiscard]] inline bool is_heap(const Driven& driven) { return driven.bodies.size() >= tolerances::fewest_in_heap; }

// --- drive.cpp
// ----------------------------------------------------------------------------------------------------------

/// The bodies of `contacts` as they stand at `begin`, with what pulls at them until the substep's end. Changes nothing
/// but what is remembered of states.
[[nodiscard]] Driven gather(WorldState& world, const std::vector<PairContact>& contacts, double begin);
/// The points as the solver sees them.
[[nodiscard]] std::vector<ContactPoint> flatten(const WorldState& world, const std::vector<PairContact>& contacts,
                                                const Driven& driven);
/// rad/s: a body in contact turns about one axis for the substep, and so that it ends where its angular momentum costs
/// the energy that it has, what `motion` turns it by besides its spin included. This is added to the motion for it.
[[nodiscard]] Vec3 change_by_tumbling(const WorldState& world, const Driven& driven, std::uint32_t slot,
                                      const Velocity& motion, double duration);

// --- island.cpp
// ---------------------------------------------------------------------------------------------------------

/// Solves `points` (a and b are slots) island by island: impulses into the points, the state's velocities into the
/// responders, which come with gravity's kick. Returns the motions, per slot, with and without the push that lifts
/// contacts. Sets how high the piles of soft contacts are.
[[nodiscard]] SolvedMotions solve_islands(WorldState& world, Driven& driven, std::vector<ContactPoint>& points,
                                          double duration);

// --- repair.cpp
// ---------------------------------------------------------------------------------------------------------

/// The solved points, as rows can be made of them.
struct KnownContacts {
  std::span<const ContactPoint> points;
  double share = 0.0;  // of a point's impulse: what acts on the motion, and may be taken back. Rounds come one after
                       // the other, so that the last acts for the shortest time
  std::vector<bool> has_row;            // per point; those of pairs that overlap never get one
  std::vector<std::uint32_t> first_at;  // per slot, and the end: into `at`
  std::vector<std::uint32_t> at;        // positions of points, slot by slot
  std::vector<int> rings_done;          // per slot: around it, so many rings of points have rows
};

/// Motions under repair: the solver's, on which rows act by equal and opposite impulses.
struct Repair {
  std::vector<Responder> movers;  // per slot of Driven
  std::vector<Velocity> push;  // the part of their motion that lifts contacts to the rest gap, until it is taken back
  bool any_push_taken = false;
  // Of a pair's skin: the gap below which no row has a point come nearer, and that to which it may come before rows are
  // foreseen for it.
  double kept_gap = 0.0;
  double foreseen_gap = 0.0;
  bool is_direct = false;  // some of it at once, where sweeps did not agree
  std::vector<RepairRow> rows;
  KnownContacts known;
};

/// A motion for the body in a slot.
struct GivenMotion {
  std::uint32_t slot = 0;
  Velocity motion;
};
/// Gives bodies, each once, their motions from `begin` on, and their states the relaxed velocities; keeps them in their
/// tracks.
void give_motions(WorldState& world, const Driven& driven, std::span<const GivenMotion> given, double begin);
/// Pairs of these bodies (sorted) with each other and with others, of which neither flies freely: each once.
[[nodiscard]] std::vector<std::uint32_t> held_pairs_of(const WorldState& world, const std::vector<BodyIndex>& changed);
/// Certifies the motions given, repairs what fails, and enters what is left as impacts.
void certify_and_repair(WorldState& world, Driven& driven, Repair& repair_data, double begin);
/// Keeps, for recordings, what the repair took from the velocities.
void note_stops(WorldState& world, const Driven& driven, const Repair& repair_data, double begin);

// --- repair_rows.cpp
// ----------------------------------------------------------------------------------------------------

/// `points` are those of `contacts`, in their order, and must outlive the result; `slots`: how many there are.
[[nodiscard]] KnownContacts known_contacts(const WorldState& world, const std::vector<PairContact>& contacts,
                                           const std::vector<ContactPoint>& points, std::size_t slots);
/// Rows for what the motions would do in `duration` seconds to the contacts that are known.
void add_foreseen_rows(double duration, Repair& repair_data);
/// Rows for the known contacts of the body in `slot`, if it can move, and of its neighbours.
void add_rows_around(std::uint32_t slot, double duration, Repair& repair_data);
/// Rows for pairs that meet in the substep that begins at `begin`, measured where they do.
void add_rows(const WorldState& world, const Driven& driven, std::span<const Prediction> violations, double begin,
              int round, Repair& repair_data);
/// Takes the push of the body in `slot`, if there is one, out of its motion.
void take_push_back(std::uint32_t slot, Repair& repair_data);

// --- repair_cost.cpp
// ----------------------------------------------------------------------------------------------------

/// Takes out of the velocities what the repaired motions lift: of bodies that rest on what does not move, until the
/// substep ends with no more energy than it began with; where their contacts have nothing left to lose, they are lifted
/// less, as far as certificates allow. `points`: the solved ones, whose impulses change, as do those of the rows that
/// had to push. `before`: the velocities that they met, the kick included. False where somebody could
/// not pay.
[[nodiscard]] bool pay_for_repair(WorldState& world, Driven& driven, Repair& repair_data,
                                  const std::vector<Velocity>& before, double begin, std::vector<ContactPoint>& points);

// --- tumbling.cpp
// ----------------------------------------------------------------------------------------------------

/// True when a body just driven would have much more energy in the middle of the substep that began at `begin` (s) than
/// at its ends, if it kept its angular momentum: it turns too far for one screw.
[[nodiscard]] bool any_tumbles_astray(const WorldState& world, const Driven& driven, double begin);

// --- struck_ahead.cpp
// ----------------------------------------------------------------------------------------------------

/// s: where the substep that began at `begin` had better end: when something runs into a body just driven that would
/// then have more energy than it can by that time, with all that contacts give it until the substep's end. That end
/// where nothing does. Asks for the pairs that it has to know.
[[nodiscard]] double last_before_too_much(WorldState& world, const Driven& driven, double begin);

// --- lift_less.cpp
// ----------------------------------------------------------------------------------------------------

/// Takes `owed` (J) out of what the motions of the bodies in `slots` lift, where the motions that are left are
/// certified to keep all pairs apart: of those who are pushed up, each the same share of its push. Who goes no further
/// by itself than it has to give way anyway, a skin, may stand.
void lift_less(WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots, double owed,
               double begin);

}  // namespace firstcontact
