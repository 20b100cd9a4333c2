// Inside first: quickhull that takes no notice of points less than `error` above a face. Its faces are then moved out
// until each touches the furthest of all points, and the half-spaces below them intersected: a hull once more, of the
// planes' poles about a point inside (de Berg, Cheong, van Kreveld, Overmars 2008, Computational Geometry, 11.4).
//
// Where two faces meet at a sharp edge, moving them out by little moves the edge by much. One more half-space across
// each vertex that came out too far cuts it off.
#include "decomposition/rough_hull.hpp"

#include "decomposition/piece.hpp"
#include "decomposition/quickhull.hpp"
#include "geometry/point_set.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

constexpr std::size_t block_size = 64;
// A vertex that a plane across it could cut back by more than this many errors is cut back; so many times over.
constexpr double spike_errors = 3.0;
constexpr int most_rounds = 2;
// Corners nearer to each other count as one. Planes are moved out by more, so that no point is lost by that.
constexpr double one_corner = 1e-9;
constexpr double margin = 4e-9;
// How far outside a point may be.
constexpr double slack = 1e-9;
// The point inside must be, by this much.
constexpr double least_depth = 1e-7;

// Of many points the furthest along a direction. Points come in the order of triangles, so that neighbours in order
// mostly are neighbours in space; boxes around stretches of them are asked first.
class Furthest {
 public:
  explicit Furthest(std::span<const Vec3> points) : points_(points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (i % block_size == 0) {
        boxes_.emplace_back();
      }
      boxes_.back() = merged(boxes_.back(), points[i]);
    }
  }

  // The greatest dot product with a point, or `least` when none is above that.
  [[nodiscard]] double along(const Vec3& direction, double least) const {
    for (std::size_t block = 0; block < boxes_.size(); ++block) {
      const Aabb& box = boxes_[block];
      const Vec3 corner(direction.x > 0.0 ? box.high.x : box.low.x, direction.y > 0.0 ? box.high.y : box.low.y,
                        direction.z > 0.0 ? box.high.z : box.low.z);
      if (glm::dot(direction, corner) <= least) {
        continue;
      }
      const std::size_t end = std::min(points_.size(), (block + 1) * block_size);
      for (std::size_t i = block * block_size; i < end; ++i) {
        least = std::max(least, glm::dot(direction, points_[i]));
      }
    }
    return least;
  }

 private:
  std::span<const Vec3> points_;
  std::vector<Aabb> boxes_;
};

Vec3 area_of(std::span<const Vec3> points, const Triangle& t) {
  return glm::cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]);
}

class Sandwich {
 public:
  Sandwich(std::span<const Vec3> points, double error) : points_(points), error_(error), furthest_(points) {}

  std::optional<RoughHull> run() {
    const auto inner = fast_hull(points_, error_);
    if (!inner || !begin(*inner) || !intersect()) {
      return std::nullopt;
    }
    for (int round = 0; round < most_rounds; ++round) {
      if (!cut_back_spikes()) {
        break;
      }
      if (!intersect()) {
        return std::nullopt;
      }
    }
    std::vector<Vec3> positions;
    for (const Corner& corner : corners_) {
      positions.push_back(corner.position);
    }
    RoughHull outer{distinct_points(positions, one_corner), {}};
    outer.triangles = hull_triangles(outer.vertices);
    return holds_all(outer) ? std::optional(std::move(outer)) : std::nullopt;
  }

 private:
  // Where three or more planes meet.
  struct Corner {
    Vec3 position{0.0};
    Vec3 outward{0.0};  // the mean direction of the planes
  };

  bool begin(const std::vector<Triangle>& inner) {
    std::vector<char> is_used(points_.size(), 0);
    for (const Triangle& t : inner) {
      for (const Index vertex : t) {
        if (is_used[vertex] == 0) {
          is_used[vertex] = 1;
          inner_.push_back(points_[vertex]);
        }
      }
    }
    for (const Vec3& vertex : inner_) {
      middle_ += vertex / static_cast<double>(inner_.size());
    }
    return std::all_of(inner.begin(), inner.end(),
                       [&](const Triangle& t) { return add_plane(normalized_or(area_of(points_, t), Vec3(0.0))); });
  }

  [[nodiscard]] double support(const Vec3& direction) const {
    double least = glm::dot(direction, inner_.front());
    for (const Vec3& vertex : inner_) {
      least = std::max(least, glm::dot(direction, vertex));
    }
    return furthest_.along(direction, least);
  }

  bool add_plane(const Vec3& normal) {
    const double depth = support(normal) - glm::dot(normal, middle_);
    poles_.push_back(normal / (depth + margin));
    return depth > least_depth;
  }

  // Corners are the faces of the poles' hull.
  bool intersect() {
    corners_.clear();
    for (const Triangle& t : hull_triangles(poles_)) {
      const Vec3 area = area_of(poles_, t);
      const double offset = glm::dot(area, poles_[t[0]]);
      if (!(offset > 0.0)) {
        return false;
      }
      Vec3 outward(0.0);
      for (const Index plane : t) {
        outward += normalized_or(poles_[plane], Vec3(0.0));
      }
      corners_.push_back({middle_ + area / offset, normalized_or(outward, Vec3(0.0))});
    }
    return corners_.size() >= 4;
  }

  // False when there are none.
  bool cut_back_spikes() {
    const std::size_t before = poles_.size();
    for (const Corner& corner : corners_) {
      const double depth = support(corner.outward) - glm::dot(corner.outward, middle_);
      const double sticks_out = glm::dot(corner.outward, corner.position - middle_) - depth;
      if (sticks_out > spike_errors * error_ && depth > least_depth) {
        poles_.push_back(corner.outward / (depth + margin));
      }
    }
    return poles_.size() > before;
  }

  [[nodiscard]] bool holds_all(const RoughHull& outer) const {
    return !outer.triangles.empty() &&
           std::all_of(outer.triangles.begin(), outer.triangles.end(), [&](const Triangle& t) {
             const Vec3 normal = normalized_or(area_of(outer.vertices, t), Vec3(0.0));
             const double offset = glm::dot(normal, outer.vertices[t[0]]);
             return furthest_.along(normal, offset) <= offset + slack;
           });
  }

  std::span<const Vec3> points_;
  double error_;
  Furthest furthest_;
  std::vector<Vec3> inner_;  // vertices of the hull inside
  Vec3 middle_{0.0};
  std::vector<Vec3> poles_;  // normal / distance from the middle, one for each plane
  std::vector<Corner> corners_;
};

}  // namespace

std::optional<RoughHull> rough_hull(std::span<const Vec3> points, double error) {
  return points.size() < 4 ? std::nullopt : Sandwich(points, error).run();
}

}  // namespace firstcontact
