// A scene's pile, ours beside other engines', in the same run and from the same start: half a second of each in turn,
// so that whatever else the machine does falls on all alike. Processor time of `step` alone. After every half second
// all are measured by our own `separation`: `*_overlap_m` is the deepest that any two bodies were in each other, ever
// and at the end; `*_pairs_over_1cm_at_end` overlap by more than that; `*_escaped` counts bodies whose centre is
// outside of the box of all that is fixed.
//
// `pile_beside_finer_peers/finer:N`: the others take N steps for one of ours, each an Nth as long. It tells what they
// pay for less overlap.
//
// The scene: ../shared/data/scenes/piles/pile_1000.json, or the file that FIRSTCONTACT_PILE names.
#include "benchmarks/peers/pile.hpp"

#include "scene/scene_world.hpp"

#include <firstcontact/separation.hpp>
#include <firstcontact/world.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <initializer_list>
#include <optional>
#include <utility>

namespace {

using namespace benchmarks;
using namespace firstcontact;

constexpr int steps_a_turn = 30;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Result<Scene> pile_scene() {
  const char* const named = std::getenv("FIRSTCONTACT_PILE");
  const std::string at_hand = FIRSTCONTACT_SOURCE_DIR "/../shared/data/scenes/piles/pile_1000.json";
  auto read = read_scene(named != nullptr ? std::string(named) : at_hand);
  if (!read) {
    return read;
  }
  Scene scene = std::move(read).value();
  scene.world.sleeping = false;
  return load_geometry(std::move(scene));
}

PileBody body_of(const World& world, const BodyDefinition& definition, BodyIndex index) {
  const BodyState state = world.state(index);
  PileBody body;
  body.shape = &definition.collider->shapes.front();
  body.pose = state.pose;
  body.linear_velocity = state.linear_velocity;
  body.angular_velocity = state.angular_velocity;
  body.moves = definition.type == BodyType::dynamic;
  body.mass = world.mass(index);
  body.density = body.mass / definition.collider->mass.mass;
  body.inertia = world.inertia(index);
  body.friction = definition.friction;
  body.restitution = definition.restitution;
  return body;
}

Pile pile_of(const World& world, const Scene& scene) {
  Pile pile{scene.world.gravity, scene.world.time_step, {}};
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    pile.bodies.push_back(body_of(world, scene.bodies[i].definition, static_cast<BodyIndex>(i)));
  }
  return pile;
}

// What every engine here can be told: bodies of one polyhedron, and the usual way to combine their materials.
bool is_plain(const Scene& scene) {
  return scene.world.restitution_rule == MixRule::average && scene.world.friction_rule == MixRule::geometric &&
         std::all_of(scene.bodies.begin(), scene.bodies.end(), [](const SceneBody& body) {
           const auto& shapes = body.definition.collider->shapes;
           return body.definition.type != BodyType::kinematic && shapes.size() == 1 && !shapes[0].core.faces.empty() &&
                  shapes[0].rounding == 0.0;
         });
}

std::vector<Pose> poses_of(const World& world) {
  std::vector<Pose> all;
  for (std::size_t i = 0; i < world.body_count(); ++i) {
    all.push_back(world.state(static_cast<BodyIndex>(i)).pose);
  }
  return all;
}

double top_speed_of(const World& world) {
  double top = 0.0;
  for (std::size_t i = 0; i < world.body_count(); ++i) {
    top = std::max(top, glm::length(world.state(static_cast<BodyIndex>(i)).linear_velocity));
  }
  return top;
}

PileWorld ours(World& world) {
  return {"ours", [&world] { world.step(); }, [&world] { return poses_of(world); },
          [&world] { return top_speed_of(world); }};
}

Aabb box_of(const ConvexShape& shape, const Pose& pose) {
  Aabb box;
  for (const Vec3& vertex : shape.core.vertices) {
    box = merged(box, pose.position + pose.orientation * vertex);
  }
  return box;
}

std::vector<Aabb> boxes_of(const Pile& pile, const std::vector<Pose>& poses) {
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    boxes.push_back(box_of(*pile.bodies[i].shape, poses[i]));
  }
  return boxes;
}

struct Overlaps {
  double deepest = 0.0;     // m
  int over_centimetre = 0;  // pairs
};

Overlaps overlaps_of(const Pile& pile, const std::vector<Pose>& poses) {
  constexpr double centimetre = 0.01;  // m
  const auto boxes = boxes_of(pile, poses);
  Overlaps found;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    for (std::size_t j = i + 1; j < poses.size(); ++j) {
      if (overlaps(boxes[i], boxes[j]) && (pile.bodies[i].moves || pile.bodies[j].moves)) {
        const double depth = separation({pile.bodies[i].shape, poses[i]}, {pile.bodies[j].shape, poses[j]}).depth;
        found.deepest = std::max(found.deepest, depth);
        found.over_centimetre += depth > centimetre ? 1 : 0;
      }
    }
  }
  return found;
}

int escaped_bodies(const Pile& pile, const std::vector<Pose>& poses) {
  Aabb room;
  for (const PileBody& body : pile.bodies) {
    room = body.moves ? room : merged(room, box_of(*body.shape, body.pose));
  }
  return static_cast<int>(std::count_if(poses.begin(), poses.end(), [&](const Pose& pose) {
    return !overlaps(room, {pose.position, pose.position});
  }));
}

struct Contender {
  PileWorld world;
  double seconds = 0.0;  // of the processor
  double overlap = 0.0;  // m, the deepest so far
  Overlaps now = {};
};

void add_those_at_hand(std::vector<Contender>& all, std::initializer_list<std::optional<PileWorld>> peers) {
  for (const auto& peer : peers) {
    if (peer) {
      all.push_back({*peer});
    }
  }
}

std::vector<Contender> contenders(World& world, const Pile& pile) {
  std::vector<Contender> all{{ours(world)}};
  add_those_at_hand(all, {make_box3d_pile(pile), make_jolt_pile(pile), make_bullet_pile(pile, BulletMargin::thick),
                          make_bullet_pile(pile, BulletMargin::thin)});
  return all;
}

std::optional<PileWorld> with_steps_repeated(std::optional<PileWorld> world, int times) {
  if (world) {
    world->step = [step = std::move(world->step), times] {
      for (int i = 0; i < times; ++i) {
        step();
      }
    };
  }
  return world;
}

// Without Bullet, which would take ten minutes.
std::vector<Contender> finer_contenders(World& world, Pile pile, int finer) {
  std::vector<Contender> all{{ours(world)}};
  pile.time_step /= finer;
  add_those_at_hand(
      all, {with_steps_repeated(make_box3d_pile(pile), finer), with_steps_repeated(make_jolt_pile(pile), finer)});
  return all;
}

void take_turn(Contender& contender, const Pile& pile, int steps) {
  const double start = cpu_seconds();
  for (int i = 0; i < steps; ++i) {
    contender.world.step();
  }
  contender.seconds += cpu_seconds() - start;
  contender.now = overlaps_of(pile, contender.world.poses());
  contender.overlap = std::max(contender.overlap, contender.now.deepest);
}

void report(benchmark::State& state, const std::vector<Contender>& all, const Pile& pile, int steps) {
  for (const Contender& contender : all) {
    const std::string& name = contender.world.name;
    state.counters[name + "_ms_per_step"] = 1e3 * contender.seconds / steps;
    state.counters[name + "_times_ours"] = contender.seconds / all.front().seconds;
    state.counters[name + "_overlap_m"] = contender.overlap;
    state.counters[name + "_overlap_at_end_m"] = contender.now.deepest;
    state.counters[name + "_pairs_over_1cm_at_end"] = contender.now.over_centimetre;
    state.counters[name + "_top_speed"] = contender.world.top_speed();
    state.counters[name + "_escaped"] = escaped_bodies(pile, contender.world.poses());
  }
}

// The phases are told in wall time, which other work stretches: their shares are given, of the phases' sum.
void report_ours(benchmark::State& state, const Statistics& statistics) {
  state.counters["ours_time_lost_s"] = statistics.time_lost;
  state.counters["ours_min_gap_m"] = statistics.min_gap.value_or(0.0);
  const Statistics::PhaseTimes& phases = statistics.phases;
  const std::vector<std::pair<std::string, double>> named{{"predict", phases.predict},
                                                          {"broadphase", phases.broadphase},
                                                          {"solve", phases.solve},
                                                          {"events", phases.events},
                                                          {"commit", phases.commit}};
  double sum = 0.0;
  for (const auto& phase : named) {
    sum += phase.second;
  }
  for (const auto& [name, seconds] : named) {
    state.counters["ours_share_" + name] = seconds / sum;
  }
}

// Makes the contenders of a scene's pile by `make(world, pile)`, and lets them take `steps` steps of ours.
template <typename Make>
void run_beside_peers(benchmark::State& state, int steps, const Make& make) {
  const auto scene = pile_scene();
  if (!scene) {
    state.SkipWithError(scene.error().message.c_str());
    return;
  }
  if (!is_plain(scene.value())) {
    state.SkipWithError(
        "not for every engine here: a kinematic body, one that is not a single polyhedron, or a rule for materials");
    return;
  }
  auto world = make_world(scene.value()).value();
  const Pile pile = pile_of(world, scene.value());
  auto all = make(world, pile);
  for (auto iteration : state) {
    static_cast<void>(iteration);
    for (int done = 0; done < steps; done += steps_a_turn) {
      for (Contender& contender : all) {
        take_turn(contender, pile, std::min(steps_a_turn, steps - done));
      }
    }
  }
  report(state, all, pile, steps);
  report_ours(state, world.statistics());
}

void pile_beside_peers(benchmark::State& state) {
  run_beside_peers(state, static_cast<int>(state.range(0)), contenders);
}
BENCHMARK(pile_beside_peers)->ArgName("steps")->Arg(120)->Arg(600)->Iterations(1)->Unit(benchmark::kMillisecond);

void pile_beside_finer_peers(benchmark::State& state) {
  const auto finer = static_cast<int>(state.range(0));
  run_beside_peers(state, 600, [&](World& world, const Pile& pile) { return finer_contenders(world, pile, finer); });
}
BENCHMARK(pile_beside_finer_peers)
    ->ArgName("finer")
    ->Arg(2)
    ->Arg(4)
    ->Arg(8)
    ->Arg(16)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
