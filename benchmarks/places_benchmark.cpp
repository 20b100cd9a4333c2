// A step, and a snapshot, of a world of ten balls after many others came and went.
#include <benchmark/benchmark.h>
#include <firstcontact/world.hpp>

#include <cstdint>

namespace firstcontact {
namespace {

World world_after(std::int64_t comings) {
  WorldDefinition definition;
  definition.gravity = Vec3(0.0);
  definition.sleeping = false;
  World world(definition);
  BodyDefinition ball;
  ball.collider = make_sphere_collider(0.1).value();
  for (int i = 0; i < 10; ++i) {
    ball.mesh_pose.position = {static_cast<double>(i), 0.0, 0.0};
    static_cast<void>(world.add_body(ball).value());
  }
  ball.mesh_pose.position = {0.0, 5.0, 0.0};
  for (std::int64_t i = 0; i < comings; ++i) {
    const BodyIndex added = world.add_body(ball).value();
    world.step();
    world.remove_body(added);
  }
  world.step();
  return world;
}

void step_after_many_came_and_went(benchmark::State& state) {
  World world = world_after(state.range(0));
  for ([[maybe_unused]] const auto unused : state) {
    world.step();
  }
}
BENCHMARK(step_after_many_came_and_went)->Arg(0)->Arg(40'000);

void snapshot_after_many_came_and_went(benchmark::State& state) {
  const World world = world_after(state.range(0));
  for ([[maybe_unused]] const auto unused : state) {
    benchmark::DoNotOptimize(world.snapshot());
  }
}
BENCHMARK(snapshot_after_many_came_and_went)->Arg(0)->Arg(40'000);

}  // namespace
}  // namespace firstcontact
