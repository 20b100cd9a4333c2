// Vectors, matrices and quaternions of intervals: each component holds the true one.
#pragma once

#include <array>
#include <firstcontact/math.hpp>

#include "verify/interval.hpp"

namespace firstcontact::verify {

struct IntervalVector {
  Interval x, y, z;

  IntervalVector() = default;
  IntervalVector(const Interval& first, const Interval& second, const Interval& third)
      : x(first), y(second), z(third) {}
  IntervalVector(const Vec3& exact)  // NOLINT(google-explicit-constructor): an exact vector is one
      : x(exact.x), y(exact.y), z(exact.z) {}
};

[[nodiscard]] inline IntervalVector operator-(const IntervalVector& v) { return {-v.x, -v.y, -v.z}; }
[[nodiscard]] inline IntervalVector operator+(const IntervalVector& v, const IntervalVector& w) {
  return {v.x + w.x, v.y + w.y, v.z + w.z};
}
[[nodiscard]] inline IntervalVector operator-(const IntervalVector& v, const IntervalVector& w) {
  return {v.x - w.x, v.y - w.y, v.z - w.z};
}
[[nodiscard]] inline IntervalVector operator*(const Interval& s, const IntervalVector& v) {
  return {s * v.x, s * v.y, s * v.z};
}
[[nodiscard]] inline Interval dot(const IntervalVector& v, const IntervalVector& w) {
  return v.x * w.x + v.y * w.y + v.z * w.z;
}
[[nodiscard]] inline IntervalVector cross(const IntervalVector& v, const IntervalVector& w) {
  return {v.y * w.z - v.z * w.y, v.z * w.x - v.x * w.z, v.x * w.y - v.y * w.x};
}
/// A bound, rounded up, on the length of any vector in `v`.
[[nodiscard]] inline double greatest_length(const IntervalVector& v) {
  return square_root(square(v.x) + square(v.y) + square(v.z)).high;
}
[[nodiscard]] inline double least_length(const IntervalVector& v) {
  return square_root(square(v.x) + square(v.y) + square(v.z)).low;
}
/// A point near the middle: for guesses, never for bounds.
[[nodiscard]] inline Vec3 middle(const IntervalVector& v) { return {v.x.middle(), v.y.middle(), v.z.middle()}; }

struct IntervalMatrix {
  std::array<IntervalVector, 3> rows;
};
[[nodiscard]] inline IntervalVector operator*(const IntervalMatrix& m, const IntervalVector& v) {
  return {dot(m.rows[0], v), dot(m.rows[1], v), dot(m.rows[2], v)};
}
/// The transposed matrix times `v`.
[[nodiscard]] inline IntervalVector transposed_times(const IntervalMatrix& m, const IntervalVector& v) {
  return v.x * m.rows[0] + (v.y * m.rows[1] + v.z * m.rows[2]);
}

/// w + x i + y j + z k.
struct IntervalQuaternion {
  Interval w, x, y, z;
};
[[nodiscard]] IntervalQuaternion operator*(const IntervalQuaternion& p, const IntervalQuaternion& q);
[[nodiscard]] IntervalQuaternion exact_quaternion(const Quat& q);
/// The rotation by q / |q|, local to world; any rotation when q may be 0.
[[nodiscard]] IntervalMatrix rotation_by(const IntervalQuaternion& q);

}  // namespace firstcontact::verify
