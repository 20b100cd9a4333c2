// What an island's solution may cost: impulses, rebounds and the push that lifts bodies make no energy.
#pragma once

#include <vector>

#include "calendar/driven.hpp"

namespace firstcontact {

/// Kinetic energy along a change of velocities, J: at + s * slope + s^2 * curvature, from none of it (0) to all (1).
struct EnergyParabola {
  double at = 0.0;
  double slope = 0.0;
  double curvature = 0.0;

  /// The largest share, at most 1, with no more than `allowed`; 1 where none has.
  [[nodiscard]] double largest_share(double allowed) const;
  /// The least share, at most 1, with no more than `allowed` (less than `at`); the one with the least energy where none
  /// has.
  [[nodiscard]] double least_share(double allowed) const;
};

/// The parabola with these energies, J, at none, half and all of the change.
[[nodiscard]] EnergyParabola parabola_through(double at_none, double at_half, double at_all);

/// An island cut out, to be solved by itself: slots are its own.
struct Cutout {
  Driven driven;
  std::vector<ContactPoint> points;
  std::vector<Velocity> motion;   // what the bodies are to move with, on the average over the substep
  std::vector<Velocity> relaxed;  // the same without the push
  SoftPiles soft;                 // where the soft solver holds them
  bool lifts = true;              // contacts that are too near: before it is solved now, afterwards next time
  // Of its points, asked more than once:
  bool has_overlap = false;      // which only bodies that were put into each other have
  bool has_belt = false;         // surfaces that run
  bool has_restitution = false;  // some point asks for it
};

/// The velocities of the bodies before this substep's kick.
[[nodiscard]] std::vector<Velocity> starting_velocities(const Driven& driven);

/// J: kinetic, of the bodies in `slots` with the velocities of `movers`, one for each slot of `driven`.
[[nodiscard]] double kinetic_energy_of(const WorldState& world, const Driven& driven,
                                       const std::vector<std::uint32_t>& slots, const std::vector<Responder>& movers);
/// The same with `velocities`.
[[nodiscard]] double kinetic_energy_of(const WorldState& world, const Driven& driven,
                                       const std::vector<std::uint32_t>& slots,
                                       const std::vector<Velocity>& velocities);

/// Takes the impulses back where they end with more energy than the bodies brought: each part of the island that they
/// join by one share, so that they stay within their cones and momentum stays what it was. `before`: the velocities
/// that they met, the kick included; `free`: the motions that there would be without impulses.
void take_back_energy(const WorldState& world, const std::vector<Velocity>& before, const std::vector<Velocity>& free,
                      double duration, Cutout& cutout);

/// Gives the points that were pressed their restitution, as far as each part of the island has lost energy to pay for
/// it, and for what it raises them by in `duration` (s): to the velocities and to the motions.
void give_restitution(const WorldState& world, const std::vector<Velocity>& before, double duration, Cutout& cutout);

/// Asks whether the island has lost enough in `duration` (s) to lift contacts in the next substep: a share of what
/// `kicks` bring.
[[nodiscard]] bool can_pay_for_lifts(const WorldState& world, const std::vector<Velocity>& kicks, double duration,
                                     const Cutout& cutout);

/// Cuts the motions' push down to what the contacts' own losses in this substep pay for. Overlapping bodies are pushed
/// apart whatever it costs.
void limit_push(const WorldState& world, double duration, Cutout& cutout);

}  // namespace firstcontact
