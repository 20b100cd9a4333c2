// A hull that somebody else found: verified to be the convex surface it claims to be, then rebuilt from its vertices,
// so that whatever its facets were, the result is the same hull that convex_hull makes.
#include <firstcontact/hull.hpp>

#include "core/arithmetic_mode.hpp"
#include "geometry/point_set.hpp"
#include "geometry/surface.hpp"

#include <algorithm>
#include <string>

namespace firstcontact {

namespace {

std::string name_of(std::size_t face) { return "face " + std::to_string(face); }

Result<std::size_t> checked_indices(std::size_t vertex_count, std::span<const std::vector<Index>> faces) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (faces[f].size() < 3) {
      return Error{name_of(f) + " has " + std::to_string(faces[f].size()) + " corners, expected at least 3"};
    }
    for (const Index corner : faces[f]) {
      if (corner >= vertex_count) {
        return Error{name_of(f) + " names vertex " + std::to_string(corner) + ", expected less than " +
                     std::to_string(vertex_count)};
      }
    }
  }
  return faces.size();
}

// Twice the polygon's area along its normal.
Vec3 vector_area(std::span<const Vec3> vertices, const std::vector<Index>& face) {
  const Vec3& anchor = vertices[face.front()];
  Vec3 area(0.0);
  for (std::size_t i = 1; i + 1 < face.size(); ++i) {
    area += glm::cross(vertices[face[i]] - anchor, vertices[face[i + 1]] - anchor);
  }
  return area;
}

// How far the furthest vertex lies above the face's lowest corner. The lowest corner, so that a face that is not planar
// does not pass.
double highest_above(std::span<const Vec3> vertices, const std::vector<Index>& face) {
  const Vec3 normal = normalized_or(vector_area(vertices, face), Vec3(0.0));
  const Vec3& anchor = vertices[face.front()];
  double lowest = 0.0;
  for (const Index corner : face) {
    lowest = std::min(lowest, glm::dot(normal, vertices[corner] - anchor));
  }
  double highest = 0.0;
  for (const Vec3& vertex : vertices) {
    highest = std::max(highest, glm::dot(normal, vertex - anchor));
  }
  return highest - lowest;
}

Result<std::size_t> checked_convexity(std::span<const Vec3> vertices, std::span<const std::vector<Index>> faces,
                                      double distance) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (const double defect = highest_above(vertices, faces[f]); defect > distance) {
      return Error{name_of(f) + " is not a face of a convex polyhedron: a vertex lies " + readable(defect) +
                   " m above it (tolerance " + readable(distance) + " m)"};
    }
  }
  return faces.size();
}

bool is_one_sphere(std::span<const std::vector<Index>> faces) {
  std::vector<Index> corners;
  for (const std::vector<Index>& face : faces) {
    corners.insert(corners.end(), face.begin(), face.end());
  }
  const std::size_t half_edges = corners.size();
  std::sort(corners.begin(), corners.end());
  const auto distinct = static_cast<std::size_t>(std::unique(corners.begin(), corners.end()) - corners.begin());
  return 2 * (distinct + faces.size()) == half_edges + 4;
}

}  // namespace

Result<Hull> hull_from_faces(std::span<const Vec3> vertices, std::span<const std::vector<Index>> faces,
                             const HullOptions& options) {
  const ArithmeticMode mode;
  const Result<std::size_t> indices = checked_indices(vertices.size(), faces);
  if (!indices) {
    return indices.error();
  }
  Result<Hull> hull = convex_hull(vertices, options);
  if (!hull) {
    return hull;
  }
  if (!twins_of(surface_of(faces)) || !is_one_sphere(faces)) {
    return Error{"the faces do not close a surface: every edge needs exactly one face on either side"};
  }
  const Result<std::size_t> convex =
      checked_convexity(vertices, faces, options.relative_tolerance * longest_side(vertices));
  return convex ? hull : Result<Hull>(convex.error());
}

}  // namespace firstcontact
