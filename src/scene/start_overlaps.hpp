// Where the bodies of a scene begin, and which of them begin in each other.
#pragma once

#include <firstcontact/mesh.hpp>
#include <firstcontact/octree.hpp>
#include <firstcontact/shape.hpp>
#include <optional>
#include <vector>

#include "scene/scene_file.hpp"

namespace firstcontact {

struct PlacedCollider {
  const Collider* collider = nullptr;
  Pose pose;  // of its centre of mass
};

/// Where a body with a collider begins.
[[nodiscard]] PlacedCollider placed(const SceneBody& body);

/// Neither group nor masks nor being a sensor keeps them apart, and one of them is dynamic.
[[nodiscard]] bool may_collide(const BodyDefinition& a, const BodyDefinition& b);

/// How deep two bodies overlap, m; nothing when they are apart.
[[nodiscard]] std::optional<double> overlap_depth(const PlacedCollider& a, const PlacedCollider& b);

/// Boxes of bodies, and pairs of those that meet.
struct BodyBox {
  BodyIndex body = 0;
  Aabb box;
};
[[nodiscard]] std::vector<BodyPair> meeting_pairs(std::vector<BodyBox> boxes);

/// An overlap of bodies of these sizes (m) is no more than what bodies that are meant to touch have: 1e-5 of the
/// smaller.
[[nodiscard]] double touching_depth(const SceneBody& a, const SceneBody& b);

/// Pairs that may collide and begin in each other deeper than that.
[[nodiscard]] std::vector<BodyPair> deep_overlaps(const Scene& scene, const std::vector<bool>& of_interest);

/// A body as its mesh is before it is taken apart, or without a mesh as its collider is.
struct BodySurface {
  const SceneBody* body = nullptr;
  const Mesh* mesh = nullptr;
};

/// The least distance (m) between two bodies' surfaces where they begin, as long as it is below `reach`, else `reach`.
[[nodiscard]] double start_gap(const BodySurface& a, const BodySurface& b, double reach);

/// The depth (m) of the deepest overlap of a triangle or shape of one with one of the other; 0 when none do.
[[nodiscard]] double start_depth(const BodySurface& a, const BodySurface& b);

}  // namespace firstcontact
