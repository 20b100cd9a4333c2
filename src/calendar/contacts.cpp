// Which pairs are in lasting contact.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "calendar/crowds.hpp"
#include "calendar/places.hpp"
#include "calendar/reach.hpp"
#include "calendar/read_ahead.hpp"
#include "calendar/seams.hpp"
#include "calendar/world_state.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

/// A pair whose gap is known, and how its bodies move.
struct Meeting {
  const PairRecord& pair;
  double gap = 0.0;  // m: the least of any point
  Velocity a, b;
  Vec3 pull{0.0};  // m/s^2: of b against a
};

Meeting meeting_of(WorldState& world, const PairRecord& pair, double gap, double time) {
  const FlowState& a = state_of(world, pair.a, time);
  const FlowState& b = state_of(world, pair.b, time);
  return {pair,
          gap,
          {a.linear_velocity, a.angular_velocity},
          {b.linear_velocity, b.angular_velocity},
          world.bodies[pair.b].acceleration - world.bodies[pair.a].acceleration};
}

enum class Pace : std::uint8_t { slow, leaves, arrives };

// Slow: no point will arrive faster than what gravity and restitution would settle anyway, and none leaves but much
// more slowly: a body that bounces keeps its parabola. Where next to nothing is left of the pair's gap, points that
// have more of it may come and leave as they like: a body that turns about the other point would stay in nobody's
// hands. And where all but nothing is left, all may leave.
Pace pace_of(const Meeting& meeting, std::span<const ContactPoint> points) {
  const PairRecord& pair = meeting.pair;
  const double used_up = tolerances::smallest_gap * pair.skin;
  const bool may_leave = meeting.gap < tolerances::nearly_trapped_gap * pair.skin;
  Pace pace = Pace::slow;
  for (const ContactPoint& point : points) {
    if (meeting.gap < used_up && point.separation > used_up) {
      continue;
    }
    const double speed = glm::dot(point.normal, relative_velocity(point, meeting.a, meeting.b));
    const double pull = -glm::dot(point.normal, meeting.pull);
    const double won = 2.0 * std::max(0.0, pull) * std::max(0.0, point.separation - point.rest_gap);
    if (!(speed * speed + won < pair.resting_speed * pair.resting_speed)) {
      return Pace::arrives;
    }
    const bool leaves = speed >= tolerances::leaving_share * pair.resting_speed;
    pace = leaves && !may_leave ? Pace::leaves : pace;
  }
  return pace;
}

// Whether the pair is slow with the points that are left. Two shapes that part are no reason to let go of two others
// that bear: their points are left out.
bool is_slow(const Meeting& meeting, const OwnPoints& own) {
  bool arrives = false;
  leave_out_shapes(own, [&](std::span<const ContactPoint> points) {
    const Pace pace = pace_of(meeting, points);
    arrives = arrives || pace == Pace::arrives;
    return pace == Pace::leaves;
  });
  return !arrives && own.all.size() > own.first;
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

/// What was found of some pairs, in their order.
struct Found {
  std::vector<PairContact> contacts;
  std::vector<ContactPoint> points;  // of the contacts, in their order
  std::vector<std::uint32_t> apart;  // pairs that touched, and do no more
  std::optional<double> overlap;     // m: the deepest, as a gap: negative
};

void note_overlap(const std::optional<double>& gap, Found& found) {
  if (gap) {
    found.overlap = std::min(*gap, found.overlap.value_or(*gap));
  }
}

void add(const Found& more, Found& found) {
  found.contacts.insert(found.contacts.end(), more.contacts.begin(), more.contacts.end());
  found.points.insert(found.points.end(), more.points.begin(), more.points.end());
  found.apart.insert(found.apart.end(), more.apart.begin(), more.apart.end());
  note_overlap(more.overlap, found);
}

// The points lie in the order of the contacts; while more were found, they moved.
void find_points_again(Found& found) {
  std::span<const ContactPoint> left(found.points);
  for (PairContact& contact : found.contacts) {
    contact.points = left.first(contact.points.size());
    left = left.subspan(contact.points.size());
  }
}

// Of `count` pairs, by as many threads as the world has: visit(i, end, found), which must not look at pairs from `end`
// on.
template <class Visit>
void find_among(WorldState& world, std::size_t count, double time, Found& found, const Visit& visit) {
  const int threads = world.definition.threads;
  if (threads > 1) {
    know_states(world, time);
  }
  find_in_pieces(threads, count, found, visit, add);
}

// Of a crowd all points within reach are the solver's, whatever they say: what some of them let pass meets all the same
// once the others are solved. (Who is in one now is found when all slow contacts are.)
bool was_in_crowd(const WorldState& world, const PairRecord& pair) {
  const auto was = [&](BodyIndex body) { return body < world.in_crowd.size() && world.in_crowd[body]; };
  return was(pair.a) || was(pair.b);
}

// A pair that rests, or moves so slowly that it soon will.
void find_slow_contact(WorldState& world, std::uint32_t index, double time, Found& found) {
  PairRecord& pair = world.pairs[index];
  pair.active = false;
  pair.is_used_up = false;
  pair.impacts_this_substep = 0;
  if (!may_last(pair)) {
    return;
  }
  const std::size_t first = found.points.size();
  PairContact contact = known_contact(world, index, time, activation_margin(pair), found.points);
  if (contact.points.empty()) {
    pair.overlapping = false;
    if (pair.touching) {
      found.apart.push_back(index);
    }
    return;
  }
  if (contact.nearest <= 0.0) {
    note_overlap(contact.nearest, found);
  }
  pair.overlapping = contact.nearest <= 0.0;
  pair.is_used_up = contact.nearest < tolerances::lift_gap * pair.skin;
  pair.active = pair.overlapping;
  if (!pair.overlapping && !is_left_to_tumble(world, pair, contact, time)) {
    const OwnPoints own{found.points, first};
    if (!was_in_crowd(world, pair)) {
      leave_out_false_bites(world, index, time, own);
    }
    pair.active = is_slow(meeting_of(world, pair, contact.nearest, time), own);
  }
  if (pair.active) {
    contact.points = std::span(found.points).subspan(first);
    found.contacts.push_back(contact);
  } else {
    found.points.resize(first);
  }
}

void find_slow_contacts(WorldState& world, double time, Found& found) {
  find_among(world, world.pairs.size(), time, found, [&](std::size_t i, std::size_t end, Found& piece) {
    read_contacts_ahead(world.pairs, i, end);
    find_slow_contact(world, static_cast<std::uint32_t>(i), time, piece);
  });
  for (const std::uint32_t index : found.apart) {
    report_parting(world, world.pairs[index], time);
  }
  if (found.overlap) {
    note_gap(world, *found.overlap);  // of the start, or a broken promise: told as what it is
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

// What runs into a crowd joins it at once: an impact there would be answered by the whole crowd anyway.
void find_crowd_contacts(WorldState& world, double time, const std::vector<double>& farthest, Found& found) {
  const std::vector<std::uint32_t> joining = pairs_that_may_join(world, time, farthest);
  find_among(world, joining.size(), time, found, [&](std::size_t i, std::size_t end, Found& piece) {
    read_contacts_ahead(world.pairs, std::span(joining).first(end), i);
    PairRecord& pair = world.pairs[joining[i]];
    const double margin = activation_margin(pair) + reach_of(world, pair, time);
    const PairContact contact = known_contact(world, joining[i], time, margin, piece.points);
    if (!contact.points.empty()) {
      pair.active = true;
      piece.contacts.push_back(contact);
    }
  });
}

}  // namespace

std::vector<PairContact> find_persistent_contacts(WorldState& world, double time) {
  Found found;
  found.contacts.reserve(world.pairs.size());
  found.points = std::move(world.contact_points);
  found.points.clear();
  find_slow_contacts(world, time, found);
  const std::vector<double> farthest = farthest_of_each(world, time);
  mark_crowds(world, time, farthest);
  const auto slow = static_cast<std::ptrdiff_t>(found.contacts.size());
  find_crowd_contacts(world, time, farthest, found);
  find_points_again(found);
  world.contact_points = std::move(found.points);  // which leaves them where they are
  std::inplace_merge(found.contacts.begin(), found.contacts.begin() + slow, found.contacts.end(),
                     [](const PairContact& x, const PairContact& y) { return x.pair < y.pair; });
  return std::move(found.contacts);
}

void find_initial_overlaps(WorldState& world) {
  for (std::uint32_t i = 0; i < world.pairs.size(); ++i) {
    PairRecord& pair = world.pairs[i];
    if (!world.is_new[pair.a] && !world.is_new[pair.b]) {
      continue;
    }
    const FoundPoints contact = pair_contact(world, i, world.time, 0.0);
    if (!contact.points.empty()) {
      pair.overlapping = true;
      world.initial_overlaps.push_back(
          {handle_of(world, pair.a), handle_of(world, pair.b), std::max(0.0, -contact.nearest)});
      note_gap(world, contact.nearest);
    }
  }
  world.is_new.assign(world.bodies.size(), false);
  world.has_new_bodies = false;
}

}  // namespace firstcontact
