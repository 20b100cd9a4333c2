// When do two bodies, along their flows, first come within a gap of each other: the time-of-impact query of convex
// shapes under screws, asked for every pair of their shapes and for every screw that covers the flows.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include <optional>
#include <vector>

#include "dynamics/rigid_body.hpp"

namespace firstcontact {

struct PairQuery {
  const RigidBody* a = nullptr;  // not owned
  const RigidBody* b = nullptr;
  double begin = 0.0;   // s, not before either segment's start
  double end = 0.0;     // s
  double target = 0.0;  // m: the gap at which they count as touching
};

struct PairAnswer {
  std::optional<double> impact_time;  // s; none: certified apart until the query's end
  double certified_gap = 0.0;         // m: no pair of shapes came nearer than this before impact or end
  bool came_near = false;             // false: told apart by bounding volumes alone, certified_gap means nothing
  int queries = 0;                    // time-of-impact queries used
};

/// Certified: with no impact time, the bodies stay apart by certified_gap > 0 during all of [begin, end]; with one,
/// they do until then. What arithmetic cannot decide is an impact at the last certified time. Pure but for the caches.
/// @param caches  separating axes remembered per pair of shapes; resized as needed, never changes the answer's safety
[[nodiscard]] PairAnswer first_contact(const PairQuery& query, std::vector<AxisCache>& caches);

}  // namespace firstcontact
