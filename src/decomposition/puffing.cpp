// How far a piece reaches outside of the mesh: the furthest point seen, and a bound.
#include "decomposition/clearance_walk.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace firstcontact {

namespace {

// A face this far within the surface is taken to lie on it; lengths are about 1. Corners of clipped polygons are off by
// a few 1e-16, and by more where planes meet at a sharp angle.
constexpr double face_rounding = 1e-11;
constexpr double most_moved = 1e-6;
constexpr double most_shrunk = 0.5;

// Vertices, and the middles of edges and triangles: where a hull is likely to be furthest outside.
std::vector<Vec3> likely_points(const Piece& piece) {
  std::vector<Vec3> points = piece.vertices;
  for (const Triangle& t : piece.triangles) {
    const Vec3& a = piece.vertices[t[0]];
    const Vec3& b = piece.vertices[t[1]];
    const Vec3& c = piece.vertices[t[2]];
    points.insert(points.end(), {(a + b + c) / 3.0, 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)});
  }
  return points;
}

}  // namespace

// A look at a box: how far outside its centre counts, so that no point `around` it counts for more than that and
// `around`; nothing where all of it is inside an open mesh. There a centre inside says nothing of what is outside
// beside it, only the surface's distance does.
std::optional<Clearance::Look> Clearance::look_at(const Vec3& center, double distance, double around) const {
  const Whole whole = whole_at(center);
  if (inside_ != Inside::by_winding || whole == Whole::outside) {
    const double outside = counted_distance(center, distance, whole);
    return Look{outside, outside};
  }
  const double winding = winding_around(center);
  if (whole_around(center, distance, around, winding) == Whole::inside) {
    return std::nullopt;
  }
  return Look{is_wound(winding) ? 0.0 : distance, distance};
}

Puffing Clearance::puffing(const Piece& piece, double gap, std::size_t most_boxes) const {
  constexpr double far = std::numeric_limits<double>::max();
  Walk walk(piece);
  Puffing found;
  for (const Vec3& point : likely_points(piece)) {
    const double distance = tree_.distance(point, far);
    if (distance > found.reached) {
      found.reached = std::max(found.reached, counted_distance(point, distance, whole_at(point)));
    }
  }
  const double left = walk.search(piece.box, gap, most_boxes, found,
                                  [&](const Vec3& center, double around, bool is_held) -> std::optional<double> {
                                    const double distance = tree_.distance(center, far);
                                    if (distance + around <= found.reached + gap) {
                                      return distance;
                                    }
                                    const std::optional<Look> look = look_at(center, distance, around);
                                    if (!look) {
                                      return std::nullopt;
                                    }
                                    found.reached = is_held ? std::max(found.reached, look->outside) : found.reached;
                                    return look->bound;
                                  });
  found.bound = std::max(found.reached, left);
  return found;
}

namespace {

// Some of the triangle is below all planes.
bool enters(const std::array<Vec3, 3>& triangle, const std::vector<Plane>& planes) {
  std::vector<Vec3> left(triangle.begin(), triangle.end());
  std::vector<Vec3> below;
  for (const Plane& plane : planes) {
    below.clear();
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Vec3& from = left[i];
      const Vec3& to = left[(i + 1) % left.size()];
      const double start = height(plane, from);
      const double end = height(plane, to);
      if (start < 0.0) {
        below.push_back(from);
      }
      if ((start < 0.0) != (end < 0.0)) {
        below.push_back(from + (start / (start - end)) * (to - from));
      }
    }
    std::swap(left, below);
    if (left.empty()) {
      return false;
    }
  }
  return true;
}

}  // namespace

// A piece shrunk towards its middle by a share. When no triangle enters that, it is on one side of the surface, and its
// middle says on which. A point of the piece is no further from it than a vertex moved.
std::optional<double> Clearance::outside_by_shrinking(const Piece& piece, const Shrinking& shrinking) const {
  if (inside_ != Inside::by_surface || piece.planes.empty()) {
    return std::nullopt;
  }
  Vec3 middle(0.0);
  for (const Vec3& vertex : piece.vertices) {
    middle += vertex / static_cast<double>(piece.vertices.size());
  }
  double depth = std::numeric_limits<double>::max();
  for (const Plane& plane : piece.planes) {
    depth = std::min(depth, -height(plane, middle));
  }
  double furthest = 0.0;
  for (const Vec3& vertex : piece.vertices) {
    furthest = std::max(furthest, std::sqrt(squared_length(vertex - middle)));
  }
  const double share = std::min(shrinking.of_faces / depth, shrinking.of_vertices / furthest);
  if (!(depth > 0.0 && share < most_shrunk) || !is_wound(winding_around(middle))) {
    return std::nullopt;
  }
  std::vector<Plane> shrunk;
  for (const Plane& plane : piece.planes) {
    shrunk.push_back({plane.normal, plane.offset + share * height(plane, middle)});
  }
  if (tree_.any_near(piece.box, [&](const std::array<Vec3, 3>& triangle) { return enters(triangle, shrunk); })) {
    return std::nullopt;
  }
  return share * furthest;
}

std::optional<double> Clearance::rounding_outside(const Piece& piece) const {
  return outside_by_shrinking(piece, {face_rounding, most_moved});
}

}  // namespace firstcontact
