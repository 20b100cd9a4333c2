// The other velocity solver of contacts that persist: all contacts of an island at once, by minimizing a convex
// function (Castro et al., 'An Unconstrained Convex Formulation of Compliant Contact', 2021, SAP) with Newton steps and
// a sparse direct factor. What it stands, stands still, however high; it pays where the factor is cheap.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dynamics/block_envelope.hpp"
#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// Which equations an island's solve has, and what one factorization costs.
struct DirectPlan {
  std::vector<std::uint32_t> node_of;  // per responder: its node, or none for what impulses do not move
  std::vector<std::uint32_t> movers;   // per node: its responder
  BlockEnvelope matrix;                // of these nodes; the solver fills it
};

/// The plan of an island; nothing when one of its bodies has a locked axis, or a point rolling or spinning friction,
/// which the solver does not know.
[[nodiscard]] std::optional<DirectPlan> plan_direct_solve(std::span<const ContactPoint> points,
                                                          std::span<const Responder> responders);

/// When a point has come to its target.
struct DirectGoal {
  double miss = 0.0;           // m/s: by what speed it may miss; no less than the following
  double miss_of_kick = 1e-6;  // and, of the fastest kick
  bool grows_stiffer = false;  // contacts do, where rounds gain little: towers sway so softly that they would not end
};

/// What solve_contacts does, to convergence, with motions that differ from the state's velocities only where a point
/// has to be lifted. `guess` are velocities to start from, one per responder: those before gravity's kick. Returns the
/// motions; nothing, and leaves everything as it was, when Newton's method does not end.
[[nodiscard]] std::optional<std::vector<Velocity>> solve_contacts_directly(
    DirectPlan& plan, std::span<ContactPoint> points, std::span<Responder> responders, std::span<const Velocity> guess,
    double duration, const DirectGoal& goal = {});

}  // namespace firstcontact
