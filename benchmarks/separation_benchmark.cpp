// Nanoseconds of the questions that have no time in them: depth of overlapping hulls, overlap, casts, manifolds; on
// mixed orders of different pairs.
#include <firstcontact/cast.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "support/random.hpp"

namespace {

using namespace firstcontact;

using testing_support::Random;

Vec3 direction(Random& random) { return normalized_or(random.vector(1.0), Vec3(0.0, 1.0, 0.0)); }

// A ball of half a metre of that many vertices, in 64 poses `apart` metres off.
struct Poses {
  ConvexShape shape;
  std::vector<PosedShape> posed;
  std::size_t next = 0;

  Poses(std::int64_t vertices, double apart) {
    Random random(7);
    std::vector<Vec3> points;
    for (std::int64_t i = 0; i < vertices; ++i) {
      points.push_back(0.5 * direction(random));
    }
    shape = make_shape(convex_hull(points).value());
    for (int i = 0; i < 64; ++i) {
      const Vec3 place = apart * direction(random);
      posed.push_back({&shape, {place, quaternion_from_rotation_vector(2.0 * direction(random))}});
    }
  }
  const PosedShape& operator()() { return posed[next++ % posed.size()]; }
};

void separation_deep(benchmark::State& state) {
  Poses poses(state.range(0), 0.01 * static_cast<double>(state.range(1)));
  const PosedShape a{&poses.shape, {}};
  for (auto iteration : state) {
    static_cast<void>(iteration);
    benchmark::DoNotOptimize(separation(a, poses()));
  }
}
// Vertices, centimetres between the centres.
BENCHMARK(separation_deep)->ArgsProduct({{8, 32, 64, 256}, {5, 50}});

void overlap_of_pairs(benchmark::State& state) {
  Poses poses(state.range(0), 0.01 * static_cast<double>(state.range(1)));
  const PosedShape a{&poses.shape, {}};
  for (auto iteration : state) {
    static_cast<void>(iteration);
    benchmark::DoNotOptimize(overlap(a, poses()));
  }
}
BENCHMARK(overlap_of_pairs)->ArgsProduct({{8, 64}, {50, 98, 150}});

void ray_cast_at(benchmark::State& state) {
  Poses poses(state.range(0), 0.3);
  for (auto iteration : state) {
    static_cast<void>(iteration);
    benchmark::DoNotOptimize(ray_cast(poses(), {{-2.0, 0.1, 0.2}, {4.0, 0.0, 0.0}}));
  }
}
BENCHMARK(ray_cast_at)->Arg(8)->Arg(64)->Arg(256);

void shape_cast_at(benchmark::State& state) {
  Poses poses(state.range(0), 0.3);
  const ShapeSweep sweep{{&poses.shape, {{-2.0, 0.1, 0.2}, Quat(1.0, 0.0, 0.0, 0.0)}},
                         {4.0, 0.0, 0.0},
                         {0.0, 0.1 * static_cast<double>(state.range(1)), 0.0}};
  for (auto iteration : state) {
    static_cast<void>(iteration);
    benchmark::DoNotOptimize(shape_cast(poses(), sweep));
  }
}
// Vertices, ten times the turn in radians.
BENCHMARK(shape_cast_at)->ArgsProduct({{8, 64}, {0, 30}});

// Drums of that many sides that stand on each other: faces of as many corners.
void manifold_of_drums(benchmark::State& state) {
  std::vector<Vec3> points;
  for (std::int64_t i = 0; i < state.range(0); ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(state.range(0));
    points.emplace_back(0.5 * std::cos(angle), -0.5, 0.5 * std::sin(angle));
    points.emplace_back(0.5 * std::cos(angle), 0.5, 0.5 * std::sin(angle));
  }
  const ConvexShape drum = make_shape(convex_hull(points).value());
  const PosedShape lower{&drum, {}};
  const PosedShape upper{&drum, {{0.1, 1.001, 0.0}, quaternion_from_rotation_vector({0.0, 0.3, 0.0})}};
  const Separation apart = separation(lower, upper);
  for (auto iteration : state) {
    static_cast<void>(iteration);
    benchmark::DoNotOptimize(contact_manifold(lower, upper, apart, 0.01));
  }
}
BENCHMARK(manifold_of_drums)->Arg(4)->Arg(32)->Arg(200);

// A small box on a wide plate: no side of the plate cuts anything.
void manifold_of_box_on_plate(benchmark::State& state) {
  const ConvexShape plate = make_shape(make_box({2.0, 0.1, 2.0}));
  const ConvexShape box = make_shape(make_box({0.2, 0.2, 0.2}));
  const PosedShape lower{&plate, {}};
  const PosedShape upper{&box, {{0.1, 0.301, 0.0}, quaternion_from_rotation_vector({0.0, 0.3, 0.0})}};
  const Separation apart = separation(lower, upper);
  for (auto iteration : state) {
    static_cast<void>(iteration);
    benchmark::DoNotOptimize(contact_manifold(lower, upper, apart, 0.01));
  }
}
BENCHMARK(manifold_of_box_on_plate);

}  // namespace
