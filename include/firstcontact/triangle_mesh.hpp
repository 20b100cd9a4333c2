// A mesh as the decomposition works on it: triangles over welded vertices, about 1 in size, turned to agree.
#pragma once

#include <firstcontact/decomposition.hpp>
#include <firstcontact/export.hpp>

#include <array>
#include <vector>

namespace firstcontact {

using Triangle = std::array<Index, 3>;

struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

/// The triangles at one edge. `forward` runs from the smaller vertex to the larger one.
struct SharedEdge {
  Index low = 0, high = 0;
  struct Use {
    Index triangle = 0;
    bool forward = true;
  };
  std::vector<Use> uses;
};

/// The mesh in units in which its longest side is 1 to 2: a power of two, so that scaling rounds nothing.
struct PreparedMesh {
  TriangleMesh mesh;          // in units, about the middle of the box
  Vec3 middle{0.0};           // m
  double unit = 1.0;          // m
  double longest_side = 1.0;  // in units
  MeshFacts facts;
  std::vector<SharedEdge> edges;  // as `shared_edges` (orientation.hpp) finds them
};

/// Welds, cuts polygons into triangles, drops what has no area, and turns triangles so that neighbours agree and closed
/// components enclose a positive volume, or a negative one where they bound a cavity. Error as of `decompose`. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<PreparedMesh> prepare(const Mesh& mesh, std::string_view file_name);

/// Triangles of a polygon (ear clipping in the plane of its Newell normal). A polygon that crosses itself is cut
/// somehow, but all its corners are used.
[[nodiscard]] FIRSTCONTACT_EXPORT std::vector<Triangle> cut_into_triangles(std::span<const Vec3> vertices,
                                                                           std::span<const Index> polygon);

/// Mass properties of the solid inside a closed mesh, at density 1; signed tetrahedra.
[[nodiscard]] FIRSTCONTACT_EXPORT MassProperties mass_properties(const TriangleMesh& mesh);

}  // namespace firstcontact
