#include "decomposition/finishing.hpp"

#include "core/parallel.hpp"
#include "decomposition/outer_hull.hpp"
#include "decomposition/rough_hull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firstcontact {

namespace {

// New vertices keep a little nearer than the tolerance, so that what lies between them does too; where that is not
// enough, so do points of the new faces. Shares of the tolerance.
struct Reach {
  double of_vertices = 1.0;
  double of_faces = 1.0;  // 1: by what is known to be forbidden only, which is quick
};
constexpr std::array<Reach, 3> reaches{{{0.97, 1.0}, {0.97, 0.95}, {0.9, 0.85}}};
constexpr double bound_gap_per_tolerance = 1.0 / 32.0;
constexpr std::size_t most_boxes = 4000;
constexpr std::size_t most_boxes_when_clear = 400;  // or in a hurry
constexpr std::size_t vertices_together = 256;      // asked one after the other: neighbours are in one hull
// Times too many vertices: more than that are not worth the time to lose them one by one when there is none.
constexpr std::size_t few = 4;
// Errors of rough hulls made in a hurry, as the mesh's longest side is about 1. In the end a box is no worse.
constexpr double finest_error = 0.0025;
constexpr double coarser = 1.4;
constexpr double coarsest_error = 0.5;
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
    for (const Reach& reach : reaches) {
      if (workshop_.is_over()) {
        break;
      }
      Piece simple = simplified(piece, reach);
      if (simple.vertices.size() <= max_vertices_ && keeps_promise(piece, simple)) {
        done_.push_back(std::move(simple));
        return;
      }
    }
    if (workshop_.is_over()) {
      take_in_a_hurry(piece);
      return;
    }
    for (const Piece& half : halves(piece)) {
      take(half, depth + 1);
    }
  }

  // However far out: what it costs is measured afterwards. A few hundred vertices are soon lost one by one; of more,
  // most must go together. A box, at the worst.
  void take_in_a_hurry(const Piece& piece) {
    if (piece.vertices.size() <= few * max_vertices_ && take_freely(piece, piece)) {
      return;
    }
    for (double error = finest_error; error < coarsest_error; error *= coarser) {
      const std::optional<RoughHull> rough = rough_hull(piece.vertices, error);
      if (rough && rough->vertices.size() <= few * max_vertices_ &&
          take_freely(piece, make_piece(rough->vertices, workshop_.thickness))) {
        return;
      }
    }
    done_.push_back(box_piece(piece.box, workshop_.thickness));
  }

  // False where `around` cannot lose enough vertices.
  bool take_freely(const Piece& piece, const Piece& around) {
    const auto anywhere = [](const Vec3&, std::span<const Vec3>) { return true; };
    Piece simple = outer_hull(around, max_vertices_, anywhere, [] { return false; });
    const bool is_good = simple.vertices.size() <= max_vertices_ && holds_all(piece, simple);
    if (is_good) {
      done_.push_back(std::move(simple));
    }
    return is_good;
  }

  [[nodiscard]] Piece simplified(const Piece& piece, const Reach& reach) const {
    const Clearance& clearance = workshop_.clearance;
    const double tolerance = clearance.tolerance();
    const auto is_near = [&](const Vec3& point, double share) { return clearance.is_within(point, share * tolerance); };
    const auto may_be = [&](const Vec3& vertex, std::span<const Vec3> faces) {
      return std::none_of(faces.begin(), faces.end(), [&](const Vec3& at) { return clearance.is_forbidden(at); }) &&
             is_near(vertex, reach.of_vertices) &&
             (reach.of_faces >= 1.0 ||
              std::all_of(faces.begin(), faces.end(), [&](const Vec3& at) { return is_near(at, reach.of_faces); }));
    };
    return outer_hull(piece, max_vertices_, may_be, workshop_.is_over);
  }

  [[nodiscard]] static bool holds_all(const Piece& piece, const Piece& simple) {
    return std::all_of(piece.vertices.begin(), piece.vertices.end(),
                       [&](const Vec3& vertex) { return contains(simple, vertex, on_plane); });
  }

  // Clear, or no worse than a piece that was not clear to begin with; and around the piece.
  [[nodiscard]] bool keeps_promise(const Piece& piece, const Piece& simple) const {
    const Clearance& clearance = workshop_.clearance;
    return holds_all(piece, simple) && (clearance.is_clear(simple, Clearance::Care::great) ||
                                        !(clearance.seems_clear(piece) || clearance.is_clear(piece)));
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

Puffing measured(const Piece& piece, const Workshop& workshop) {
  if (const auto rounding = workshop.clearance.rounding_outside(piece)) {
    return {0.0, *rounding};
  }
  const double tolerance = workshop.clearance.tolerance();
  const bool is_clear = !workshop.is_over() && workshop.clearance.is_clear(piece, Clearance::Care::great);
  const bool is_hurried = workshop.is_over();
  const std::size_t boxes = is_clear || is_hurried ? most_boxes_when_clear : most_boxes;
  Puffing found = workshop.clearance.puffing(piece, bound_gap_per_tolerance * tolerance, boxes);
  found.bound = is_clear ? std::min(found.bound, std::max(found.reached, tolerance)) : found.bound;
  return found;
}

Result<DecompositionHull> finished(const Piece& piece, const PreparedMesh& prepared, const Workshop& workshop) {
  std::vector<Vec3> points;
  for (const Vec3& vertex : piece.vertices) {
    points.push_back(vertex * prepared.unit + prepared.middle);
  }
  Result<Hull> hull = convex_hull(points);
  if (!hull) {
    return hull.error();
  }
  const Puffing found = measured(piece, workshop);
  return DecompositionHull{std::move(hull).value(), found.reached * prepared.unit, found.bound * prepared.unit};
}

// How far points are outside of all hulls. The hull that held the last one is asked first.
class Outside {
 public:
  explicit Outside(std::span<const DecompositionHull> hulls) : hulls_(hulls) {
    for (const DecompositionHull& hull : hulls) {
      Aabb box;
      for (const Vec3& vertex : hull.hull.vertices) {
        box = merged(box, vertex);
      }
      boxes_.push_back(box);
    }
  }

  [[nodiscard]] double distance(const Vec3& point, std::size_t& last) const {
    double least = outside_distance(hulls_[last].hull, std::span(&point, 1));
    for (std::size_t i = 0; i < hulls_.size() && least > 0.0; ++i) {
      const Vec3 off = glm::max(glm::max(boxes_[i].low - point, point - boxes_[i].high), Vec3(0.0));
      if (squared_length(off) >= least * least) {
        continue;
      }
      const double here = outside_distance(hulls_[i].hull, std::span(&point, 1));
      last = here < least ? i : last;
      least = std::min(least, here);
    }
    return least;
  }

 private:
  std::span<const DecompositionHull> hulls_;
  std::vector<Aabb> boxes_;
};

}  // namespace

std::vector<Piece> limited_pieces(const std::vector<Group>& groups, std::size_t max_vertices,
                                  const Workshop& workshop) {
  const std::size_t limit = max_vertices == 0 ? std::numeric_limits<std::size_t>::max() : max_vertices;
  std::vector<std::vector<Piece>> limited(groups.size());
  visit_at_once(groups.size(), [&](std::size_t i) { limited[i] = Limiter(limit, workshop).run(groups[i].chunk.hull); });
  std::vector<Piece> pieces;
  for (std::vector<Piece>& some : limited) {
    std::move(some.begin(), some.end(), std::back_inserter(pieces));
  }
  return pieces;
}

Result<std::vector<DecompositionHull>> finished_hulls(const std::vector<Piece>& pieces, const PreparedMesh& prepared,
                                                      const Workshop& workshop) {
  std::vector<Result<DecompositionHull>> all(pieces.size(), Result<DecompositionHull>(Error{}));
  visit_at_once(pieces.size(), [&](std::size_t i) { all[i] = finished(pieces[i], prepared, workshop); });
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
  const Outside outside(hulls);
  const std::size_t stretches = mesh.vertices.size() / vertices_together + 1;
  std::vector<double> furthest(stretches, 0.0);
  visit_at_once(stretches, [&](std::size_t stretch) {
    const std::size_t end = std::min(mesh.vertices.size(), (stretch + 1) * vertices_together);
    std::size_t last = 0;
    for (std::size_t i = stretch * vertices_together; i < end; ++i) {
      furthest[stretch] = std::max(furthest[stretch], used[i] != 0 ? outside.distance(mesh.vertices[i], last) : 0.0);
    }
  });
  return *std::max_element(furthest.begin(), furthest.end());
}

}  // namespace firstcontact
