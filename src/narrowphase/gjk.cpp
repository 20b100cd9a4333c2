#include "narrowphase/gjk.hpp"

#include <cmath>

namespace firstcontact {

namespace {

constexpr int most_iterations = 64;
// Steps that do not come nearer but may turn the axis: face on face has many nearest points, and the edge found first
// knows the face's normal less well than the triangle found next.
constexpr int most_idle_steps = 4;

NearestPoint start(const CorePair& pair, Simplex& simplex) {
  if (simplex.count == 0 || simplex.count == 4) {
    const Vec3& origin = pair.pose.origin;
    simplex.vertex[0] = support_against(pair, square_of(origin) > 0.0 ? origin : Vec3(0.0, 1.0, 0.0));
    simplex.count = 1;
  } else {
    move_to(pair, simplex);
  }
  const NearestPoint nearest = nearest_of(simplex);
  keep(simplex, nearest);
  return nearest;
}

// One run of GJK: the state between its iterations.
struct Walk {
  const CorePair& pair;
  const DistanceGoal& goal;
  Simplex& simplex;
  NearestPoint nearest;
  double squared_upper;
  int idle_steps = 0;
};

// One support and one reduction; false when the walk is over.
bool iterate(Walk& walk, Distance& distance) {
  Simplex& simplex = walk.simplex;
  const Vec3 direction = direction_square_to(simplex, walk.nearest);
  SimplexVertex& support = simplex.vertex[simplex.count];  // joins them below
  support = support_against(walk.pair, direction);
  const double scale = 1.0 / length(direction);
  const double lower = glm::dot(direction, support.difference) * scale;
  if (lower > distance.lower) {
    distance.lower = lower;
    distance.axis = direction * scale;
  }
  distance.converged = reaches(walk.goal, distance.lower, walk.squared_upper);
  if (distance.converged || holds(simplex, support)) {
    return false;
  }
  ++simplex.count;
  const NearestPoint next = nearest_of(simplex);
  // In exact arithmetic every step comes nearer. One that doesn't is near the limit of the arithmetic.
  walk.idle_steps += next.squared_distance >= walk.squared_upper ? 1 : 0;
  if (walk.idle_steps > most_idle_steps || next.squared_distance > walk.squared_upper * (1.0 + 2e-9)) {
    --simplex.count;
    return false;
  }
  keep(simplex, next);
  walk.nearest = next;
  walk.squared_upper = std::min(walk.squared_upper, next.squared_distance);
  return simplex.count != 4 && walk.squared_upper != 0.0;
}

}  // namespace

Distance core_distance(const CorePair& pair, const DistanceGoal& goal, Simplex& simplex, const KnownBound& known) {
  const NearestPoint first = start(pair, simplex);
  Walk walk{pair, goal, simplex, first, first.squared_distance};
  Distance distance;
  distance.lower = known.lower;
  distance.axis = known.axis;
  distance.converged = reaches(goal, distance.lower, walk.squared_upper);
  bool goes_on = !distance.converged && first.count != 4 && first.squared_distance != 0.0;
  for (int iteration = 0; goes_on && iteration < most_iterations; ++iteration) {
    goes_on = iterate(walk, distance);
  }
  distance.origin_inside = simplex.count == 4 || walk.squared_upper == 0.0;
  distance.upper = distance.origin_inside ? 0.0 : std::sqrt(walk.squared_upper);
  return distance;
}

WitnessPoints witness_points(const CorePair& pair, const Simplex& simplex) {
  WitnessPoints points;
  for (int i = 0; i < simplex.count; ++i) {
    const SimplexVertex& vertex = simplex.vertex[i];
    points.a += vertex.weight * vertex_of(pair.a, vertex.a);
    points.b += vertex.weight * (pair.pose.origin + pair.pose.axes * vertex_of(pair.b, vertex.b));
  }
  return points;
}

}  // namespace firstcontact
