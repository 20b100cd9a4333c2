// What a core turns towards a direction: a point, a line (side of a cylinder or cone, capsule, edge), a disc, or the
// polygon of a face.
#pragma once

#include <firstcontact/shape.hpp>

#include <vector>

namespace firstcontact {

/// A shape in the world, about some origin near it.
struct PlacedShape {
  const ConvexShape& shape;
  Mat3 axes;    // columns: local axes in the world
  Vec3 origin;  // m
};

enum class PatchKind : std::uint8_t { point, segment, polygon, disc };

struct Patch {
  PatchKind kind = PatchKind::point;
  std::vector<Vec3> corners;  // of a polygon, counter-clockwise about the normal; the ends; the point; a disc's centre
  Vec3 normal{0.0};           // of flat ones: unit, outward
  double radius = 0.0;        // m, of a disc
  double cosine = -1.0;       // between the normal and the direction
  double rounding = 0.0;      // m: all this is of the core

  [[nodiscard]] bool is_flat() const { return kind == PatchKind::polygon || kind == PatchKind::disc; }
};

/// Lines and flats count as turned towards it that are square to `direction` (unit, world) to within 1e-2 rad: further
/// from level it is a point that bears.
[[nodiscard]] Patch patch_of(const PlacedShape& body, const Vec3& direction);

}  // namespace firstcontact
