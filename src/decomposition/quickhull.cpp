#include "decomposition/quickhull.hpp"

#include "decomposition/piece.hpp"
#include "geometry/surface.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firstcontact {

namespace {

constexpr Index none = std::numeric_limits<Index>::max();
// A point nearer to a face than this is on it. Rounding of a height is 1e-16.
constexpr double on_face = 1e-11;
// A triangle thinner than this, relative to its longest side, has a normal that is wrong by 1e-6.
constexpr double sliver = 1e-8;

struct Face {
  Triangle vertex{};
  std::array<Index, 3> neighbour{none, none, none};  // across the edge from vertex[k] to vertex[k + 1]
  Index first_outside = none;                        // list of points this face sees, through next_outside_
  Index furthest = none;
  double furthest_height = 0.0;
  bool is_alive = true;
};

struct HorizonEdge {
  Index from = 0, to = 0;
  Index face = 0;  // beyond the edge, invisible
};

class FastHull {
 public:
  FastHull(std::span<const Vec3> points, double ignored)
      : points_(points), least_height_(std::max(ignored, on_face)), next_outside_(points.size(), none) {}

  std::optional<std::vector<Triangle>> run() {
    if (!make_first_simplex()) {
      return std::nullopt;
    }
    for (Index face = 0; face < faces_.size(); ++face) {
      while (faces_[face].is_alive && faces_[face].furthest != none) {
        if (!add(faces_[face].furthest, face)) {
          return std::nullopt;
        }
      }
    }
    std::vector<Triangle> triangles;
    for (const Face& face : faces_) {
      if (face.is_alive) {
        triangles.push_back(face.vertex);
      }
    }
    return triangles;
  }

 private:
  template <class Measure>
  Index furthest(Measure measure) const {
    Index best = 0;
    double greatest = -1.0;
    for (Index i = 0; i < points_.size(); ++i) {
      const double here = measure(points_[i]);
      if (here > greatest) {
        greatest = here;
        best = i;
      }
    }
    return best;
  }

  bool make_first_simplex() {
    const Vec3 some = points_[0];
    const Index a = furthest([&](const Vec3& p) { return squared_length(p - some); });
    const Vec3 origin = points_[a];
    const Index b = furthest([&](const Vec3& p) { return squared_length(p - origin); });
    const Vec3 along = points_[b] - origin;
    const Index c = furthest([&](const Vec3& p) { return squared_length(glm::cross(p - origin, along)); });
    const Vec3 normal = glm::cross(along, points_[c] - origin);
    const Index d = furthest([&](const Vec3& p) { return std::abs(glm::dot(p - origin, normal)); });
    const bool is_above = glm::dot(points_[d] - origin, normal) > 0.0;
    const Index e = is_above ? c : b;
    const Index f = is_above ? b : c;
    faces_.reserve(256);
    planes_.reserve(256);
    const bool is_solid = make_face(a, e, f, {3, 2, 1}) && make_face(a, f, d, {0, 2, 3}) &&
                          make_face(f, e, d, {0, 3, 1}) && make_face(e, a, d, {0, 1, 2});
    if (!is_solid) {
      return false;
    }
    for (Index i = 0; i < points_.size(); ++i) {
      give(i, 0);
    }
    return true;
  }

  bool make_face(Index a, Index b, Index c, const std::array<Index, 3>& neighbour) {
    Face face;
    face.vertex = {a, b, c};
    face.neighbour = neighbour;
    const Vec3 ab = points_[b] - points_[a];
    const Vec3 bc = points_[c] - points_[b];
    const Vec3 ca = points_[a] - points_[c];
    const Vec3 area = glm::cross(ab, bc);
    const double twice_area = std::sqrt(squared_length(area));
    const double longest = std::max({squared_length(ab), squared_length(bc), squared_length(ca)});
    if (!(twice_area > sliver * longest)) {
      return false;
    }
    const Vec3 normal = area / twice_area;
    const double offsets = glm::dot(normal, points_[a]) + glm::dot(normal, points_[b]) + glm::dot(normal, points_[c]);
    planes_.push_back({normal, offsets / 3.0});
    faces_.push_back(face);
    return true;
  }

  // The point goes to the first face from `first` on that sees it.
  void give(Index point, Index first) {
    const Vec3 position = points_[point];
    for (Index i = first; i < planes_.size(); ++i) {
      const double above = height(planes_[i], position);
      if (above > least_height_) {
        Face& face = faces_[i];
        next_outside_[point] = face.first_outside;
        face.first_outside = point;
        if (face.furthest == none || above > face.furthest_height) {
          face.furthest = point;
          face.furthest_height = above;
        }
        return;
      }
    }
  }

  // The faces that see the point are replaced by a cone from it to their border.
  bool add(Index point, Index seen_from) {
    visible_.assign(1, seen_from);
    horizon_.clear();
    faces_[seen_from].is_alive = false;
    for (std::size_t done = 0; done < visible_.size();) {  // grows on the way
      visit(visible_[done++], point);
    }
    const auto first_new = static_cast<Index>(faces_.size());
    if (!order_horizon()) {
      return false;
    }
    const auto count = static_cast<Index>(horizon_.size());
    for (Index i = 0; i < count; ++i) {
      const HorizonEdge& edge = horizon_[i];
      const Index next = first_new + (i + 1) % count;
      const Index previous = first_new + (i + count - 1) % count;
      if (!make_face(edge.from, edge.to, point, {edge.face, next, previous})) {
        return false;
      }
      replace_neighbour(edge, first_new + i);
    }
    hand_over(point, first_new);
    return true;
  }

  void visit(Index number, Index point) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Index next = faces_[number].neighbour[k];
      Face& beyond = faces_[next];
      if (!beyond.is_alive) {
        continue;
      }
      // A face that the point is level with goes too: a triangle between the point and an edge in line with it has
      // none.
      if (height(planes_[next], points_[point]) > -on_face) {
        beyond.is_alive = false;
        visible_.push_back(next);
      }
    }
  }

  // The border of the visible faces as one cycle; false when it is not one.
  bool order_horizon() {
    for (const Index number : visible_) {
      const Face& face = faces_[number];
      for (std::size_t k = 0; k < 3; ++k) {
        if (faces_[face.neighbour[k]].is_alive) {
          horizon_.push_back({face.vertex[k], face.vertex[(k + 1) % 3], face.neighbour[k]});
        }
      }
    }
    if (horizon_.size() < 3) {
      return false;
    }
    for (std::size_t i = 0; i + 1 < horizon_.size(); ++i) {
      const auto next = std::find_if(horizon_.begin() + static_cast<std::ptrdiff_t>(i) + 1, horizon_.end(),
                                     [&](const HorizonEdge& edge) { return edge.from == horizon_[i].to; });
      if (next == horizon_.end()) {
        return false;
      }
      std::swap(*next, horizon_[i + 1]);
      if (horizon_[i + 1].to == horizon_[0].from && i + 2 < horizon_.size()) {
        return false;
      }
    }
    return horizon_.back().to == horizon_.front().from;
  }

  void replace_neighbour(const HorizonEdge& edge, Index with) {
    Face& face = faces_[edge.face];
    for (std::size_t k = 0; k < 3; ++k) {
      if (face.vertex[k] == edge.to && face.vertex[(k + 1) % 3] == edge.from) {
        face.neighbour[k] = with;
      }
    }
  }

  void hand_over(Index added, Index first_new) {
    for (const Index number : visible_) {
      Index point = faces_[number].first_outside;
      faces_[number].first_outside = none;
      while (point != none) {
        const Index next = next_outside_[point];
        if (point != added) {
          give(point, first_new);
        }
        point = next;
      }
    }
  }

  std::span<const Vec3> points_;
  double least_height_;  // of a point that is not left outside
  std::vector<Index> next_outside_;
  std::vector<Face> faces_;
  std::vector<Plane> planes_;  // of the faces
  std::vector<Index> visible_;
  std::vector<HorizonEdge> horizon_;
};

// Fans over the patches of Qhull's surface. A patch is convex and flat, so that a fan from any corner will do.
std::vector<Triangle> fans(const Surface& surface) {
  std::vector<Triangle> triangles;
  std::vector<Index> anchor(surface.patch_count, ~Index{0});
  for (const DirectedEdge& edge : surface.edges) {
    Index& a = anchor[edge.patch];
    a = std::min(a, edge.from);
  }
  for (const DirectedEdge& edge : surface.edges) {
    const Index a = anchor[edge.patch];
    if (edge.from != a && edge.to != a) {
      triangles.push_back({a, edge.from, edge.to});
    }
  }
  return triangles;
}

}  // namespace

std::optional<std::vector<Triangle>> fast_hull(std::span<const Vec3> points, double ignored) {
  return points.size() < 4 ? std::nullopt : FastHull(points, ignored).run();
}

std::vector<Triangle> hull_triangles(std::span<const Vec3> points) {
  if (auto fast = fast_hull(points)) {
    return *fast;
  }
  const std::optional<Surface> surface = quickhull(points);
  return surface ? fans(*surface) : std::vector<Triangle>();
}

}  // namespace firstcontact
