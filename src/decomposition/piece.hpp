// A convex hull as the search wants it: made and asked in microseconds. What leaves the decomposition is made once
// more, with every promise of hull.hpp.
#pragma once

#include <firstcontact/triangle_mesh.hpp>

#include <span>
#include <vector>

namespace firstcontact {

struct Plane {
  Vec3 normal{0.0};     // unit
  double offset = 0.0;  // dot(normal, point) == offset
};

[[nodiscard]] inline double height(const Plane& plane, const Vec3& point) {
  return glm::dot(plane.normal, point) - plane.offset;
}

struct Piece {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;  // over `vertices`, counter-clockwise from outside
  std::vector<Plane> planes;        // of the triangles, outward, lifted to hold every vertex
  Aabb box;
  double volume = 0.0;
  /// Of an outline: which of its points is furthest in each of the directions of support_points. Else empty.
  std::vector<Vec3> furthest;
};

/// The convex hull of points about 1 in size (Barber, Dobkin, Huhdanpaa 1996: quickhull). Points flat to within
/// `thickness` are given that much, half to either side, so that every piece has a volume. At least one point. Pure.
[[nodiscard]] Piece make_piece(std::span<const Vec3> points, double thickness);

/// The same; but a hull of many hundreds of vertices is replaced by one of fewer around it, about `error` further out
/// (rough_hull.hpp). Part of the points may then reach further out than all of them. Pure.
[[nodiscard]] Piece make_rough_piece(std::span<const Vec3> points, double thickness, double error);

/// A box, `thickness` thick at least. Pure.
[[nodiscard]] Piece box_piece(const Aabb& box, double thickness);

/// A hull of some of the points only, those furthest in many directions; it lies within theirs, and nearly fills it.
/// For guesses: it never takes long. Pure.
[[nodiscard]] Piece make_outline(std::span<const Vec3> points);

/// The points furthest in each of many directions, every point once; all of them when they are few.
[[nodiscard]] std::vector<Vec3> support_points(std::span<const Vec3> points);

/// A hull and its outline.
struct Chunk {
  Piece hull;
  Piece outline;
};
[[nodiscard]] Chunk make_chunk(Piece hull);
/// The hull of both.
[[nodiscard]] Piece joined(const Piece& a, const Piece& b, double thickness);
/// The outline of both.
[[nodiscard]] Piece joined_outline(const Piece& a, const Piece& b);

[[nodiscard]] bool contains(const Piece& piece, const Vec3& point, double margin);

}  // namespace firstcontact
