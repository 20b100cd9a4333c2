// How far a piece reaches away from the surface of an open mesh, where the mesh does not wind around it.
//
// The winding number of a surface changes slowly away from it: its gradient is that of the solid angle of its border,
// over a full sphere's, at most the border's length / (4 pi r^2) at a distance of r from the border (the law of Biot
// and Savart, with |dl x r| / r^3 <= dl / r^2), which is no nearer than the surface. So one number speaks for a box.
#include "decomposition/clearance_walk.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace firstcontact {

namespace {

// By so much the winding number may be off (triangle_tree.hpp).
constexpr double winding_error = 0.05;
constexpr double full_angle = 4.0 * 3.14159265358979323846;

}  // namespace

// `distance` from the surface, everything within `around` of the point is wound around by more than a half.
bool Clearance::is_all_wound(const Vec3& point, double distance, double around) const {
  const double off = distance - around;
  if (off <= 0.0) {
    return false;
  }
  const double change = around * border_length_ / (full_angle * off * off);
  return std::abs(tree_.winding_number(point)) - change > 0.5 + winding_error;
}

Puffing Clearance::surface_reach(const Piece& piece, double gap, std::size_t most_boxes) const {
  constexpr double far = std::numeric_limits<double>::max();
  Walk walk(piece);
  Puffing found;
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
  found.bound = std::max(found.reached + gap, left);
  return found;
}

}  // namespace firstcontact
