// Ear clipping (Meisters 1975): a fan is wrong for a polygon that is not convex, and would cover what the face does
// not.
#include <firstcontact/triangle_mesh.hpp>

#include <numeric>

namespace firstcontact {

namespace {

// Twice the area vector of a polygon, whatever its shape (Newell).
Vec3 area_vector(std::span<const Vec3> vertices, std::span<const Index> polygon) {
  const Vec3 anchor = vertices[polygon[0]];
  Vec3 sum(0.0);
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    sum += glm::cross(vertices[polygon[i]] - anchor, vertices[polygon[i + 1]] - anchor);
  }
  return sum;
}

struct Corners {
  Vec3 before, at, after;
};

double turn(const Corners& c, const Vec3& normal) {
  return glm::dot(normal, glm::cross(c.at - c.before, c.after - c.at));
}

bool holds(const Corners& ear, const Vec3& point, const Vec3& normal) {
  const auto left_of = [&](const Vec3& from, const Vec3& to) {
    return glm::dot(normal, glm::cross(to - from, point - from)) >= 0.0;
  };
  return left_of(ear.before, ear.at) && left_of(ear.at, ear.after) && left_of(ear.after, ear.before);
}

class EarClipping {
 public:
  EarClipping(std::span<const Vec3> vertices, std::span<const Index> polygon)
      : vertices_(vertices), normal_(area_vector(vertices, polygon)), left_(polygon.begin(), polygon.end()) {}

  std::vector<Triangle> run() {
    while (left_.size() > 3) {
      const std::size_t ear = find_ear();
      const std::size_t n = left_.size();
      triangles_.push_back({left_[(ear + n - 1) % n], left_[ear], left_[(ear + 1) % n]});
      left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(ear));
    }
    triangles_.push_back({left_[0], left_[1], left_[2]});
    return triangles_;
  }

 private:
  [[nodiscard]] Corners corners(std::size_t i) const {
    const std::size_t n = left_.size();
    return {vertices_[left_[(i + n - 1) % n]], vertices_[left_[i]], vertices_[left_[(i + 1) % n]]};
  }
  [[nodiscard]] bool is_ear(std::size_t i) const {
    const Corners ear = corners(i);
    if (!(turn(ear, normal_) > 0.0)) {
      return false;
    }
    for (const Index other : left_) {
      const Vec3& point = vertices_[other];
      if (point != ear.before && point != ear.at && point != ear.after && holds(ear, point, normal_)) {
        return false;
      }
    }
    return true;
  }
  // Some ear; where rounding or a crossing leaves none, the corner that turns most.
  [[nodiscard]] std::size_t find_ear() const {
    std::size_t sharpest = 0;
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (is_ear(i)) {
        return i;
      }
      sharpest = turn(corners(i), normal_) > turn(corners(sharpest), normal_) ? i : sharpest;
    }
    return sharpest;
  }

  std::span<const Vec3> vertices_;
  Vec3 normal_;
  std::vector<Index> left_;
  std::vector<Triangle> triangles_;
};

// A fan from the first corner cuts a convex polygon right, and is what everybody else makes of it.
bool is_convex(std::span<const Vec3> vertices, std::span<const Index> polygon) {
  const Vec3 normal = area_vector(vertices, polygon);
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Corners c{vertices[polygon[(i + n - 1) % n]], vertices[polygon[i]], vertices[polygon[(i + 1) % n]]};
    if (turn(c, normal) < 0.0) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::vector<Triangle> cut_into_triangles(std::span<const Vec3> vertices, std::span<const Index> polygon) {
  if (polygon.size() < 4) {
    return {{polygon[0], polygon[1], polygon[2]}};
  }
  if (!is_convex(vertices, polygon)) {
    return EarClipping(vertices, polygon).run();
  }
  std::vector<Triangle> fan;
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    fan.push_back({polygon[0], polygon[i], polygon[i + 1]});
  }
  return fan;
}

}  // namespace firstcontact
