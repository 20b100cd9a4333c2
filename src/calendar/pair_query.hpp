// When do two bodies, along their flows, first come within a gap of each other: the time-of-impact query of convex
// shapes under screws, asked for every pair of their shapes and for every screw that covers the flows.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include <cstdint>
#include <optional>
#include <vector>

#include "calendar/near_shapes.hpp"
#include "core/tolerances.hpp"
#include "dynamics/rigid_body.hpp"

namespace firstcontact {

/// The screw that covers a body's free flight over a span, remembered because all its pairs ask for it: the same bits
/// as if each had found it. How far the motion strays from it depends on the shape, and is left out.
struct KnownScrew {
  std::uint32_t version = 0;          // of the body
  double begin = 0.0;                 // s
  double end = -1.0;                  // s; before `begin`: nothing is known
  double angular_acceleration = 0.0;  // rad/s^2
  RigidMotion motion;
};

struct PairQuery {
  const RigidBody* a = nullptr;  // not owned
  const RigidBody* b = nullptr;
  double begin = 0.0;                   // s, not before either segment's start
  double end = 0.0;                     // s
  double target = 0.0;                  // m: the gap at which they count as touching
  const KnownScrew* screw_a = nullptr;  // not owned; none: to be found
  const KnownScrew* screw_b = nullptr;
  int most_looks = tolerances::pair_looks_before_cut;  // at what whirls; then: an impact at the last certified time
};

/// The screw over [begin, end] of a body that flies, as first_contact would find it.
[[nodiscard]] KnownScrew find_screw(const RigidBody& body, double begin, double end);

struct PairAnswer {
  std::optional<double> impact_time;  // s; none: certified apart until the query's end
  double certified_gap = 0.0;         // m: no pair of shapes came nearer than this before impact or end
  bool came_near = false;             // false: told apart by bounding volumes alone, certified_gap means nothing
  int queries = 0;                    // time-of-impact queries used
  int looks = 0;                      // distance queries in them, and one for each, while a body whirls
};

/// Certified: with no impact time, the bodies stay apart by certified_gap > 0 during all of [begin, end]; with one,
/// they do until then. What arithmetic cannot decide is an impact at the last certified time. Pure but for the caches.
/// @param caches  separating axes remembered per pair of shapes; resized as needed, never changes the answer's safety
/// @param triangles  what was built of either body's surface; changes nothing but the price
[[nodiscard]] PairAnswer first_contact(const PairQuery& query, std::vector<AxisCache>& caches,
                                       BuiltTriangles& triangles);

}  // namespace firstcontact
