// Who sleeps and is pressed by who is awake must wake before the solver answers, or it would answer with the mass of a
// wall. Whether it is pressed the solver alone can say: it is asked, with the sleepers standing firm, and its answer is
// thrown away. A pair that is near and does not press leaves the sleeper alone, and is the calendar's: should they meet
// all the same, the impact wakes.
#include <algorithm>

#include "calendar/driven.hpp"
#include "calendar/impulse_memory.hpp"
#include "core/disjoint_sets.hpp"

namespace firstcontact {

namespace {

bool is_of_sleeper(const WorldState& world, const PairContact& contact) {
  const PairRecord& pair = world.pairs[contact.pair];
  return world.bodies[pair.a].is_asleep() || world.bodies[pair.b].is_asleep();
}

// The sleeper's partner flies or lies; it does not go its own way.
bool is_of_awake(const WorldState& world, const PairContact& contact) {
  const PairRecord& pair = world.pairs[contact.pair];
  return world.bodies[pair.a].is_awake() || world.bodies[pair.b].is_awake();
}

// The contacts that bear on one with a sleeper, through bodies that are awake.
std::vector<PairContact> contacts_around(const WorldState& world, const std::vector<PairContact>& contacts) {
  DisjointSets sets(world.bodies.size());
  std::vector<bool> is_near(world.bodies.size(), false);
  const auto mover_of = [&](const PairRecord& pair) { return world.bodies[pair.a].is_awake() ? pair.a : pair.b; };
  for (const PairContact& contact : contacts) {
    const PairRecord& pair = world.pairs[contact.pair];
    if (world.bodies[pair.a].is_awake() && world.bodies[pair.b].is_awake()) {
      sets.join(pair.a, pair.b);
    }
  }
  for (const PairContact& contact : contacts) {
    if (is_of_sleeper(world, contact) && is_of_awake(world, contact)) {
      is_near[sets.root(mover_of(world.pairs[contact.pair]))] = true;
    }
  }
  std::vector<PairContact> around;
  std::copy_if(contacts.begin(), contacts.end(), std::back_inserter(around), [&](const PairContact& contact) {
    return is_of_awake(world, contact) && is_near[sets.root(mover_of(world.pairs[contact.pair]))];
  });
  return around;
}

// What goes its own way does not ask the solver: it presses where it would use up the gap.
bool is_run_into(WorldState& world, const PairContact& contact, double begin) {
  const PairRecord& pair = world.pairs[contact.pair];
  const FlowState a = state_of(world, pair.a, begin);
  const FlowState b = state_of(world, pair.b, begin);
  return std::any_of(contact.points.begin(), contact.points.end(), [&](const ContactPoint& point) {
    const Vec3 velocity = b.linear_velocity + glm::cross(b.angular_velocity, point.arm_b) - a.linear_velocity -
                          glm::cross(a.angular_velocity, point.arm_a);
    const double closing = -glm::dot(point.normal, velocity) * (world.substep_end - begin);
    return point.separation - closing < point.rest_gap;
  });
}

// Bodies in pairs whose contact bears something.
std::vector<BodyIndex> find_pressed(WorldState& world, const std::vector<PairContact>& contacts, double begin) {
  std::vector<BodyIndex> pressed;
  const auto note = [&](const PairContact& contact) {
    pressed.push_back(world.pairs[contact.pair].a);
    pressed.push_back(world.pairs[contact.pair].b);
  };
  const std::vector<PairContact> around = contacts_around(world, contacts);
  Driven driven = gather(world, around, begin);
  std::vector<ContactPoint> points = flatten(world, around, driven);
  recall_impulses(world, around, driven, points);
  const SoftPiles soft = world.soft;
  static_cast<void>(solve_islands(world, driven, points, world.substep_end - begin));
  world.soft = soft;
  std::size_t next = 0;
  for (const PairContact& contact : around) {
    const auto first = points.begin() + static_cast<std::ptrdiff_t>(next);
    next += contact.points.size();
    const bool bears = std::any_of(first, points.begin() + static_cast<std::ptrdiff_t>(next),
                                   [](const ContactPoint& point) { return point.normal_impulse > 0.0; });
    if (bears && is_of_sleeper(world, contact)) {
      note(contact);
    }
  }
  for (const PairContact& contact : contacts) {
    const bool is_pushed_apart = world.pairs[contact.pair].overlapping;
    const bool is_mover_at_it = !is_of_awake(world, contact) && is_run_into(world, contact, begin);
    if (is_of_sleeper(world, contact) && (is_pushed_apart || is_mover_at_it)) {
      note(contact);
    }
  }
  return pressed;
}

}  // namespace

bool wake_pressed(WorldState& world, std::vector<PairContact>& contacts, double begin) {
  const auto has_sleeper = [&](const PairContact& contact) { return is_of_sleeper(world, contact); };
  if (std::none_of(contacts.begin(), contacts.end(), has_sleeper)) {
    return false;
  }
  bool any = false;
  for (const BodyIndex body : find_pressed(world, contacts, begin)) {
    any = any || world.bodies[body].is_asleep();
    wake(world, body, begin);
  }
  if (any) {
    return true;
  }
  for (const PairContact& contact : contacts) {
    PairRecord& pair = world.pairs[contact.pair];
    pair.active = pair.active && !has_sleeper(contact);
  }
  std::erase_if(contacts, has_sleeper);
  return false;
}

}  // namespace firstcontact
