// How far a piece reaches away from the surface of an open mesh, where the mesh does not wind around it.
#include "decomposition/clearance_walk.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace firstcontact {

// `distance` from the surface, everything within `around` of the point is wound around by more than a half.
bool Clearance::is_all_wound(const Vec3& point, double distance, double around) const {
  if (distance <= around) {
    return false;
  }
  const double spare = std::abs(tree_.winding_number(point)) - 0.5 - winding_error;
  return spare > 0.0 && border_.winding_change(point, around) < spare;
}

Puffing Clearance::surface_reach(const Piece& piece, double least, double gap, std::size_t most_boxes) const {
  constexpr double far = std::numeric_limits<double>::max();
  Walk walk(piece);
  Puffing found;
  found.reached = std::max(0.0, least - gap);  // what is no further than `least` does not matter
  const auto see = [&](const Vec3& point, double distance) {
    if (distance > found.reached && !is_wound(point)) {
      found.reached = distance;
    }
  };
  for (const Vec3& vertex : piece.vertices) {
    see(vertex, tree_.distance(vertex, far));
  }
  const double left = walk.search(
      piece.box, gap, most_boxes, found, [&](const Vec3& center, double around, bool is_held) -> std::optional<double> {
        const double distance = tree_.distance(center, far);
        if (distance + around <= found.reached + gap || is_all_wound(center, distance, around)) {
          return std::nullopt;
        }
        if (is_held) {
          see(center, distance);
        }
        return distance;
      });
  found.bound = std::max({least, found.reached + gap, left});
  return found;
}

}  // namespace firstcontact
