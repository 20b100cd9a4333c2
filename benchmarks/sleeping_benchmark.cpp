// What a step of many bodies at rest costs, asleep and awake.
#include <benchmark/benchmark.h>

#include <firstcontact/world.hpp>

#include <cmath>
#include <cstdint>
#include <ctime>

namespace firstcontact {
namespace {

enum class Bodies : std::uint8_t { awake, asleep, asleep_beside_a_rolling_ball };

// Crates side by side on a floor, each at rest by itself.
World make_crates(std::int64_t count, Bodies bodies) {
  WorldDefinition definition;
  definition.sleeping = bodies != Bodies::awake;
  World world{definition};
  const int side = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  BodyDefinition floor;
  floor.type = BodyType::fixed;
  floor.collider = make_box_collider(Vec3(static_cast<double>(side), 0.5, static_cast<double>(side))).value();
  floor.mesh_pose.position = Vec3(0.0, -0.5, 0.0);
  static_cast<void>(world.add_body(floor));
  BodyDefinition crate;
  crate.collider = make_box_collider(Vec3(0.5)).value();
  for (std::int64_t i = 0; i < count; ++i) {
    const auto along = static_cast<double>(i % side);
    const auto across = static_cast<double>(i / side);
    crate.mesh_pose.position = 1.5 * Vec3(along, 0.0, across) + Vec3(0.5 - 0.75 * side, 0.5, 0.5 - 0.75 * side);
    static_cast<void>(world.add_body(crate));
  }
  return world;
}

void add_rolling_ball(World& world) {
  BodyDefinition ball;
  ball.collider = make_sphere_collider(0.1).value();
  ball.mesh_pose.position = Vec3(-0.25, 0.101, 0.0);
  ball.linear_velocity = Vec3(0.0, 0.0, 0.01);
  ball.angular_velocity = Vec3(0.1, 0.0, 0.0);
  static_cast<void>(world.add_body(ball));
}

void crates_at_rest(benchmark::State& state, Bodies bodies) {
  World world = make_crates(state.range(0), bodies);
  const int steps_before = bodies == Bodies::awake ? 2 : 40;  // they fall asleep after 30
  for (int i = 0; i < steps_before; ++i) {
    world.step();
  }
  if (bodies == Bodies::asleep_beside_a_rolling_ball) {
    add_rolling_ball(world);
    world.step();
  }
  const std::clock_t begin = std::clock();
  for (auto _ : state) {
    world.step();
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const double steps = static_cast<double>(state.iterations()) * static_cast<double>(state.range(0));
  state.counters["ns_per_body"] = 1e9 * seconds / steps;
  double asleep = 0.0;
  for (BodyIndex body = 0; body < world.body_count(); ++body) {
    asleep += world.state(body).asleep ? 1.0 : 0.0;
  }
  state.counters["asleep"] = asleep;
}

BENCHMARK_CAPTURE(crates_at_rest, awake, Bodies::awake)->Arg(10'000)->Iterations(5)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(crates_at_rest, asleep, Bodies::asleep)->Arg(10'000)->Iterations(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(crates_at_rest, asleep_beside_a_rolling_ball, Bodies::asleep_beside_a_rolling_ball)
    ->Arg(10'000)
    ->Iterations(1000)
    ->Unit(benchmark::kMicrosecond);

// The floor goes, and all that slept on it wake in one step and fall.
void crates_that_wake(benchmark::State& state) {
  std::clock_t spent = 0;
  for (auto _ : state) {
    state.PauseTiming();
    World world = make_crates(state.range(0), Bodies::asleep);
    for (int i = 0; i < 40; ++i) {
      world.step();
    }
    state.ResumeTiming();
    const std::clock_t begin = std::clock();
    world.remove_body(0);
    world.step();
    spent += std::clock() - begin;
  }
  const double bodies = static_cast<double>(state.iterations()) * static_cast<double>(state.range(0));
  state.counters["ns_per_body"] = 1e9 * static_cast<double>(spent) / CLOCKS_PER_SEC / bodies;
}

BENCHMARK(crates_that_wake)->Arg(1'000)->Arg(10'000)->Iterations(3)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace firstcontact
