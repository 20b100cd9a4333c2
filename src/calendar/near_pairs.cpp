// Which pairs contact holds, or may in the course of a piece.
#include <algorithm>
#include <cmath>
#include <limits>

#include "calendar/contact_piece.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of a skin: the furthest that a piece looks ahead along a way; and where nobody rebounds, but only comes to stop
// there.
constexpr double farthest_reach = 60.0;
constexpr double farthest_stop = 200.0;

double reach_of_piece(WorldState& world, const PairRecord& pair, double begin, double end) {
  const FlowState& a = state_of(world, pair.a, begin);
  const FlowState& b = state_of(world, pair.b, begin);
  const double turning = world.bodies[pair.a].radius * std::sqrt(squared_length(a.angular_velocity)) +
                         world.bodies[pair.b].radius * std::sqrt(squared_length(b.angular_velocity));
  return (end - begin) * (std::sqrt(squared_length(b.linear_velocity - a.linear_velocity)) + turning);
}

double farthest_reach_of(const PairRecord& pair) {
  return pair.skin * (pair.restitution == 0.0 ? farthest_stop : farthest_reach);
}

double margin_of(WorldState& world, const PairRecord& pair, double begin, double end) {
  return pair.skin * tolerances::activation_gap +
         std::min(reach_of_piece(world, pair, begin, end), farthest_reach_of(pair));
}

double speed_along(WorldState& world, const PairRecord& pair, const ContactPoint& point, double begin) {
  const FlowState& a = state_of(world, pair.a, begin);
  const FlowState& b = state_of(world, pair.b, begin);
  return glm::dot(point.normal, relative_velocity(point, {a.linear_velocity, a.angular_velocity},
                                                  {b.linear_velocity, b.angular_velocity}));
}

// m/s: of an approach, once it has fallen as far as the gap that is met.
double arrival_speed(const WorldState& world, const PairRecord& pair, const ContactPoint& point, double speed) {
  const Vec3 fall = world.bodies[pair.b].acceleration - world.bodies[pair.a].acceleration;
  const double way = std::max(0.0, point.separation - tolerances::impact_gap * pair.skin);
  const double square = speed * speed - 2.0 * way * glm::dot(point.normal, fall);
  return speed < 0.0 ? std::sqrt(std::max(0.0, square)) : -speed;
}

// Gaps that are reckoned by ways hold at the substep's start alone.
void add_points_at(WorldState& world, std::uint32_t index, double time, double margin,
                   std::vector<ContactPoint>& points) {
  if (time == world.ways_time) {
    static_cast<void>(known_contact(world, index, time, margin, points));
  } else {
    points = pair_contact(world, index, time, margin).points;
  }
}

}  // namespace

BearingPair met_pair(WorldState& world, std::uint32_t index, double begin, double end) {
  BearingPair near{index, margin_of(world, world.pairs[index], begin, end), {}, true};
  add_points_at(world, index, begin, near.margin, near.points);
  return near;
}

BearingPair touching_pair(WorldState& world, std::uint32_t index, double begin, double end) {
  BearingPair near = met_pair(world, index, begin, end);
  const double reach = met_gap * world.pairs[index].skin;
  if (std::none_of(near.points.begin(), near.points.end(),
                   [&](const ContactPoint& point) { return point.separation < reach; })) {
    near.points.clear();
  }
  return near;
}

BearingPair near_pair(WorldState& world, std::uint32_t index, double begin, double end) {
  PairRecord& pair = world.pairs[index];
  BearingPair near{index, 0.0, {}, false};
  if (pair.resting_speed == 0.0 && !pair.overlapping) {
    return near;
  }
  near = met_pair(world, index, begin, end);
  near.is_met = false;
  if (pair.overlapping) {
    double least = std::numeric_limits<double>::infinity();
    for (const ContactPoint& point : near.points) {
      least = std::min(least, point.separation);
    }
    pair.overlapping = least <= 0.0;
    if (pair.overlapping) {
      note_gap(world, least);
    }
  }
  if (near.points.empty()) {
    report_parting(world, pair, begin);
  }
  // What is in lasting contact meets its neighbours within a substep; the instant of it is below what that resolves.
  const auto is_driven = [&](BodyIndex body) { return world.bodies[body].motion == MotionClass::driven; };
  const double reach = tolerances::activation_gap * pair.skin;
  const double met = is_driven(pair.a) || is_driven(pair.b) ? reach : met_gap * pair.skin;
  bool comes_near = false;
  bool is_near = false;
  for (const ContactPoint& point : near.points) {
    const double speed = speed_along(world, pair, point, begin);
    const double least = std::min(point.separation, point.separation + speed * (end - begin));
    comes_near = comes_near || least < reach;
    is_near = is_near || (least < reach &&
                          (point.separation < met || arrival_speed(world, pair, point, speed) < pair.resting_speed));
  }
  near.only_stops = comes_near && !is_near && pair.restitution == 0.0;
  if (!is_near && !near.only_stops) {
    near.points.clear();
  }
  return near;
}

bool comes_to_stop(WorldState& world, const Prediction& meeting, double begin) {
  const PairRecord& pair = world.pairs[meeting.pair];
  return pair.restitution == 0.0 && pair.resting_speed > 0.0 &&
         reach_of_piece(world, pair, begin, *meeting.answer.impact_time) <= farthest_reach_of(pair);
}

bool meets_slowly(WorldState& world, const Prediction& meeting, double duration) {
  const PairRecord& pair = world.pairs[meeting.pair];
  if (pair.resting_speed == 0.0) {
    return false;
  }
  const double time = *meeting.answer.impact_time;
  const PosedPair posed = posed_pair(world, pair, time);
  const FoundContact found = find_contact(posed, 2.0 * pair.skin);
  const FlowState a = state_at(world.bodies[pair.a], time);
  const FlowState b = state_at(world.bodies[pair.b], time);
  const double enough = std::max(pair.resting_speed, tolerances::activation_gap * pair.skin / duration);
  for (const BearingPoint& point : found.points) {
    const ContactPoint at = contact_point(posed, point);
    const Vec3 velocity =
        relative_velocity(at, {a.linear_velocity, a.angular_velocity}, {b.linear_velocity, b.angular_velocity});
    if (-glm::dot(point.normal, velocity) > enough) {
      return false;
    }
  }
  return true;
}

}  // namespace firstcontact
