// When do two convex shapes of two bodies, along the bodies' flows, first come within a gap of each other.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include "calendar/pair_query.hpp"

namespace firstcontact {

/// One shape of each body.
struct ShapePair {
  const ConvexShape* a = nullptr;  // not owned
  const ConvexShape* b = nullptr;
};

/// rad/s^2: angular accelerations, at most.
struct SpinBounds {
  double a = 0.0, b = 0.0;
};

[[nodiscard]] double spin_bound_of(const RigidBody& body, const KnownScrew* known);

/// `first_contact` of the two shapes alone: screws that cover the flows, from span to span; what whirls first as the
/// solid of revolution that it turns in. Pure but for the cache.
[[nodiscard]] PairAnswer first_contact_of_shapes(const PairQuery& query, const ShapePair& shapes,
                                                 const SpinBounds& bounds, AxisCache* cache);

}  // namespace firstcontact
