// How far apart two convex shapes are in given poses, where, and along which axis; or how deep they overlap.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/shape.hpp>
#include <firstcontact/time_of_impact.hpp>

#include <array>
#include <cstdint>

namespace firstcontact {

struct PosedShape {
  const ConvexShape* shape = nullptr;  // not owned; must outlive the call
  Pose pose;                           // an orientation within 1e-3 of unit length is made unit
};

/// The part of a core that bears: a vertex (count 1), an edge (2) or a face, given by three corners of it (3). Indices
/// into shape->core.vertices.
struct BearingFeature {
  std::array<Index, 3> vertex{};
  int count = 0;
};

struct Separation {
  double distance = 0.0;       // m, between the nearest points; 0 when they overlap
  double lower_bound = 0.0;    // m: certified: along `normal` the shapes' supports are at least this far apart
  Vec3 normal{0.0, 1.0, 0.0};  // unit, from a to b; when overlapping, the direction of least penetration
  Vec3 point_a{0.0};           // m, world, nearest (or deepest) point of a
  Vec3 point_b{0.0};
  double depth = 0.0;  // m, > 0 only when they overlap: the minimum translation that parts them, by SAT
  ClosingFeature feature = ClosingFeature::core;
  BearingFeature feature_a, feature_b;  // which carry point_a and point_b, roundings taken off
  NearestVertices nearest;              // of shapes that are apart: for when they are asked again
};

/// Distance by GJK (Gilbert, Johnson, Keerthi 1988) in doubles; overlap depth by SAT over face normals and the edge
/// pairs whose arcs cross on the Gauss map (Gregorius, GDC 2013). Symmetric under swapping. Pure.
/// @param axis_hint  a direction from a to b to begin with, or zero; any vector will do, and none is believed
/// @throws ContractViolation  for a missing shape, and for numbers that are not finite or beyond 1e50 m
[[nodiscard]] FIRSTCONTACT_EXPORT Separation separation(const PosedShape& a, const PosedShape& b,
                                                        const Vec3& axis_hint = Vec3(0.0));
/// For many questions one after the other: `feature` is not named where the shapes are apart.
/// @param hint  what an earlier answer about these two shapes had for `nearest`: where to begin. Anything will do: it
/// is used if all its vertices are vertices of these shapes, and passed over if not, and changes no answer's safety
/// @throws ContractViolation  for a missing shape, and for numbers that are not finite or beyond 1e50 m
[[nodiscard]] FIRSTCONTACT_EXPORT Separation separation(const PosedShape& a, const PosedShape& b,
                                                        const NearestVertices& hint);

/// Distance along the best separating axis by brute force over all face normals and all edge pairs: the oracle.
/// Negative when overlapping; never more than the true distance (vertex-vertex pairs are further apart than any of
/// these axes show).
/// @throws ContractViolation  as separation
[[nodiscard]] FIRSTCONTACT_EXPORT double separation_by_all_axes(const PosedShape& a, const PosedShape& b);

struct ManifoldPoint {
  Vec3 point{0.0};          // m, world, midway between the two surfaces along the normal
  double separation = 0.0;  // m, gap along the manifold's normal at this point
  std::uint64_t feature =
      0;  // stable id of the features that made it: the same from step to step while they are in touch
};

/// Where two near shapes bear on each other. At most 4 points, chosen to keep the area of the contact patch.
struct Manifold {
  Vec3 normal{0.0, 1.0, 0.0};  // unit, from a to b
  int count = 0;
  std::array<ManifoldPoint, 4> points{};
};

/// The manifold of two shapes that are near each other (distance > 0): the face of a or of b most aligned with
/// `separation.normal` (within about 1e-2 rad) against the opposing face clipped (Sutherland, Hodgman 1974), edge-edge
/// and vertex contacts as one point. Points with a gap above `margin` metres are left out, except the nearest. Pure.
/// @throws ContractViolation  as separation, and for a normal that is not of unit length or a margin that is not finite
[[nodiscard]] FIRSTCONTACT_EXPORT Manifold contact_manifold(const PosedShape& a, const PosedShape& b,
                                                            const Separation& separation, double margin);

}  // namespace firstcontact
