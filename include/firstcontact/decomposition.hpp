// Approximate convex decomposition: any mesh becomes a set of convex hulls that covers it, so that nothing can enter it
// unseen, and that sticks out of it by no more than was asked for.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/hull.hpp>
#include <firstcontact/mesh.hpp>
#include <firstcontact/result.hpp>
#include <firstcontact/shape.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace firstcontact {

/// Raised whenever the same mesh may come apart otherwise than before: what was kept under another number is made anew.
inline constexpr std::uint32_t decomposition_version = 7;

/// A sheet without a thickness gets this share of the tolerance.
inline constexpr double thickness_per_tolerance = 0.25;
/// An open mesh of less thickness, of its longest side, is a plane sheet.
inline constexpr double flat_thickness = 1e-9;

/// What was found in a mesh, and what was done about it before it was taken apart.
struct MeshFacts {
  std::size_t vertices = 0;              // after welding, used by a triangle
  std::size_t triangles = 0;             // after n-gons were cut and degenerate ones dropped
  std::size_t welded_vertices = 0;       // at exactly the place of another
  std::size_t unused_vertices = 0;       // no face names them
  std::size_t cut_polygons = 0;          // faces of more than three corners, cut into triangles
  std::size_t degenerate_triangles = 0;  // without an area: kept, since they close gaps and must be covered
  std::size_t duplicate_triangles = 0;   // the same three corners once more: dropped
  std::size_t open_edges = 0;            // used by one triangle
  std::size_t crowded_edges = 0;         // used by three triangles or more: non-manifold
  std::size_t turned_triangles = 0;      // orientation was reversed to agree with their neighbours
  std::size_t components = 0;            // connected by edges
  bool is_closed = false;  // every edge is used as often in one direction as in the other: it has an inside
  double volume = 0.0;     // m^3, signed tetrahedra; 0 when it is not closed
};

/// How far a decomposition has come. `fraction` grows from 0 to 1; `hulls` is the present count, 0 while cutting.
struct DecompositionProgress {
  double fraction = 0.0;
  std::size_t hulls = 0;
};

struct DecompositionOptions {
  double tolerance = 0.02;  // how far a hull may stick out of the mesh, as a fraction of its longest side; in (0, 1]
  std::size_t max_hulls =
      0;  // 0: as many as the tolerance takes. Fewer may break it: then `puffing_bound` says by how much
  std::size_t max_vertices = 64;  // per hull, at least 8; 0: no limit
  int threads = 0;                // 0: as many as there are cores; changes nothing but the time it takes
  double time_budget = 0.0;       // s of wall clock, after which the best so far is returned; 0: none
  /// Called now and then, by one thread at a time; false stops as the time budget does.
  std::function<bool(const DecompositionProgress&)> progress;
};

/// One convex hull of a decomposition, in the mesh's own coordinates.
struct DecompositionHull {
  Hull hull;
  double puffing = 0.0;        // m: the furthest point of the hull that was seen outside of the mesh
  double puffing_bound = 0.0;  // m: no point of the hull is further outside than this
};

enum class MassSource : std::uint8_t {
  mesh,   // integrals over the closed mesh: exact
  hulls,  // integrals over the union of the hulls, overlaps counted once
};

struct ConvexDecomposition {
  std::vector<DecompositionHull> hulls;
  MeshFacts facts;
  double longest_side = 0.0;   // m, of the mesh's axis-aligned box
  double puffing = 0.0;        // m: the largest of the hulls'
  double puffing_bound = 0.0;  // m: the largest of the hulls'
  double uncovered = 0.0;      // m: how far the furthest mesh vertex lies outside all hulls; rounding
  bool is_within_tolerance = false;
  bool was_stopped = false;  // by the time budget or by `progress`
  MassProperties mass;       // at density 1 kg/m^3
  MassSource mass_source = MassSource::mesh;
};

/// Splits `mesh`, all parts together, into convex hulls.
///
/// Certified: every point of the mesh's surface, and of its inside where it is closed, lies in some hull up to rounding
/// (1e-9 of the longest side); and no point of a hull is further outside than that hull's `puffing_bound`. A mesh that
/// is open somewhere has an inside where it winds around a point by more than a half, and all else is as far outside as
/// it is from the surface; a sheet gets a thickness of a quarter of the tolerance. The same input gives the same bits,
/// whatever the number of threads, unless the time budget ends it. `file_name` is for messages. Error: all corners at
/// one place, and `mesh_trouble` (mesh.hpp).
[[nodiscard]] FIRSTCONTACT_EXPORT Result<ConvexDecomposition> decompose(const Mesh& mesh,
                                                                        const DecompositionOptions& options,
                                                                        std::string_view file_name);

}  // namespace firstcontact
