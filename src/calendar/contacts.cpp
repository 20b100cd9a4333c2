// Which pairs are in lasting contact.
#include <algorithm>
#include <cmath>
#include <span>

#include "calendar/crowds.hpp"
#include "calendar/reach.hpp"
#include "calendar/read_ahead.hpp"
#include "calendar/world_state.hpp"
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
