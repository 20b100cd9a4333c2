// A convex polygon cut by the side planes of a face (Sutherland, Hodgman 1974), keeping account of which edges meet at
// every corner, so that a contact point has the same name as long as the same features make it.
#pragma once

#include <firstcontact/hull.hpp>

#include <array>
#include <cstddef>
#include <vector>

#include "core/scratch_memory.hpp"

namespace firstcontact {

/// A corner and the name of the polygon's edge that leaves it.
struct ClipCorner {
  Vec3 point;
  std::uint32_t leaving;
};

/// Corners in order. Of faces of up to some 60 corners the memory lies in a ClipMemory on the stack; larger ones, of
/// any number of corners, go to the heap.
using ClipPolygon = pmr::vector<ClipCorner>;

/// Where the polygons of one clipping live; must outlive them.
class ClipMemory {
 public:
  ClipMemory() : resource_(room_.data(), room_.size()) {}
  /// An empty polygon with room for `corners` of them.
  [[nodiscard]] ClipPolygon polygon(std::size_t corners);

 private:
  alignas(ClipCorner) std::array<std::byte, 8192> room_;  // unset: most of it is never touched
  pmr::monotonic_buffer_resource resource_;
};

/// The half space { x : dot(normal, x) <= offset } and the name given to edges made by cutting with it.
struct ClipPlane {
  Vec3 normal{0.0};
  double offset = 0.0;  // m
  std::uint32_t name = 0;
};

/// True when some corner lies further than `tolerance` (m) outside the plane: else cutting would change nothing.
[[nodiscard]] bool cuts(const ClipPolygon& polygon, const ClipPlane& plane, double tolerance);

/// `polygon` without what lies further than `tolerance` (m) outside the plane, put into `result`, whose old content
/// goes. Two corners are a segment and stay one.
void clip(const ClipPolygon& polygon, const ClipPlane& plane, double tolerance, ClipPolygon& result);

/// The name of corner i: the edge that arrives and the edge that leaves.
[[nodiscard]] std::uint64_t corner_name(const ClipPolygon& polygon, std::size_t i);

}  // namespace firstcontact
