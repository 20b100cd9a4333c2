#include "decomposition/cutting_planes.hpp"

#include "core/parallel.hpp"
#include "geometry/principal_axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstcontact {

namespace {

// The sine of an edge that still counts as flat.
constexpr double flat_sine = 1e-3;
constexpr std::size_t most_edge_planes = 12;
constexpr std::size_t most_edges_looked_at = 4000;
constexpr double same_plane = 1e-5;
constexpr int slabs_per_axis = 7;
constexpr int slabs_per_principal = 3;
// A cut that leaves less than this of what is forbidden is taken without a look ahead.
constexpr double enough_progress = 0.5;
// A cut that leaves more than this of the cost, the next ones included, is no better than halving.
constexpr double hopeless = 0.97;
constexpr std::size_t looked_ahead_per_family = 2;  // best single cuts whose next cuts are tried
constexpr std::size_t looked_ahead_edges = 4;
constexpr int slabs_ahead = 3;
constexpr std::ptrdiff_t edges_ahead = 6;
// A side shorter than this share of the longest is not cut in a hurry: slices hug a curve with little volume, and each
// still reaches across all of it.
constexpr double short_side = 0.6;
// Other planes must beat those of sharp edges by this much: such an edge is where a shape was put together.
constexpr double blunt_handicap = 1.05;
constexpr double sharp_sine = 0.3;

Plane plane_of(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3& a = mesh.vertices[t[0]];
  const Vec3 normal = normalized_or(glm::cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a), Vec3(0.0));
  return {normal, glm::dot(normal, a)};
}

double opposite_height(const TriangleMesh& mesh, const Plane& plane, const Triangle& t) {
  double highest = -std::numeric_limits<double>::infinity();
  for (const Index vertex : t) {
    highest = std::max(highest, height(plane, mesh.vertices[vertex]));
  }
  return highest;
}

bool is_same(const Plane& a, const Plane& b) {
  const double sign = glm::dot(a.normal, b.normal) < 0.0 ? -1.0 : 1.0;
  return squared_length(a.normal - sign * b.normal) < same_plane * same_plane &&
         std::abs(a.offset - sign * b.offset) < same_plane;
}

struct EdgePlane {
  Plane plane;
  bool is_sharp = false;
};

void add_distinct(std::vector<EdgePlane>& planes, const EdgePlane& added) {
  for (EdgePlane& known : planes) {
    if (is_same(known.plane, added.plane)) {
      known.is_sharp = known.is_sharp || added.is_sharp;
      return;
    }
  }
  planes.push_back(added);
}

// Some of the edge lies within the cell.
bool reaches_into(const ReflexEdge& edge, const Region& region) {
  double first = 0.0;
  double last = 1.0;
  for (const Plane& wall : region.walls) {
    const double start = height(wall, edge.from);
    const double end = height(wall, edge.to);
    if (start > -on_plane && end > -on_plane) {
      return false;
    }
    if (start > 0.0) {
      first = std::max(first, start / (start - end));
    } else if (end > 0.0) {
      last = std::min(last, start / (start - end));
    }
  }
  return first < last;
}

bool cuts(const Plane& plane, const Piece& piece) {
  double lowest = 0.0;
  double highest = 0.0;
  for (const Vec3& vertex : piece.vertices) {
    const double here = height(plane, vertex);
    lowest = std::min(lowest, here);
    highest = std::max(highest, here);
  }
  return lowest < -1e-6 && highest > 1e-6;
}

std::vector<EdgePlane> edge_planes(const Part& part, const std::vector<ReflexEdge>& edges) {
  std::vector<EdgePlane> found;
  const std::size_t looked_at = std::min(edges.size(), most_edges_looked_at);
  for (std::size_t i = 0; i < looked_at && found.size() < most_edge_planes; ++i) {
    if (!reaches_into(edges[i], part.region)) {
      continue;
    }
    for (const Plane& plane : edges[i].planes) {
      if (cuts(plane, part.piece)) {
        add_distinct(found, {plane, edges[i].sine > sharp_sine});
      }
    }
  }
  return found;
}

struct Slabs {
  int count = 1;
  int family = 0;
  double least_step = 0.0;
};

// A plane worth trying. Those of one family are much alike; the look ahead must not see one family only.
struct Candidate {
  Plane plane;
  int family = 0;
  double handicap = blunt_handicap;
};

Vec3 size_of(const std::vector<Vec3>& points) {
  Aabb box;
  for (const Vec3& point : points) {
    box = merged(box, point);
  }
  return points.empty() ? Vec3(0.0) : box.high - box.low;
}

std::array<Vec3, 3> world_axes() { return {Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)}; }

// Of what is forbidden: across a groove, along it, and down.
std::array<Vec3, 3> principal_directions(const std::vector<ForbiddenPoint>& points) {
  const Vec3 middle = middle_of(points);
  Mat3 second(0.0);
  for (const ForbiddenPoint& point : points) {
    const Vec3 offset = point.position - middle;
    second += point.volume * glm::outerProduct(offset, offset);
  }
  const Quat axes = principal_axes(second).axes;
  return {rotate(axes, Vec3(1.0, 0.0, 0.0)), rotate(axes, Vec3(0.0, 1.0, 0.0)), rotate(axes, Vec3(0.0, 0.0, 1.0))};
}

// Planes across one direction: evenly spaced through the hull, and one through the middle of what is forbidden. No
// closer than `least_step`: what is thinner than the tolerance need not be thinner still, and slices of a wide concave
// part are as concave as the part.
void add_slabs(const Sketch& sketch, const Vec3& direction, const Slabs& slabs, std::vector<Candidate>& candidates) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const Vec3& vertex : sketch.hull) {
    low = std::min(low, glm::dot(direction, vertex));
    high = std::max(high, glm::dot(direction, vertex));
  }
  const auto room = static_cast<int>(std::min((high - low) / slabs.least_step, 100.0));
  const int count = std::min(slabs.count, room - 1);
  for (int i = 1; i <= count; ++i) {
    candidates.push_back({{direction, low + (high - low) * i / (count + 1)}, slabs.family});
  }
  if (!sketch.forbidden.empty() && count > 0) {
    candidates.push_back({{direction, glm::dot(direction, middle_of(sketch.forbidden))}, slabs.family});
  }
}

// Two cuts deep: a ring opens only when its half is cut again.
class CutSearch {
 public:
  CutSearch(const Sketch& whole, const std::vector<EdgePlane>& edge_planes, const Clearance& clearance)
      : whole_(whole), clearance_(clearance) {
    for (const EdgePlane& edge : edge_planes) {
      edges_.push_back({edge.plane, edge_family, edge.is_sharp ? 1.0 : blunt_handicap});
    }
  }

  std::optional<Plane> best() const {
    const std::vector<Candidate> candidates = first_candidates();
    const std::vector<std::array<Sketch, 2>> halves = halves_by(candidates);
    const std::vector<std::size_t> order = cheapest_first(candidates, halves);
    if (order.empty()) {
      return std::nullopt;
    }
    const std::array<Sketch, 2>& first = halves[order[0]];
    if (forbidden_volume(first[0]) + forbidden_volume(first[1]) <= enough_progress * forbidden_volume(whole_)) {
      return candidates[order[0]].plane;
    }
    return best_ahead(candidates, halves, varied(candidates, order));
  }

  // Few planes, and no look ahead.
  std::optional<Plane> quick() const {
    std::vector<Candidate> candidates;
    const Vec3 size = size_of(whole_.hull);
    for (int axis = 0; axis < 3; ++axis) {
      if (size[axis] >= short_side * std::max({size.x, size.y, size.z})) {
        add_slabs(whole_, world_axes().at(static_cast<std::size_t>(axis)), slabs(1, 0), candidates);
      }
    }
    const std::vector<std::array<Sketch, 2>> halves = halves_by(candidates);
    const std::vector<std::size_t> order = cheapest_first(candidates, halves);
    return order.empty() || cost(halves[order[0]]) > hopeless * whole_.cost ? std::nullopt
                                                                            : std::optional(candidates[order[0]].plane);
  }

 private:
  static constexpr int edge_family = 6;

  [[nodiscard]] Slabs slabs(int count, int family) const { return {count, family, clearance_.tolerance()}; }

  [[nodiscard]] std::vector<std::array<Sketch, 2>> halves_by(const std::vector<Candidate>& candidates) const {
    std::vector<std::array<Sketch, 2>> halves(candidates.size());
    visit_at_once(candidates.size(), [&](std::size_t i) { halves[i] = cut(whole_, candidates[i].plane, clearance_); });
    return halves;
  }

  // Of those that leave something on either side.
  static std::vector<std::size_t> cheapest_first(const std::vector<Candidate>& candidates,
                                                 const std::vector<std::array<Sketch, 2>>& halves) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!halves[i][0].is_empty && !halves[i][1].is_empty) {
        order.push_back(i);
      }
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return candidates[a].handicap * cost(halves[a]) < candidates[b].handicap * cost(halves[b]);
    });
    return order;
  }

  // A part with few concave edges, all of them sharp, was put together from simpler ones, and comes apart there: any
  // other plane would cut through the middle of something.
  [[nodiscard]] bool is_put_together() const {
    return !edges_.empty() && edges_.size() < most_edge_planes &&
           std::all_of(edges_.begin(), edges_.end(), [](const Candidate& edge) { return edge.handicap == 1.0; });
  }

  [[nodiscard]] std::vector<Candidate> first_candidates() const {
    std::vector<Candidate> candidates = edges_;
    if (is_put_together()) {
      return candidates;
    }
    int family = 0;
    for (const Vec3& axis : world_axes()) {
      add_slabs(whole_, axis, slabs(slabs_per_axis, family++), candidates);
    }
    if (!whole_.forbidden.empty()) {
      for (const Vec3& axis : principal_directions(whole_.forbidden)) {
        add_slabs(whole_, axis, slabs(slabs_per_principal, family++), candidates);
      }
    }
    return candidates;
  }

  // The best few of each family, in the given order.
  static std::vector<std::size_t> varied(const std::vector<Candidate>& candidates,
                                         const std::vector<std::size_t>& order) {
    std::array<std::size_t, edge_family + 1> taken{};
    std::vector<std::size_t> few;
    for (const std::size_t i : order) {
      std::size_t& count = taken.at(static_cast<std::size_t>(candidates[i].family));
      if (count < (candidates[i].family == edge_family ? looked_ahead_edges : looked_ahead_per_family)) {
        few.push_back(i);
        ++count;
      }
    }
    return few;
  }

  [[nodiscard]] std::optional<Plane> best_ahead(const std::vector<Candidate>& candidates,
                                                const std::vector<std::array<Sketch, 2>>& halves,
                                                const std::vector<std::size_t>& few) const {
    std::vector<double> costs(few.size());
    visit_at_once(few.size(), [&](std::size_t i) {
      const std::array<Sketch, 2>& both = halves[few[i]];
      costs[i] = candidates[few[i]].handicap * (cost_ahead(both[0]) + cost_ahead(both[1]));
    });
    const auto least = std::min_element(costs.begin(), costs.end());
    if (*least > hopeless * whole_.cost) {
      return std::nullopt;
    }
    return candidates[few[static_cast<std::size_t>(least - costs.begin())]].plane;
  }

  static double cost(const std::array<Sketch, 2>& halves) { return halves[0].cost + halves[1].cost; }

  // What a sketch costs after its own best cut.
  [[nodiscard]] double cost_ahead(const Sketch& sketch) const {
    double least = sketch.cost;
    if (sketch.forbidden.empty()) {
      return least;
    }
    std::vector<Candidate> candidates(edges_.begin(),
                                      edges_.begin() + std::min<std::ptrdiff_t>(edges_ahead, std::ssize(edges_)));
    for (const Vec3& axis : world_axes()) {
      add_slabs(sketch, axis, slabs(slabs_ahead, 0), candidates);
    }
    for (const Candidate& candidate : candidates) {
      least = std::min(least, cost(cut(sketch, candidate.plane, clearance_)));
    }
    return least;
  }

  const Sketch& whole_;
  const Clearance& clearance_;
  std::vector<Candidate> edges_;
};

}  // namespace

std::vector<ReflexEdge> reflex_edges(const TriangleMesh& mesh, const std::vector<SharedEdge>& edges) {
  std::vector<ReflexEdge> found;
  for (const SharedEdge& edge : edges) {
    if (edge.uses.size() != 2 || edge.uses[0].forward == edge.uses[1].forward) {
      continue;
    }
    const Triangle& first = mesh.triangles[edge.uses[0].triangle];
    const Triangle& second = mesh.triangles[edge.uses[1].triangle];
    const std::array<Plane, 2> planes{plane_of(mesh, first), plane_of(mesh, second)};
    const double sine = std::sqrt(squared_length(glm::cross(planes[0].normal, planes[1].normal)));
    if (sine > flat_sine && opposite_height(mesh, planes[0], second) > on_plane) {
      const Vec3& from = mesh.vertices[edge.low];
      const Vec3& to = mesh.vertices[edge.high];
      found.push_back({from, to, planes, sine, sine * std::sqrt(squared_length(to - from))});
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const ReflexEdge& a, const ReflexEdge& b) { return a.weight > b.weight; });
  return found;
}

std::optional<Plane> best_cut(const Part& part, const std::vector<ReflexEdge>& edges, const Clearance& clearance) {
  const std::vector<EdgePlane> planes = edge_planes(part, edges);
  const Sketch whole = sketch_of(part, clearance);
  return CutSearch(whole, planes, clearance).best();
}

std::optional<Plane> quick_cut(const Part& part, const Clearance& clearance) {
  const Sketch whole = sketch_of(part, clearance);
  return CutSearch(whole, {}, clearance).quick();
}

}  // namespace firstcontact
