// Points made ready for a hull: every point once, in an order that depends on nothing but the points, and measured.
#pragma once

#include <firstcontact/hull.hpp>

#include <span>
#include <string>
#include <vector>

namespace firstcontact {

/// Index of the first point that is not finite, or points.size().
[[nodiscard]] std::size_t first_not_finite(std::span<const Vec3> points);

/// The longest side of the points' axis-aligned box, metres.
[[nodiscard]] double longest_side(std::span<const Vec3> points);

/// The points in lexicographic order, those within `distance` (m) of an earlier one left out. A permutation of the
/// input, or a duplicate in it, changes nothing.
[[nodiscard]] std::vector<Vec3> distinct_points(std::span<const Vec3> points, double distance);

/// How far the points reach, found greedily: two points far apart, a third far from their line, a fourth far from their
/// plane. Each figure is a true extent along its direction and at least a third or so of the best possible one.
struct Extents {
  double length = 0.0;     // m
  double width = 0.0;      // m, off the line
  double thickness = 0.0;  // m, from the lowest to the highest along the plane's normal
};
[[nodiscard]] Extents extents(std::span<const Vec3> points);

/// The extents, or an Error that says how the points fail to fill a volume thicker than `distance` (m).
[[nodiscard]] Result<Extents> solid_extents(std::span<const Vec3> points, double distance);

/// A number as people read it: shortest of fixed and exponent notation, four digits.
[[nodiscard]] std::string readable(double number);

}  // namespace firstcontact
