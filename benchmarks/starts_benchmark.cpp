// The first step of many bodies that touch: what it takes to set them apart. Time should grow with their number, and a
// little faster for a row, along which what one needs is passed on to all.
#include <benchmark/benchmark.h>
#include <firstcontact/world.hpp>

#include <vector>

namespace firstcontact {
namespace {

std::vector<Vec3> row(int count) {
  std::vector<Vec3> places;
  for (int i = 0; i < count; ++i) {
    places.emplace_back(i, 0.0, 0.0);
  }
  return places;
}

std::vector<Vec3> pyramid(int base) {
  std::vector<Vec3> places;
  for (int layer = 0; layer < base; ++layer) {
    for (int i = 0; i < base - layer; ++i) {
      places.emplace_back(i + 0.5 * layer, layer, 0.0);
    }
  }
  return places;
}

std::vector<Vec3> lattice(int side) {
  std::vector<Vec3> places;
  for (int i = 0; i < side * side * side; ++i) {
    places.emplace_back(i % side, (i / side) % side, i / (side * side));
  }
  return places;
}

// Weightless: nothing is left to do once they are apart.
void take_first_step(benchmark::State& state, const std::vector<Vec3>& places) {
  const auto cube = make_box_collider(Vec3(0.5)).value();
  for (auto _ : state) {
    state.PauseTiming();
    WorldDefinition definition;
    definition.gravity = Vec3(0.0);
    World world{definition};
    for (const Vec3& place : places) {
      BodyDefinition body;
      body.collider = cube;
      body.mesh_pose.position = place;
      static_cast<void>(world.add_body(body).value());
    }
    state.ResumeTiming();
    world.step();
    state.counters["bodies"] = static_cast<double>(places.size());
    state.counters["pairs"] = static_cast<double>(world.statistics().set_apart.pairs);
    state.counters["furthest_m"] = world.statistics().set_apart.furthest;
  }
}

void rows(benchmark::State& state) { take_first_step(state, row(static_cast<int>(state.range(0)))); }
void pyramids(benchmark::State& state) { take_first_step(state, pyramid(static_cast<int>(state.range(0)))); }
void lattices(benchmark::State& state) { take_first_step(state, lattice(static_cast<int>(state.range(0)))); }

BENCHMARK(rows)->Arg(40)->Arg(200)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(pyramids)->Arg(20)->Arg(50)->Arg(100)->Unit(benchmark::kMillisecond);
BENCHMARK(lattices)->Arg(6)->Arg(12)->Arg(20)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace firstcontact
