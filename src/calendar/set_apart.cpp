// Before the first step: bodies that a scene has put exactly against each other get the gap that resting bodies keep.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

constexpr int most_rounds = 50;
constexpr int far_from_ground = std::numeric_limits<int>::max();

/// Where a near pair is nearest, or deepest.
struct Nearness {
  double gap = 0.0;  // m, negative when they overlap
  Vec3 normal{0.0};  // from a to b
};

std::optional<Nearness> nearness_of(WorldState& world, std::uint32_t index) {
  const PairContact contact = pair_contact(world, index, world.time, tolerances::rest_gap * world.pairs[index].skin);
  std::optional<Nearness> nearest;
  for (const Witness& witness : contact.witnesses) {
    if (!nearest || witness.point.separation < nearest->gap) {
      nearest = {witness.point.separation, witness.point.normal};
    }
  }
  return nearest;
}

// Pairs that touch, or nearly: not those that truly overlap, which are reported and pushed apart.
std::vector<std::uint32_t> touching_pairs(WorldState& world) {
  std::vector<std::uint32_t> touching;
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    const auto found = nearness_of(world, i);
    if (found && found->gap >= -tolerances::touching_depth * world.pairs[i].skin) {
      touching.push_back(i);
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

// The one further from the ground gives way, so that one round goes through a stack from its foot to its top.
bool part(WorldState& world, std::uint32_t index, const std::vector<int>& levels) {
  const PairRecord pair = world.pairs[index];
  const double wanted = tolerances::rest_gap * pair.skin;
  const auto found = nearness_of(world, index);
  if (!found || found->gap >= wanted) {
    return false;
  }
  const Vec3 way = (wanted * (1.0 + 1e-6) - found->gap) * found->normal;
  const double share_b = levels[pair.a] < levels[pair.b] ? 1.0 : levels[pair.a] > levels[pair.b] ? 0.0 : 0.5;
  shift(world, pair.a, -(1.0 - share_b) * way);
  shift(world, pair.b, share_b * way);
  return true;
}

}  // namespace

void set_apart(WorldState& world) {
  world.step_end = world.time;
  lay_tracks(world);
  std::vector<std::uint32_t> touching = touching_pairs(world);
  const std::vector<int> levels = levels_of(world, touching);
  std::sort(touching.begin(), touching.end(), [&](std::uint32_t x, std::uint32_t y) {
    const auto key = [&](std::uint32_t i) {
      const PairRecord& pair = world.pairs[i];
      const int a = levels[pair.a];
      const int b = levels[pair.b];
      return std::tuple(std::min(a, b), std::max(a, b), pair.a, pair.b);
    };
    return key(x) < key(y);
  });
  bool moved = true;
  for (int round = 0; moved && round < most_rounds; ++round) {
    moved = false;
    for (const std::uint32_t pair : touching) {
      moved = part(world, pair, levels) || moved;
    }
  }
}

}  // namespace firstcontact
