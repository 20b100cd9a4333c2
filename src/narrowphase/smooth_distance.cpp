#include "narrowphase/smooth_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/smooth_core.hpp"

namespace firstcontact {

namespace {

// On a curved surface each step quarters the error.
constexpr int most_iterations = 100;
constexpr int most_idle_steps = 6;

/// A walk of GJK. In `simplex` the number of a vertex is its place in the list of points.
class Walk {
 public:
  Walk(const CorePair& pair, const DistanceGoal& goal) : pair_(pair), goal_(goal) {}

  SmoothDistance run(const Vec3& first_axis) {
    simplex_.vertex[0] = support_against(first_axis);
    simplex_.count = 1;
    nearest_ = nearest_of(simplex_);
    keep(simplex_, nearest_);
    squared_upper_ = nearest_.squared_distance;
    distance_.converged = reaches(goal_, distance_.lower, squared_upper_);
    bool goes_on = !distance_.converged && squared_upper_ > 0.0;
    for (int iteration = 1; goes_on && iteration < most_iterations; ++iteration) {
      goes_on = iterate();
    }
    return answer();
  }

 private:
  // Raises the lower bound where it can.
  SimplexVertex support_against(const Vec3& axis) {
    const CorePoint a = furthest_core_point(pair_.a, axis);
    const CorePoint b = furthest_core_point(pair_.b, -into_frame(pair_.pose.axes, axis));
    const Vec3 difference = pair_.pose.origin + pair_.pose.axes * b.at - a.at;
    const double scale = 1.0 / length(axis);
    const double lower = glm::dot(axis, difference) * scale;
    if (lower > distance_.lower) {
      distance_.lower = lower;
      distance_.axis = axis * scale;
    }
    a_[count_] = a;
    b_[count_] = b;
    return {count_, count_++, difference, 0.0};
  }

  bool is_known(const Vec3& difference) const {
    return std::any_of(simplex_.vertex, simplex_.vertex + simplex_.count,
                       [&](const SimplexVertex& vertex) { return vertex.difference == difference; });
  }

  // A triangle of points that lie next to each other has no normal of its own left: after an idle step the nearest
  // point, which is precise where the cores are curved, says the direction.
  bool iterate() {
    const Vec3 direction = idle_steps_ % 2 == 0 ? direction_square_to(simplex_, nearest_) : nearest_.point;
    const SimplexVertex support = support_against(direction);
    distance_.converged = reaches(goal_, distance_.lower, squared_upper_);
    if (distance_.converged) {
      return false;
    }
    if (is_known(support.difference)) {
      return ++idle_steps_ <= most_idle_steps;
    }
    const Simplex before = simplex_;
    simplex_.vertex[simplex_.count++] = support;
    const NearestPoint next = nearest_of(simplex_);
    idle_steps_ += next.squared_distance >= squared_upper_ ? 1 : 0;
    if (next.squared_distance > squared_upper_ * (1.0 + 2e-9)) {
      simplex_ = before;
      return idle_steps_ <= most_idle_steps;
    }
    keep(simplex_, next);
    nearest_ = next;
    squared_upper_ = std::min(squared_upper_, next.squared_distance);
    return simplex_.count != 4 && squared_upper_ > 0.0 && idle_steps_ <= most_idle_steps;
  }

  SmoothDistance answer() {
    SmoothDistance found;
    distance_.origin_inside = simplex_.count == 4 || squared_upper_ == 0.0;
    distance_.upper = distance_.origin_inside ? 0.0 : std::sqrt(squared_upper_);
    found.distance = distance_;
    for (int i = 0; i < simplex_.count; ++i) {
      const SimplexVertex& vertex = simplex_.vertex[i];
      const CorePoint& b = b_[vertex.b];
      found.points.a += vertex.weight * a_[vertex.a].at;
      found.points.b += vertex.weight * (pair_.pose.origin + pair_.pose.axes * b.at);
      add(found.vertices.a, found.vertices.count_a, a_[vertex.a].vertex);
      add(found.vertices.b, found.vertices.count_b, b.vertex);
    }
    return found;
  }

  static void add(Index* vertices, int& count, Index vertex) {
    if (vertex != no_vertex && std::find(vertices, vertices + count, vertex) == vertices + count) {
      vertices[count++] = vertex;
    }
  }

  const CorePair& pair_;
  const DistanceGoal& goal_;
  Simplex simplex_;
  NearestPoint nearest_{};
  Distance distance_;
  double squared_upper_ = 0.0;
  int idle_steps_ = 0;
  Index count_ = 0;
  std::array<CorePoint, most_iterations + 1> a_, b_;
};

void offer(const CorePair& pair, const Vec3& axis, SmoothDistance& found) {
  const double separation = core_separation(pair, axis);
  if (separation > found.distance.lower) {
    found.distance.lower = separation;
    found.distance.axis = axis;
  }
}

// Of both signs the one that is near the axis found; both where none was.
void offer_normals(const CorePair& pair, const ConvexShape& shape, const Mat3& axes, SmoothDistance& found) {
  constexpr double near = 0.99;  // cosine of about 8 degrees
  const auto offer_near = [&](const Vec3& normal) {
    if (normal != Vec3(0.0) && std::abs(glm::dot(normal, found.distance.axis)) > near) {
      offer(pair, glm::dot(normal, found.distance.axis) < 0.0 ? -normal : normal, found);
    }
  };
  for (const HullFace& face : shape.core.faces) {
    offer_near(axes * face.normal);
  }
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    offer_near(axes * disc_normal(ellipsoid));
  }
}

}  // namespace

CorePoint furthest_core_point(const ConvexShape& shape, const Vec3& direction_local) {
  if (!is_smooth(shape)) {
    const Index vertex = furthest_vertex(shape, direction_local).index;
    return {vertex_of(shape, vertex), vertex};
  }
  const Ellipsoid* best = &shape.ellipsoids.front();
  double reach = reach_along(*best, direction_local);
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    const double other = reach_along(ellipsoid, direction_local);
    best = other > reach ? &ellipsoid : best;
    reach = std::max(reach, other);
  }
  CorePoint point;
  for (Index i = 0; i < shape.core.vertices.size(); ++i) {
    const double other = glm::dot(shape.core.vertices[i], direction_local);
    if (other > reach) {
      reach = other;
      point = {shape.core.vertices[i], i};
    }
  }
  return point.vertex == no_vertex ? CorePoint{furthest_point(*best, direction_local), no_vertex} : point;
}

double core_reach(const ConvexShape& shape, const Vec3& direction_local) {
  return is_smooth(shape) ? reach_of(shape, direction_local) - shape.rounding : reach_along(shape, direction_local);
}

double core_separation(const CorePair& pair, const Vec3& axis) {
  return glm::dot(axis, pair.pose.origin) - core_reach(pair.a, axis) -
         core_reach(pair.b, -into_frame(pair.pose.axes, axis));
}

SmoothDistance smooth_distance(const CorePair& pair, const DistanceGoal& goal, const Vec3& first_axis) {
  return Walk(pair, goal).run(first_axis);
}

void sharpen(const CorePair& pair, SmoothDistance& found) {
  offer_normals(pair, pair.a, Mat3(1.0), found);
  offer_normals(pair, pair.b, pair.pose.axes, found);
  found.distance.upper = std::max(found.distance.upper, found.distance.lower);
}

ClosingFeature smooth_feature(const CorePair& pair, const Vec3& axis) {
  const auto shows_face = [](const ConvexShape& shape, const Vec3& direction) {
    return !shape.core.faces.empty() && vertices_flush(shape, direction, 1e-6 * core_radius(shape)) >= 3;
  };
  if (shows_face(pair.a, axis)) {
    return ClosingFeature::face_a;
  }
  return shows_face(pair.b, -into_frame(pair.pose.axes, axis)) ? ClosingFeature::face_b : ClosingFeature::core;
}

}  // namespace firstcontact
