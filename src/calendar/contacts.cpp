// Which pairs are in lasting contact, and which bodies stand in a crowd.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>

#include "calendar/read_ahead.hpp"
#include "calendar/world_state.hpp"
#include "core/disjoint_sets.hpp"
#include "core/tolerances.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

// Slow: no point of the pair will arrive faster than what gravity and restitution would settle anyway, and none leaves
// but much more slowly: a body that bounces keeps its parabola. Where next to nothing is left of a gap, points that
// have more of it may come and leave as they like: a body that turns about the other point would stay in nobody's
// hands. And where all but nothing is left, all may leave.
bool is_slow(WorldState& world, const PairRecord& pair, const PairContact& contact, double time) {
  const FlowState& a = state_of(world, pair.a, time);
  const FlowState& b = state_of(world, pair.b, time);
  const double used_up = tolerances::smallest_gap * pair.skin;
  const bool may_leave = contact.nearest < tolerances::nearly_trapped_gap * pair.skin;
  return std::all_of(contact.points.begin(), contact.points.end(), [&](const ContactPoint& point) {
    const Vec3 velocity_a = a.linear_velocity + glm::cross(a.angular_velocity, point.arm_a);
    const Vec3 velocity_b = b.linear_velocity + glm::cross(b.angular_velocity, point.arm_b);
    const double speed = glm::dot(point.normal, velocity_b - velocity_a);
    const double pull = -glm::dot(point.normal, world.bodies[pair.b].acceleration - world.bodies[pair.a].acceleration);
    const double won = 2.0 * std::max(0.0, pull) * std::max(0.0, point.separation - point.rest_gap);
    const bool arrives_slowly = speed * speed + won < pair.resting_speed * pair.resting_speed;
    const bool leaves = speed >= tolerances::leaving_share * pair.resting_speed;
    const bool is_other = contact.nearest < used_up && point.separation > used_up;
    return is_other || (arrives_slowly && (may_leave || !leaves));
  });
}

// The state of the body at `time`, and what is known of it besides.
KnownState& known_state(WorldState& world, BodyIndex body, double time) {
  KnownState& known = world.known_states[body];
  if (known.time != time) {
    known = {time, state_at(world.bodies[body], time), {}, {}};
  }
  return known;
}

// rad/s^2
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

// Asks whether the body's axis of spin may stray further than `most` (rad) in a substep by its own inertia, at any
// moment of its tumbling. The solver turns bodies about one axis; what tumbles fast would turn out of its contacts, or
// into them, and would have to be paid for with energy that it has not got.
bool tumbles_fast(WorldState& world, BodyIndex body, double time, double most) {
  const double duration = world.substep_length;
  return 0.5 * duration * duration * acceleration_of_tumbling(world, body, time) > most;
}

}  // namespace

bool is_too_fast_for_solver(WorldState& world, const PairRecord& pair, double time) {
  return tumbles_fast(world, pair.a, time, tolerances::fast_tumbling) ||
         tumbles_fast(world, pair.b, time, tolerances::fast_tumbling);
}

namespace {

// What tumbles fast is the calendar's, as long as there is a gap to bounce with: below that every impact leaves less,
// and the solver lifts it.
bool is_left_to_tumble(WorldState& world, const PairRecord& pair, const PairContact& contact, double time) {
  return contact.nearest >= tolerances::smallest_gap * pair.skin && is_too_fast_for_solver(world, pair, time);
}

// By body, of those that move; none where there is no crowd.
std::vector<bool> whirling_ones(WorldState& world, double time) {
  std::vector<bool> whirls(world.bodies.size(), false);
  if (std::find(world.in_crowd.begin(), world.in_crowd.end(), true) == world.in_crowd.end()) {
    return whirls;
  }
  for (const BodyIndex body : world.movers) {
    whirls[body] = tumbles_fast(world, body, time, tolerances::whirling);
  }
  return whirls;
}

}  // namespace

bool is_in_crowd(const WorldState& world, const PairRecord& pair) {
  return world.in_crowd[pair.a] || world.in_crowd[pair.b];
}

bool is_in_tight_crowd(const WorldState& world, const PairRecord& pair) {
  return world.in_tight_crowd[pair.a] || world.in_tight_crowd[pair.b];
}

bool is_in_pressed_crowd(const WorldState& world, const PairRecord& pair) {
  return world.in_pressed_crowd[pair.a] || world.in_pressed_crowd[pair.b];
}

const FlowState& state_of(WorldState& world, BodyIndex body, double time) {
  return known_state(world, body, time).state;
}

namespace {

// m/s: how fast turning alone moves any point of the body, at most.
double speed_of_turning(const RigidBody& body, KnownState& known) {
  if (!known.turning) {
    known.turning = body.radius * std::sqrt(squared_length(known.state.angular_velocity));
  }
  return *known.turning;
}

// m: how far the pair's surfaces may come together in the substep, at most.
double reach_of(WorldState& world, const PairRecord& pair, double time) {
  KnownState& a = known_state(world, pair.a, time);
  KnownState& b = known_state(world, pair.b, time);
  const double duration = world.substep_end - time;
  const double fall = duration * std::sqrt(squared_length(world.bodies[pair.b].acceleration) +
                                           squared_length(world.bodies[pair.a].acceleration));
  return duration * (std::sqrt(squared_length(b.state.linear_velocity - a.state.linear_velocity)) +
                     speed_of_turning(world.bodies[pair.a], a) + speed_of_turning(world.bodies[pair.b], b) + fall);
}

// m, by body: how far any point of it comes in the substep, at most. Without end for who is no mover.
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

// True where the two, each by itself, cannot use up what is left of their gap in so many substeps: so much is said of
// most pairs without a look at how they move past each other.
bool is_out_of_reach(const WorldState& world, const PairRecord& pair, double substeps,
                     const std::vector<double>& farthest) {
  constexpr double rounding = 1e-12;
  const double reach = substeps * (1.0 + rounding) * (farthest[pair.a] + farthest[pair.b]);
  return gap_left(world, pair).value_or(0.0) > tolerances::activation_gap * pair.skin + reach;
}

// Whether the pair's contact may be the solver's, or is to be pushed apart.
bool may_last(const PairRecord& pair) { return pair.resting_speed != 0.0 || pair.overlapping; }

double activation_margin(const PairRecord& pair) { return tolerances::activation_gap * pair.skin; }

std::vector<ContactQuestion> questions_of_all(const WorldState& world) {
  std::vector<ContactQuestion> questions;
  questions.reserve(world.pairs.size());
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    if (may_last(world.pairs[i])) {
      questions.push_back({i, activation_margin(world.pairs[i])});
    }
  }
  return questions;
}

// A pair that rests, or moves so slowly that it soon will.
void find_slow_contacts(WorldState& world, double time, std::vector<PairContact>& contacts) {
  if (world.definition.threads > 1) {
    measure_ahead(world, questions_of_all(world), time);
  }
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    read_contacts_ahead(world.pairs, i);
    PairRecord& pair = world.pairs[i];
    pair.active = false;
    pair.is_used_up = false;
    pair.impacts_this_substep = 0;
    if (!may_last(pair)) {
      continue;
    }
    const std::size_t first = world.contact_points.size();
    const PairContact contact = known_contact(world, i, time, activation_margin(pair));
    if (contact.points.empty()) {
      pair.overlapping = false;
      report_parting(world, pair, time);
      continue;
    }
    if (contact.nearest <= 0.0 && !pair.overlapping) {
      note_gap(world, contact.nearest);  // a broken promise is reported as what it is, and mended
    }
    pair.overlapping = contact.nearest <= 0.0;
    pair.is_used_up = contact.nearest < tolerances::lift_gap * pair.skin;
    pair.active =
        pair.overlapping || (is_slow(world, pair, contact, time) && !is_left_to_tumble(world, pair, contact, time));
    if (pair.active) {
      contacts.push_back(contact);
    } else {
      world.contact_points.resize(first);
    }
  }
}

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
void mark_crowds(WorldState& world, double time, const std::vector<double>& farthest) {
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

// Pairs of crowds that are not the solver's yet, and may come near enough within the substep to be.
std::vector<std::uint32_t> pairs_that_may_join(WorldState& world, double time, const std::vector<double>& farthest) {
  const std::vector<bool> whirls = whirling_ones(world, time);
  std::vector<std::uint32_t> joining;
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    read_ahead(world.pairs, i);
    PairRecord& pair = world.pairs[i];
    pair.whirls = is_in_crowd(world, pair) && (whirls[pair.a] || whirls[pair.b]);
    const bool keeps_out = pair.restitution == 1.0 && !is_in_tight_crowd(world, pair);
    if (!pair.active && !pair.whirls && !keeps_out && is_in_crowd(world, pair) &&
        !is_out_of_reach(world, pair, 1.0, farthest)) {
      joining.push_back(i);
    }
  }
  return joining;
}

std::vector<ContactQuestion> questions_of(WorldState& world, std::span<const std::uint32_t> pairs, double time) {
  std::vector<ContactQuestion> questions;
  questions.reserve(pairs.size());
  for (const std::uint32_t index : pairs) {
    const PairRecord& pair = world.pairs[index];
    questions.push_back({index, activation_margin(pair) + reach_of(world, pair, time)});
  }
  return questions;
}

// What runs into a crowd joins it at once: an impact there would be answered by the whole crowd anyway.
void find_crowd_contacts(WorldState& world, double time, const std::vector<double>& farthest,
                         std::vector<PairContact>& contacts) {
  const std::vector<std::uint32_t> joining = pairs_that_may_join(world, time, farthest);
  if (world.definition.threads > 1) {
    measure_ahead(world, questions_of(world, joining, time), time);
  }
  for (std::size_t i = 0; i < joining.size(); ++i) {
    read_contacts_ahead(world.pairs, joining, i);
    PairRecord& pair = world.pairs[joining[i]];
    const PairContact contact =
        known_contact(world, joining[i], time, activation_margin(pair) + reach_of(world, pair, time));
    if (!contact.points.empty()) {
      pair.active = true;
      contacts.push_back(contact);
    }
  }
}

// The points lie in the order of the contacts; while more were found, they moved.
void find_points_again(const WorldState& world, std::vector<PairContact>& contacts) {
  std::span<const ContactPoint> left(world.contact_points);
  for (PairContact& contact : contacts) {
    contact.points = left.first(contact.points.size());
    left = left.subspan(contact.points.size());
  }
}

}  // namespace

std::vector<PairContact> find_persistent_contacts(WorldState& world, double time) {
  std::vector<PairContact> contacts;
  contacts.reserve(world.pairs.size());
  world.contact_points.clear();
  find_slow_contacts(world, time, contacts);
  const std::vector<double> farthest = farthest_of_each(world, time);
  mark_crowds(world, time, farthest);
  mark_tight_crowds(world, time, farthest);
  const auto slow = static_cast<std::ptrdiff_t>(contacts.size());
  find_crowd_contacts(world, time, farthest, contacts);
  find_points_again(world, contacts);
  std::inplace_merge(contacts.begin(), contacts.begin() + slow, contacts.end(),
                     [](const PairContact& x, const PairContact& y) { return x.pair < y.pair; });
  return contacts;
}

void find_initial_overlaps(WorldState& world) {
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    PairRecord& pair = world.pairs[i];
    if (!world.bodies[pair.a].is_new && !world.bodies[pair.b].is_new) {
      continue;
    }
    const FoundPoints contact = pair_contact(world, i, world.time, 0.0);
    if (!contact.points.empty()) {
      pair.overlapping = true;
      world.initial_overlaps.push_back({pair.a, pair.b, std::max(0.0, -contact.nearest)});
    }
  }
  for (RigidBody& body : world.bodies) {
    body.is_new = false;
  }
  world.has_new_bodies = false;
}

}  // namespace firstcontact
