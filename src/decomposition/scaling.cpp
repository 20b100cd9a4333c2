#include <firstcontact/scaling.hpp>

#include "core/arithmetic_mode.hpp"
#include "geometry/point_set.hpp"
#include "geometry/surface.hpp"

#include <algorithm>

namespace firstcontact {

namespace {

constexpr double relative_rounding = 1e-9;  // as convex_hull promises

Loops loops_of(const Hull& hull) {
  Loops loops;
  for (const HullFace& face : hull.faces) {
    const auto first = hull.face_vertices.begin() + face.first;
    loops.emplace_back(first, first + face.count);
  }
  return loops;
}

Hull scaled_hull(const Hull& hull, const Vec3& scale) {
  std::vector<Vec3> points = hull.vertices;
  for (Vec3& point : points) {
    point = scale * point;
  }
  return hull_from_loops(points, loops_of(hull));
}

// The second moments (integrals of x_i x_j) stretch by themselves; moments of inertia are sums of two of them.
MassProperties scaled_mass(const MassProperties& mass, const Vec3& scale) {
  const double volume = scale.x * scale.y * scale.z;
  const double half_trace = 0.5 * (mass.inertia[0][0] + mass.inertia[1][1] + mass.inertia[2][2]);
  Mat3 second = Mat3(half_trace) - mass.inertia;
  for (int column = 0; column < 3; ++column) {
    second[column] = volume * scale[column] * (scale * second[column]);
  }
  const double trace = second[0][0] + second[1][1] + second[2][2];
  return {volume * mass.mass, scale * mass.center_of_mass, Mat3(trace) - second};
}

}  // namespace

bool keeps_bound(const Mesh& mesh, const Vec3& scale) {
  const ArithmeticMode mode;
  Aabb box;
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      for (const Index vertex : polygon) {
        box = merged(box, mesh.vertices[vertex]);
      }
    }
  }
  const Vec3 size = box.high - box.low;
  const int longest = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  return scale[longest] >= std::max({scale.x, scale.y, scale.z});
}

std::optional<ScaledHulls> scaled(const ConvexDecomposition& found, const Vec3& scale) {
  const ArithmeticMode mode;
  ScaledHulls all{{}, scaled_mass(found.mass, scale)};
  for (const DecompositionHull& of : found.hulls) {
    if (scale == Vec3(1.0)) {
      all.hulls.push_back(of.hull);
      continue;
    }
    Hull hull = scaled_hull(of.hull, scale);
    if (!(check(hull).convexity_defect <= relative_rounding * longest_side(hull.vertices))) {
      return std::nullopt;
    }
    all.hulls.push_back(std::move(hull));
  }
  return all;
}

}  // namespace firstcontact
