// The article's picture, in numbers: two convex shapes, every axis that may separate them, the shapes' shadows on it,
// and when those begin and cease to overlap while the shapes go straight on.
#pragma once

#include <firstcontact/separation.hpp>
#include <optional>
#include <vector>

namespace firstcontact {

enum class AxisKind : std::uint8_t { face_a, face_b, edges };

struct Shadow {
  double low = 0.0, high = 0.0;  // m, along the axis
};

struct AxisRow {
  Vec3 axis{0.0};  // unit, world
  AxisKind kind = AxisKind::face_a;
  Shadow a, b;
  double gap = 0.0;    // m, between the shadows now; below 0: they overlap
  double speed = 0.0;  // m/s, of b against a along the axis
  double enter = 0.0;  // s from now: the shadows begin to overlap; -inf: they always did; inf: they never will
  double leave = 0.0;  // s from now: they cease to
};

struct AxisReport {
  std::vector<AxisRow> rows;                        // at most `most_axes`, those that enter last first
  std::size_t all_axes = 0;                         // how many were looked at
  bool leaves_out_edges = false;                    // the pairs of edges were too many: faces alone were looked at
  std::size_t separating = 0;                       // of rows: the one with the largest gap now
  std::size_t latest_entry = 0;                     // of rows
  std::size_t earliest_leave = 0;                   // of rows
  bool meets = false;                               // the latest entry comes before the earliest leave, within the span
  Separation separation;                            // now
  std::optional<Vec3> plane_normal = std::nullopt;  // of the question
  double front = 0.0;                               // m: as far the shapes reach from that plane
  [[nodiscard]] bool is_planar() const { return plane_normal.has_value(); }
};

inline constexpr std::size_t most_axes = 24;

struct AxisQuestion {
  PosedShape a, b;
  Vec3 relative_velocity{0.0};  // m/s, of b against a
  double span = 1.0 / 60.0;     // s
  /// Unit normal of the plane that both keep to: then they are their shadows upon it, through the middle of the first,
  /// and all axes lie in it.
  std::optional<Vec3> plane_normal = std::nullopt;
};

/// Looks at all face normals of both, and at the cross products of their edges, parallel ones once. A sphere or capsule
/// has no such axes; the line between the nearest points stands for them.
[[nodiscard]] AxisReport look_at_axes(const AxisQuestion& question);

}  // namespace firstcontact
