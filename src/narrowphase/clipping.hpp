// A convex polygon cut by the side planes of a face (Sutherland, Hodgman 1974), keeping account of which edges meet at
// every corner, so that a contact point has the same name as long as the same features make it.
#pragma once

#include <firstcontact/hull.hpp>

#include <array>

namespace firstcontact {

/// A corner and the name of the polygon's edge that leaves it.
struct ClipCorner {
  Vec3 point;  // left unset: a polygon has room for many more corners than it has
  std::uint32_t leaving;
};

/// At most `capacity` corners: a face of up to 128 corners cut by one of up to 128 sides. Nothing is allocated, and
/// corners from `count` on are not set.
struct ClipPolygon {
  static constexpr int capacity = 256;
  std::array<ClipCorner, capacity> corner;
  int count = 0;
};

/// The half space { x : dot(normal, x) <= offset } and the name given to edges made by cutting with it.
struct ClipPlane {
  Vec3 normal{0.0};
  double offset = 0.0;  // m
  std::uint32_t name = 0;
};

/// `polygon` without what lies further than `tolerance` (m) outside the plane. Two corners are a segment and stay one.
void clip(ClipPolygon& polygon, const ClipPlane& plane, double tolerance);

/// The name of corner i: the edge that arrives and the edge that leaves.
[[nodiscard]] std::uint64_t corner_name(const ClipPolygon& polygon, int i);

}  // namespace firstcontact
