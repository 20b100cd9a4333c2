// Meshes with known answers, made in code: unions of boxes on a grid, rings, balls. And brute force over triangles that
// shares nothing with the decomposition.
#pragma once

#include <firstcontact/mesh.hpp>

#include <array>
#include <set>
#include <vector>

namespace firstcontact {

using Cell = std::array<int, 3>;

/// A grid of planes, some of whose cells are full.
struct GridSolid {
  std::set<Cell> cells;
  std::array<std::vector<double>, 3> planes;  // m, ascending
};

[[nodiscard]] GridSolid l_shape();
[[nodiscard]] GridSolid u_shape();
[[nodiscard]] GridSolid table();
[[nodiscard]] GridSolid frame();  // a box with a box-shaped hole through it
[[nodiscard]] GridSolid box();

/// Its surface, two triangles for every free side of a cell.
[[nodiscard]] Mesh surface(const GridSolid& solid);
[[nodiscard]] double volume(const GridSolid& solid);

/// A ring of round cross-section about Z: `around` by `across` quads, cut in two.
[[nodiscard]] Mesh ring(double radius, double thickness, int around, int across);
/// A ball of `rings` circles of latitude with `sides` corners and two poles.
[[nodiscard]] Mesh ball(double radius, int rings, int sides);

/// Open: a ball of radius 1 without what is above a saddle.
[[nodiscard]] Mesh cup();

[[nodiscard]] Mesh turned(Mesh mesh, const Quat& rotation, const Vec3& offset);
[[nodiscard]] std::vector<std::array<Vec3, 3>> triangles(const Mesh& mesh);

/// `count` points spread over the surface, the corners first.
[[nodiscard]] std::vector<Vec3> surface_samples(const Mesh& mesh, std::size_t count, std::uint64_t seed);

/// Distance to the nearest triangle, all tried.
[[nodiscard]] double distance(const std::vector<std::array<Vec3, 3>>& triangles, const Vec3& point);
/// Inside a closed mesh: a ray in an odd direction crosses it an odd number of times.
[[nodiscard]] bool is_inside(const std::vector<std::array<Vec3, 3>>& triangles, const Vec3& point);

/// How often the surface winds around the point: the solid angle of all triangles, of a whole sphere's.
[[nodiscard]] double winding_number(const std::vector<std::array<Vec3, 3>>& triangles, const Vec3& point);

}  // namespace firstcontact
