// The surfaces that a mesh's parts are. What a file cuts into groups need not be cut there in space: three faces of a
// cube in one group and three in another are one cube.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/mesh.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace firstcontact {

/// Parts that are one surface.
struct MeshSurface {
  std::vector<std::size_t> parts;  // their numbers, ascending
  bool is_closed = false;          // every edge is a side of an even number of its polygons
};

/// A closed part is a surface of its own; open ones are one where their borders share edges. Corners at equal places
/// are one corner. In the order of each surface's first part. `mesh` has no `mesh_trouble`.
[[nodiscard]] FIRSTCONTACT_EXPORT std::vector<MeshSurface> surfaces_of(const Mesh& mesh);

/// All polygons of a surface as one part, under the name of the first.
[[nodiscard]] FIRSTCONTACT_EXPORT MeshPart joined_part(const Mesh& mesh, const MeshSurface& surface);

/// For each vertex the number of the first one at the same place.
[[nodiscard]] FIRSTCONTACT_EXPORT std::vector<Index> first_at_place(std::span<const Vec3> vertices);

}  // namespace firstcontact
