// Islands: bodies that bear on each other, solved by themselves.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "calendar/driven.hpp"
#include "core/disjoint_sets.hpp"
#include "core/tolerances.hpp"
#include "dynamics/direct_solver.hpp"
#include "dynamics/rebound.hpp"

namespace firstcontact {

namespace {

// What restitution asks of the points that were pressed, given how fast they approached.
std::vector<Rebound> wanted_rebounds(const std::vector<ContactPoint>& points, const std::vector<Responder>& before) {
  std::vector<Rebound> rebounds;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const ContactPoint& point = points[i];
    const double approach = -glm::dot(point.normal, relative_velocity(point, before));
    if (point.restitution > 0.0 && approach > 0.0 && point.normal_impulse > 0.0) {
      rebounds.push_back({i, point.restitution * approach});
    }
  }
  return rebounds;
}

double energy_of(const WorldState& world, const Driven& driven, const std::vector<Responder>& movers) {
  double energy = 0.0;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    if (body.is_dynamic()) {
      const Velocity& velocity = movers[slot].velocity;
      energy += kinetic_energy(body, {driven.states[slot].pose, velocity.linear, velocity.angular});
    }
  }
  return energy;
}

// J: what gravity and the users' forces do along the motions.
double work_of_forces(const WorldState& world, const Driven& driven, const std::vector<Velocity>& motion,
                      double duration) {
  double work = 0.0;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    if (body.is_dynamic()) {
      work += duration * body.mass * glm::dot(body.acceleration, motion[slot].linear);
    }
  }
  return work;
}

std::vector<Velocity> velocities_of(const std::vector<Responder>& movers) {
  std::vector<Velocity> velocities;
  for (const Responder& mover : movers) {
    velocities.push_back(mover.velocity);
  }
  return velocities;
}

// The push lifts bodies, and lifting costs. The motions keep as much of it as the contacts' own losses in this substep
// pay for: then the total energy never grows by it.
void limit_push(const WorldState& world, const Driven& driven, const std::vector<Responder>& before, double duration,
                std::vector<Velocity>& motion) {
  const std::vector<Velocity> relaxed = velocities_of(driven.responders);
  const double allowed = energy_of(world, driven, before) - energy_of(world, driven, driven.responders) +
                         work_of_forces(world, driven, relaxed, duration);
  const double cost =
      work_of_forces(world, driven, relaxed, duration) - work_of_forces(world, driven, motion, duration);
  const double share = cost <= allowed ? 1.0 : std::max(0.0, allowed) / cost;
  if (cost <= 0.0 || share == 1.0) {
    return;
  }
  for (std::size_t slot = 0; slot < motion.size(); ++slot) {
    motion[slot].linear = relaxed[slot].linear + share * (motion[slot].linear - relaxed[slot].linear);
    motion[slot].angular = relaxed[slot].angular + share * (motion[slot].angular - relaxed[slot].angular);
  }
}

std::vector<Responder> at_start(const WorldState& world, const Driven& driven) {
  std::vector<Responder> responders;
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    responders.push_back(responder_of(world.bodies[driven.bodies[slot]], driven.states[slot]));
  }
  return responders;
}

// The motions rebound too, at once and not where the bodies would touch: bodies that moved with other velocities than
// they have would change the angular momentum.
void add_rebounds(const std::vector<ContactPoint>& points, const std::vector<Rebound>& rebounds,
                  const std::vector<Responder>& responders, std::vector<Velocity>& motion) {
  std::vector<Responder> movers = responders;
  for (std::size_t slot = 0; slot < movers.size(); ++slot) {
    movers[slot].velocity = motion[slot];
  }
  for (const Rebound& rebound : rebounds) {
    const ContactPoint& point = points[rebound.point];
    apply_impulse(point, rebound.impulse * point.normal, movers);
  }
  for (std::size_t slot = 0; slot < movers.size(); ++slot) {
    motion[slot] = movers[slot].velocity;
  }
}

/// Bodies that bear on each other, and what does not move but bears them.
struct Island {
  std::vector<std::uint32_t> points;  // positions among the substep's points, ascending
  std::vector<std::uint32_t> slots;   // of the substep's bodies, ascending
};

/// An island cut out, to be solved by itself: slots are its own.
struct Cutout {
  Driven driven;
  std::vector<ContactPoint> points;
  std::vector<Velocity> motion;
  int soft_height = 0;  // bodies on top of each other, where the soft solver holds them
};

std::vector<Island> islands_of(const Driven& driven, const std::vector<ContactPoint>& points) {
  DisjointSets bearing(driven.bodies.size());
  const auto moves = [&](std::uint32_t slot) {
    return driven.responders[slot].inverse_mass != Vec3(0.0) || driven.responders[slot].inverse_inertia != Mat3(0.0);
  };
  for (const ContactPoint& point : points) {
    if (moves(point.a) && moves(point.b)) {
      bearing.join(point.a, point.b);
    }
  }
  std::vector<Island> islands;
  std::vector<std::uint32_t> island_at(driven.bodies.size(), ~0U);
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    const std::uint32_t of = bearing.root(moves(points[i].a) ? points[i].a : points[i].b);
    if (island_at[of] == ~0U) {
      island_at[of] = static_cast<std::uint32_t>(islands.size());
      islands.emplace_back();
    }
    Island& island = islands[island_at[of]];
    island.points.push_back(i);
    island.slots.push_back(points[i].a);
    island.slots.push_back(points[i].b);
  }
  for (Island& island : islands) {
    std::sort(island.slots.begin(), island.slots.end());
    island.slots.erase(std::unique(island.slots.begin(), island.slots.end()), island.slots.end());
  }
  return islands;
}

Cutout cut_out(const Driven& driven, const std::vector<ContactPoint>& points, const Island& island) {
  Cutout cutout;
  for (const std::uint32_t slot : island.slots) {
    cutout.driven.bodies.push_back(driven.bodies[slot]);
    cutout.driven.states.push_back(driven.states[slot]);
    cutout.driven.responders.push_back(driven.responders[slot]);
  }
  const auto own = [&](std::uint32_t slot) {
    return static_cast<std::uint32_t>(std::lower_bound(island.slots.begin(), island.slots.end(), slot) -
                                      island.slots.begin());
  };
  for (const std::uint32_t index : island.points) {
    cutout.points.push_back(points[index]);
    cutout.points.back().a = own(points[index].a);
    cutout.points.back().b = own(points[index].b);
  }
  return cutout;
}

// How many bodies lie at most between a body and what does not move. (Breadth first, over the points.)
int height_of(const Cutout& cutout) {
  const std::size_t count = cutout.driven.bodies.size();
  std::vector<std::vector<std::uint32_t>> neighbours(count);
  for (const ContactPoint& point : cutout.points) {
    neighbours[point.a].push_back(point.b);
    neighbours[point.b].push_back(point.a);
  }
  std::vector<int> levels(count, -1);
  std::vector<std::uint32_t> reached;
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    if (cutout.driven.responders[slot].inverse_mass == Vec3(0.0)) {
      levels[slot] = 0;
      reached.push_back(slot);
    }
  }
  int height = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    for (const std::uint32_t other : neighbours[reached[next]]) {
      if (levels[other] < 0) {
        levels[other] = levels[reached[next]] + 1;
        height = levels[other];
        reached.push_back(other);
      }
    }
  }
  return height;
}

// High piles, and heavy bodies on light ones, are what the soft solver is bad at.
bool is_hard_for_sweeps(const WorldState& world, const Cutout& cutout, int height) {
  double heaviest = 0.0;
  double lightest = std::numeric_limits<double>::infinity();
  for (const BodyIndex index : cutout.driven.bodies) {
    const RigidBody& body = world.bodies[index];
    if (body.is_dynamic()) {
      heaviest = std::max(heaviest, body.mass);
      lightest = std::min(lightest, body.mass);
    }
  }
  const bool is_uneven = heaviest > tolerances::mass_ratio_for_direct * lightest;
  return height >= tolerances::fewest_levels_for_direct || (height > 1 && is_uneven);
}

// What approaches fast makes contacts come and go, for which Newton's method takes many steps, and for nothing: sweeps
// do where nothing has to stand still.
bool is_quiet(const Cutout& cutout, double duration) {
  return std::all_of(cutout.points.begin(), cutout.points.end(), [&](const ContactPoint& point) {
    const double room = std::max(0.0, point.separation - point.rest_gap);
    const double approach = -glm::dot(point.normal, relative_velocity(point, cutout.driven.responders));
    return approach - room / duration < tolerances::quiet_approach;
  });
}

// Directly where the factor is cheap; false where it is not, or Newton's method fails.
bool solve_directly(const WorldState& world, Cutout& cutout, int height, double duration) {
  const auto plan = plan_direct_solve(cutout.points, cutout.driven.responders);
  const auto bodies = static_cast<double>(cutout.driven.bodies.size());
  const double affordable = height >= tolerances::high_pile ? tolerances::direct_work_per_body_of_high_pile
                                                            : tolerances::direct_work_per_body;
  if (!plan || plan->work > affordable * bodies) {
    return false;
  }
  std::vector<Velocity> guess;
  for (const Responder& responder : at_start(world, cutout.driven)) {
    guess.push_back(responder.velocity);
  }
  auto motion = solve_contacts_directly(*plan, cutout.points, cutout.driven.responders, guess, duration);
  if (motion) {
    cutout.motion = std::move(*motion);
  }
  return motion.has_value();
}

// Overlapping bodies are pushed apart whatever it costs; all else may be lifted only by what contacts have lost.
bool has_overlap(const Cutout& cutout) {
  return std::any_of(cutout.points.begin(), cutout.points.end(),
                     [](const ContactPoint& point) { return point.separation <= 0.0; });
}

// Kinematic bodies and belts do work on what they carry, and the push that lifts bodies out of each other is meant to.
bool is_worked_on(const WorldState& world, const Cutout& cutout) {
  const Driven& driven = cutout.driven;
  const bool has_work = std::any_of(cutout.points.begin(), cutout.points.end(), [](const ContactPoint& point) {
    return point.surface_velocity != Vec3(0.0) || point.separation <= 0.0;
  });
  return has_work || std::any_of(driven.bodies.begin(), driven.bodies.end(),
                                 [&](BodyIndex body) { return world.bodies[body].type == BodyType::kinematic; });
}

/// Kinetic energy along the impulses, J: at + s * slope + s^2 * curvature, from none of them (0) to all (1).
struct EnergyParabola {
  double at = 0.0;
  double slope = 0.0;
  double curvature = 0.0;

  /// The largest share, at most 1, with no more than `allowed`; 1 where none has.
  [[nodiscard]] double largest_share(double allowed) const {
    const double excess = at + slope + curvature - allowed;
    const double half = 0.5 * slope;
    const double root = half * half - curvature * (at - allowed);
    if (!(excess > 0.0) || !(curvature > 0.0) || root < 0.0) {
      return 1.0;
    }
    return std::clamp((std::sqrt(root) - half) / curvature, 0.0, 1.0);
  }
};

// A few sweeps that start from impulses of the last substep may end with more energy than the bodies brought. They are
// taken back along the impulses, all by one share, so that they stay within their cones and momentum stays what it was.
// Two bounds: the impulses give no energy to the velocities that they meet, and what is then raised against gravity was
// there before. The second is a matter of a millionth of the load, but it comes again in every substep.
void take_back_energy(const WorldState& world, const std::vector<Responder>& before, double duration, Cutout& cutout) {
  Driven& driven = cutout.driven;
  if (is_worked_on(world, cutout)) {
    return;
  }
  std::vector<Responder> change = before;
  for (std::size_t slot = 0; slot < change.size(); ++slot) {
    change[slot].velocity.linear = driven.responders[slot].velocity.linear - before[slot].velocity.linear;
    change[slot].velocity.angular = driven.responders[slot].velocity.angular - before[slot].velocity.angular;
  }
  EnergyParabola energy;
  energy.at = energy_of(world, driven, before);
  energy.curvature = energy_of(world, driven, change);
  energy.slope = energy_of(world, driven, driven.responders) - energy.at - energy.curvature;
  EnergyParabola ahead = energy;
  ahead.at -= work_of_forces(world, driven, velocities_of(before), duration);
  ahead.slope -= work_of_forces(world, driven, velocities_of(change), duration);
  // A torque's kick is paid for by the user.
  std::vector<Responder> start = at_start(world, driven);
  for (std::size_t slot = 0; slot < start.size(); ++slot) {
    start[slot].velocity.angular = before[slot].velocity.angular;
  }
  const double share = std::min(energy.largest_share(energy.at), ahead.largest_share(energy_of(world, driven, start)));
  if (share == 1.0) {
    return;
  }
  for (std::size_t slot = 0; slot < change.size(); ++slot) {
    driven.responders[slot].velocity.linear = before[slot].velocity.linear + share * change[slot].velocity.linear;
    driven.responders[slot].velocity.angular = before[slot].velocity.angular + share * change[slot].velocity.angular;
  }
  for (ContactPoint& point : cutout.points) {
    point.normal_impulse *= share;
    point.friction_impulse *= share;
    point.turning_impulse *= share;
  }
}

// The solver's answer, within what it may cost.
void solve(const WorldState& world, Cutout& cutout, double duration) {
  Driven& driven = cutout.driven;
  const std::vector<Responder> before = driven.responders;
  const int height = height_of(cutout);
  if (!is_hard_for_sweeps(world, cutout, height) || !is_quiet(cutout, duration) ||
      !solve_directly(world, cutout, height, duration)) {
    cutout.soft_height = height;
    cutout.motion = solve_contacts(cutout.points, driven.responders, duration).motion;
    take_back_energy(world, before, duration, cutout);
  }
  const double lost = energy_of(world, driven, before) - energy_of(world, driven, driven.responders);
  std::vector<Rebound> rebounds = wanted_rebounds(cutout.points, before);
  static_cast<void>(give_rebounds(cutout.points, rebounds, std::max(0.0, lost), driven.responders));
  add_rebounds(cutout.points, rebounds, driven.responders, cutout.motion);
  if (!has_overlap(cutout)) {
    limit_push(world, driven, at_start(world, driven), duration, cutout.motion);
  }
}

}  // namespace

std::vector<Velocity> solve_islands(WorldState& world, Driven& driven, std::vector<ContactPoint>& points,
                                    double duration) {
  const std::vector<Island> islands = islands_of(driven, points);
  std::vector<Cutout> cutouts(islands.size());
  const auto solve_one = [&](std::size_t i) {
    cutouts[i] = cut_out(driven, points, islands[i]);
    solve(world, cutouts[i], duration);
  };
  if (world.definition.threads > 1 && islands.size() > 1) {
    oneapi::tbb::parallel_for(std::size_t{0}, islands.size(), solve_one);
  } else {
    for (std::size_t i = 0; i < islands.size(); ++i) {
      solve_one(i);
    }
  }
  std::vector<Velocity> motion;
  for (const Responder& responder : driven.responders) {
    motion.push_back(responder.velocity);
  }
  world.soft_height = 0;
  for (std::size_t i = 0; i < islands.size(); ++i) {
    const Cutout& cutout = cutouts[i];
    world.soft_height = std::max(world.soft_height, cutout.soft_height);
    for (std::size_t k = 0; k < islands[i].points.size(); ++k) {
      ContactPoint& point = points[islands[i].points[k]];
      point.normal_impulse = cutout.points[k].normal_impulse;
      point.friction_impulse = cutout.points[k].friction_impulse;
      point.turning_impulse = cutout.points[k].turning_impulse;
    }
    for (std::size_t k = 0; k < islands[i].slots.size(); ++k) {
      const std::uint32_t slot = islands[i].slots[k];
      if (world.bodies[driven.bodies[slot]].is_dynamic()) {
        driven.responders[slot].velocity = cutout.driven.responders[k].velocity;
        motion[slot] = cutout.motion[k];
      }
    }
  }
  return motion;
}

}  // namespace firstcontact
