// The queries that time_of_impact is timed on: pairs of hulls that fly at each other, sorted by shape, spin and answer.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace benchmarks {

struct ImpactQuery {
  firstcontact::ConvexShape shape_a, shape_b;
  firstcontact::RigidMotion motion_a, motion_b;
};

/// The query as time_of_impact takes it; the query must outlive it.
struct MovingPair {
  firstcontact::MovingShape a, b;
};
[[nodiscard]] std::vector<MovingPair> moving_pairs(const std::vector<ImpactQuery>& queries);
[[nodiscard]] firstcontact::TimeOfImpact answer_of(const MovingPair& pair);

/// Which queries: what all of one family have in common, since hits, misses, spins and sizes cost differently.
struct ImpactFamily {
  int vertices = 8;   // of each hull; `box` for boxes
  double spin = 0.0;  // rad over the span, each body about an axis of its own
  firstcontact::ImpactStatus answer = firstcontact::ImpactStatus::touches;
};
inline constexpr int box = 0;

/// `count` different queries of the family, the same ones every time. None of them is settled by bounding spheres.
[[nodiscard]] std::vector<ImpactQuery> queries_of(const ImpactFamily& family, std::size_t count);

/// Pairs that pass each other outside the reach of their bounding spheres.
[[nodiscard]] std::vector<ImpactQuery> far_queries(std::size_t count);

/// Boxes that rest on each other, at a gap of one and a half targets, with the leftover speeds of a settled pile.
[[nodiscard]] std::vector<ImpactQuery> resting_queries(std::size_t count);

}  // namespace benchmarks
