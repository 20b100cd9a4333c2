// The one question that touches every vertex: which one lies furthest along a direction? (Small vector helpers are here
// too, inline.)
#pragma once

#include <firstcontact/shape.hpp>

#include "core/processor.hpp"
#include "geometry/support_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firstcontact {

/// True of the square of a length that can be divided by its root as it is.
inline bool has_plain_square(double square) { return square > 1e-200 && square < 1e200; }

/// `v` made unit. The plain way for plain lengths; normalized_or, which scales first, for the rest.
inline Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
  const double square = glm::dot(v, v);
  if (has_plain_square(square)) {
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

inline Asked asked_of(const ConvexShape& shape, const Vec3& direction_local) {
  return {{shape.x.data(), shape.y.data(), shape.z.data(), shape.x.size()},
          {direction_local.x, direction_local.y, direction_local.z}};
}

struct FaceMatch {
  Index face = 0;
  double cosine = -1.0;
};

/// The face of the core that looks along the unit vector `direction_local` best, of equals the first; of those that
/// have area.
inline FaceMatch best_face(const ConvexShape& shape, const Vec3& direction_local) {
  if (shape.normal_x.empty()) {
    return {};
  }
  const Asked asked{{shape.normal_x.data(), shape.normal_y.data(), shape.normal_z.data(), shape.normal_x.size()},
                    {direction_local.x, direction_local.y, direction_local.z}};
  const Furthest found = has_avx2() ? avx2::furthest(asked) : baseline::furthest(asked);
  return {static_cast<Index>(found.index), found.along};
}

/// A vertex of the core (m, local) from the arrays that a search has just read: its copy in core.vertices would have to
/// be fetched from further away.
inline Vec3 vertex_of(const ConvexShape& shape, Index index) {
  const auto i = static_cast<std::size_t>(index);
  return {shape.x[i], shape.y[i], shape.z[i]};
}

/// The padding repeats vertex 0, and of equals the lowest index wins: an index is always a vertex.
inline FurthestVertex furthest_vertex(const ConvexShape& shape, const Vec3& direction_local) {
  const Asked asked = asked_of(shape, direction_local);
  const Furthest found = has_avx2() ? avx2::furthest(asked) : baseline::furthest(asked);
  return {static_cast<Index>(found.index), found.along};
}

/// How far the core reaches along `direction_local`: the support function.
inline double reach_along(const ConvexShape& shape, const Vec3& direction_local) {
  const Asked asked = asked_of(shape, direction_local);
  return has_avx2() ? avx2::reach(asked) : baseline::reach(asked);
}

/// From where to where the core reaches along each of three directions: what reach_along says of them and of their
/// opposites.
inline TwoWayReaches reaches_along(const ConvexShape& shape, const Mat3& directions_local) {
  const VertexLanes vertices{shape.x.data(), shape.y.data(), shape.z.data(), shape.x.size()};
  Directions asked{};
  for (int i = 0; i < 3; ++i) {
    asked[static_cast<std::size_t>(i)] = {directions_local[i].x, directions_local[i].y, directions_local[i].z};
  }
  return has_avx2() ? avx2::reaches(vertices, asked) : baseline::reaches(vertices, asked);
}

/// How many of the core's vertices reach furthest along `direction_local`, to within `below` metres (at length 1).
inline std::size_t vertices_flush(const ConvexShape& shape, const Vec3& direction_local, double below) {
  const Asked asked = asked_of(shape, direction_local);
  const Flush found = has_avx2() ? avx2::flush(asked, below) : baseline::flush(asked, below);
  return found.lanes - (found.first ? shape.x.size() - shape.core.vertices.size() : 0);
}

/// Both at once, so that the processor works on the second while it waits for the first.
inline FurthestOfBoth furthest_vertices(const Asked& a, const Asked& b) {
  return has_avx2() ? avx2::furthest_of_both(a, b) : baseline::furthest_of_both(a, b);
}
inline double reach_of_both(const Asked& a, const Asked& b) {
  return has_avx2() ? avx2::reach_of_both(a, b) : baseline::reach_of_both(a, b);
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
  return glm::dot(axis, pose.origin) - reach_of_both(asked_of(a, axis), asked_of(b, -into_frame(pose.axes, axis)));
}

}  // namespace firstcontact
