// Separating axes by enumeration: exact where GJK has nothing to say (overlap), and the judge where it doubts (contact
// within rounding). Edge pairs are pruned on the Gauss map (Gregorius, 'Robust contact creation for physics
// simulations', GDC 2013).
#pragma once

#include "narrowphase/gjk.hpp"

namespace firstcontact {

enum class AxisKind : std::uint8_t { face_a, face_b, edges, other };

struct BestAxis {
  double separation = -std::numeric_limits<double>::infinity();  // m, of the cores along `axis`; negative: overlap
  Vec3 axis{0.0, 1.0, 0.0};                                      // unit, a's frame, from a to b
  AxisKind kind = AxisKind::other;
  Index edge_a = 0, edge_b = 0;  // indices into core.edges, when kind is `edges` and the axis came out of best_axis
};

/// The axis of greatest separation among all face normals and all crossing edge pairs. For overlapping polyhedra its
/// separation is minus the penetration depth. Cores that are points or segments give their own few axes.
[[nodiscard]] BestAxis best_axis(const CorePair& pair);

/// The same over every edge pair, pruned by nothing: the oracle.
[[nodiscard]] BestAxis best_axis_by_brute_force(const CorePair& pair);

/// The best among `start`, the face normals of both cores and the product of the simplex's edges that lie within about
/// eight degrees of it. Cheap; what a GJK axis needs when it is nearly, but not quite, square to a face.
[[nodiscard]] BestAxis snapped_axis(const CorePair& pair, const BestAxis& start, const Simplex& simplex);

}  // namespace firstcontact
