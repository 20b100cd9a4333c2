// Lasting contact, as events: it begins when the solver first presses two bodies against each other, and ends when they
// are out of its reach. What flickers between the two (a neighbour in a pile that bears nothing for a moment) is one
// contact.
#include <algorithm>
#include <cmath>
#include <limits>

#include "calendar/read_ahead.hpp"
#include "calendar/world_state.hpp"

namespace firstcontact {

namespace {

Vec3 velocity_at(const FlowState& state, const Vec3& arm) {
  return state.linear_velocity + glm::cross(state.angular_velocity, arm);
}

Event begin_event(WorldState& world, const PairRecord& pair, std::span<const ContactPoint> points, double time) {
  Event event;
  event.time = time;
  event.kind = EventKind::begin;
  event.a = pair.a;
  event.b = pair.b;
  event.gap = std::numeric_limits<double>::infinity();
  const FlowState a = state_of(world, pair.a, time);
  const FlowState b = state_of(world, pair.b, time);
  Vec3 weighted(0.0);
  Vec3 friction(0.0);
  double most = -1.0;
  for (const ContactPoint& point : points) {
    const Vec3 velocity = velocity_at(b, point.arm_b) - velocity_at(a, point.arm_a);
    event.approach_speed = std::max(event.approach_speed, -glm::dot(point.normal, velocity));
    event.gap = std::min(event.gap, point.separation);
    event.normal = point.normal_impulse > most ? point.normal : event.normal;
    most = std::max(most, point.normal_impulse);
    event.normal_impulse += point.normal_impulse;
    friction += point.friction_impulse;
    weighted += point.normal_impulse * (a.pose.position + point.arm_a);
  }
  event.point = weighted / event.normal_impulse;
  event.friction_impulse = std::sqrt(squared_length(friction));
  return event;
}

double pressure(std::span<const ContactPoint> points) {
  double sum = 0.0;  // N s
  for (const ContactPoint& point : points) {
    sum += point.normal_impulse;
  }
  return sum;
}

}  // namespace

void report_touches(WorldState& world, const std::vector<PairContact>& contacts, std::span<const ContactPoint> points,
                    double time) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    read_ahead(world.pairs, contacts, i);
    const PairContact& contact = contacts[i];
    PairRecord& pair = world.pairs[contact.pair];
    const auto own = points.subspan(first, contact.points.size());
    first += own.size();
    if (!pair.touching && pressure(own) > 0.0) {
      pair.touching = true;
      world.events.push_back(begin_event(world, pair, own, time));
    }
  }
}

void report_parting(WorldState& world, PairRecord& pair, double time) {
  if (!pair.touching) {
    return;
  }
  pair.touching = false;
  Event event;
  event.time = time;
  event.kind = EventKind::end;
  event.a = pair.a;
  event.b = pair.b;
  if (!pair.measured.nearness.empty()) {
    event.gap = pair.measured.nearness.front().gap;
    event.normal = pair.measured.nearness.front().normal;
  }
  world.events.push_back(event);
}

}  // namespace firstcontact
