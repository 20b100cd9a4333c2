#include "narrowphase/gjk.hpp"

#include <cmath>

namespace firstcontact {

namespace {

constexpr int most_iterations = 64;
// Steps that do not come nearer but may turn the axis: face on face has many nearest points, and the edge found first
// knows the face's normal less well than the triangle found next.
constexpr int most_idle_steps = 4;

Vec3 difference_of(const CorePair& pair, Index vertex_a, Index vertex_b) {
  return pair.pose.origin + pair.pose.axes * pair.b.core.vertices[vertex_b] - pair.a.core.vertices[vertex_a];
}

// The vertex of the difference set furthest against `axis`: b's hindmost minus a's foremost.
SimplexVertex support_against(const CorePair& pair, const Vec3& axis) {
  SimplexVertex vertex;
  vertex.a = furthest_vertex(pair.a, axis).index;
  vertex.b = furthest_vertex(pair.b, -into_frame(pair.pose.axes, axis)).index;
  vertex.difference = difference_of(pair, vertex.a, vertex.b);
  return vertex;
}

void start(const CorePair& pair, Simplex& simplex) {
  if (simplex.count == 0 || simplex.count == 4) {
    simplex.vertex[0] = support_against(pair, unit_or(pair.pose.origin, Vec3(0.0, 1.0, 0.0)));
    simplex.count = 1;
  }
  for (int i = 0; i < simplex.count; ++i) {
    SimplexVertex& vertex = simplex.vertex[i];
    vertex.difference = difference_of(pair, vertex.a, vertex.b);
  }
  reduce_to_nearest(simplex);
}

bool holds(const Simplex& simplex, const SimplexVertex& vertex) {
  for (int i = 0; i < simplex.count; ++i) {
    if (simplex.vertex[i].a == vertex.a && simplex.vertex[i].b == vertex.b) {
      return true;
    }
  }
  return false;
}

bool reached(const Distance& distance, const DistanceGoal& goal) {
  return distance.upper - distance.lower <= std::max(goal.relative * (distance.lower - goal.threshold), goal.absolute);
}

}  // namespace

Distance core_distance(const CorePair& pair, const DistanceGoal& goal, Simplex& simplex) {
  start(pair, simplex);
  Distance distance;
  Vec3 nearest = nearest_point(simplex);
  distance.upper = length(nearest);
  int idle_steps = 0;
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    if (simplex.count == 4 || distance.upper == 0.0) {
      distance.origin_inside = true;
      distance.upper = 0.0;
      return distance;
    }
    const Vec3 axis = axis_square_to(simplex, nearest);
    const SimplexVertex support = support_against(pair, axis);
    const double lower = glm::dot(axis, support.difference);
    if (lower > distance.lower) {
      distance.lower = lower;
      distance.axis = axis;
    }
    distance.converged = reached(distance, goal);
    if (distance.converged || holds(simplex, support)) {
      return distance;
    }
    Simplex next = copy_of(simplex);
    next.vertex[next.count++] = support;
    reduce_to_nearest(next);
    nearest = nearest_point(next);
    const double upper = next.count == 4 ? 0.0 : length(nearest);
    // In exact arithmetic every step comes nearer. One that doesn't is near the limit of the arithmetic.
    idle_steps += upper >= distance.upper ? 1 : 0;
    if (idle_steps > most_idle_steps || upper > distance.upper * (1.0 + 1e-9)) {
      return distance;
    }
    simplex = copy_of(next);
    distance.upper = std::min(distance.upper, upper);
  }
  return distance;
}

WitnessPoints witness_points(const CorePair& pair, const Simplex& simplex) {
  WitnessPoints points;
  for (int i = 0; i < simplex.count; ++i) {
    const SimplexVertex& vertex = simplex.vertex[i];
    points.a += vertex.weight * pair.a.core.vertices[vertex.a];
    points.b += vertex.weight * (pair.pose.origin + pair.pose.axes * pair.b.core.vertices[vertex.b]);
  }
  return points;
}

}  // namespace firstcontact
