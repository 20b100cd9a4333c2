// One impact, answered by impulses.
#include "dynamics/impact.hpp"

#include <algorithm>
#include <cmath>

#include "calendar/impact_cluster.hpp"
#include "core/tolerances.hpp"
#include "dynamics/rebound.hpp"
#include "dynamics/regain.hpp"

namespace firstcontact {

namespace {

// Where nothing is lost a shock dies out by itself, but a light ball between a heavy one and a wall may meet them
// thousands of times.
constexpr int most_lossless_rounds = 20'000;
// Of the speed of a fall for what is left of the substep: who goes up more slowly than that still stands.
constexpr double least_rise = 1e-6;
// Where something is lost: a shock goes on by a body or so in a round, and comes back.
constexpr int rounds_before_plastic = 20;
constexpr int rounds_per_point = 4;
constexpr int most_plastic_rounds = 40;
constexpr int most_rounds_in_vain = 4;
// Of the approach of what slides in: what it parts with. All of it, and a tilted body hops for ever on one corner.
// [CubesThatFall.*]
constexpr double kept_of_slide = 0.9;

// What the repair of a crowd left over is answered by the pair alone: the crowd's other contacts are the solver's, in
// the next substep, and a cluster of the whole crowd would cost as much as all the rest. So is a pair that slides in:
// it has to part as fast as it came, and neighbours pressed along with it would keep some of that each time, until
// nothing is left of speed or gap. [Columns.*]
bool stays_local(const WorldState& world, const Cluster& cluster) {
  const PairRecord& first = world.pairs[cluster.pairs.front()];
  return cluster.is_sliding_in || ((first.active || first.whirls) && is_in_crowd(world, first));
}

// Who is asleep has its mass like anyone; but it is moved only if the shock reaches it, and then its neighbours are
// there for the shock to go on to.
void wake_pushed(WorldState& world, const Cluster& cluster) {
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    const Velocity& velocity = cluster.responders[i].velocity;
    if (velocity.linear != Vec3(0.0) || velocity.angular != Vec3(0.0)) {
      wake(world, cluster.bodies[i], cluster.time);
    }
  }
}

// Shapes that slide round each other fast meet ever more slowly, and each impact would leave less of the gap. They win
// it back out of what they slide with: every point that parts more slowly hops, with a hundredth of its sliding speed.
bool win_gap_back(const WorldState& world, Cluster& cluster) {
  const double friction = world.pairs[cluster.pairs.front()].friction;
  bool hops = false;
  for (std::size_t i = 0; i < points_of_first_pair(cluster); ++i) {
    ContactPoint& point = cluster.points[i];
    const Vec3 velocity = velocity_between(point, cluster.responders);
    const double speed = glm::dot(point.normal, velocity);
    const double sliding = std::sqrt(squared_length(velocity - speed * point.normal));
    hops = part_out_of_slide(point, tolerances::hop_per_slide * sliding, friction, cluster.responders) || hops;
  }
  return hops;
}

// What the impulses of the first `count` points took of the bodies' kinetic energy, J.
double energy_lost(const Cluster& cluster, const std::vector<Responder>& before, std::size_t count) {
  double lost = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const ContactPoint& point = cluster.points[i];
    const Vec3 velocity = velocity_between(point, before) + velocity_between(point, cluster.responders);
    lost -= 0.5 * glm::dot(point.normal_impulse * point.normal + point.friction_impulse, velocity);
  }
  return lost;
}

// A reflection may hand what the pair came together with to its neighbours, and to one of its own points alone. Where
// next to nothing is left of a gap, all points of the pair get most of it back, for the same speed apart.
void rebound_together(Cluster& cluster, const std::vector<Responder>& before) {
  const std::size_t own = points_of_first_pair(cluster);
  std::vector<Rebound> rebounds;
  for (std::size_t i = 0; i < cluster.points.size(); ++i) {
    rebounds.push_back({i, i < own ? kept_of_slide * cluster.approach : 0.0});
  }
  const double lost =
      std::max(0.0, std::min(energy_lost(cluster, before, own), energy_lost(cluster, before, cluster.points.size())));
  give_rebounds(cluster.points, rebounds, {lost, lost}, cluster.responders);
}

// What moves whatever meets it may leave a body no way out; between anything else impulses always find one.
bool has_mover(const WorldState& world, const Cluster& cluster) {
  return std::any_of(cluster.bodies.begin(), cluster.bodies.end(),
                     [&](BodyIndex body) { return world.bodies[body].motion == MotionClass::kinematic; });
}

// None of the points takes energy, and no body brings any.
bool is_lossless(const WorldState& world, const Cluster& cluster) {
  return !has_mover(world, cluster) &&
         std::all_of(cluster.points.begin(), cluster.points.end(),
                     [](const ContactPoint& point) { return point.restitution == 1.0 && point.friction == 0.0; });
}

// False when approaches are left: something in between can give way to neither side.
bool resolve(WorldState& world, Cluster& cluster) {
  const bool is_local = stays_local(world, cluster);
  int in_vain = 0;  // rounds that should have left no approach, and did
  int plastic_rounds = 0;
  int round = 0;  // since the last neighbours joined
  for (; round < most_lossless_rounds && in_vain < most_rounds_in_vain; ++round) {
    const bool lossless = is_lossless(world, cluster);
    const int reflected = rounds_before_plastic + rounds_per_point * static_cast<int>(cluster.points.size());
    plastic_rounds += !lossless && round >= reflected ? 1 : 0;
    world.statistics.impact_exceptions.rounds_used_up += plastic_rounds == 1 ? 1U : 0U;
    if (plastic_rounds > most_plastic_rounds) {
      return false;
    }
    const ImpactOptions options{cluster.tolerance, plastic_rounds > 0, world.definition.impact_law};
    const ImpactRound done = resolve_impact_round(cluster.points, cluster.responders, options);
    wake_pushed(world, cluster);
    if (done.is_jammed) {
      return false;
    }
    if (done.any_approach) {
      in_vain += done.was_for_all ? 1 : 0;
    } else if (is_local || !add_neighbours(world, cluster)) {
      return true;
    } else {
      in_vain = 0;
      // A shock that loses nothing along its normals dies out by itself, but for friction: its rounds begin anew.
      const bool is_elastic = std::all_of(cluster.points.begin(), cluster.points.end(),
                                          [](const ContactPoint& point) { return point.restitution == 1.0; });
      round = is_elastic ? 0 : round;
      plastic_rounds = is_elastic ? 0 : plastic_rounds;
    }
  }
  return false;
}

/// Who met, and how they part.
struct Impact {
  Cluster cluster;
  bool has_met = false;
  bool is_resolved = false;
};

// `keeps_sinking`: see Cluster.
Impact meet(WorldState& world, std::uint32_t pair, double time, bool keeps_sinking) {
  Impact impact;
  impact.cluster.time = time;
  impact.cluster.keeps_sinking = keeps_sinking;
  impact.has_met = add_to_cluster(world, impact.cluster, pair);
  impact.is_resolved = impact.has_met && resolve(world, impact.cluster);
  return impact;
}

// Without its way down a body that is held up may come no nearer to what it met. Standing still it would be thrown off
// its course for nothing, and keep the spin that it was given to pay for with its height. [Medley.*/sinks_on]
bool met_only_by_sinking(const WorldState& world, const Cluster& cluster) {
  if (std::any_of(cluster.points.begin(), cluster.points.end(), is_pressed)) {
    return false;
  }
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    const RigidBody& body = world.bodies[cluster.bodies[i]];
    if (cluster.early_falls[i] > (1.0 - body.held_up) * (world.substep_end - cluster.time)) {
      return true;
    }
  }
  return false;
}

// True when the pair could take speed apart out of its slide.
bool part_at_last(WorldState& world, Cluster& cluster) {
  rebound_together(cluster, responders_before(world, cluster));
  return win_gap_back(world, cluster);
}

void report(WorldState& world, const Cluster& cluster, std::size_t k, const std::vector<double>& speeds) {
  const PairRecord& pair = world.pairs[cluster.pairs[k]];
  const std::size_t end = k + 1 < cluster.pairs.size() ? cluster.first_point[k + 1] : cluster.points.size();
  Event event;
  event.time = cluster.time;
  event.a = pair.a;
  event.b = pair.b;
  event.gap = std::numeric_limits<double>::infinity();
  Vec3 weighted(0.0);
  Vec3 friction(0.0);
  for (std::size_t i = cluster.first_point[k]; i < end; ++i) {
    const ContactPoint& point = cluster.points[i];
    const BodyIndex a = cluster.bodies[point.a];
    weighted += point.normal_impulse * (state_of(world, a, cluster.time).pose.position + point.arm_a);
    event.normal_impulse += point.normal_impulse;
    event.normal = point.normal;
    friction += point.friction_impulse;
    event.gap = std::min(event.gap, point.separation);
    event.approach_speed = std::max(event.approach_speed, speeds[i]);
  }
  if (event.normal_impulse > 0.0) {
    event.point = weighted / event.normal_impulse;
    event.friction_impulse = std::sqrt(squared_length(friction));
    world.events.push_back(event);
    ++world.statistics.events;
  }
}

std::vector<double> approach_speeds(const Cluster& cluster, const std::vector<Responder>& before) {
  std::vector<double> speeds;
  for (const ContactPoint& point : cluster.points) {
    speeds.push_back(std::max(0.0, -glm::dot(point.normal, relative_velocity(point, before))));
  }
  return speeds;
}

// A contact that was pressed for a while and is not in the end leaves rounding on its bodies. Whoever got nothing goes
// on to the bit as before.
void leave_alone_who_got_nothing(Cluster& cluster, const std::vector<Responder>& before) {
  std::vector<bool> got(cluster.bodies.size(), false);
  for (const ContactPoint& point : cluster.points) {
    got[point.a] = got[point.a] || is_pressed(point);
    got[point.b] = got[point.b] || is_pressed(point);
  }
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    if (!got[i]) {
      cluster.responders[i].velocity = before[i].velocity;
    }
  }
}

// Who all fly and fall alike come no nearer by that: nobody stands on anybody.
bool fall_alike(const WorldState& world, const Cluster& cluster) {
  return std::all_of(cluster.bodies.begin(), cluster.bodies.end(), [&](BodyIndex index) {
    const RigidBody& body = world.bodies[index];
    return body.motion == MotionClass::free && body.acceleration == world.bodies[cluster.bodies.front()].acceleration;
  });
}

// A smooth wall that a body grazes, or a ceiling, holds up nothing: without gravity the body would fall on for nothing.
bool is_borne(const WorldState& world, const Cluster& cluster, std::size_t slot) {
  const Vec3& pull = world.bodies[cluster.bodies[slot]].acceleration;
  return std::any_of(cluster.points.begin(), cluster.points.end(), [&](const ContactPoint& point) {
    const Vec3 on_b = point.normal_impulse * point.normal + point.friction_impulse;
    const Vec3 push = point.b == slot ? on_b : point.a == slot ? -on_b : Vec3(0.0);
    return goes_against(push, pull);
  });
}

// Who meets slowly, and does not bounce, stays: until the solver takes the two over, if it will.
bool stay(WorldState& world, const PairRecord& pair, const Cluster& cluster, double fastest) {
  return fastest < pair.resting_speed && !cluster.bounces && !fall_alike(world, cluster) &&
         !is_too_fast_for_solver(world, pair, cluster.time);
}

// m/s: the fall that one who is held up has coming by now.
Vec3 missed_fall(const RigidBody& body, double time) {
  const bool is_held = body.motion == MotionClass::supported;
  return is_held ? std::max(0.0, time - body.held_since) * body.acceleration : Vec3(0.0);
}

// A body that met something slowly, and does not bounce, rests on it for the remainder of the substep; the fall it
// misses is made up for by gravity's kick when the solver takes it over. One that goes up must fall: rising without it
// would be for nothing. So must one that the solver had falling freely, and one that is struck off what held it up:
// for the remainder of the substep it was given its fall and its support alike, and it is rid of both. Of any other the
// solver has kicked for the whole substep, and what was taken back of that is given again at its end. Returns the fall
// that the body is given now, m/s: what it missed while it was held up.
Vec3 hold_up_or_drop(WorldState& world, std::size_t slot, const Cluster& cluster, bool stays) {
  RigidBody& body = world.bodies[cluster.bodies[slot]];
  const Vec3& velocity = cluster.responders[slot].velocity.linear;
  const double early = cluster.early_falls[slot];
  const double left = world.substep_end - cluster.time;
  const double squares = squared_length(body.acceleration);
  const Vec3 missed = missed_fall(body, cluster.time);
  const bool rises = -glm::dot(velocity + missed, body.acceleration) > least_rise * left * squares;
  // Who sinks faster than that goes on toppling over what it met, and stands on nothing.
  const bool sinks = glm::dot(velocity, body.acceleration) > left * squares;
  if (body.motion == MotionClass::free && stays && !rises && !sinks && is_borne(world, cluster, slot)) {
    body.motion = MotionClass::supported;
    body.held_since = cluster.time;
  } else if (body.motion == MotionClass::driven) {
    body.motion = rises || early >= left ? MotionClass::free : MotionClass::supported;
    body.held_since = world.substep_end - early;
  } else if (body.motion == MotionClass::supported && rises) {
    body.motion = MotionClass::free;
    return missed;
  }
  return Vec3(0.0);
}

// From here on as the impact has left it.
void restart(WorldState& world, std::size_t slot, const Cluster& cluster, bool stays) {
  const BodyIndex index = cluster.bodies[slot];
  const Velocity& velocity = cluster.responders[slot].velocity;
  FlowState state = state_of(world, index, cluster.time);
  state.linear_velocity = velocity.linear + hold_up_or_drop(world, slot, cluster, stays);
  state.angular_velocity = velocity.angular;
  set_segment(world, index, state, cluster.time);
  record_segment(world, index);
  note_own_velocity(world, index, cluster.time);
}

}  // namespace

std::vector<BodyIndex> answer_impact(WorldState& world, std::uint32_t pair, double time) {
  std::vector<BodyIndex> changed{world.pairs[pair].a, world.pairs[pair].b};
  Impact impact = meet(world, pair, time, false);
  if (impact.has_met && met_only_by_sinking(world, impact.cluster)) {
    impact = meet(world, pair, time, true);
  }
  Cluster& cluster = impact.cluster;
  if (impact.has_met) {
    const bool hops = impact.is_resolved && cluster.is_sliding_in && part_at_last(world, cluster);
    world.statistics.impact_exceptions.slides_turned += hops ? 1U : 0U;
    world.statistics.impact_exceptions.without_restitution += cluster.is_worn_out ? 1U : 0U;
    if ((cluster.is_trapped && !hops) || (!impact.is_resolved && has_mover(world, cluster))) {
      stop_pair(world, pair, time);
      return changed;
    }
  } else {
    // Predicted out of doubt, not of nearness: both go on as they were, but from here, so that they are asked anew.
    static_cast<void>(join(world, cluster, world.pairs[pair].a));
    static_cast<void>(join(world, cluster, world.pairs[pair].b));
  }
  const std::vector<Responder> before = responders_before(world, cluster);
  leave_alone_who_got_nothing(cluster, before);
  const std::vector<double> speeds = approach_speeds(cluster, before);
  const bool stays =
      !speeds.empty() && stay(world, world.pairs[pair], cluster, *std::max_element(speeds.begin(), speeds.end()));
  for (std::size_t k = 0; k < cluster.pairs.size(); ++k) {
    report(world, cluster, k, speeds);
  }
  note_transfers(world, cluster.points, cluster.bodies, time);
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    const BodyIndex body = cluster.bodies[i];
    const Velocity& now = cluster.responders[i].velocity;
    const bool pushed = now.linear != before[i].velocity.linear || now.angular != before[i].velocity.angular;
    const bool of_the_pair = body == world.pairs[pair].a || body == world.pairs[pair].b;
    if (world.bodies[body].motion == MotionClass::cut) {
      change_velocity(world, body, now);
      note_own_velocity(world, body, time);
    } else if (world.bodies[body].is_awake() && (pushed || of_the_pair)) {
      restart(world, i, cluster, stays);
      changed.push_back(body);
    }
  }
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  return changed;
}

void stop_pair(WorldState& world, std::uint32_t pair, double time) {
  ++world.statistics.impact_exceptions.pairs_stopped;
  wake(world, world.pairs[pair].a, time);
  wake(world, world.pairs[pair].b, time);
  Cluster cluster;
  cluster.time = time;
  if (!add_to_cluster(world, cluster, pair)) {
    static_cast<void>(join(world, cluster, world.pairs[pair].a));
    static_cast<void>(join(world, cluster, world.pairs[pair].b));
  }
  static_cast<void>(resolve_impact_round(cluster.points, cluster.responders, {cluster.tolerance, true}));
  note_transfers(world, cluster.points, cluster.bodies, time);
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    const BodyIndex index = cluster.bodies[i];
    RigidBody& body = world.bodies[index];
    const Velocity& now = cluster.responders[i].velocity;
    if (!body.is_dynamic()) {
      continue;
    }
    if (body.motion == MotionClass::cut) {
      change_velocity(world, index, now);
      note_own_velocity(world, index, time);
      continue;
    }
    const FlowState state{state_of(world, index, time).pose, now.linear, now.angular};
    body.motion = MotionClass::cut;
    body.held_since = time;
    set_segment(world, index, state, time);
    record_segment(world, index);
    note_own_velocity(world, index, time);
  }
  hold_mover_back(world, pair, time);
}

}  // namespace firstcontact
