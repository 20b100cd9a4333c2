#include "verify/mechanics.hpp"

#include <algorithm>
#include <cmath>

#include "scene/text.hpp"
#include "verify/starts.hpp"

namespace firstcontact::verify {
namespace {

// Shares of the numbers that go into a result: what a few dozen roundings make of them, and a hundredfold.
constexpr double place_share = 1e-13;
constexpr double turn_share = 1e-12;  // of 1 + the angle turned
constexpr double velocity_share = 1e-12;

double length_of(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

double largest_entry(const IntervalMatrix& p, const IntervalMatrix& q) {
  double most = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 off = glm::abs(middle(p.rows[i]) - middle(q.rows[i]));
    most = std::max({most, off.x, off.y, off.z});
  }
  return most;
}

bool is_free(const MotionSegment& segment) { return segment.kind == FlowKind::ballistic; }

std::string metres(double value) { return shortest_text(value) + " m"; }

}  // namespace

Mechanics::Mechanics(const RecordingHeader& header, const Laws& laws)
    : header_(header),
      laws_(laws),
      is_gone_(header.bodies.size(), false),
      owed_fall_(header.bodies.size(), 0.0),
      was_in_contact_(header.bodies.size(), false),
      fall_ahead_(header.bodies.size(), 0.0),
      most_set_apart_(most_set_apart(header)) {}

void Mechanics::take(const StepMotion& motion, const RecordedStep& step, std::vector<Finding>& findings) {
  findings_ = &findings;
  for (const Event& event : step.events) {
    if (event.kind == EventKind::removed) {
      is_gone_[event.a] = true;  // its last segment only says that it is not there any more
    }
  }
  Changes changes = changes_of(motion, step);
  for (const MotionSegment& segment : step.segments) {
    check_segment(segment);
  }
  for (auto& [key, change] : changes) {
    note_fall(change, motion.end);
    check_place(change);
    check_velocity(change);
  }
  check_events(step, changes);
  counts_.junctions += motion.junctions.size();
}

Mechanics::Changes Mechanics::changes_of(const StepMotion& motion, const RecordedStep& step) const {
  Changes changes;
  for (const Junction& junction : motion.junctions) {
    const auto [entry, is_new] = changes.try_emplace({junction.time, junction.body});
    Change& change = entry->second;
    if (is_new) {
      change = {junction.body, junction.time, junction.before, junction.after, junction.attitude, junction.time == 0.0};
    }
    change.after = junction.after;
    change.is_step_begin = junction.time == motion.begin;
  }
  for (const Event& event : step.events) {
    for (const std::uint32_t body : {event.a, event.b}) {
      const auto entry = changes.find({event.time, body});
      if (event.kind == EventKind::impact && entry != changes.end()) {
        entry->second.has_impact = true;
      }
    }
  }
  return changes;
}

BodyState Mechanics::state_of(const MotionSegment& segment, double time, const Attitude& attitude) const {
  const RecordedBody& body = header_.bodies[segment.body];
  BodyState state;
  state.position = middle(position_at(segment, time));
  state.velocity = middle(velocity_at(segment, time));
  const IntervalVector& spin = attitude.spin;
  state.spin = middle(spin);
  const IntervalMatrix axes = rotation_by(exact_quaternion(body.inertia.principal_axes));
  const IntervalVector principal = transposed_times(axes, transposed_times(attitude.rotation, spin));
  const Vec3 momentum = body.inertia.principal_moments * middle(principal);
  state.spin_momentum = middle(attitude.rotation * (axes * IntervalVector(momentum)));
  const double v = length_of(state.velocity);
  state.kinetic_energy = 0.5 * (body.mass * v * v + glm::dot(momentum, middle(principal)));
  return state;
}

BodyState Mechanics::state_before(const Change& change) const {
  return state_of(change.before, change.time, change.attitude);
}

BodyState Mechanics::state_after(const Change& change) const {
  const MotionSegment& after = change.after;
  return state_of(after, after.start_time,
                  {rotation_by(exact_quaternion(after.pose.orientation)), after.angular_velocity, true});
}

// What a body of its type may do at all.
void Mechanics::check_segment(const MotionSegment& segment) {
  const BodyType type = header_.bodies[segment.body].type;
  const bool moves = segment.linear_velocity != Vec3(0.0) || segment.angular_velocity != Vec3(0.0);
  const bool accelerates = segment.linear_acceleration != Vec3(0.0);
  if (type == BodyType::fixed && (moves || accelerates)) {
    add(FindingKind::free_flight, segment.start_time, segment.body, length_of(segment.linear_velocity),
        "a static body moves");
  }
  if (type == BodyType::kinematic && accelerates) {
    add(FindingKind::free_flight, segment.start_time, segment.body, length_of(segment.linear_acceleration),
        "a kinematic body accelerates");
  }
  const Vec3 off = segment.linear_acceleration - laws_.fall(segment.body);
  if (type == BodyType::dynamic && accelerates && off != Vec3(0.0)) {
    add(FindingKind::free_flight, segment.start_time, segment.body, length_of(off),
        "it falls otherwise than the loads on it say, by " + shortest_text(length_of(off)) + " m/s^2");
  }
}

void Mechanics::check_place(const Change& change) {
  const MotionSegment& before = change.before;
  const double elapsed = change.time - before.start_time;
  const Vec3 there = middle(position_at(before, change.time));
  const double jump = length_of(change.after.pose.position - there);
  if (change.is_at_start) {
    counts_.set_apart = std::max(counts_.set_apart, jump);
  }
  const double way = elapsed * (length_of(before.linear_velocity) + elapsed * length_of(before.linear_acceleration));
  double allowed = place_share * (length_of(there) + way) + 1e-300;
  if (change.is_at_start) {
    allowed = most_set_apart_[change.body];
  } else {
    counts_.worst.place = std::max(counts_.worst.place, jump / allowed);
  }
  if (!(jump <= allowed)) {
    add(FindingKind::jump, change.time, change.body, jump, "it jumps by " + metres(jump));
  }
  const double turn =
      largest_entry(change.attitude.rotation, rotation_by(exact_quaternion(change.after.pose.orientation)));
  const double allowed_turn = turn_share * (1.0 + elapsed * length_of(before.angular_velocity));
  counts_.worst.turn = std::max(counts_.worst.turn, turn / allowed_turn);
  if (!(turn <= allowed_turn)) {
    add(FindingKind::jump, change.time, change.body, turn, "its attitude jumps by " + shortest_text(turn) + " rad");
  }
}

// A body that flies without falling is held up by what it met a moment ago; the fall it misses it gets in one kick,
// later. One that was in contact when it met that had its kick ahead, until the step's end at most; what it has not
// come to fall since may be taken back.
void Mechanics::note_fall(Change& change, double step_end) {
  double& owed = owed_fall_[change.body];
  double& ahead = fall_ahead_[change.body];
  const auto is_held_up = [](const MotionSegment& segment) {
    return is_free(segment) && segment.linear_acceleration == Vec3(0.0);
  };
  const double elapsed = change.time - change.before.start_time;
  owed = is_held_up(change.before) ? owed + elapsed : 0.0;
  ahead = is_held_up(change.before) ? std::max(0.0, ahead - elapsed) : 0.0;
  change.missed = change.after.linear_acceleration != Vec3(0.0) ? owed : 0.0;
  change.may_be_part = was_in_contact_[change.body];
  if (!is_held_up(change.before)) {
    was_in_contact_[change.body] = !is_free(change.before);
  }
  if (!is_free(change.before) && is_held_up(change.after)) {
    ahead = step_end - change.time;
  }
}

// From free flight to free flight, without an impact: nothing may happen to the velocities, but for the fall that a
// body missed while something held it up.
void Mechanics::check_velocity(const Change& change) {
  const bool is_dynamic = header_.bodies[change.body].type == BodyType::dynamic;
  if (!is_dynamic || change.has_impact || is_gone_[change.body] || !is_free(change.before) || !is_free(change.after) ||
      change.before.start_time == change.time) {
    return;
  }
  ++counts_.free_junctions;
  BodyState before = state_before(change);
  const BodyState after = state_after(change);
  if (change.is_step_begin) {
    before.velocity = laws_.damped_velocity(change.before, change.time, before.velocity);
    before.spin_momentum *= laws_.angular_keep(change.before);
  }
  Vec3 kick = after.velocity - before.velocity;
  const Vec3& gravity = laws_.fall(change.body);
  const double squares = glm::dot(gravity, gravity);
  if (squares > 0.0 && change.before.linear_acceleration == Vec3(0.0)) {
    double& owed = owed_fall_[change.body];
    double& ahead = fall_ahead_[change.body];
    const double missed = std::clamp(glm::dot(kick, gravity) / squares, -ahead, owed * (1.0 + 1e-9));
    kick -= missed * gravity;
    owed -= std::max(0.0, missed);
    ahead -= std::max(0.0, -missed);
  }
  const double allowed = velocity_share * (length_of(before.velocity) + length_of(after.velocity)) + 1e-300;
  counts_.worst.velocity = std::max(counts_.worst.velocity, length_of(kick) / allowed);
  if (!(length_of(kick) <= allowed)) {
    add(FindingKind::momentum, change.time, change.body, length_of(kick),
        "its velocity changes by " + shortest_text(length_of(kick)) + " m/s without a cause");
  }
  check_spin(change, before, after);
}

// A torque of the scene acts in kicks, no longer than a step each.
void Mechanics::check_spin(const Change& change, const BodyState& before, const BodyState& after) {
  Vec3 twist = after.spin_momentum - before.spin_momentum;
  const Vec3 torque = laws_.torque(change.body);
  const double pull = glm::dot(torque, torque);
  if (pull > 0.0) {
    twist -= std::clamp(glm::dot(twist, torque) / pull, 0.0, header_.time_step * (1.0 + 1e-9)) * torque;
  }
  const double turned = 1.0 + (change.time - change.before.start_time) * length_of(before.spin);
  const double size = length_of(before.spin_momentum) + length_of(after.spin_momentum);
  const double allowed = velocity_share * turned * size + 1e-300;
  counts_.worst.spin = std::max(counts_.worst.spin, length_of(twist) / allowed);
  if (!(length_of(twist) <= allowed)) {
    add(FindingKind::momentum, change.time, change.body, length_of(twist),
        "its angular momentum changes by " + shortest_text(length_of(twist)) + " N m s without a cause");
  }
}

void Mechanics::add(FindingKind kind, double time, std::uint32_t body, double measure, const std::string& what) {
  findings_->push_back({kind, time, header_.bodies[body].name, "", measure, what});
}

}  // namespace firstcontact::verify
