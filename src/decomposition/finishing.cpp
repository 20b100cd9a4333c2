#include "decomposition/finishing.hpp"

#include "decomposition/outer_hull.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firstcontact {

namespace {

// New vertices keep a little nearer than the tolerance, so that what lies between them does too.
constexpr std::array<double, 2> vertex_reach{0.97, 0.85};
constexpr double bound_gap_per_tolerance = 1.0 / 32.0;
constexpr std::size_t most_boxes = 4000;
// A group in halves, in quarters, ...: after so many its pieces have few vertices whatever they were.
constexpr int most_halvings = 24;

// One group's pieces, in the order of halving.
class Limiter {
 public:
  Limiter(std::size_t max_vertices, const Workshop& workshop) : max_vertices_(max_vertices), workshop_(workshop) {}

  std::vector<Piece> run(const Piece& piece) {
    take(piece, 0);
    return std::move(done_);
  }

 private:
  void take(const Piece& piece, int depth) {
    if (piece.vertices.size() <= max_vertices_ || depth == most_halvings) {
      done_.push_back(piece);
      return;
    }
    for (const double reach : vertex_reach) {
      Piece simple = simplified(piece, reach);
      if (simple.vertices.size() <= max_vertices_ && keeps_promise(piece, simple)) {
        done_.push_back(std::move(simple));
        return;
      }
    }
    for (const Piece& half : halves(piece)) {
      take(half, depth + 1);
    }
  }

  [[nodiscard]] Piece simplified(const Piece& piece, double reach) const {
    const double tolerance = workshop_.clearance.tolerance();
    return outer_hull(piece, max_vertices_, [&](const Vec3& point) {
      return workshop_.clearance.outside_distance(point, 2.0 * tolerance) <= reach * tolerance;
    });
  }

  // Clear, or no worse than a piece that was not clear to begin with; and around the piece.
  [[nodiscard]] bool keeps_promise(const Piece& piece, const Piece& simple) const {
    const bool holds_all = std::all_of(piece.vertices.begin(), piece.vertices.end(),
                                       [&](const Vec3& vertex) { return contains(simple, vertex, on_plane); });
    return holds_all && (workshop_.clearance.is_clear(simple) || !workshop_.clearance.seems_clear(piece));
  }

  // Cut across the longest side of its box. What is cut off a hull is no further outside than the hull.
  [[nodiscard]] std::vector<Piece> halves(const Piece& piece) const {
    const Vec3 size = piece.box.high - piece.box.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
    Region whole;
    for (const Triangle& t : piece.triangles) {
      whole.surface.add(std::array<Vec3, 3>{piece.vertices[t[0]], piece.vertices[t[1]], piece.vertices[t[2]]});
    }
    Vec3 normal(0.0);
    normal[axis] = 1.0;
    std::vector<Piece> both;
    for (const Region& half : cut(whole, {normal, piece.box.low[axis] + 0.5 * size[axis]})) {
      both.push_back(make_piece(half.surface.corners, workshop_.thickness));
    }
    return both;
  }

  std::size_t max_vertices_;
  const Workshop& workshop_;
  std::vector<Piece> done_;
};

Result<DecompositionHull> finished(const Piece& piece, const PreparedMesh& prepared, const Workshop& workshop) {
  std::vector<Vec3> points;
  for (const Vec3& vertex : piece.vertices) {
    points.push_back(vertex * prepared.unit + prepared.middle);
  }
  Result<Hull> hull = convex_hull(points);
  if (!hull) {
    return hull.error();
  }
  const double tolerance = workshop.clearance.tolerance();
  Puffing found = workshop.clearance.puffing(piece, bound_gap_per_tolerance * tolerance, most_boxes);
  if (found.bound > tolerance && workshop.clearance.is_clear(piece)) {
    found.bound = std::max(found.reached, tolerance);  // where a mesh is open, what is inside is not certain
  }
  return DecompositionHull{std::move(hull).value(), found.reached * prepared.unit, found.bound * prepared.unit};
}

}  // namespace

std::vector<Piece> limited_pieces(const std::vector<Group>& groups, std::size_t max_vertices,
                                  const Workshop& workshop) {
  const std::size_t limit = max_vertices == 0 ? std::numeric_limits<std::size_t>::max() : max_vertices;
  std::vector<std::vector<Piece>> limited(groups.size());
  oneapi::tbb::parallel_for(std::size_t{0}, groups.size(),
                            [&](std::size_t i) { limited[i] = Limiter(limit, workshop).run(groups[i].chunk.hull); });
  std::vector<Piece> pieces;
  for (std::vector<Piece>& some : limited) {
    std::move(some.begin(), some.end(), std::back_inserter(pieces));
  }
  return pieces;
}

Result<std::vector<DecompositionHull>> finished_hulls(const std::vector<Piece>& pieces, const PreparedMesh& prepared,
                                                      const Workshop& workshop) {
  std::vector<Result<DecompositionHull>> all(pieces.size(), Result<DecompositionHull>(Error{}));
  oneapi::tbb::parallel_for(std::size_t{0}, pieces.size(),
                            [&](std::size_t i) { all[i] = finished(pieces[i], prepared, workshop); });
  std::vector<DecompositionHull> hulls;
  for (Result<DecompositionHull>& hull : all) {
    if (!hull) {
      return hull.error();
    }
    hulls.push_back(std::move(hull).value());
  }
  return hulls;
}

double uncovered_distance(std::span<const DecompositionHull> hulls, const Mesh& mesh) {
  std::vector<char> used(mesh.vertices.size(), 0);
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      for (const Index vertex : polygon) {
        used[vertex] = 1;
      }
    }
  }
  std::vector<double> distances(mesh.vertices.size(), 0.0);
  oneapi::tbb::parallel_for(std::size_t{0}, mesh.vertices.size(), [&](std::size_t i) {
    double least = used[i] != 0 ? std::numeric_limits<double>::infinity() : 0.0;
    for (std::size_t hull = 0; hull < hulls.size() && least > 0.0; ++hull) {
      least = std::min(least, outside_distance(hulls[hull].hull, std::span(&mesh.vertices[i], 1)));
    }
    distances[i] = least;
  });
  return *std::max_element(distances.begin(), distances.end());
}

}  // namespace firstcontact
