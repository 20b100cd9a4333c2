// Where two shapes are nearest at one instant, in plain arithmetic: the direction to try a proof with, and, when they
// overlap, how deep. A guess may be poor without harm; only (S2) and `share_a_point` prove.
#pragma once

#include <array>
#include <vector>

#include "verify/span_proof.hpp"

namespace firstcontact::verify {

/// A shape at an instant, about: its pose's middle, relative to some origin near both shapes.
struct Placed {
  const Shape* shape = nullptr;
  Vec3 position{0.0};                                                     // m
  std::array<Vec3, 3> rows{Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};  // of its rotation
};
/// `origin` is subtracted from the position.
[[nodiscard]] Placed placed(const PosedBody& body, const Shape& shape, const Vec3& origin);

struct Nearest {
  double distance = 0.0;                   // m, of the cores (without their roundings); 0 when they overlap
  Vec3 direction{0.0};                     // unit, from a to b; zero when the cores overlap
  std::vector<Vec3> corners_a, corners_b;  // local vertices whose differences hold the nearest point, or the origin
  std::vector<double> weights;  // of them, >= 0: the nearest point is their weighted mean; none for the origin
};
/// The nearest points of the cores: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, 1988, with the best of all faces of
/// the simplex found by trying each.
[[nodiscard]] Nearest nearest(const Placed& a, const Placed& b);

/// How the direction should turn so that the features of `found` stay nearest: with the body whose face it is, or
/// square to the edges of both. Any answer is safe.
[[nodiscard]] Vec3 turning_of(const Nearest& found, const PosedBody& a, const PosedBody& b);

struct Depth {
  double depth = 0.0;   // m: the least motion that parts the shapes; of doubt, 0
  Vec3 direction{0.0};  // unit, from a to b: the way b would have to go
};
/// By all face normals and products of edges (polyhedra), or along their nearest points (cores apart).
[[nodiscard]] Depth depth_of(const Placed& a, const Placed& b, const RecordedShape& faces_a,
                             const RecordedShape& faces_b);

/// Proves that the shapes share a point at the instant that the poses are of: four differences of their corners
/// surround the origin, or the distance of two points of their cores is less than the roundings. False: not proved.
[[nodiscard]] bool share_a_point(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                                 const Nearest& found);

}  // namespace firstcontact::verify
