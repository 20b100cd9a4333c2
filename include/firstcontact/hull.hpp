// Convex polyhedra: made from points, with merged polygonal faces, unique edges and half-edges, and checked.
// Everything later asks of a shape is here: supports (vertices), SAT axes (face normals, edges with their two face
// normals: the arcs of the Gauss map), clipping (face loops) and integrals (faces).
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/math.hpp>
#include <firstcontact/result.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace firstcontact {

using Index = std::uint32_t;

/// A planar convex polygon of a hull: { x : dot(normal, x) <= offset } holds the hull. Its corners, counter-clockwise
/// seen from outside, are hull.face_vertices[first .. first + count).
struct HullFace {
  Vec3 normal{0.0};     // unit, outward
  double offset = 0.0;  // m
  Index first = 0;
  Index count = 0;
};

/// An undirected edge, once. Walking face[0] counter-clockwise goes from vertex[0] to vertex[1].
struct HullEdge {
  Index vertex[2] = {0, 0};
  Index face[2] = {0, 0};
};

/// One side of an edge. `next` walks the face counter-clockwise; `twin` is the other side.
struct HalfEdge {
  Index origin = 0;
  Index twin = 0;
  Index next = 0;
  Index face = 0;
};

/// A closed convex polyhedron with at least 4 vertices and positive volume, local coordinates, metres.
/// Half-edge k runs along face_vertices[k]: half_edges[face.first + i].origin == face_vertices[face.first + i].
struct Hull {
  std::vector<Vec3> vertices;  // only extreme points
  std::vector<HullFace> faces;
  std::vector<Index> face_vertices;
  std::vector<HalfEdge> half_edges;
  std::vector<HullEdge> edges;
};

struct HullOptions {
  /// Points and planes closer than this fraction of the points' longest side count as one; also the promise: every
  /// input point lies within this fraction of the longest side inside or above no face.
  double relative_tolerance = 1e-9;
};

/// The convex hull of `points` (Barber, Dobkin, Huhdanpaa 1996: quickhull), coplanar faces merged into polygons.
/// The result depends on the set of points, not on duplicates among them. Error: fewer than 4 points, points that are
/// not finite, or points flat to within the tolerance (message says which, and how thick they are). Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<Hull> convex_hull(std::span<const Vec3> points,
                                                           const HullOptions& options = {});

/// A hull from explicit vertices and counter-clockwise convex polygons (as in the .toi files, where collinear vertices
/// on face borders are allowed: they are dropped). Error when it is not closed and convex to the tolerance. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<Hull> hull_from_faces(std::span<const Vec3> vertices,
                                                               std::span<const std::vector<Index>> faces,
                                                               const HullOptions& options = {});

/// The box [-h, h] (half extents, each > 0), 8 vertices, 6 quads.
[[nodiscard]] FIRSTCONTACT_EXPORT Hull make_box(const Vec3& half_extents);

struct HullCheck {
  bool is_closed = false;  // every half-edge has its twin, Euler's formula holds
  double convexity_defect =
      0.0;  // m: how far the worst vertex lies outside a face's plane; 0 or rounding for a good hull
};
/// Checks a hull against its own promises, by brute force over all faces and vertices.
[[nodiscard]] FIRSTCONTACT_EXPORT HullCheck check(const Hull& hull);

/// How far (m) the furthest of `points` lies outside the hull; 0 when all are inside.
[[nodiscard]] FIRSTCONTACT_EXPORT double outside_distance(const Hull& hull, std::span<const Vec3> points);

}  // namespace firstcontact
