// What is seen: which boxes stand before what matters, and which of many a camera or the sun can show at all (an octree
// of them, and then the pyramid of the picture).
#pragma once

#include <firstcontact/octree.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include "render/renderer.hpp"

namespace firstcontact {

/// True when something of that box stands between the eye and what matters: in the middle of it, or in more than one
/// of eight places around. An empty focus is never hidden.
[[nodiscard]] bool hides_focus(const Aabb& box, const Vec3& eye, const Aabb& focus);

/// A convex region, by planes that look inward: a point is in it where every `dot(normal, point) >= offset`.
struct ViewRegion {
  struct Plane {
    Vec3 normal{0.0};
    double offset = 0.0;  // m
  };
  std::vector<Plane> planes;
  Aabb box;  // all of it is in there
};

/// The pyramid that a picture shows, between the two depths (m, along the view).
[[nodiscard]] ViewRegion region_of_camera(const Camera& camera, double aspect, const DepthRange& depth);
/// The square column along `direction`, whose middle is `center`, `radius` to each side and `length` long.
[[nodiscard]] ViewRegion region_of_column(const Vec3& center, const Vec3& direction, double radius, double length);

/// True where the box may share a point with the region; it errs on that side.
[[nodiscard]] bool may_see(const ViewRegion& region, const Aabb& box);

/// Many boxes, asked again and again.
class BoxesInView {
 public:
  explicit BoxesInView(std::span<const Aabb> boxes);
  /// For each box whether the region may see it. The octree leaves out whole cells, the planes the rest.
  [[nodiscard]] std::vector<std::uint8_t> seen_from(const ViewRegion& region) const;

 private:
  std::vector<Aabb> boxes_;
  Octree octree_;
};

/// Half a side of the square in which shadows are drawn, m.
[[nodiscard]] double shadow_radius(const Picture& picture);

/// For each body of a picture whether it is seen, and whether its shadow may be.
struct Visible {
  std::vector<std::uint8_t> itself, shadow;
};
/// `boxes` are those of the picture's bodies, `view` is what its camera sees.
[[nodiscard]] Visible visible_of(const Picture& picture, const RenderOptions& options, const ViewRegion& view,
                                 std::span<const Aabb> boxes);

}  // namespace firstcontact
