#include "calendar/reach.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

#include "core/parallel.hpp"
#include "core/tolerances.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

// m/s: how fast turning alone moves any point of the body, at most.
double speed_of_turning(const RigidBody& body, KnownState& known) {
  if (!known.turning) {
    known.turning = body.radius * std::sqrt(squared_length(known.state.angular_velocity));
  }
  return *known.turning;
}

}  // namespace

KnownState& known_state(WorldState& world, BodyIndex body, double time) {
  KnownState& known = world.known_states[body];
  if (known.time != time) {
    known = {time, state_at(world.bodies[body], time), {}, {}};
  }
  return known;
}

const FlowState& state_of(WorldState& world, BodyIndex body, double time) {
  return known_state(world, body, time).state;
}

double acceleration_of_tumbling(WorldState& world, BodyIndex index, double time) {
  const RigidBody& body = world.bodies[index];
  if (!body.is_dynamic() || body.any_rotation_locked) {
    return 0.0;
  }
  KnownState& known = known_state(world, index, time);
  if (!known.acceleration) {
    MotionSegment tumbling;
    tumbling.pose = known.state.pose;
    tumbling.angular_velocity = known.state.angular_velocity;
    known.acceleration = angular_acceleration_bound(tumbling, body.inertia);
  }
  return *known.acceleration;
}

void know_states(WorldState& world, double time) {
  visit_each(world.definition.threads, world.bodies.size(), fewest_parallel, [&](std::size_t i) {
    const auto body = static_cast<BodyIndex>(i);
    if (!world.pairs_of[body].empty()) {
      static_cast<void>(speed_of_turning(world.bodies[body], known_state(world, body, time)));
      static_cast<void>(acceleration_of_tumbling(world, body, time));
      static_cast<void>(collider_box(world, body, time));
    }
  });
}

double reach_of(WorldState& world, const PairRecord& pair, double time) {
  KnownState& a = known_state(world, pair.a, time);
  KnownState& b = known_state(world, pair.b, time);
  const double duration = world.substep_end - time;
  const double fall = duration * std::sqrt(squared_length(world.bodies[pair.b].acceleration) +
                                           squared_length(world.bodies[pair.a].acceleration));
  return duration * (std::sqrt(squared_length(b.state.linear_velocity - a.state.linear_velocity)) +
                     speed_of_turning(world.bodies[pair.a], a) + speed_of_turning(world.bodies[pair.b], b) + fall);
}

std::vector<double> farthest_of_each(WorldState& world, double time) {
  std::vector<double> farthest(world.bodies.size(), std::numeric_limits<double>::infinity());
  const double duration = world.substep_end - time;
  for (const BodyIndex index : world.movers) {
    const RigidBody& body = world.bodies[index];
    KnownState& known = known_state(world, index, time);
    farthest[index] =
        duration * (std::sqrt(squared_length(known.state.linear_velocity)) + speed_of_turning(body, known) +
                    duration * std::sqrt(squared_length(body.acceleration)));
  }
  return farthest;
}

bool is_out_of_reach(const WorldState& world, const PairRecord& pair, double substeps,
                     const std::vector<double>& farthest) {
  constexpr double rounding = 1e-12;
  const double reach = substeps * (1.0 + rounding) * (farthest[pair.a] + farthest[pair.b]);
  return gap_left(world, pair).value_or(0.0) > tolerances::activation_gap * pair.skin + reach;
}

}  // namespace firstcontact
