// Nanoseconds per query of the narrow phase, by how much the pair turns and by how many vertices it has, on mixed
// orders of different queries (one query repeated would sit in the branch predictor). Beside other engines:
// peer_comparison_benchmark.cpp.
#include "benchmarks/impact_queries.hpp"

#include <firstcontact/separation.hpp>

#include "core/processor.hpp"
#include "narrowphase/support.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace firstcontact;
using benchmarks::ImpactQuery;

constexpr std::size_t query_count = 256;

void run(benchmark::State& state, const std::vector<ImpactQuery>& queries) {
  const auto pairs = benchmarks::moving_pairs(queries);
  std::size_t next = 0;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    benchmark::DoNotOptimize(benchmarks::answer_of(pairs[next]));
    next = next + 1 < pairs.size() ? next + 1 : 0;
  }
}

void run_family(benchmark::State& state, ImpactStatus wanted) {
  const int vertices = static_cast<int>(state.range(0));
  const double spin = 0.1 * static_cast<double>(state.range(1));
  run(state, benchmarks::queries_of({vertices, spin, wanted}, query_count));
}

void time_of_impact_hit(benchmark::State& state) { run_family(state, ImpactStatus::touches); }
void time_of_impact_miss(benchmark::State& state) { run_family(state, ImpactStatus::clear); }

// Arguments: vertices (0: boxes), ten times the spin in radians over the span.
BENCHMARK(time_of_impact_hit)->ArgsProduct({{benchmarks::box, 8, 16, 32, 64, 256}, {0, 1, 30, 600}});
BENCHMARK(time_of_impact_miss)->ArgsProduct({{benchmarks::box, 8, 16, 32, 64, 256}, {0, 1, 30, 600}});

void time_of_impact_far_pair(benchmark::State& state) { run(state, benchmarks::far_queries(query_count)); }
BENCHMARK(time_of_impact_far_pair);

// What a pile asks in every step: each pair once, in turn. Argument: 1 with a warm cache.
void time_of_impact_resting_pair(benchmark::State& state) {
  const auto queries = benchmarks::resting_queries(query_count);
  const auto pairs = benchmarks::moving_pairs(queries);
  std::vector<AxisCache> caches(queries.size());
  std::size_t next = 0;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    AxisCache* cache = state.range(0) != 0 ? &caches[next] : nullptr;
    benchmark::DoNotOptimize(time_of_impact(pairs[next].a, pairs[next].b, {}, cache));
    next = next + 1 < pairs.size() ? next + 1 : 0;
  }
}
BENCHMARK(time_of_impact_resting_pair)->Arg(0)->Arg(1);

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

// The search for a furthest vertex in both its builds. Arguments: vertices; 1 with AVX2, where the processor has it.
void furthest_vertex_of_hull(benchmark::State& state) {
  const auto queries = benchmarks::queries_of({static_cast<int>(state.range(0)), 1.0, ImpactStatus::touches}, 1);
  const bool with_avx2 = state.range(1) != 0;
  if (with_avx2 && !has_avx2()) {
    state.SkipWithError("no AVX2 here");
    return;
  }
  const Vec3 direction(0.3, -0.5, 0.8);
  for (auto iteration : state) {
    static_cast<void>(iteration);
    Asked asked = asked_of(queries.front().shape_a, direction);
    benchmark::DoNotOptimize(asked);
    benchmark::DoNotOptimize(with_avx2 ? avx2::furthest(asked) : baseline::furthest(asked));
  }
}
BENCHMARK(furthest_vertex_of_hull)->ArgsProduct({{8, 16, 64, 256}, {0, 1}});

// Hill climbing from the last answer along edges, and the scan of all vertices, on the same directions: each turns by
// up to so many hundredths of a radian from the one before.
struct Neighbours {
  std::vector<std::uint32_t> first, list;  // of vertex i: list[first[i]] up to list[first[i + 1]]
};

Neighbours neighbours_of(const Hull& hull) {
  std::vector<std::vector<std::uint32_t>> by_vertex(hull.vertices.size());
  for (const HullEdge& edge : hull.edges) {
    by_vertex[edge.vertex[0]].push_back(edge.vertex[1]);
    by_vertex[edge.vertex[1]].push_back(edge.vertex[0]);
  }
  Neighbours all;
  for (const auto& some : by_vertex) {
    all.first.push_back(static_cast<std::uint32_t>(all.list.size()));
    all.list.insert(all.list.end(), some.begin(), some.end());
  }
  all.first.push_back(static_cast<std::uint32_t>(all.list.size()));
  return all;
}

std::uint32_t climbed(const Hull& hull, const Neighbours& near, std::uint32_t from, const Vec3& direction) {
  double highest = glm::dot(hull.vertices[from], direction);
  for (std::uint32_t top = from;; from = top) {
    for (std::uint32_t i = near.first[from]; i < near.first[from + 1]; ++i) {
      const double height = glm::dot(hull.vertices[near.list[i]], direction);
      top = height > highest ? near.list[i] : top;
      highest = std::max(height, highest);
    }
    if (top == from) {
      return top;
    }
  }
}

std::vector<Vec3> turning_directions(double turn) {
  const auto queries = benchmarks::far_queries(1024);  // only for directions that are the same every time
  std::vector<Vec3> directions{Vec3(0.0, 1.0, 0.0)};
  for (const auto& query : queries) {
    directions.push_back(unit_or(directions.back() + turn * unit_or(query.motion_a.angular_velocity, Vec3(0.0)), {}));
  }
  return directions;
}

void furthest_vertex_by_climbing(benchmark::State& state) {
  const auto queries = benchmarks::queries_of({static_cast<int>(state.range(0)), 1.0, ImpactStatus::touches}, 1);
  const ConvexShape& shape = queries.front().shape_a;
  const Neighbours near = neighbours_of(shape.core);
  const auto directions = turning_directions(0.01 * static_cast<double>(state.range(1)));
  const bool climbs = state.range(2) != 0;
  std::size_t next = 0;
  std::uint32_t at = 0;
  for (auto iteration : state) {
    static_cast<void>(iteration);
    at = climbs ? climbed(shape.core, near, at, directions[next]) : furthest_vertex(shape, directions[next]).index;
    benchmark::DoNotOptimize(at);
    next = next + 1 < directions.size() ? next + 1 : 0;
  }
}
// Arguments: vertices; hundredths of a radian; 1 to climb, 0 to scan.
BENCHMARK(furthest_vertex_by_climbing)->ArgsProduct({{64, 128, 256}, {5, 30, 100}, {0, 1}});

}  // namespace
