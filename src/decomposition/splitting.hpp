// Cutting a mesh until the hull of every part keeps within the tolerance.
#pragma once

#include "decomposition/cutting_planes.hpp"

#include <functional>

namespace firstcontact {

/// What the steps of a decomposition share.
struct Workshop {
  const Clearance& clearance;
  std::vector<ReflexEdge> edges;
  double thickness = 0.0;      // of sheets
  double largest_piece = 1.0;  // longer ones are cut once more: small pieces join in more ways
  /// Asked between rounds of work, with the fraction done and the present number of pieces; false: stop.
  std::function<bool(double, std::size_t)> go_on;
  /// Within a round, by any thread: it was told to stop, or the time for this stage is up.
  std::function<bool()> is_over;
  /// The same: so much of that time is gone that nothing is to be done with care.
  std::function<bool()> is_late;
};

/// Convex pieces that cover all of `wholes`. Each keeps within the tolerance, unless it was told to stop or there are
/// thousands.
[[nodiscard]] std::vector<Chunk> split_into_pieces(std::vector<Region> wholes, const Workshop& workshop);

}  // namespace firstcontact
