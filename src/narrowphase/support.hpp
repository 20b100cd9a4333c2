// The one question that touches every vertex: which one lies furthest along a direction? Everything else in this
// station is a handful of vectors, so its speed is the speed of these two loops. (Small vector helpers are here too,
// inline.)
#pragma once

#include <firstcontact/shape.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firstcontact {

/// `v` made unit. The plain way for plain lengths; normalized_or, which scales first, for the rest.
inline Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
  const double square = glm::dot(v, v);
  if (square > 1e-200 && square < 1e200) {
    return v * (1.0 / std::sqrt(square));
  }
  return normalized_or(v, fallback);
}

inline double square_of(const Vec3& v) { return glm::dot(v, v); }
inline double length(const Vec3& v) { return std::sqrt(glm::dot(v, v)); }

struct FurthestVertex {
  Index index = 0;
  double along = 0.0;  // m: dot(direction, vertex)
};

/// The core's vertex furthest along `direction_local`, any length. Four lanes are kept apart by hand, so that every
/// compiler may use vector registers without changing one bit of the result.
inline FurthestVertex furthest_vertex(const ConvexShape& shape, const Vec3& direction_local) {
  const double* x = shape.x.data();
  const double* y = shape.y.data();
  const double* z = shape.z.data();
  const std::size_t size = shape.x.size();
  double best[4];
  double block[4] = {0.0, 0.0, 0.0, 0.0};  // kept as a double: the same width as the values it is blended with
  for (std::size_t lane = 0; lane < 4; ++lane) {
    best[lane] = direction_local.x * x[lane] + direction_local.y * y[lane] + direction_local.z * z[lane];
  }
  for (std::size_t i = 4; i < size; i += 4) {
    const double here = static_cast<double>(i);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const double along =
          direction_local.x * x[i + lane] + direction_local.y * y[i + lane] + direction_local.z * z[i + lane];
      block[lane] = along > best[lane] ? here : block[lane];
      best[lane] = along > best[lane] ? along : best[lane];
    }
  }
  std::size_t winner = 0;
  for (std::size_t lane = 1; lane < 4; ++lane) {
    winner = best[lane] > best[winner] ? lane : winner;
  }
  const std::size_t index = static_cast<std::size_t>(block[winner]) + winner;
  // The padding repeats vertex 0.
  return {index < shape.core.vertices.size() ? static_cast<Index>(index) : 0U, best[winner]};
}

/// How far the core reaches along `direction_local`: the support function.
inline double reach_along(const ConvexShape& shape, const Vec3& direction_local) {
  const double* x = shape.x.data();
  const double* y = shape.y.data();
  const double* z = shape.z.data();
  const std::size_t size = shape.x.size();
  double best[4];
  for (std::size_t lane = 0; lane < 4; ++lane) {
    best[lane] = direction_local.x * x[lane] + direction_local.y * y[lane] + direction_local.z * z[lane];
  }
  for (std::size_t i = 4; i < size; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const double along =
          direction_local.x * x[i + lane] + direction_local.y * y[i + lane] + direction_local.z * z[i + lane];
      best[lane] = along > best[lane] ? along : best[lane];
    }
  }
  return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
}

/// `v` in the frame whose axes are the columns of `axes`: the transposed product, without transposing.
inline Vec3 into_frame(const Mat3& axes, const Vec3& v) {
  return {glm::dot(axes[0], v), glm::dot(axes[1], v), glm::dot(axes[2], v)};
}

/// Bounding radius (m) of the core about the shape's local origin.
inline double core_radius(const ConvexShape& shape) { return std::max(0.0, shape.radius - shape.rounding); }

/// Where b's core stands seen from a: x_a = axes * x_b + origin.
struct RelativePose {
  Mat3 axes{1.0};
  Vec3 origin{0.0};
};

/// b's frame in a's, from the two orientations (columns: local axes in the world) and b's origin minus a's.
inline RelativePose relative_pose(const Mat3& axes_a, const Mat3& axes_b, const Vec3& offset) {
  RelativePose relative;
  for (int column = 0; column < 3; ++column) {
    relative.axes[column] = into_frame(axes_a, axes_b[column]);
  }
  relative.origin = into_frame(axes_a, offset);
  return relative;
}

/// Separation of the cores (m) along the unit axis `axis`, in a's frame, from a to b: a lower bound of their distance
/// for every axis whatsoever; negative when the projections overlap.
inline double separation_along(const ConvexShape& a, const ConvexShape& b, const RelativePose& pose, const Vec3& axis) {
  return glm::dot(axis, pose.origin) - reach_along(b, -into_frame(pose.axes, axis)) - reach_along(a, axis);
}

}  // namespace firstcontact
