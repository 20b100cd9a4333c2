// The closed forms of the casts, in the frame of the fixed shape. docs/method.md, section 9.
#pragma once

#include <firstcontact/shape.hpp>

#include <optional>

namespace firstcontact {

/// The way of a point: from `origin` to `origin + way`, in the fixed shape's frame.
struct LocalRay {
  Vec3 origin{0.0};  // m
  Vec3 way{0.0};     // m
};

/// What a ray finds. Without a status of its own: `inside` when depth >= 0.
struct LocalHit {
  double fraction = 0.0;
  Vec3 normal{0.0};     // unit, outward
  double depth = -1.0;  // m: >= 0 when the ray begins inside
};

/// What rounding can do to any distance that is computed from this ray and a shape of this radius, m. (method 9.1)
[[nodiscard]] double ray_slack(const LocalRay& ray, double radius);

/// The points within `rounding` metres of the core, which is a point or a segment. None when the whole way is free.
[[nodiscard]] std::optional<LocalHit> hit_round(const ConvexShape& core, double rounding, const LocalRay& ray);

/// A polyhedron without rounding.
[[nodiscard]] std::optional<LocalHit> hit_polyhedron(const ConvexShape& shape, const LocalRay& ray);

}  // namespace firstcontact
