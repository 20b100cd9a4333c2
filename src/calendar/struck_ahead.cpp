// Bodies in contact that something runs into in the middle of a substep. The solver gives them the fall and the
// impulses of all of it at its start. The fall that is still ahead is taken back when they are struck
// (impact_cluster.cpp); what contacts give is not, as they give their supports as much. But what rolls over an edge
// would be struck with a spin that it has yet to come by, and could have more energy than ever before or after.
#include <algorithm>
#include <array>
#include <cmath>

#include "calendar/driven.hpp"
#include "calendar/impact_cluster.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of what lifts a body by its own size: no more than this is won by being struck too early.
constexpr double bearable_share_of_lift = 1e-9;
// Of a pair, in a step: at more of them no substep ends early.
constexpr int most_blows = 4;

/// The bodies as they would be driven on.
struct Course {
  const Driven& driven;
  double begin = 0.0;  // s
};

double energy_with(const RigidBody& body, const Velocity& velocity) {
  return kinetic_energy(body, {body.segment.pose, velocity.linear, velocity.angular});
}

// J: how much more the body would be struck with at `time`, and pushed along `push`, than it can have by then. In
// between energy is convex: with velocities half-way between those of the start and of the end it cannot be more than
// at both.
double too_much(const WorldState& world, const Course& course, BodyIndex index, const Vec3& push, double time) {
  const RigidBody& body = world.bodies[index];
  if (body.motion != MotionClass::driven) {
    return 0.0;
  }
  const FlowState& start = course.driven.states[course.driven.slot_of[index]];
  const double share = (time - course.begin) / (world.substep_end - course.begin);
  const Vec3 by_then = start.linear_velocity + share * (body.linear_velocity - start.linear_velocity);
  const Vec3 spin_by_then = start.angular_velocity + share * (body.angular_velocity - start.angular_velocity);
  const double early = early_fall(world, body, body.linear_velocity, push, time);
  return energy_with(body, {body.linear_velocity - early * body.acceleration, body.angular_velocity}) -
         energy_with(body, {by_then, spin_by_then});
}

// J: what the two are sure to lose when they meet at `point` of theirs. Where a gap is used up they may lose nothing.
double lost_at(WorldState& world, const PairRecord& pair, ContactPoint point, double time) {
  if (point.separation < tolerances::used_up_gap * pair.skin) {
    return 0.0;
  }
  const std::array<Responder, 2> responders{responder_of(world.bodies[pair.a], state_of(world, pair.a, time)),
                                            responder_of(world.bodies[pair.b], state_of(world, pair.b, time))};
  point.a = 0;
  point.b = 1;
  const double speed = std::min(0.0, glm::dot(point.normal, relative_velocity(point, responders)));
  const double compliance = inverse_effective_mass(point, point.normal, responders);
  const double kept = -speed < pair.resting_speed ? 0.0 : pair.restitution * pair.restitution;
  return compliance > 0.0 ? 0.5 * (1.0 - kept) * speed * speed / compliance : 0.0;
}

/// A body, and the way in which it is pushed.
struct Struck {
  BodyIndex body = 0;
  Vec3 push{0.0};
};

// Whom the solver holds of those that `hit` touches: a shock goes on to them in the same instant.
void add_touched(WorldState& world, BodyIndex hit, const PredictedImpact& impact, std::vector<Struck>& struck) {
  for (const std::uint32_t index : world.pairs_of[hit]) {
    const PairRecord& pair = world.pairs[index];
    const BodyIndex other = pair.a == hit ? pair.b : pair.a;
    if (index == impact.pair || pair.overlapping || world.bodies[other].motion != MotionClass::driven) {
      continue;
    }
    const FoundPoints found = pair_contact(world, index, impact.time, shock_reach(pair));
    if (!found.points.empty()) {
      const Vec3& normal = found.points.front().normal;
      struck.push_back({other, pair.a == hit ? normal : -normal});
    }
  }
}

// Of what is left of the substep after this impact: how much of it may be, so that nobody is struck with more than he
// can have; 1 where all may.
double bearable_share(WorldState& world, const Course& course, const PredictedImpact& impact) {
  const PairRecord& pair = world.pairs[impact.pair];
  const FoundPoints found = pair_contact(world, impact.pair, impact.time, shock_reach(pair));
  if (found.points.empty()) {
    return 1.0;
  }
  const ContactPoint& point = found.points.front();
  std::vector<Struck> struck{{pair.a, -point.normal}, {pair.b, point.normal}};
  add_touched(world, pair.a, impact, struck);
  add_touched(world, pair.b, impact, struck);
  double won = 0.0;
  double lift = 0.0;
  for (const Struck& one : struck) {
    won += too_much(world, course, one.body, one.push, impact.time);
    lift += lift_by_size(world.bodies[one.body]);
  }
  const double bears = lost_at(world, pair, point, impact.time) + bearable_share_of_lift * lift;
  return won > bears ? bears / won : 1.0;
}

bool flies(const RigidBody& body) { return body.motion == MotionClass::free; }

// What flies meets something that the solver holds, or that flies, too, and has not met it often in this step. (Of
// pairs of which neither flies the repair has taken care, and where blow follows on blow, ending each substep at the
// next would use up the gap. [Medley.*])
bool is_new(const WorldState& world, const PairRecord& pair) {
  return pair.impacts_this_step < most_blows && !pair.active &&
         (flies(world.bodies[pair.a]) || flies(world.bodies[pair.b]));
}

bool is_driven(const WorldState& world, BodyIndex body) { return world.bodies[body].motion == MotionClass::driven; }

// Such pairs of whoever flies about what is driven: ascending, each once.
std::vector<std::uint32_t> new_pairs(const WorldState& world) {
  std::vector<std::uint32_t> found;
  for (const BodyIndex index : world.movers) {
    const std::vector<std::uint32_t>& own = world.pairs_of[index];
    const auto may_strike = [&](std::uint32_t i) {
      const PairRecord& pair = world.pairs[i];
      return is_driven(world, pair.a == index ? pair.b : pair.a) && is_new(world, pair);
    };
    if (flies(world.bodies[index]) && std::any_of(own.begin(), own.end(), may_strike)) {
      std::copy_if(own.begin(), own.end(), std::back_inserter(found),
                   [&](std::uint32_t i) { return is_new(world, world.pairs[i]); });
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace

double last_before_too_much(WorldState& world, const Driven& driven, double begin) {
  if (world.rhythm.is_slow) {
    return world.substep_end;
  }
  enter(world, ask(world, new_pairs(world)));
  const Course course{driven, begin};
  for (EventQueue coming = world.queue; !coming.empty() && coming.top().time < world.substep_end; coming.pop()) {
    const PredictedImpact& impact = coming.top();
    if (!is_stale(world, impact) && is_new(world, world.pairs[impact.pair])) {
      const double share = bearable_share(world, course, impact);
      if (share < 1.0) {
        return impact.time + 0.5 * share * (world.substep_end - impact.time);
      }
    }
  }
  return world.substep_end;
}

}  // namespace firstcontact
