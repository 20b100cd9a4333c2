// Events per second of the calendar on an elastic gas of tumbling boxes, and beside it the source article's calendar,
// which after each event throws all predictions away and asks every pair again.
#include <benchmark/benchmark.h>
#include <firstcontact/time_of_impact.hpp>
#include <firstcontact/world.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

namespace firstcontact {
namespace {

constexpr double spacing = 1.6;  // m between the boxes' first places: about a tenth of the room is filled
const Vec3 half_extents(0.45, 0.35, 0.25);

double uniform(std::uint64_t& state) {  // splitmix64, in [-1, 1)
  state += 0x9E3779B97F4A7C15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
  return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1.0p-52 - 1.0;
}

Vec3 random_vector(std::uint64_t& state, double size) {
  const double x = uniform(state);
  const double y = uniform(state);
  const double z = uniform(state);
  return size * Vec3(x, y, z);
}

BodyDefinition elastic(const std::shared_ptr<const Collider>& collider, const Vec3& position) {
  BodyDefinition body;
  body.name = "body";
  body.collider = collider;
  body.mesh_pose.position = position;
  body.restitution = 1.0;
  body.friction = 0.0;
  return body;
}

void add_walls(World& world, double half) {
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 extents(half + 1.0);
    extents[axis] = 0.5;
    const auto slab = make_box_collider(extents).value();
    for (const double side : {-1.0, 1.0}) {
      Vec3 at(0.0);
      at[axis] = side * (half + 0.5);
      BodyDefinition wall = elastic(slab, at);
      wall.type = BodyType::fixed;
      static_cast<void>(world.add_body(wall));
    }
  }
}

World make_gas(std::int64_t count) {
  WorldDefinition definition;
  definition.gravity = Vec3(0.0);
  World world{definition};
  const int side = static_cast<int>(std::ceil(std::cbrt(static_cast<double>(count))));
  const double half = 0.5 * spacing * side;
  add_walls(world, half);
  const auto box = make_box_collider(half_extents).value();
  std::uint64_t seed = 2026;
  for (std::int64_t i = 0; i < count; ++i) {
    const Vec3 cell(i % side, i / side % side, i / side / side);
    BodyDefinition body = elastic(box, spacing * (cell + Vec3(0.5)) - Vec3(half));
    body.linear_velocity = random_vector(seed, 10.0);
    body.angular_velocity = random_vector(seed, 6.0);
    static_cast<void>(world.add_body(body));
  }
  return world;
}

void elastic_gas(benchmark::State& state) {
  World world = make_gas(state.range(0));
  world.step();  // the first step has the first look at everything
  const std::uint64_t before = world.statistics().events;
  const double energy = world.totals().kinetic_energy;
  for (auto _ : state) {
    world.step();
  }
  const auto events = static_cast<double>(world.statistics().events - before);
  state.counters["events_per_s"] = benchmark::Counter(events, benchmark::Counter::kIsRate);
  state.counters["us_per_event"] =
      benchmark::Counter(events * 1e-6, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["energy_error"] = std::abs(world.totals().kinetic_energy / energy - 1.0);
}
BENCHMARK(elastic_gas)->Arg(100)->Iterations(400)->Unit(benchmark::kMillisecond);
BENCHMARK(elastic_gas)->Arg(1000)->Iterations(60)->Unit(benchmark::kMillisecond);
BENCHMARK(elastic_gas)->Arg(10000)->Iterations(8)->Unit(benchmark::kMillisecond);

struct Flight {
  Pose pose;
  Vec3 linear_velocity, angular_velocity;
};

// One event of the article's calendar costs one question to every pair, since nothing is kept from the event before:
// that question is what is timed. (Its boxes may be asked along screws; what they answer does not matter to the cost.)
double earliest_of_all_pairs(const std::vector<Flight>& bodies, const ConvexShape& shape, double duration) {
  TimeOfImpactOptions options;
  options.duration = duration;
  double earliest = duration;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const auto moving = [&](const Flight& body) {
        MovingShape moved{&shape, {}};
        moved.motion.start = body.pose;
        moved.motion.linear_velocity = body.linear_velocity;
        moved.motion.angular_velocity = body.angular_velocity;
        return moved;
      };
      const TimeOfImpact impact = time_of_impact(moving(bodies[i]), moving(bodies[j]), options);
      earliest = impact.status == ImpactStatus::touches ? std::min(earliest, impact.time) : earliest;
    }
  }
  return earliest;
}

void discard_and_restart(benchmark::State& state) {
  const World world = make_gas(state.range(0));
  std::vector<Flight> bodies;
  for (BodyIndex i = 6; i < world.body_count(); ++i) {
    const BodyState body = world.state(i);
    bodies.push_back({body.pose, body.linear_velocity, body.angular_velocity});
  }
  const ConvexShape& shape = world.collider(6)->shapes[0];
  for (auto _ : state) {
    benchmark::DoNotOptimize(earliest_of_all_pairs(bodies, shape, 1.0 / 60.0));
  }
  state.counters["us_per_event"] = benchmark::Counter(static_cast<double>(state.iterations()) * 1e-6,
                                                      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(discard_and_restart)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK(discard_and_restart)->Arg(10000)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace firstcontact
