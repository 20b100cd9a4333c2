// A surface of triangles without a thickness, for what stands still: terrain, a hall, a scanned room. It is kept
// compactly, about 80 bytes a triangle with its tree; a triangle becomes a shape only where a body comes near.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/math.hpp>
#include <firstcontact/mesh.hpp>
#include <firstcontact/result.hpp>
#include <firstcontact/shape.hpp>

#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace firstcontact {

/// Stands for 'no triangle'.
inline constexpr Index no_triangle = ~Index{0};

/// Triangles over common vertices, mesh coordinates. Immutable once made.
struct TriangleSurface {
  std::vector<Vec3> vertices;                    // m, each place once
  std::vector<std::array<Index, 3>> triangles;   // corners, counter-clockwise seen from the front
  std::vector<std::array<Index, 3>> neighbours;  // beyond the edge from corner i to i + 1; no_triangle where there is
                                                 // none, or more than one
  MassProperties mass;                           // of a shell of 1 kg/m^2: something to stand still with
  std::size_t without_area = 0;                  // triangles left out, because their corners lie on a line
};

/// A mesh as it is, polygons cut into triangles: nothing passes through the surface, from either side. Corners keep
/// every bit, so that neighbours meet exactly. Error: a corner that is not finite, no triangle with an area. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<TriangleSurface> triangle_surface(const Mesh& mesh,
                                                                           std::string_view file_name);

/// Triangle `number` as a shape (`make_triangle`), mesh coordinates; it knows which way its neighbours face. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape shape_of_triangle(const TriangleSurface& surface, Index number);

/// A collider for a static body. One of few triangles holds them as shapes; otherwise `shapes` is empty and `surface`
/// has them (shape_count, shape_at). Error: no triangle, one without an area, a number of a corner or neighbour that is
/// not there.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_collider(TriangleSurface surface);

/// Heights over a grid, mesh coordinates: sample (i, j) lies at (i * spacing_x, heights[i * rows + j], j * spacing_z).
/// Each cell is two triangles that share the diagonal from (i, j) to (i + 1, j + 1); their front looks up.
struct HeightField {
  Index columns = 0;            // samples along x, at least 2
  Index rows = 0;               // samples along z, at least 2
  double spacing_x = 1.0;       // m, > 0
  double spacing_z = 1.0;       // m, > 0
  std::vector<double> heights;  // m, columns * rows of them
};

/// A collider for a static body that keeps nothing but the heights: 4 bytes a triangle. Error: fewer than 2 samples
/// along a side, more than 2^31 triangles, another number of heights, a number that is not finite, a spacing <= 0.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::shared_ptr<const Collider>> make_collider(HeightField field);

/// Triangle `number` as a shape, mesh coordinates; the two of cell (i, j) are 2 (i (rows - 1) + j) and the next. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape shape_of_triangle(const HeightField& field, Index number);

/// Whether the collider has a surface or a height field in place of shapes.
[[nodiscard]] FIRSTCONTACT_EXPORT bool has_surface(const Collider& collider);

/// Number of shapes of a collider, triangles of its surface included.
[[nodiscard]] FIRSTCONTACT_EXPORT std::size_t shape_count(const Collider& collider);

/// Shape `number` of a collider, about its centre of mass. Of a surface it is built anew: keep it while it is asked.
/// @throws ContractViolation  when there are not so many
[[nodiscard]] FIRSTCONTACT_EXPORT ConvexShape shape_at(const Collider& collider, Index number);

/// The identity of that shape (identity_of), without building it.
/// @throws ContractViolation  as shape_at
[[nodiscard]] FIRSTCONTACT_EXPORT const void* identity_at(const Collider& collider, Index number);

/// The same collider with all triangles of its surface as shapes: for those who go through all of them anyway. It
/// takes some 2 kB a triangle. One without a surface is returned as it is.
[[nodiscard]] FIRSTCONTACT_EXPORT std::shared_ptr<const Collider> with_all_shapes(
    const std::shared_ptr<const Collider>& collider);

}  // namespace firstcontact
