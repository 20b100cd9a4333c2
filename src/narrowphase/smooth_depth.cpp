// How deep two cores overlap of which one is smooth: a polytope of true points grows within the difference set until
// its nearest face lies on the surface.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "narrowphase/smooth_distance.hpp"

namespace firstcontact {

namespace {

constexpr std::size_t most_points = 256;
constexpr double goal = 1e-10;      // of the cores' size: between the nearest face and the surface beyond it
constexpr double flatness = 1e-14;  // of their size: a point this little beyond a face is in its plane

struct Corner {
  Vec3 at{0.0};  // m: b's point minus a's, a's frame
  CorePoint a, b;
};

struct Facet {
  std::array<std::size_t, 3> corner{};
  Vec3 normal{0.0};     // unit, outward
  double offset = 0.0;  // m
};

class Polytope {
 public:
  explicit Polytope(const CorePair& pair)
      : pair_(pair), size_(core_radius(pair.a) + core_radius(pair.b) + length(pair.pose.origin)) {
    found_.distance.origin_inside = true;
  }

  SmoothDistance run() {
    if (!begin()) {
      return found_;
    }
    while (corners_.size() < most_points && grow()) {
    }
    return found_;
  }

 private:
  // The furthest point of the difference set along `outward`; as an axis it points the other way.
  Corner furthest(const Vec3& outward) {
    const Vec3 unit = unit_or(outward, Vec3(0.0, 1.0, 0.0));
    const CorePoint a = furthest_core_point(pair_.a, -unit);
    const CorePoint b = furthest_core_point(pair_.b, into_frame(pair_.pose.axes, unit));
    const Corner corner{pair_.pose.origin + pair_.pose.axes * b.at - a.at, a, b};
    const double separation = -glm::dot(unit, corner.at);
    if (separation > found_.distance.lower) {
      found_.distance.lower = separation;
      found_.distance.axis = -unit;
      found_.points = {corner.a.at, pair_.pose.origin + pair_.pose.axes * corner.b.at};
    }
    return corner;
  }

  Corner furthest_of_both(const Vec3& direction, const Vec3& from) {
    const Corner forth = furthest(direction);
    const Corner back = furthest(-direction);
    const double far = glm::dot(direction, forth.at - from);
    return far >= -glm::dot(direction, back.at - from) ? forth : back;
  }

  // A tetrahedron: the difference set of a solid is one.
  bool begin() {
    const Vec3 along = unit_or(pair_.pose.origin, Vec3(0.0, 1.0, 0.0));
    corners_ = {furthest(along), furthest(-along)};
    const Vec3 edge = corners_[1].at - corners_[0].at;
    corners_.push_back(furthest_of_both(any_perpendicular(edge), corners_[0].at));
    const Vec3 normal = glm::cross(edge, corners_[2].at - corners_[0].at);
    corners_.push_back(furthest_of_both(normal, corners_[0].at));
    const double volume = glm::dot(normal, corners_[3].at - corners_[0].at);
    if (!(std::abs(volume) > flatness * size_ * size_ * size_)) {
      return false;
    }
    if (volume > 0.0) {
      std::swap(corners_[0], corners_[1]);
    }
    add_facet(0, 1, 2);
    add_facet(0, 3, 1);
    add_facet(1, 3, 2);
    add_facet(2, 3, 0);
    return true;
  }

  void add_facet(std::size_t i, std::size_t j, std::size_t k) {
    const Vec3& p = corners_[i].at;
    const Vec3 normal = unit_or(glm::cross(corners_[j].at - p, corners_[k].at - p), Vec3(0.0));
    // A sliver has no plane; its neighbours cover the place.
    const double offset = normal == Vec3(0.0) ? std::numeric_limits<double>::infinity() : glm::dot(normal, p);
    facets_.push_back({{i, j, k}, normal, offset});
  }

  // Pushes the face that is nearest to the origin, or that it lies furthest beyond, out to the surface.
  bool grow() {
    const auto nearest = std::min_element(facets_.begin(), facets_.end(),
                                          [](const Facet& p, const Facet& q) { return p.offset < q.offset; });
    const Facet facet = *nearest;
    const Corner corner = furthest(facet.normal);
    if (glm::dot(facet.normal, corner.at) - facet.offset <= goal * size_) {
      take_points(facet);
      return false;
    }
    if (found_.distance.lower > 0.0) {
      return false;  // they are apart
    }
    return add(corner);
  }

  using Edge = std::array<std::size_t, 2>;

  bool add(const Corner& corner) {
    std::vector<Edge> horizon;
    std::vector<Facet> hidden;
    for (const Facet& facet : facets_) {
      if (glm::dot(facet.normal, corner.at) - facet.offset <= flatness * size_) {
        hidden.push_back(facet);
        continue;
      }
      for (std::size_t i = 0; i < 3; ++i) {
        const Edge edge{facet.corner[i], facet.corner[(i + 1) % 3]};
        const auto twin = std::find(horizon.begin(), horizon.end(), Edge{edge[1], edge[0]});
        if (twin == horizon.end()) {
          horizon.push_back(edge);
        } else {
          horizon.erase(twin);
        }
      }
    }
    if (horizon.empty() || hidden.empty()) {
      return false;  // the limit of the arithmetic
    }
    facets_ = std::move(hidden);
    corners_.push_back(corner);
    for (const Edge& edge : horizon) {
      add_facet(edge[0], edge[1], corners_.size() - 1);
    }
    return true;
  }

  // The deepest points: those of the facet's corners, weighted as the foot of the origin on it.
  void take_points(const Facet& facet) {
    const Corner& p = corners_[facet.corner[0]];
    const Corner& q = corners_[facet.corner[1]];
    const Corner& r = corners_[facet.corner[2]];
    const Vec3 foot = facet.offset * facet.normal;
    const double of_p = glm::dot(facet.normal, glm::cross(q.at - foot, r.at - foot));
    const double of_q = glm::dot(facet.normal, glm::cross(r.at - foot, p.at - foot));
    const double of_r = glm::dot(facet.normal, glm::cross(p.at - foot, q.at - foot));
    const double whole = of_p + of_q + of_r;
    if (!(whole > 0.0) || std::min({of_p, of_q, of_r}) < 0.0) {
      return;
    }
    const Vec3 on_a = (of_p * p.a.at + of_q * q.a.at + of_r * r.a.at) / whole;
    found_.points = {on_a, on_a + found_.distance.lower * found_.distance.axis};
  }

  const CorePair& pair_;
  double size_;  // m
  std::vector<Corner> corners_;
  std::vector<Facet> facets_;
  SmoothDistance found_;
};

}  // namespace

SmoothDistance smooth_depth(const CorePair& pair) {
  SmoothDistance found = Polytope(pair).run();
  if (found.distance.lower > 0.0) {
    found.distance.origin_inside = false;
    found.distance.upper = length(found.points.b - found.points.a);
  }
  return found;
}

}  // namespace firstcontact
