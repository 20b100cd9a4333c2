// Time per event of the calendar on an elastic gas of tumbling boxes, and beside it the source article's method on the
// very same gas: advance everything to the earliest impact, answer it, throw all predictions away, and ask every pair
// again. Both use the same queries, impulses and flows, so what differs is the calendar.
#include <benchmark/benchmark.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"
#include "dynamics/impact.hpp"

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

World make_gas(std::int64_t count, int threads = 1) {
  WorldDefinition definition;
  definition.gravity = Vec3(0.0);
  definition.threads = threads;
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

/// Counts what passes between its making and `report`: processor time, wall time, events, energy.
class GasReport {
 public:
  GasReport(std::uint64_t events, double energy)
      : events_(events), energy_(energy), begin_(std::clock()), wall_begin_(std::chrono::steady_clock::now()) {}

  void report(benchmark::State& state, std::uint64_t events, double energy) const {
    const double seconds = static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC;
    const auto count = static_cast<double>(events - events_);
    state.counters["events"] = count;
    state.counters["us_per_event"] = 1e6 * seconds / count;  // a plain number: a rate would print its own unit, wrongly
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_begin_;
    state.counters["wall_us_per_event"] = 1e6 * wall.count() / count;
    state.counters["energy_error"] = std::abs(energy / energy_ - 1.0);
  }

 private:
  std::uint64_t events_;
  double energy_;  // J
  std::clock_t begin_;
  std::chrono::steady_clock::time_point wall_begin_;
};

void elastic_gas(benchmark::State& state) {
  World world = make_gas(state.range(0), static_cast<int>(state.range(1)));
  world.step();  // the first step has the first look at everything
  const GasReport report(world.statistics().events, world.totals().kinetic_energy);
  for (auto _ : state) {
    world.step();
  }
  report.report(state, world.statistics().events, world.totals().kinetic_energy);
}

// Energy over very many impacts: what each leaves must not add up.
void elastic_gas_for_long(benchmark::State& state) {
  World world = make_gas(1000);
  const GasReport report(0, world.totals().kinetic_energy);
  for (auto _ : state) {
    while (world.statistics().events < static_cast<std::uint64_t>(state.range(0))) {
      world.step();
    }
  }
  report.report(state, world.statistics().events, world.totals().kinetic_energy);
  state.counters["time_lost"] = world.statistics().time_lost;
  state.counters["min_gap"] = world.statistics().min_gap.value_or(0.0);
}

enum class Candidates : std::uint8_t { all_pairs, octree };

/// The article's method. All pairs are asked anew after every event, those the octree cannot tell apart or literally
/// all; only the axes that separated a pair last are remembered, as in ours: they make a question cheap, and predict
/// nothing.
class RestartingGas {
 public:
  RestartingGas(const World& gas, Candidates candidates) : candidates_(candidates) {
    world_.definition.gravity = Vec3(0.0);
    for (BodyIndex i = 0; i < gas.body_count(); ++i) {
      add(gas, i);
    }
    world_.has_other_movers = true;
    list_movers(world_);
    if (candidates_ == Candidates::all_pairs) {
      pair_all();
    }
  }

  void step() {
    ++steps_;
    world_.step_end = static_cast<double>(steps_) * world_.definition.time_step;
    world_.substep_end = world_.step_end;
    while (take_event()) {
    }
    move_all(world_.step_end);
  }

  [[nodiscard]] std::uint64_t events() const { return world_.statistics.events; }

  [[nodiscard]] double energy() {
    double sum = 0.0;
    for (BodyIndex i = 0; i < world_.bodies.size(); ++i) {
      sum += world_.bodies[i].is_dynamic() ? kinetic_energy(world_.bodies[i], state_of(world_, i, world_.time)) : 0.0;
    }
    return sum;
  }

 private:
  void add(const World& gas, BodyIndex index) {
    const bool moves = gas.type(index) == BodyType::dynamic;
    const BodyState start = gas.state(index);
    RigidBody body;
    body.name = gas.name(index);
    body.type = gas.type(index);
    body.collider = gas.collider(index);
    body.mass = gas.mass(index);
    body.inverse_mass = moves ? Vec3(1.0 / body.mass) : Vec3(0.0);
    body.inertia = gas.inertia(index);
    body.restitution = 1.0;
    body.size = std::cbrt(body.collider->mass.mass);
    body.motion = moves ? MotionClass::free : MotionClass::fixed;
    world_.bodies.push_back(body);
    world_.track_boxes.emplace_back();
    world_.known_states.emplace_back();
    world_.pairs_of.emplace_back();
    set_segment(world_, index, {start.pose, start.linear_velocity, start.angular_velocity}, 0.0);
    if (!moves) {
      RigidMotion still;
      still.start = start.pose;
      world_.octree.set_resident(index, swept_box(still, body.collider->half_extents, body.collider->radius, 0.0));
    }
  }

  void pair_all() {
    for (BodyIndex a = 0; a < world_.bodies.size(); ++a) {
      for (BodyIndex b = std::max<BodyIndex>(a + 1, first_box); b < world_.bodies.size(); ++b) {
        PairRecord pair;
        pair.a = a;
        pair.b = b;
        pair.skin = tolerances::skin_per_size * world_.bodies[b].size;  // all boxes are alike
        pair.restitution = 1.0;
        world_.pairs_of[a].push_back(static_cast<std::uint32_t>(world_.pairs.size()));
        world_.pairs_of[b].push_back(static_cast<std::uint32_t>(world_.pairs.size()));
        world_.pairs.push_back(pair);
      }
    }
  }

  // The earliest impact of all, asked for from nothing.
  std::optional<Prediction> earliest() {
    if (candidates_ == Candidates::octree) {
      lay_tracks(world_);
    }
    std::vector<std::uint32_t> all(world_.pairs.size());
    std::iota(all.begin(), all.end(), 0U);
    std::optional<Prediction> first;
    for (Prediction& found : ask(world_, all)) {
      if (found.answer.impact_time && (!first || *found.answer.impact_time < *first->answer.impact_time)) {
        first = std::move(found);
      }
    }
    return first;
  }

  bool take_event() {
    const std::optional<Prediction> first = earliest();
    if (!first) {
      return false;
    }
    move_all(*first->answer.impact_time);
    bounce(first->pair);
    world_.events.clear();
    world_.segments.clear();
    return true;
  }

  // The boxes are elastic, and the walls do not give way.
  void bounce(std::uint32_t index) {
    const PairRecord& pair = world_.pairs[index];
    std::vector<Responder> responders;
    for (const BodyIndex body : {pair.a, pair.b}) {
      responders.push_back(responder_of(world_.bodies[body], state_of(world_, body, world_.time)));
    }
    std::vector<ContactPoint> points = pair_contact(world_, index, world_.time, 2.0 * pair.skin).points;
    for (ContactPoint& point : points) {
      point.a = 0;
      point.b = 1;
    }
    static_cast<void>(resolve_impact_round(points, responders, {}));
    for (const auto& [body, slot] : {std::pair(pair.a, std::size_t{0}), std::pair(pair.b, std::size_t{1})}) {
      if (world_.bodies[body].is_dynamic()) {
        FlowState state = state_of(world_, body, world_.time);
        state.linear_velocity = responders[slot].velocity.linear;
        state.angular_velocity = responders[slot].velocity.angular;
        set_segment(world_, body, state, world_.time);
      }
    }
  }

  // Every body starts anew from `time`, which makes every earlier prediction stale.
  void move_all(double time) {
    for (BodyIndex i = 0; i < world_.bodies.size(); ++i) {
      if (world_.bodies[i].is_dynamic()) {
        const FlowState state = state_of(world_, i, time);
        set_segment(world_, i, state, time);
      }
    }
    world_.time = time;
  }

  static constexpr BodyIndex first_box = 6;  // the walls come first

  Candidates candidates_;
  WorldState world_;
  std::uint64_t steps_ = 0;
};

void discard_and_restart(benchmark::State& state, Candidates candidates) {
  RestartingGas gas(make_gas(state.range(0)), candidates);
  gas.step();
  const GasReport report(gas.events(), gas.energy());
  for (auto _ : state) {
    gas.step();
  }
  report.report(state, gas.events(), gas.energy());
}

// The same steps for all: what is compared is the same stretch of the same gas. The second number is that of threads.
BENCHMARK(elastic_gas)->Args({100, 1})->Iterations(100)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(discard_and_restart, octree, Candidates::octree)
    ->Arg(100)
    ->Iterations(100)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(discard_and_restart, all_pairs, Candidates::all_pairs)
    ->Arg(100)
    ->Iterations(100)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(elastic_gas)->Args({1000, 1})->Iterations(8)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(discard_and_restart, octree, Candidates::octree)
    ->Arg(1000)
    ->Iterations(8)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(discard_and_restart, all_pairs, Candidates::all_pairs)
    ->Arg(1000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(elastic_gas)->Args({10'000, 1})->Args({10'000, 2})->Iterations(8)->Unit(benchmark::kMillisecond);
BENCHMARK(elastic_gas)->Args({100'000, 1})->Args({100'000, 2})->Iterations(4)->Unit(benchmark::kMillisecond);
BENCHMARK(elastic_gas_for_long)->Arg(1'000'000)->Arg(10'000'000)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace firstcontact
