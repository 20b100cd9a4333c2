// Height fields: which of their triangles a box meets.
#pragma once

#include <firstcontact/triangle_surface.hpp>

#include <optional>
#include <vector>

namespace firstcontact {

/// Triangles whose boxes meet `box` (m, mesh coordinates), ascending. Pure.
[[nodiscard]] std::vector<Index> triangles_near(const HeightField& field, const Aabb& box);

/// What is wrong with the field, if anything is (make_collider). Pure.
[[nodiscard]] std::optional<Error> mistake_in(const HeightField& field);

/// Of a shell of 1 kg/m^2. Pure.
[[nodiscard]] MassProperties shell_mass(const HeightField& field);

/// m, mesh coordinates: where sample (column, row) lies.
[[nodiscard]] Vec3 sample(const HeightField& field, Index column, Index row);

/// The identity of a triangle's shape: a byte of the height of its cell's first sample. Two cells have two.
[[nodiscard]] const void* identity_of_triangle(const HeightField& field, Index number);

/// Number of triangles.
[[nodiscard]] Index triangle_count(const HeightField& field);

}  // namespace firstcontact
