// Which pairs of bodies stand side by side in the sweeps.
#pragma once

#include <span>
#include <vector>

#include "dynamics/contact_point.hpp"
#include "dynamics/row_lanes.hpp"

namespace firstcontact {

/// Some pairs, each by its points: [first, end).
struct RowBatch {
  PairRange points[most_lanes] = {};
  std::uint32_t used = 0;
};

/// The batches, in the order of visits, and what of them may be visited at once.
struct RowPlan {
  std::vector<RowBatch> batches;
  std::vector<PairRange> chunks;  // of batches: one after the other within a chunk
  std::vector<PairRange> groups;  // of chunks: in any order, or at once, within a group; group after group
};

/// One pair after the other, as the points come: all of one chunk.
[[nodiscard]] RowPlan plan_as_given(std::span<const ContactPoint> points);

/// Pairs of a colour `lanes` at a time (no more than most_lanes), colour by colour, each a group: no body that can move
/// is in two pairs of a colour. A pair takes the first colour that none of its bodies has yet, in the order of the
/// points, so that the same points have the same colours everywhere. Within a colour those that hold an impulse come
/// first, and those with more points: lanes then have little to wait for. What finds no colour among 64 is visited one
/// after the other at the end.
[[nodiscard]] RowPlan plan_by_colour(std::span<const ContactPoint> points, std::span<const Responder> responders,
                                     std::uint32_t lanes);

}  // namespace firstcontact
