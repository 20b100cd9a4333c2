// Before the first step: bodies that a scene has put exactly against each other get the gap that resting bodies keep.
// Where there is no room for that (a shelf just above a stack, a plug in its slot), the bodies that hang together get a
// quarter of it, and so on; where there is none at all they stay as they are, because a start without overlap must not
// be given one.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

constexpr int most_rounds = 50;
constexpr double less_room = 0.25;
constexpr int tries_with_less = 5;  // then there is no room
constexpr int far_from_ground = std::numeric_limits<int>::max();

/// Where a near pair is nearest, or deepest.
struct Nearness {
  double gap = 0.0;  // m, negative when they overlap
  Vec3 normal{0.0};  // from a to b
};

std::optional<Nearness> nearness_of(WorldState& world, std::uint32_t index) {
  const FoundContact found = find_contact(world, index, world.time, tolerances::rest_gap * world.pairs[index].skin);
  std::optional<Nearness> nearest;
  for (const Witness& witness : found.witnesses) {
    if (!nearest || witness.point.separation < nearest->gap) {
      nearest = {witness.point.separation, witness.point.normal};
    }
  }
  return nearest;
}

struct NearPair {
  std::uint32_t pair = 0;
  double skins = 0.0;  // the gap
};

// Pairs within their rest gap: not those that truly overlap, which are reported and pushed apart.
std::vector<NearPair> near_pairs(WorldState& world) {
  std::vector<NearPair> near;
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    const auto found = nearness_of(world, i);
    if (found && found->gap >= -tolerances::touching_depth * world.pairs[i].skin) {
      near.push_back({i, found->gap / world.pairs[i].skin});
    }
  }
  return near;
}

// Pairs that touch, and the near ones of bodies that these will move. A gap that is narrower than the rest gap and yet
// one is left as the scene has it.
std::vector<std::uint32_t> touching_pairs(WorldState& world) {
  const std::vector<NearPair> near = near_pairs(world);
  std::vector<bool> will_move(world.bodies.size(), false);
  std::vector<bool> is_taken(near.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < near.size(); ++i) {
      const PairRecord& pair = world.pairs[near[i].pair];
      const bool is_touching = near[i].skins <= tolerances::floor_gap;
      if (!is_taken[i] && (is_touching || will_move[pair.a] || will_move[pair.b])) {
        is_taken[i] = changed = true;
        will_move[pair.a] = will_move[pair.a] || world.bodies[pair.a].is_dynamic();
        will_move[pair.b] = will_move[pair.b] || world.bodies[pair.b].is_dynamic();
      }
    }
  }
  std::vector<std::uint32_t> touching;
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (is_taken[i]) {
      touching.push_back(near[i].pair);
    }
  }
  return touching;
}

// How many touching bodies lie between each body and something that does not yield.
std::vector<int> levels_of(const WorldState& world, const std::vector<std::uint32_t>& touching) {
  std::vector<int> levels(world.bodies.size(), far_from_ground);
  for (BodyIndex i = 0; i < world.bodies.size(); ++i) {
    levels[i] = world.bodies[i].is_dynamic() ? far_from_ground : 0;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t pair : touching) {
      int& a = levels[world.pairs[pair].a];
      int& b = levels[world.pairs[pair].b];
      const int next = std::min(a, b) == far_from_ground ? far_from_ground : std::min(a, b) + 1;
      changed = changed || std::max(a, b) > next;
      a = std::min(a, next);
      b = std::min(b, next);
    }
  }
  return levels;
}

void shift(WorldState& world, BodyIndex index, const Vec3& way) {
  if (!world.bodies[index].is_dynamic() || way == Vec3(0.0)) {
    return;
  }
  const Vec3& inverse_mass = world.bodies[index].inverse_mass;
  FlowState state = state_of(world, index, world.time);
  for (int axis = 0; axis < 3; ++axis) {
    state.pose.position[axis] += inverse_mass[axis] > 0.0 ? way[axis] : 0.0;  // not along a locked axis
  }
  set_segment(world, index, state, world.time);
}

/// What is to be done: which pairs, in which order, and how much of the rest gap each group of touching bodies gets.
struct Plan {
  std::vector<std::uint32_t> touching;
  std::vector<bool> is_touching;       // per pair
  std::vector<int> levels;             // per body
  std::vector<BodyIndex> group_of;     // per body: the first of those it hangs together with
  std::vector<double> share_of;        // per group, 0..1
  std::vector<double> gaps_at_start;   // m, per pair; infinite when further apart than the rest gap
  std::vector<FlowState> start_state;  // per body
};

// Through bodies that do not yield nothing hangs together: they are each a group of their own.
std::vector<BodyIndex> groups_of(const WorldState& world, const std::vector<std::uint32_t>& touching) {
  std::vector<BodyIndex> groups(world.bodies.size());
  std::iota(groups.begin(), groups.end(), BodyIndex{0});
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::uint32_t index : touching) {
      const PairRecord& pair = world.pairs[index];
      BodyIndex& a = groups[pair.a];
      BodyIndex& b = groups[pair.b];
      if (world.bodies[pair.a].is_dynamic() && world.bodies[pair.b].is_dynamic() && a != b) {
        a = b = std::min(a, b);
        changed = true;
      }
    }
  }
  return groups;
}

double gap_of(WorldState& world, std::uint32_t pair) {
  const auto found = nearness_of(world, pair);
  return found ? found->gap : std::numeric_limits<double>::infinity();
}

double share_of(const WorldState& world, const Plan& plan, const PairRecord& pair) {
  double share = 1.0;
  for (const BodyIndex body : {pair.a, pair.b}) {
    share = world.bodies[body].is_dynamic() ? std::min(share, plan.share_of[plan.group_of[body]]) : share;
  }
  return share;
}

// The one further from the ground gives way, so that one round goes through a stack from its foot to its top.
bool part(WorldState& world, std::uint32_t index, const Plan& plan) {
  const PairRecord pair = world.pairs[index];
  const double wanted = share_of(world, plan, pair) * tolerances::rest_gap * pair.skin;
  const auto found = nearness_of(world, index);
  if (wanted == 0.0 || !found || found->gap >= wanted) {
    return false;
  }
  const Vec3 way = (wanted * (1.0 + 1e-6) - found->gap) * found->normal;
  const int level_a = plan.levels[pair.a];
  const int level_b = plan.levels[pair.b];
  const double share_b = level_a < level_b ? 1.0 : level_a > level_b ? 0.0 : 0.5;
  shift(world, pair.a, -(1.0 - share_b) * way);
  shift(world, pair.b, share_b * way);
  return true;
}

void part_all(WorldState& world, const Plan& plan) {
  bool moved = true;
  for (int round = 0; moved && round < most_rounds; ++round) {
    moved = false;
    for (const std::uint32_t pair : plan.touching) {
      moved = part(world, pair, plan) || moved;
    }
  }
}

// A touching pair that did not get half of what it was to get, or another that came nearer than that.
bool is_squeezed(WorldState& world, std::uint32_t index, const Plan& plan) {
  const PairRecord pair = world.pairs[index];
  const double before = plan.gaps_at_start[index];
  const double share = share_of(world, plan, pair);
  const double after = gap_of(world, index);
  if (share == 0.0) {
    return before > 0.0 && after <= 0.0;
  }
  const double half = 0.5 * share * tolerances::rest_gap * pair.skin;
  return after < (plan.is_touching[index] ? half : std::min(before, half));
}

// Gives the groups that ran into something less room. False when none did.
bool give_less_room(WorldState& world, Plan& plan, int tries) {
  std::vector<bool> is_in_trouble(world.bodies.size(), false);
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    if (is_squeezed(world, i, plan)) {
      is_in_trouble[plan.group_of[world.pairs[i].a]] = true;
      is_in_trouble[plan.group_of[world.pairs[i].b]] = true;
    }
  }
  bool any = false;
  for (std::size_t group = 0; group < is_in_trouble.size(); ++group) {
    if (is_in_trouble[group] && world.bodies[group].is_dynamic() && plan.share_of[group] > 0.0) {
      plan.share_of[group] = tries < tries_with_less ? less_room * plan.share_of[group] : 0.0;
      any = true;
    }
  }
  return any;
}

Plan make_plan(WorldState& world) {
  Plan plan;
  plan.touching = touching_pairs(world);
  plan.levels = levels_of(world, plan.touching);
  plan.group_of = groups_of(world, plan.touching);
  plan.share_of.assign(world.bodies.size(), 1.0);
  plan.is_touching.assign(world.pairs.size(), false);
  for (const std::uint32_t pair : plan.touching) {
    plan.is_touching[pair] = true;
  }
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    plan.gaps_at_start.push_back(gap_of(world, i));
  }
  for (BodyIndex i = 0; i < world.bodies.size(); ++i) {
    plan.start_state.push_back(state_of(world, i, world.time));
  }
  std::sort(plan.touching.begin(), plan.touching.end(), [&](std::uint32_t x, std::uint32_t y) {
    const auto key = [&](std::uint32_t i) {
      const PairRecord& pair = world.pairs[i];
      const int a = plan.levels[pair.a];
      const int b = plan.levels[pair.b];
      return std::tuple(std::min(a, b), std::max(a, b), pair.a, pair.b);
    };
    return key(x) < key(y);
  });
  return plan;
}

void put_back(WorldState& world, const Plan& plan) {
  for (BodyIndex i = 0; i < world.bodies.size(); ++i) {
    if (world.bodies[i].is_dynamic()) {
      set_segment(world, i, plan.start_state[i], world.time);
    }
  }
}

}  // namespace

void set_apart(WorldState& world) {
  world.step_end = world.time;
  lay_tracks(world);
  Plan plan = make_plan(world);
  if (plan.touching.empty()) {
    return;
  }
  part_all(world, plan);
  for (int tries = 0; give_less_room(world, plan, tries); ++tries) {
    put_back(world, plan);
    part_all(world, plan);
  }
}

}  // namespace firstcontact
