// Any mesh into few convex hulls that cover it (docs/decomposition.md). The steps, one file each:
//   triangle_mesh  weld, cut polygons into triangles, turn them to agree
//   clearance      where a hull must not reach: an octree of distances to the mesh
//   splitting      cut space by planes until every part's hull keeps out of there
//   joining        join parts again wherever their common hull still does
//   covering       let groups overlap where that takes fewer
//   dissolving     hand the pieces of small groups to others
//   finishing      simplify hulls from outside, make them once more with every check, and measure
#include <firstcontact/decomposition.hpp>

#include "core/arithmetic_mode.hpp"
#include "core/threads.hpp"
#include "decomposition/covering.hpp"
#include "decomposition/dissolving.hpp"
#include "decomposition/finishing.hpp"
#include "decomposition/union_mass.hpp"
#include "decomposition/watch.hpp"
#include "geometry/point_set.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// Of the longest side. Smaller pieces join in more ways, and take longer to join.
constexpr double largest_piece = 0.25;
// A closed mesh that fills less of its hulls than this is a sheet with two sides.
constexpr double least_fill = 1e-6;
// An open mesh of more patches is cut as one.
constexpr std::size_t most_patches = 400;
// Triangles per patch below which a mesh that is not closed is nothing but sheets.
constexpr std::size_t soup_triangles = 4;
// Of union_mass, relative.
constexpr double union_error = 2e-3;

Aabb box_of(const std::vector<Vec3>& points) {
  Aabb box;
  for (const Vec3& point : points) {
    box = merged(box, point);
  }
  return box;
}

// A closed mesh whose parts overlap counts them twice; then its integrals are not those of a solid.
MassProperties mesh_mass(const PreparedMesh& prepared) {
  MassProperties mass = mass_properties(prepared.mesh);
  const double unit = prepared.unit;
  mass.mass *= unit * unit * unit;
  mass.center_of_mass = mass.center_of_mass * unit + prepared.middle;
  mass.inertia *= unit * unit * unit * unit * unit;
  return mass;
}

// Some of the points inside are wound around twice.
bool overlaps_itself(const TriangleTree& tree, const Aabb& box) {
  constexpr int points_per_side = 14;
  const Vec3 step = (box.high - box.low) / static_cast<double>(points_per_side);
  for (int i = 0; i < points_per_side * points_per_side * points_per_side; ++i) {
    const Vec3 at(i % points_per_side, i / points_per_side % points_per_side, i / (points_per_side * points_per_side));
    if (std::abs(tree.winding_number(box.low + step * (at + 0.5))) > 1.5) {
      return true;
    }
  }
  return false;
}

void measure(ConvexDecomposition& found, const PreparedMesh& prepared, const TriangleTree& tree, const Mesh& mesh) {
  std::vector<Hull> hulls;
  for (const DecompositionHull& hull : found.hulls) {
    hulls.push_back(hull.hull);
    found.puffing = std::max(found.puffing, hull.puffing);
    found.puffing_bound = std::max(found.puffing_bound, hull.puffing_bound);
  }
  found.uncovered = uncovered_distance(found.hulls, mesh);
  const Aabb box = box_of(prepared.mesh.vertices);
  const MassProperties of_mesh = mesh_mass(prepared);
  const MassProperties of_hulls = union_mass(hulls);
  const bool has_inside = found.facts.is_closed && of_mesh.mass > least_fill * of_hulls.mass;
  if (has_inside && of_mesh.mass <= (1.0 + union_error) * of_hulls.mass && !overlaps_itself(tree, box)) {
    found.mass = of_mesh;
    found.mass_source = MassSource::mesh;
    found.facts.volume = of_mesh.mass;
  } else {
    found.mass = of_hulls;
    found.mass_source = MassSource::hulls;
  }
}

std::size_t patch_count(const std::vector<Index>& patch) {
  return *std::max_element(patch.begin(), patch.end()) + std::size_t{1};
}

// Where there are few triangles to a patch, that the surface winds around something says nothing, and a flat one winds
// around nothing.
Inside inside_of(const PreparedMesh& prepared, const std::vector<Index>& patch) {
  if (prepared.facts.is_closed) {
    return Inside::by_surface;
  }
  if (extents(prepared.mesh.vertices).thickness < flat_thickness) {
    return Inside::none;
  }
  return patch.size() < soup_triangles * patch_count(patch) ? Inside::none : Inside::by_winding;
}

// An open mesh of few patches is cut patch by patch: sheets that cross have nothing to do with each other. What is
// closed has an inside, which only all of it together tells.
std::vector<Region> whole_regions(const PreparedMesh& prepared, const std::vector<Index>& patch) {
  const Region whole = whole_region(prepared.mesh, box_of(prepared.mesh.vertices));
  const std::size_t count = patch_count(patch);
  if (prepared.facts.is_closed || count == 1 || count > most_patches) {
    return {whole};
  }
  std::vector<Region> wholes(count, Region{whole.walls, {}});
  for (std::size_t i = 0; i < patch.size(); ++i) {
    wholes[patch[i]].surface.add(whole.surface[i]);
  }
  return wholes;
}

// Groups whose hulls keep within the tolerance, whatever their number of vertices.
std::vector<Group> search(std::vector<Region> wholes, const DecompositionOptions& options, const Workshop& workshop,
                          Watch& watch) {
  watch.begin(Watch::Stage::cutting);
  const std::vector<Chunk> pieces = split_into_pieces(std::move(wholes), workshop);
  watch.begin(Watch::Stage::joining);
  std::vector<Group> groups = dissolve(pieces, cover(pieces, join(pieces, workshop), workshop), workshop);
  return options.max_hulls > 0 ? join_further(std::move(groups), options.max_hulls, workshop) : groups;
}

Result<ConvexDecomposition> decompose_prepared(const Mesh& mesh, const PreparedMesh& prepared,
                                               const DecompositionOptions& options, Watch& watch) {
  const double tolerance = options.tolerance * prepared.longest_side;
  const std::vector<Index> patches = patch_numbers(prepared.edges, prepared.mesh.triangles.size());
  const Inside inside = inside_of(prepared, patches);
  const TriangleTree tree(prepared.mesh,
                          inside == Inside::none ? TriangleTree::Asked::distances : TriangleTree::Asked::windings);
  const std::function<bool()> is_over = [&] { return watch.is_over(); };
  const BorderTree border(prepared.mesh, prepared.edges);
  const Clearance::Limits limits{tolerance, inside};
  const Clearance clearance(tree, border, box_of(prepared.mesh.vertices), limits, is_over);
  const Workshop workshop{clearance,
                          reflex_edges(prepared.mesh, prepared.edges),
                          thickness_per_tolerance * tolerance,
                          largest_piece * prepared.longest_side,
                          [&](double fraction, std::size_t hulls) { return watch.go_on(fraction, hulls); },
                          is_over,
                          [&] { return watch.is_late(); }};
  const std::vector<Group> groups = search(whole_regions(prepared, patches), options, workshop, watch);
  watch.begin(Watch::Stage::simplifying);
  const std::vector<Piece> pieces = limited_pieces(groups, options.max_vertices, workshop);
  watch.begin(Watch::Stage::measuring);
  Result<std::vector<DecompositionHull>> hulls = finished_hulls(pieces, prepared, workshop);
  if (!hulls) {
    return hulls.error();
  }
  ConvexDecomposition found;
  found.hulls = std::move(hulls).value();
  found.facts = prepared.facts;
  found.longest_side = prepared.longest_side * prepared.unit;
  measure(found, prepared, tree, mesh);
  found.is_within_tolerance = found.puffing_bound <= options.tolerance * found.longest_side;
  found.was_stopped = watch.stopped();
  return found;
}

}  // namespace

Result<ConvexDecomposition> decompose(const Mesh& mesh, const DecompositionOptions& options,
                                      std::string_view file_name) {
  const ArithmeticMode mode;
  require(options.tolerance > 0.0 && options.tolerance <= 1.0, "decompose: tolerance must be in (0, 1]");
  require(options.max_vertices == 0 || options.max_vertices >= 8, "decompose: max_vertices must be 0 or at least 8");
  require(options.threads >= 0, "decompose: threads must not be negative");
  Watch watch(options);
  const Result<PreparedMesh> prepared = prepare(mesh, file_name);
  if (!prepared) {
    return prepared.error();
  }
  Threads threads(options.threads > 0 ? std::min(options.threads, most_threads()) : most_threads());
  const auto run = [&] { return decompose_prepared(mesh, prepared.value(), options, watch); };
  Result<ConvexDecomposition> found = threads.execute(run);
  return found ? std::move(found) : Error{std::string(file_name) + ": " + found.error().message};
}

}  // namespace firstcontact
