// Islands: bodies that bear on each other, solved by themselves.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "calendar/island_energy.hpp"
#include "core/disjoint_sets.hpp"
#include "core/neighbours.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"
#include "dynamics/direct_solver.hpp"
#include "dynamics/turning_friction.hpp"

namespace firstcontact {

namespace {

// Fewer, beside the largest island's, are sooner solved than handed to threads.
constexpr std::size_t fewest_parallel_points = 32;

/// Bodies that bear on each other, and what does not move but bears them.
struct Island {
  std::vector<std::uint32_t> points;  // positions among the substep's points, ascending
  std::vector<std::uint32_t> slots;   // of the substep's bodies, ascending
};

bool is_same_pair(const ContactPoint& x, const ContactPoint& y) { return x.a == y.a && x.b == y.b; }

DisjointSets bearing_on_each_other(const Driven& driven, const std::vector<ContactPoint>& points) {
  DisjointSets bearing(driven.bodies.size());
  for (const ContactPoint& point : points) {
    if (can_move(driven.responders[point.a]) && can_move(driven.responders[point.b])) {
      bearing.join(point.a, point.b);
    }
  }
  return bearing;
}

// Often the first is all there are.
void add_island(const Driven& driven, const std::vector<ContactPoint>& points, std::vector<Island>& islands) {
  const bool is_first = islands.empty();
  Island& island = islands.emplace_back();
  if (is_first) {
    island.points.reserve(points.size());
    island.slots.reserve(2 * driven.bodies.size());
  }
}

/// An island, and the slot of what does not move but bears it.
using Bearer = std::pair<std::uint32_t, std::uint32_t>;

// `island_at`: per root.
void add_slots(const Driven& driven, const std::vector<std::uint32_t>& island_at, DisjointSets& bearing,
               std::vector<Bearer>& borne_by, std::vector<Island>& islands) {
  std::sort(borne_by.begin(), borne_by.end());
  borne_by.erase(std::unique(borne_by.begin(), borne_by.end()), borne_by.end());
  for (const auto& [island, slot] : borne_by) {
    islands[island].slots.push_back(slot);
  }
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    if (can_move(driven.responders[slot]) && island_at[bearing.root(slot)] != ~0U) {
      islands[island_at[bearing.root(slot)]].slots.push_back(slot);
    }
  }
  for (Island& island : islands) {
    const auto moved = std::find_if(island.slots.begin(), island.slots.end(),
                                    [&](std::uint32_t slot) { return can_move(driven.responders[slot]); });
    std::inplace_merge(island.slots.begin(), moved, island.slots.end());
  }
}

void note_bearers(const Driven& driven, const ContactPoint& point, std::uint32_t island,
                  std::vector<Bearer>& borne_by) {
  for (const std::uint32_t slot : {point.a, point.b}) {
    if (!can_move(driven.responders[slot])) {
      borne_by.emplace_back(island, slot);
    }
  }
}

std::vector<Island> islands_of(const Driven& driven, const std::vector<ContactPoint>& points) {
  DisjointSets bearing = bearing_on_each_other(driven, points);
  std::vector<Island> islands;
  std::vector<std::uint32_t> island_at(driven.bodies.size(), ~0U);
  std::vector<Bearer> borne_by;
  std::uint32_t present = 0;  // where the points of the present pair are
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (i == 0 || !is_same_pair(points[i - 1], points[i])) {
      const std::uint32_t of = bearing.root(can_move(driven.responders[points[i].a]) ? points[i].a : points[i].b);
      if (island_at[of] == ~0U) {
        island_at[of] = static_cast<std::uint32_t>(islands.size());
        add_island(driven, points, islands);
      }
      present = island_at[of];
      note_bearers(driven, points[i], present, borne_by);
    }
    islands[present].points.push_back(i);
  }
  add_slots(driven, island_at, bearing, borne_by, islands);
  return islands;
}

// Per slot that can move: its position in its island.
std::vector<std::uint32_t> positions_in(const std::vector<Island>& islands, const Driven& driven) {
  std::vector<std::uint32_t> positions(driven.bodies.size(), no_slot);
  for (const Island& island : islands) {
    for (std::uint32_t k = 0; k < island.slots.size(); ++k) {
      const std::uint32_t slot = island.slots[k];
      positions[slot] = can_move(driven.responders[slot]) ? k : no_slot;
    }
  }
  return positions;
}

// `positions`: in their islands, of what can move.
Cutout cut_out(const Driven& driven, const std::vector<ContactPoint>& points,
               const std::vector<std::uint32_t>& positions, const Island& island) {
  Cutout cutout;
  cutout.driven.bodies.reserve(island.slots.size());
  cutout.driven.states.reserve(island.slots.size());
  cutout.driven.responders.reserve(island.slots.size());
  cutout.driven.inertias.reserve(island.slots.size());
  cutout.points.reserve(island.points.size());
  for (const std::uint32_t slot : island.slots) {
    cutout.driven.bodies.push_back(driven.bodies[slot]);
    cutout.driven.states.push_back(driven.states[slot]);
    cutout.driven.responders.push_back(driven.responders[slot]);
    cutout.driven.inertias.push_back(driven.inertias[slot]);
  }
  const auto own = [&](std::uint32_t slot) {
    if (positions[slot] != no_slot) {
      return positions[slot];
    }
    return static_cast<std::uint32_t>(std::lower_bound(island.slots.begin(), island.slots.end(), slot) -
                                      island.slots.begin());
  };
  for (const std::uint32_t index : island.points) {
    ContactPoint& point = cutout.points.emplace_back(points[index]);
    point.a = own(point.a);
    point.b = own(point.b);
    cutout.has_overlap = cutout.has_overlap || point.separation <= 0.0;
    cutout.has_belt = cutout.has_belt || point.surface_velocity != Vec3(0.0);
    cutout.has_restitution = cutout.has_restitution || point.restitution > 0.0;
  }
  return cutout;
}

// How many bodies lie at most between a body and what does not move. (Breadth first, over the points.)
int height_of(const Cutout& cutout) {
  const std::size_t count = cutout.driven.bodies.size();
  std::vector<NodeLink> links;
  for (std::size_t i = 0; i < cutout.points.size(); ++i) {
    const ContactPoint& point = cutout.points[i];
    if (i == 0 || !is_same_pair(cutout.points[i - 1], point)) {
      links.push_back({point.a, point.b});
    }
  }
  const Neighbours neighbours(count, links);
  std::vector<int> levels(count, -1);
  std::vector<std::uint32_t> reached;
  reached.reserve(count);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    if (cutout.driven.responders[slot].inverse_mass == Vec3(0.0)) {
      levels[slot] = 0;
      reached.push_back(slot);
    }
  }
  int height = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    for (const std::uint32_t other : neighbours.of(reached[next])) {
      if (levels[other] < 0) {
        levels[other] = levels[reached[next]] + 1;
        height = levels[other];
        reached.push_back(other);
      }
    }
  }
  return height;
}

// Sweeps that did not come to agree have let the point sink.
bool has_sunk(const ContactPoint& point) {
  const double skin = skin_of(point);
  return point.separation < tolerances::floor_gap * skin;
}

// High piles, heavy bodies on light ones, and whatever it was bad at before are what the soft solver is bad at.
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
  const bool has_any_sunk = std::any_of(cutout.points.begin(), cutout.points.end(), has_sunk);
  return height >= tolerances::fewest_levels_for_direct || (height > 1 && (is_uneven || has_any_sunk));
}

// Sweeps leave a little undone, by which bricks rock and creep for seconds before they rest. Where all that is left to
// do is to come to rest, it is done at once. (Not without friction: there is nothing to hold who stands in balance but
// that sweeps are the same from all sides, to the bit.)
bool are_coming_to_rest(const WorldState& world, const Cutout& cutout) {
  const std::vector<Velocity> before = starting_velocities(cutout.driven);
  for (std::size_t slot = 0; slot < before.size(); ++slot) {
    const RigidBody& body = world.bodies[cutout.driven.bodies[slot]];
    const double way = world.definition.time_step * fastest_point(body, before[slot]);
    if (body.type == BodyType::kinematic || (body.is_dynamic() && way > skin_of_size(world, body.size))) {
      return false;
    }
  }
  return std::all_of(cutout.points.begin(), cutout.points.end(),
                     [](const ContactPoint& point) { return point.friction > 0.0; });
}

// What approaches fast makes contacts come and go, for which Newton's method takes many steps, and for nothing: sweeps
// do where nothing has to stand still. The kick is no approach: what stands has it in every step.
bool is_quiet(const Cutout& cutout, double duration) {
  const std::vector<Velocity> before = starting_velocities(cutout.driven);
  return std::all_of(cutout.points.begin(), cutout.points.end(), [&](const ContactPoint& point) {
    const double room = std::max(0.0, point.separation - point.rest_gap);
    const double approach = -glm::dot(point.normal, relative_velocity(point, before[point.a], before[point.b]));
    return approach - room / duration < tolerances::quiet_approach;
  });
}

// Directly where the factor is cheap; false where it is not, or Newton's method fails.
bool solve_directly(Cutout& cutout, int height, double duration) {
  auto plan = plan_direct_solve(cutout.points, cutout.driven.responders);
  const auto bodies = static_cast<double>(cutout.driven.bodies.size());
  const double affordable = height >= tolerances::high_pile ? tolerances::direct_work_per_body_of_high_pile
                                                            : tolerances::direct_work_per_body;
  if (!plan || plan->matrix.work() > affordable * bodies) {
    return false;
  }
  const std::vector<Velocity> guess = starting_velocities(cutout.driven);
  auto motion = solve_contacts_directly(*plan, cutout.points, cutout.driven.responders, guess, duration);
  if (motion) {
    cutout.motion = std::move(*motion);
    cutout.relaxed = velocities_of(cutout.driven.responders);
  }
  return motion.has_value();
}

// What gravity and the users' loads add to the velocities in the substep.
std::vector<Velocity> kicks_of(const Driven& driven) {
  std::vector<Velocity> kicks = velocities_of(driven.responders);
  for (std::size_t slot = 0; slot < kicks.size(); ++slot) {
    kicks[slot].linear -= driven.states[slot].linear_velocity;
    kicks[slot].angular -= driven.states[slot].angular_velocity;
  }
  return kicks;
}

// The mean of the velocities that the rounds would end with if there were no contact: after the k-th of n, all but
// (n - k)/n of the kick. (`before` holds the whole of it.)
std::vector<Velocity> free_motions(const std::vector<Velocity>& before, const std::vector<Velocity>& kicks,
                                   int rounds) {
  std::vector<Velocity> motions = before;
  const double share = 0.5 * (rounds - 1) / rounds;
  for (std::size_t slot = 0; slot < motions.size() && rounds > 1; ++slot) {
    motions[slot].linear -= share * kicks[slot].linear;
    motions[slot].angular -= share * kicks[slot].angular;
  }
  return motions;
}

// So few points are swept until they agree, and nothing of a push is left over.
bool agree(const Cutout& cutout) { return cutout.points.size() <= tolerances::few_points; }

bool is_any_lifted(const WorldState& world, const Driven& driven) {
  return std::any_of(driven.bodies.begin(), driven.bodies.end(), [&](BodyIndex index) {
    return world.bodies[index].is_dynamic() && world.bodies[index].is_lifted;
  });
}

// m, by point. Two hulls so near bear on each other with a patch that is about as wide as their gap, not with a point.
std::vector<double> arms_in_heap(const std::vector<ContactPoint>& points) {
  std::vector<double> arms;
  arms.reserve(points.size());
  for (const ContactPoint& point : points) {
    arms.push_back(tolerances::turning_arm_in_heap * point.rest_gap);
  }
  return arms;
}

// m: how far the bodies' matter moves past each other at the point within the substep, sliding or turning.
double way_past_each_other(const ContactPoint& point, const std::vector<Responder>& responders, double duration) {
  const Vec3 velocity = velocity_between(point, responders);
  const Vec3 across = velocity - glm::dot(velocity, point.normal) * point.normal;
  const Vec3 turn = responders[point.b].velocity.angular - responders[point.a].velocity.angular;
  const double arm = std::min(squared_length(point.arm_a), squared_length(point.arm_b));
  return duration * (std::sqrt(squared_length(across)) + std::sqrt(squared_length(turn) * arm));
}

// What moves past each other does not meet where it was seen: faces turn, and edges come round. In a heap, whose
// substeps are long, such points stop earlier by room for that; when they have come to rest the gap closes to what it
// is to be. (Nothing is lifted for it.)
void leave_room(double duration, Cutout& cutout) {
  for (ContactPoint& point : cutout.points) {
    const double skin = skin_of(point);
    const double room =
        std::min(tolerances::most_room * skin,
                 tolerances::room_per_way * way_past_each_other(point, cutout.driven.responders, duration));
    point.separation = std::max(std::min(point.separation, point.rest_gap), point.separation - room);
  }
}

std::size_t movers_of(const Driven& driven) {
  return static_cast<std::size_t>(std::count_if(driven.responders.begin(), driven.responders.end(), can_move));
}

// The solver's answer, within what it may cost. Only the soft one pushes apart what overlaps.
void solve(const WorldState& world, Cutout& cutout, double duration) {
  Driven& driven = cutout.driven;
  std::vector<Velocity> before = velocities_of(driven.responders);
  const int height = height_of(cutout);
  const bool is_direct = is_hard_for_sweeps(world, cutout, height) || are_coming_to_rest(world, cutout);
  if (cutout.has_overlap || !is_direct || !is_quiet(cutout, duration) || !solve_directly(cutout, height, duration)) {
    cutout.soft = {height, movers_of(driven)};
    std::vector<Couple> couples;
    cutout.lifts = cutout.has_overlap || is_any_lifted(world, driven);
    if (is_heap(driven)) {
      leave_room(duration, cutout);
      const double share = tolerances::turning_share_of_step * duration / world.definition.time_step;
      couples = resist_turning(cutout.points, arms_in_heap(cutout.points), share, driven.responders);
      before = velocities_of(driven.responders);
    }
    const std::vector<Velocity> kicks = kicks_of(driven);
    const SolverSpan span{duration, world.rhythm.rounds, world.definition.threads, cutout.lifts, world.rhythm.is_slow};
    SolvedMotions motions = solve_contacts(cutout.points, driven.responders, kicks, span);
    cutout.motion = std::move(motions.pushed);
    cutout.relaxed = std::move(motions.relaxed);
    take_back_energy(world, before, free_motions(before, kicks, world.rhythm.rounds), duration, cutout);
    cutout.lifts = agree(cutout) || can_pay_for_lifts(world, kicks, duration, cutout);
    for (const Couple& couple : couples) {
      cutout.points[couple.point].turning_impulse += couple.impulse;
    }
  }
  give_restitution(world, before, duration, cutout);
  limit_push(world, duration, cutout);
}

std::vector<std::size_t> sizes_of(const std::vector<Island>& islands) {
  std::vector<std::size_t> sizes;
  sizes.reserve(islands.size());
  for (const Island& island : islands) {
    sizes.push_back(island.points.size());
  }
  return sizes;
}

}  // namespace

SolvedMotions solve_islands(WorldState& world, Driven& driven, std::vector<ContactPoint>& points, double duration) {
  const std::vector<Island> islands = islands_of(driven, points);
  const std::vector<std::uint32_t> positions = positions_in(islands, driven);
  std::vector<Cutout> cutouts(islands.size());
  const auto solve_one = [&](std::size_t i) {
    cutouts[i] = cut_out(driven, points, positions, islands[i]);
    solve(world, cutouts[i], duration);
  };
  visit_largest_first(world.definition.threads, sizes_of(islands), fewest_parallel_points, solve_one);
  SolvedMotions motions{velocities_of(driven.responders), velocities_of(driven.responders)};
  world.soft = {};
  for (std::size_t i = 0; i < islands.size(); ++i) {
    const Cutout& cutout = cutouts[i];
    world.soft.height = std::max(world.soft.height, cutout.soft.height);
    world.soft.bodies += cutout.soft.bodies;
    for (std::size_t k = 0; k < islands[i].points.size(); ++k) {
      ContactPoint& point = points[islands[i].points[k]];
      point.normal_impulse = cutout.points[k].normal_impulse;
      point.friction_impulse = cutout.points[k].friction_impulse;
      point.turning_impulse = cutout.points[k].turning_impulse;
    }
    for (std::size_t k = 0; k < islands[i].slots.size(); ++k) {
      const std::uint32_t slot = islands[i].slots[k];
      if (world.bodies[driven.bodies[slot]].is_dynamic()) {
        world.bodies[driven.bodies[slot]].is_lifted = cutout.lifts;
        driven.responders[slot].velocity = cutout.driven.responders[k].velocity;
        motions.pushed[slot] = cutout.motion[k];
        motions.relaxed[slot] = cutout.relaxed[k];
      }
    }
  }
  return motions;
}

}  // namespace firstcontact
