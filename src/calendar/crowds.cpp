#include "calendar/crowds.hpp"

#include <cstdint>
#include <functional>
#include <vector>

#include "calendar/reach.hpp"
#include "calendar/read_ahead.hpp"
#include "core/disjoint_sets.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Within a few substeps like this one.
bool may_meet(WorldState& world, const PairRecord& pair, double time, const std::vector<double>& farthest) {
  constexpr double substeps = tolerances::substeps_before_crowd;
  if (is_out_of_reach(world, pair, substeps, farthest)) {
    return false;
  }
  const double margin = tolerances::activation_gap * pair.skin + substeps * reach_of(world, pair, time);
  if (gap_left(world, pair).value_or(0.0) > margin) {
    return false;
  }
  return overlaps(grown(collider_box(world, pair.a, time), margin), collider_box(world, pair.b, time));
}

// Bodies that touch, or may soon, `may_join` allowing.
template <typename MayJoin>
DisjointSets groups_that_meet(WorldState& world, double time, const std::vector<double>& farthest,
                              std::vector<BodyIndex>& pressed, const MayJoin& may_join) {
  DisjointSets sets(world.bodies.size());
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    read_ahead(world.pairs, i);
    const PairRecord& pair = world.pairs[i];
    const RigidBody& a = world.bodies[pair.a];
    const RigidBody& b = world.bodies[pair.b];
    const bool are_dynamic = a.is_dynamic() && b.is_dynamic();
    if (is_fixed(a) || is_fixed(b) || (are_dynamic && sets.root(pair.a) == sets.root(pair.b))) {
      continue;  // that they meet would say nothing new
    }
    if (!pair.active && (!may_join(pair) || !may_meet(world, pair, time, farthest))) {
      continue;
    }
    if (are_dynamic) {
      sets.join(pair.a, pair.b);
    } else {
      pressed.push_back(a.is_dynamic() ? pair.a : pair.b);
    }
  }
  return sets;
}

// Marks the bodies of groups of so many that one of `chosen` is in, and those of which one is pressed.
void mark_groups(WorldState& world, DisjointSets& sets, const std::vector<BodyIndex>& pressed, std::uint32_t fewest,
                 const std::vector<bool>& is_chosen) {
  std::vector<bool> has_presser(world.bodies.size(), false);  // by root
  for (const BodyIndex body : pressed) {
    has_presser[sets.root(body)] = true;
  }
  for (const BodyIndex body : world.movers) {
    if (sets.size(body) >= fewest && is_chosen[sets.root(body)]) {
      world.in_crowd[body] = true;
      world.in_pressed_crowd[body] = has_presser[sets.root(body)];
    }
  }
}

BodyIndex mover_of(const WorldState& world, const PairRecord& pair) {
  return world.bodies[pair.a].is_dynamic() ? pair.a : pair.b;
}

// A crowd is many bodies that touch, or may soon; who bounces without loss has no crowd.
void mark_large_crowds(WorldState& world, double time, const std::vector<double>& farthest) {
  world.in_crowd.assign(world.bodies.size(), false);
  world.in_pressed_crowd.assign(world.bodies.size(), false);
  world.in_tight_crowd.assign(world.bodies.size(), false);
  if (world.pairs.empty()) {
    return;
  }
  std::vector<BodyIndex> pressed;
  DisjointSets sets =
      groups_that_meet(world, time, farthest, pressed, [](const PairRecord& pair) { return pair.restitution < 1.0; });
  mark_groups(world, sets, pressed, tolerances::fewest_in_crowd, std::vector<bool>(world.bodies.size(), true));
}

// A few are one where a gap among them is used up: impacts of one pair after the other only hand on what is left of
// it, and their friction and restitution take what might have lifted it. The solver sees all of them at once, and what
// it takes from them lifts the pair.
void mark_tight_crowds(WorldState& world, double time, const std::vector<double>& farthest) {
  const auto is_loss_free = [](const PairRecord& pair) { return pair.restitution == 1.0 && pair.friction == 0.0; };
  std::vector<BodyIndex> tight;
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    read_ahead(world.pairs, i);
    const PairRecord& pair = world.pairs[i];
    const BodyIndex mover = mover_of(world, pair);
    if (pair.is_used_up && !world.in_crowd[mover] && !is_loss_free(pair)) {
      tight.push_back(mover);
    }
  }
  if (tight.empty()) {
    return;
  }
  std::vector<BodyIndex> pressed;
  DisjointSets sets = groups_that_meet(world, time, farthest, pressed, std::not_fn(is_loss_free));
  std::vector<bool> has_tight(world.bodies.size(), false);  // by root
  for (const BodyIndex body : tight) {
    has_tight[sets.root(body)] = true;
  }
  for (const BodyIndex body : pressed) {
    has_tight[sets.root(body)] = false;
  }
  mark_groups(world, sets, pressed, tolerances::fewest_in_tight_crowd, has_tight);
  for (const BodyIndex body : world.movers) {
    world.in_tight_crowd[body] = has_tight[sets.root(body)];
  }
}

}  // namespace

void mark_crowds(WorldState& world, double time, const std::vector<double>& farthest) {
  mark_large_crowds(world, time, farthest);
  mark_tight_crowds(world, time, farthest);
}

bool is_in_crowd(const WorldState& world, const PairRecord& pair) {
  return world.in_crowd[pair.a] || world.in_crowd[pair.b];
}

bool is_in_tight_crowd(const WorldState& world, const PairRecord& pair) {
  return world.in_tight_crowd[pair.a] || world.in_tight_crowd[pair.b];
}

bool is_in_pressed_crowd(const WorldState& world, const PairRecord& pair) {
  return world.in_pressed_crowd[pair.a] || world.in_pressed_crowd[pair.b];
}

}  // namespace firstcontact
