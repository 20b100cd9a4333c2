// The rows that keep the solver's motions apart: of contacts that it knew, and of pairs that fail all the same.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "calendar/driven.hpp"
#include "calendar/read_ahead.hpp"
#include "core/parallel.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Rounds after which rows are made with more care.
constexpr int plain_rounds = 2;
// Fewer are sooner measured by one thread.
constexpr std::size_t fewest_parallel_measurements = 16;
// How far around a body that has to give way: its neighbours', too, for it is pushed against them.
constexpr int rings = 2;

// Each point may use up its gap down to a quarter of the way above the floor, but no more of one that is as narrow as
// `kept` (of the skin); one that is below the floor is lifted, gently.
double least_speed(double skin, double separation, double duration, double kept) {
  const double floor = tolerances::floor_gap * skin;
  const double bottom = tolerances::smallest_gap * skin;
  const double used_up = std::max(std::min(floor, separation), bottom) + 0.25 * std::max(0.0, separation - floor);
  const double goal = std::max(used_up, std::min(separation, kept * skin));
  return std::min(bottom, goal - separation) / duration;
}

// Rows are tangents to the gap's course: at the start, and where the pair meets. Where one shape slides fast round the
// other the course is a parabola, and each round's meeting is but a little later than the last one's; then a look ahead
// says what is to come.
std::vector<double> times_of_rows(double begin, double meeting, double end, int round) {
  constexpr double look_ahead = 4.0;
  std::vector<double> times{begin, meeting};
  if (round >= plain_rounds) {
    times.push_back(std::min(end, begin + look_ahead * (meeting - begin)));
  }
  return times;
}

// A manifold's normal is a face's, and may lean from the way the shapes really meet: what slides fast comes nearer
// although no point of the manifold does. Then the nearest points have rows of their own.
std::vector<ContactPoint> points_of_rows(const PosedPair& posed, int round) {
  const FoundContact found = find_contact(posed, tolerances::activation_gap * posed.pair->skin);
  std::vector<ContactPoint> points;
  for (const BearingPoint& point : found.points) {
    points.push_back(contact_point(posed, point));
  }
  for (const Witness& witness : found.witnesses) {
    if (round >= plain_rounds) {
      points.push_back(contact_point(posed, witness.point));
    }
  }
  return points;
}

void add_known_row(std::uint32_t index, double duration, Repair& repair_data) {
  KnownContacts& known = repair_data.known;
  if (known.has_row[index]) {
    return;
  }
  known.has_row[index] = true;
  RepairRow& row = repair_data.rows.emplace_back(known.points[index]);
  ContactPoint& point = row.point;
  point.normal_impulse = 0.0;
  point.friction_impulse = Vec3(0.0);
  point.turning_impulse = Vec3(0.0);
  row.least_speed = least_speed(skin_of(point), point.separation, duration, repair_data.kept_gap);
  row.held_impulse = known.share * known.points[index].normal_impulse;
  row.held_speed = std::max(row.least_speed, std::min(0.0, point.rest_gap - point.separation) / duration);
}

void add_rings(std::uint32_t slot, int ring, double duration, Repair& repair_data) {
  KnownContacts& known = repair_data.known;
  const int rings_left = rings - ring + 1;
  if (slot == no_slot || known.rings_done[slot] >= rings_left || !can_move(repair_data.movers[slot])) {
    return;
  }
  known.rings_done[slot] = rings_left;
  for (std::uint32_t i = known.first_at[slot]; i < known.first_at[slot + 1]; ++i) {
    const ContactPoint& point = known.points[known.at[i]];
    add_known_row(known.at[i], duration, repair_data);
    if (ring < rings) {
      add_rings(point.a == slot ? point.b : point.a, ring + 1, duration, repair_data);
    }
  }
}

// True where the point would come too near within the substep.
bool uses_its_gap_up(const ContactPoint& point, double duration, const Repair& repair_data) {
  const double speed = glm::dot(point.normal, velocity_between(point, repair_data.movers));
  return speed * duration < std::min(0.0, repair_data.foreseen_gap * skin_of(point) - point.separation);
}

}  // namespace

KnownContacts known_contacts(const WorldState& world, const std::vector<PairContact>& contacts,
                             const std::vector<ContactPoint>& points, std::size_t slots) {
  KnownContacts known;
  known.points = points;
  // In one round bodies are fast: what a lift costs there is little beside what contacts lose, and taking presses back
  // costs another round of repair.
  known.share = world.rhythm.rounds > 1 ? 0.5 + 0.5 / world.rhythm.rounds : 0.0;
  known.first_at.assign(slots + 1, 0);
  known.rings_done.assign(slots, 0);
  known.has_row.reserve(points.size());
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    read_ahead(world.pairs, contacts, i);
    known.has_row.insert(known.has_row.end(), contacts[i].points.size(), world.pairs[contacts[i].pair].overlapping);
  }
  for (const ContactPoint& point : points) {
    ++known.first_at[point.a];
    ++known.first_at[point.b];
  }
  std::partial_sum(known.first_at.begin(), known.first_at.end(), known.first_at.begin());
  known.at.resize(2 * points.size());
  for (std::uint32_t i = static_cast<std::uint32_t>(points.size()); i-- > 0;) {
    known.at[--known.first_at[points[i].a]] = i;
    known.at[--known.first_at[points[i].b]] = i;
  }
  return known;
}

// Sweeps that have not come to agree push one body up while the next one still comes down. Lifting is for when there is
// room: what it drives into others goes without.
void take_push_back(std::uint32_t slot, Repair& repair_data) {
  if (slot == no_slot) {
    return;
  }
  Velocity& push = repair_data.push[slot];
  Velocity& motion = repair_data.movers[slot].velocity;
  motion.linear -= push.linear;
  motion.angular -= push.angular;
  push = {};
  repair_data.any_push_taken = true;
}

void add_rows_around(std::uint32_t slot, double duration, Repair& repair_data) {
  add_rings(slot, 1, duration, repair_data);
}

namespace {

std::vector<RepairRow> rows_of(const WorldState& world, const Driven& driven, const Prediction& violation, double begin,
                               int round, const Repair& repair_data) {
  std::vector<RepairRow> rows;
  const PairRecord& pair = world.pairs[violation.pair];
  const std::uint32_t slot_a = driven.slot_of[pair.a];
  const std::uint32_t slot_b = driven.slot_of[pair.b];
  if (slot_a == no_slot || slot_b == no_slot) {
    return rows;
  }
  const double duration = world.substep_end - begin;
  for (const double time : times_of_rows(begin, *violation.answer.impact_time, world.substep_end, round)) {
    const PosedPair posed = posed_pair(world, pair, time);
    for (ContactPoint& point : points_of_rows(posed, round)) {
      point.a = slot_a;
      point.b = slot_b;
      // What the gap was at the start, seen from the instant of the violation.
      const double speed = glm::dot(point.normal, relative_velocity(point, repair_data.movers));
      const double at_start = point.separation - speed * (time - begin);
      RepairRow& row = rows.emplace_back(point, least_speed(pair.skin, at_start, duration, repair_data.kept_gap));
      row.moved_a = posed.pose_a.position - driven.states[slot_a].pose.position;
      row.moved_b = posed.pose_b.position - driven.states[slot_b].pose.position;
    }
  }
  return rows;
}

}  // namespace

void add_rows(const WorldState& world, const Driven& driven, std::span<const Prediction> violations, double begin,
              int round, Repair& repair_data) {
  std::vector<std::vector<RepairRow>> rows(violations.size());
  visit_each(world.definition.threads, violations.size(), fewest_parallel_measurements,
             [&](std::size_t i) { rows[i] = rows_of(world, driven, violations[i], begin, round, repair_data); });
  for (const std::vector<RepairRow>& own : rows) {
    repair_data.rows.insert(repair_data.rows.end(), own.begin(), own.end());
  }
}

// Two kinds that need no certificate to be known of. Points nearer than the smallest gap are lifted to it whatever it
// costs, which is next to nothing: a pair that stayed there would be trapped where the arithmetic can hardly tell the
// shapes apart. And where sweeps have not come to agree, a point would be left with less than its floor: what is pushed
// there goes without the push, and what is still too fast is held back together with all around it.
void add_foreseen_rows(double duration, Repair& repair_data) {
  const std::span<const ContactPoint> points = repair_data.known.points;
  std::vector<std::uint32_t> used_up;
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (points[i].separation < tolerances::smallest_gap * skin_of(points[i])) {
      add_known_row(i, duration, repair_data);
    }
    if (uses_its_gap_up(points[i], duration, repair_data)) {
      used_up.push_back(i);
    }
  }
  for (const std::uint32_t i : used_up) {
    take_push_back(points[i].a, repair_data);
    take_push_back(points[i].b, repair_data);
  }
  for (const std::uint32_t i : used_up) {
    if (uses_its_gap_up(points[i], duration, repair_data)) {
      add_rows_around(points[i].a, duration, repair_data);
      add_rows_around(points[i].b, duration, repair_data);
    }
  }
}

}  // namespace firstcontact
