// Seams between the triangles of a surface: which contacts are a triangle's own, and which its neighbour's.
//
// A box that slides over a flat sheet comes near the edge of each triangle ahead of it. The line to that edge points
// forward, and a contact along it would hold the box up at nothing. The surface's own normals at a seam lie between
// those of the two triangles that meet there; a contact whose normal lies beyond them is the neighbour's to make, which
// is nearer.
#pragma once

#include <firstcontact/separation.hpp>

namespace firstcontact {

/// False when `normal_local` (unit, the triangle's frame, away from it), which bears on `feature` of `shape`, leans
/// over a seam further than the surface beyond it does. True for all that is no triangle of a surface. Pure.
[[nodiscard]] bool is_own_contact(const ConvexShape& shape, const BearingFeature& feature, const Vec3& normal_local);

}  // namespace firstcontact
