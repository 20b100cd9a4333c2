#include "benchmarks/impact_queries.hpp"

#include "support/random.hpp"

namespace benchmarks {

namespace {

using namespace firstcontact;

using testing_support::Random;

Vec3 direction(Random& random) { return normalized_or(random.vector(1.0), Vec3(0.0, 1.0, 0.0)); }

Quat orientation(Random& random) { return quaternion_from_rotation_vector(2.0 * direction(random)); }

ConvexShape shape_of(Random& random, int vertices) {
  if (vertices == box) {
    const double x = random.between(0.2, 0.5);
    const double y = random.between(0.2, 0.5);
    return make_shape(make_box({x, y, random.between(0.2, 0.5)}));
  }
  std::vector<Vec3> points;
  for (int i = 0; i < vertices; ++i) {
    points.push_back(0.5 * direction(random));
  }
  return make_shape(convex_hull(points).value());
}

std::vector<ConvexShape> shapes_of(Random& random, int vertices) {
  constexpr int different_shapes = 32;
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < different_shapes; ++i) {
    shapes.push_back(shape_of(random, vertices));
  }
  return shapes;
}

ImpactQuery approaching_pair(Random& random, const std::vector<ConvexShape>& shapes, double spin) {
  ImpactQuery query;
  const auto count = static_cast<double>(shapes.size());
  query.shape_a = shapes[static_cast<std::size_t>(random.between(0.0, count))];
  query.shape_b = shapes[static_cast<std::size_t>(random.between(0.0, count))];
  const Vec3 way = direction(random);
  const double apart = query.shape_a.radius + query.shape_b.radius + random.between(0.02, 0.5);
  query.motion_a.start.orientation = orientation(random);
  query.motion_b.start = {apart * way, orientation(random)};
  query.motion_b.linear_velocity = -1.2 * apart * (way + random.vector(0.5));
  query.motion_a.angular_velocity = spin * direction(random);
  query.motion_b.angular_velocity = spin * direction(random);
  return query;
}

bool spheres_meet(const ImpactQuery& query) {
  const Vec3 start = query.motion_b.start.position;
  const Vec3 way = query.motion_b.linear_velocity;
  const double part = glm::clamp(-glm::dot(start, way) / squared_length(way), 0.0, 1.0);
  const double reach = query.shape_a.radius + query.shape_b.radius;
  return squared_length(start + part * way) < reach * reach;
}

}  // namespace

std::vector<MovingPair> moving_pairs(const std::vector<ImpactQuery>& queries) {
  std::vector<MovingPair> pairs;
  pairs.reserve(queries.size());
  for (const ImpactQuery& query : queries) {
    pairs.push_back({{&query.shape_a, query.motion_a}, {&query.shape_b, query.motion_b}});
  }
  return pairs;
}

TimeOfImpact answer_of(const MovingPair& pair) { return time_of_impact(pair.a, pair.b, {}); }

std::vector<ImpactQuery> queries_of(const ImpactFamily& family, std::size_t count) {
  Random random(2024);
  const std::vector<ConvexShape> shapes = shapes_of(random, family.vertices);
  std::vector<ImpactQuery> queries;
  while (queries.size() < count) {
    ImpactQuery query = approaching_pair(random, shapes, family.spin);
    if (spheres_meet(query) &&
        answer_of({{&query.shape_a, query.motion_a}, {&query.shape_b, query.motion_b}}).status == family.answer) {
      queries.push_back(std::move(query));
    }
  }
  return queries;
}

std::vector<ImpactQuery> far_queries(std::size_t count) {
  Random random(7);
  const std::vector<ConvexShape> shapes = shapes_of(random, box);
  std::vector<ImpactQuery> queries;
  for (std::size_t i = 0; i < count; ++i) {
    ImpactQuery query = approaching_pair(random, shapes, 3.0);
    const Vec3 way = normalized_or(query.motion_b.linear_velocity, Vec3(1.0, 0.0, 0.0));
    const double reach = query.shape_a.radius + query.shape_b.radius;
    query.motion_b.start.position = random.between(1.2, 2.0) * reach * any_perpendicular(way) - way;
    queries.push_back(std::move(query));
  }
  return queries;
}

std::vector<ImpactQuery> resting_queries(std::size_t count) {
  Random random(11);
  std::vector<ImpactQuery> queries;
  for (std::size_t i = 0; i < count; ++i) {
    ImpactQuery query{make_shape(make_box(Vec3(0.5))), make_shape(make_box(Vec3(0.5))), {}, {}};
    query.motion_b.start.position = {random.between(-0.4, 0.4), 1.00015, random.between(-0.4, 0.4)};
    query.motion_a.angular_velocity = random.vector(1e-6);
    query.motion_b.angular_velocity = random.vector(1e-6);
    query.motion_b.linear_velocity = random.vector(1e-6);
    queries.push_back(std::move(query));
  }
  return queries;
}

}  // namespace benchmarks
