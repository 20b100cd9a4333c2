// Progressive hulls (Sander, Gu, Gortler, Hoppe, Snyder 2000, 'Silhouette clipping'), on a convex surface, where they
// are exact: a point beyond exactly the faces around an edge makes both its ends inner points of the common hull.
#include "decomposition/outer_hull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <queue>
#include <set>

namespace firstcontact {

namespace {

// An edge with more faces around it is left alone: a fan over a flat end has hundreds at its hub, and the point would
// have to see them all.
constexpr std::size_t most_faces = 64;

using Numbers = std::vector<Index>;  // ascending, each once

void sort_once(Numbers& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

struct Collapse {
  double added = 0.0;  // volume
  Index from = 0, to = 0;
  std::size_t age = 0;  // of what is around it: when that has changed since, the point must be found anew
  Vec3 point{0.0};
  bool operator<(const Collapse& other) const {  // the least volume comes first out of a priority queue
    if (added != other.added) {
      return added > other.added;
    }
    return from != other.from ? from > other.from : to > other.to;
  }
};

class Simplification {
 public:
  Simplification(const Piece& piece, const VertexTest& may_be, const std::function<bool()>& is_over)
      : vertices_(piece.vertices),
        around_(piece.vertices.size()),
        changes_(piece.vertices.size(), 0),
        may_be_(may_be),
        is_over_(is_over) {
    for (const Triangle& triangle : piece.triangles) {
      add(triangle);
    }
    alive_ = vertices_.size();
  }

  void run(std::size_t most_vertices) {
    bool has_shrunk = true;
    while (has_shrunk && alive_ > most_vertices) {
      for (Index v = 0; v < vertices_.size() && !is_over_(); ++v) {
        offer_edges(v, v);
      }
      has_shrunk = shrink(most_vertices);
    }
  }

  [[nodiscard]] std::vector<Vec3> points() const {
    std::vector<Vec3> left;
    for (Index v = 0; v < vertices_.size(); ++v) {
      if (!around_[v].empty()) {
        left.push_back(vertices_[v]);
      }
    }
    return left;
  }

 private:
  // Takes offers until enough vertices are gone or none is left. Those whose surroundings have changed are made again
  // when their turn comes: rarely does a changed one cost less than before.
  bool shrink(std::size_t most_vertices) {
    bool has_shrunk = false;
    while (alive_ > most_vertices && !open_.empty() && !is_over_()) {
      const Collapse next = open_.top();
      open_.pop();
      if (!are_neighbours(next.from, next.to)) {
        continue;
      }
      if (next.age != age_of(next.from, next.to)) {
        offer(next.from, next.to);
        continue;
      }
      has_shrunk = carry_out(next) || has_shrunk;
    }
    return has_shrunk;
  }

  void add(const Triangle& triangle) {
    const auto number = static_cast<Index>(triangles_.size());
    triangles_.push_back(triangle);
    const Vec3& a = vertices_[triangle[0]];
    areas_.push_back(0.5 * glm::cross(vertices_[triangle[1]] - a, vertices_[triangle[2]] - a));
    for (const Index vertex : triangle) {
      around_[vertex].push_back(number);  // the greatest so far: the order stays ascending
    }
  }
  void remove(Index number) {
    for (const Index vertex : triangles_[number]) {
      std::erase(around_[vertex], number);
    }
  }
  [[nodiscard]] Numbers star(Index from, Index to) const {
    Numbers all;
    std::set_union(around_[from].begin(), around_[from].end(), around_[to].begin(), around_[to].end(),
                   std::back_inserter(all));
    return all;
  }
  [[nodiscard]] std::size_t age_of(Index from, Index to) const { return changes_[from] + changes_[to]; }
  [[nodiscard]] bool are_neighbours(Index a, Index b) const {
    return std::any_of(around_[a].begin(), around_[a].end(), [&](Index number) {
      const Triangle& t = triangles_[number];
      return t[0] == b || t[1] == b || t[2] == b;
    });
  }
  [[nodiscard]] Numbers neighbours(Index vertex) const {
    Numbers found;
    for (const Index triangle : around_[vertex]) {
      found.insert(found.end(), triangles_[triangle].begin(), triangles_[triangle].end());
    }
    sort_once(found);
    std::erase(found, vertex);
    return found;
  }

  // Offers every edge at `vertex` whose other end has a number of at least `first`.
  void offer_edges(Index vertex, Index first) {
    for (const Index other : neighbours(vertex)) {
      if (other >= first) {
        offer(std::min(vertex, other), std::max(vertex, other));
      }
    }
  }

  [[nodiscard]] Plane plane_of(Index triangle) const {
    const Vec3 normal = normalized_or(areas_[triangle], Vec3(0.0));
    double offset = -std::numeric_limits<double>::infinity();
    for (const Index vertex : triangles_[triangle]) {
      offset = std::max(offset, glm::dot(normal, vertices_[vertex]));
    }
    return {normal, offset};
  }

  // The point must see every face around the edge, or be level with it, and see none beyond those. Level counts: the
  // flat end of a piece keeps being flat.
  [[nodiscard]] std::vector<Plane> constraints(const Numbers& star) const {
    std::vector<Plane> planes;
    Numbers corners;
    for (const Index triangle : star) {
      const Plane plane = plane_of(triangle);
      planes.push_back({-plane.normal, -plane.offset});
      corners.insert(corners.end(), triangles_[triangle].begin(), triangles_[triangle].end());
    }
    sort_once(corners);
    Numbers ring;
    for (const Index vertex : corners) {
      ring.insert(ring.end(), around_[vertex].begin(), around_[vertex].end());
    }
    sort_once(ring);
    for (const Index triangle : ring) {
      if (!std::binary_search(star.begin(), star.end(), triangle)) {
        planes.push_back(plane_of(triangle));
      }
    }
    return planes;
  }

  void offer(Index from, Index to) {
    if (around_[from].size() + around_[to].size() > most_faces) {
      return;
    }
    const Numbers faces = star(from, to);
    Vec3 objective(0.0);
    double volume = 0.0;
    for (const Index face : faces) {
      objective += areas_[face];
      volume -= glm::dot(areas_[face], vertices_[triangles_[face][0]]);
    }
    const auto point = least_point(objective, constraints(faces));
    if (point && may_be_(*point, points_of_cone(faces, {from, to}, *point))) {
      open_.push({(glm::dot(objective, *point) + volume) / 3.0, from, to, age_of(from, to), *point});
    }
  }

  // The middles of the faces and of the edges that a cone from `tip` over the border of the edge's star would have.
  [[nodiscard]] std::vector<Vec3> points_of_cone(const Numbers& star, const std::array<Index, 2>& edge,
                                                 const Vec3& tip) const {
    const auto is_end = [&](Index vertex) { return vertex == edge[0] || vertex == edge[1]; };
    std::vector<Vec3> points;
    for (const Index number : star) {
      Triangle t = triangles_[number];
      std::stable_partition(t.begin(), t.end(), is_end);
      if (!is_end(t[1])) {
        points.push_back((tip + vertices_[t[1]] + vertices_[t[2]]) / 3.0);
        points.push_back(0.5 * (tip + vertices_[t[1]]));
      }
    }
    return points;
  }

  // The hole that the star leaves is closed by a cone from the new vertex. False, and nothing is done, where rounding
  // has left triangles that lie on each other: the edge's ends would live on.
  bool carry_out(const Collapse& collapse) {
    const Numbers gone = star(collapse.from, collapse.to);
    const std::set<std::pair<Index, Index>> border = border_of(gone);
    for (const auto& [from, to] : border) {
      if (from == collapse.from || from == collapse.to) {
        return false;
      }
    }
    for (const Index face : gone) {
      remove(face);
    }
    const auto added = static_cast<Index>(vertices_.size());
    vertices_.push_back(collapse.point);
    around_.emplace_back();
    changes_.push_back(0);
    for (const auto& [from, to] : border) {
      add({from, to, added});
    }
    alive_ = static_cast<std::size_t>(
        std::count_if(around_.begin(), around_.end(), [](const Numbers& faces) { return !faces.empty(); }));
    mark_changed(added);
    offer_edges(added, 0);
    return true;
  }

  [[nodiscard]] std::set<std::pair<Index, Index>> border_of(const Numbers& faces) const {
    std::set<std::pair<Index, Index>> border;
    for (const Index face : faces) {
      const Triangle& triangle = triangles_[face];
      for (std::size_t k = 0; k < 3; ++k) {
        const std::pair edge(triangle[k], triangle[(k + 1) % 3]);
        if (border.erase({edge.second, edge.first}) == 0) {
          border.insert(edge);
        }
      }
    }
    return border;
  }

  // An offer rests on the faces that touch its star: two vertices away.
  void mark_changed(Index added) {
    const Numbers near = neighbours(added);
    Numbers touched = near;
    for (const Index vertex : near) {
      const Numbers further = neighbours(vertex);
      touched.insert(touched.end(), further.begin(), further.end());
    }
    sort_once(touched);
    for (const Index vertex : touched) {
      ++changes_[vertex];
    }
  }

  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Vec3> areas_;
  std::vector<Numbers> around_;       // each vertex's triangles
  std::vector<std::size_t> changes_;  // of what is around each vertex
  std::priority_queue<Collapse> open_;
  std::size_t alive_ = 0;
  const VertexTest& may_be_;
  const std::function<bool()>& is_over_;
};

}  // namespace

Piece outer_hull(const Piece& piece, std::size_t most_vertices, const VertexTest& may_be,
                 const std::function<bool()>& is_over) {
  if (piece.vertices.size() <= most_vertices) {
    return piece;
  }
  Simplification simplification(piece, may_be, is_over);
  simplification.run(most_vertices);
  return make_piece(simplification.points(), 0.0);
}

}  // namespace firstcontact
