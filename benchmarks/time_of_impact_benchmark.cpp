// Nanoseconds per query of the narrow phase, by how much the pair turns and by how many vertices it has, on mixed
// orders of different queries (one query repeated would sit in the branch predictor).
#include <firstcontact/separation.hpp>
#include <firstcontact/time_of_impact.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

namespace {

using namespace firstcontact;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  double between(double low, double high) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
    z ^= z >> 31U;
    return low + (high - low) * (static_cast<double>(z >> 11U) * 0x1p-53);
  }
  Vec3 in_cube(double half) {
    const double x = between(-half, half);
    const double y = between(-half, half);
    return {x, y, between(-half, half)};
  }
  Vec3 direction() { return normalized_or(in_cube(1.0), Vec3(0.0, 1.0, 0.0)); }

 private:
  std::uint64_t state_;
};

ConvexShape shape_of(Random& random, std::int64_t vertices) {
  if (vertices == 8) {
    return make_shape(make_box({random.between(0.2, 0.5), random.between(0.2, 0.5), random.between(0.2, 0.5)}));
  }
  std::vector<Vec3> points;
  for (std::int64_t i = 0; i < vertices; ++i) {
    points.push_back(0.5 * random.direction());
  }
  return make_shape(convex_hull(points).value());
}

struct Query {
  ConvexShape shape_a, shape_b;
  RigidMotion motion_a, motion_b;
};

constexpr std::size_t query_count = 256;

// `wanted`: the answer that the queries of one benchmark have in common, since hits and misses cost differently.
std::vector<Query> queries_of(std::int64_t vertices, double spin, ImpactStatus wanted) {
  Random random(2024);
  std::vector<Query> queries;
  while (queries.size() < query_count) {
    Query query{shape_of(random, vertices), shape_of(random, vertices), {}, {}};
    const Vec3 way = random.direction();
    const double apart = query.shape_a.radius + query.shape_b.radius + random.between(0.02, 0.5);
    query.motion_a.start.orientation = quaternion_from_rotation_vector(2.0 * random.direction());
    query.motion_b.start = {apart * way, quaternion_from_rotation_vector(2.0 * random.direction())};
    query.motion_b.linear_velocity = -1.2 * apart * (way + random.in_cube(0.5));
    query.motion_a.angular_velocity = spin * random.direction();
    query.motion_b.angular_velocity = spin * random.direction();
    const TimeOfImpact found = time_of_impact({&query.shape_a, query.motion_a}, {&query.shape_b, query.motion_b}, {});
    if (found.status == wanted && found.iterations > 0) {
      queries.push_back(query);
    }
  }
  return queries;
}

void run(benchmark::State& state, ImpactStatus wanted) {
  const auto queries = queries_of(state.range(0), 0.1 * static_cast<double>(state.range(1)), wanted);
  std::size_t next = 0;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    const Query& query = queries[next];
    next = (next + 1) % query_count;
    benchmark::DoNotOptimize(time_of_impact({&query.shape_a, query.motion_a}, {&query.shape_b, query.motion_b}, {}));
  }
}

void time_of_impact_hit(benchmark::State& state) { run(state, ImpactStatus::touches); }
void time_of_impact_miss(benchmark::State& state) { run(state, ImpactStatus::clear); }

// Arguments: vertices, ten times the spin in radians over the span.
BENCHMARK(time_of_impact_hit)->ArgsProduct({{8, 16, 32, 64}, {0, 1, 30, 600}});
BENCHMARK(time_of_impact_miss)->ArgsProduct({{8, 16, 32, 64}, {0, 1, 30, 600}});

// Two boxes that stand on each other above the target: what a pile asks in every step.
void resting_pair(benchmark::State& state) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  RigidMotion upper;
  upper.start.position = {0.1, 1.00015, 0.2};
  upper.angular_velocity = {1e-6, 1e-6, 0.0};
  upper.linear_velocity = {0.0, -1e-6, 0.0};
  AxisCache cache;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    benchmark::DoNotOptimize(time_of_impact({&box, {}}, {&box, upper}, {}, state.range(0) != 0 ? &cache : nullptr));
  }
}
BENCHMARK(resting_pair)->Arg(0)->Arg(1);

void separation_and_manifold(benchmark::State& state) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const PosedShape lower{&box, {}};
  const PosedShape upper{&box, {{0.1, 1.001, 0.2}, quaternion_from_rotation_vector({0.0, 0.4, 0.0})}};
  for (auto iteration : state) {
    static_cast<void>(iteration);
    const Separation found = separation(lower, upper);
    benchmark::DoNotOptimize(contact_manifold(lower, upper, found, 0.01));
  }
}
BENCHMARK(separation_and_manifold);

}  // namespace
