// The surface of a cylinder, cone or ellipsoid as triangles, for pictures.
#pragma once

#include "render/display_mesh.hpp"

namespace firstcontact {

/// `shape` has ellipsoids; `offset` (m) is added to all places.
void append_smooth_surface(DisplayMesh& mesh, const RecordedShape& shape, const Vec3& offset);

}  // namespace firstcontact
