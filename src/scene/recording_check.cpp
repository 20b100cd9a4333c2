#include "scene/recording_check.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

// Products of a few such numbers are far from overflow, so that nothing reckoned from them is ever infinite or NaN.
constexpr double most = 1e15;

bool is_sane(double x) { return std::abs(x) <= most; }  // false for NaN
bool is_sane(const Vec3& v) { return is_sane(v.x) && is_sane(v.y) && is_sane(v.z); }
bool is_turn(const Quat& q) { return std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) < 1e-6; }
bool is_sane(const Pose& pose) { return is_sane(pose.position) && is_turn(pose.orientation); }

constexpr const char* finite_numbers = ", expected finite numbers up to 1e15 and rotations of unit length";

// A core without faces is a point or a segment, which is nothing without a rounding or an ellipsoid.
bool has_size(const RecordedShape& shape) {
  if (!shape.ellipsoids.empty()) {
    return shape.faces.empty() && shape.vertices.size() <= 2;
  }
  return shape.faces.empty() ? !shape.vertices.empty() && shape.vertices.size() <= 2 && shape.rounding > 0.0
                             : shape.vertices.size() >= 3;
}

std::optional<std::string> find_flaw(const RecordedShape& shape) {
  if (!has_size(shape)) {
    return "found a shape of " + std::to_string(shape.vertices.size()) + " vertices, " +
           std::to_string(shape.faces.size()) + " faces and a rounding of " + shortest_text(shape.rounding) +
           ", expected a rounded point or segment, or a body with faces and at least 3 vertices";
  }
  if (!std::all_of(shape.vertices.begin(), shape.vertices.end(), [](const Vec3& vertex) { return is_sane(vertex); }) ||
      !(shape.rounding >= 0.0 && is_sane(shape.rounding))) {
    return std::string("found a senseless vertex or rounding") + finite_numbers;
  }
  const auto fits = [&](const std::vector<Index>& face) {
    return face.size() >= 2 &&
           std::all_of(face.begin(), face.end(), [&](Index corner) { return corner < shape.vertices.size(); });
  };
  return std::all_of(shape.faces.begin(), shape.faces.end(), fits)
             ? std::nullopt
             : std::optional<std::string>("found a face with a corner that is none, expected corners out of the " +
                                          std::to_string(shape.vertices.size()) + " vertices");
}

std::optional<std::string> find_flaw(const RecordedCollider& collider) {
  if (collider.shapes.empty() || !is_sane(collider.center_of_mass)) {
    return std::string("found no shape or a senseless centre of mass, expected a shape at least");
  }
  for (const RecordedShape& shape : collider.shapes) {
    if (auto flaw = find_flaw(shape)) {
      return flaw;
    }
  }
  return std::nullopt;
}

// Free rotation is reckoned from these: with moments that no body has it has no bounds, and need not end. Mass and
// moments of what no impulse moves are told and never used.
bool has_true_inertia(const RecordedBody& body) {
  constexpr double rounding = 1.0 + 1e-6;
  const Vec3& moment = body.inertia.principal_moments;
  const double all = moment.x + moment.y + moment.z;
  const double largest = std::max({moment.x, moment.y, moment.z});
  const double least = std::min({moment.x, moment.y, moment.z});
  return body.mass > 0.0 && least > 0.0 && largest <= (all - largest) * rounding && std::isfinite(all / least);
}

std::optional<std::string> find_flaw(const RecordedBody& body, std::size_t collider_count) {
  if (!is_utf8(body.name)) {
    return std::string("found a name that is not UTF-8, expected UTF-8");
  }
  const std::string who = "found the body \"" + body.name + "\" with ";
  if (body.type > BodyType::kinematic || body.collider >= collider_count) {
    return who + "a type or collider that is none, expected one of its list";
  }
  if (body.type == BodyType::dynamic && !has_true_inertia(body)) {
    return who +
           "a mass or moments of inertia that no body has, expected positive ones, none above the other two's sum";
  }
  const bool is_sane_start =
      is_sane(body.start.pose) && is_sane(body.start.linear_velocity) && is_sane(body.start.angular_velocity);
  if (!is_sane_start || !is_turn(body.inertia.principal_axes) || !is_sane(body.color.value_or(Vec3(0.0)))) {
    return who + "senseless numbers" + finite_numbers;
  }
  return std::nullopt;
}

bool is_sane(const MotionSegment& segment) {
  return segment.kind <= FlowKind::screw && is_sane(segment.start_time) && is_sane(segment.pose) &&
         is_sane(segment.linear_velocity) && is_sane(segment.angular_velocity) && is_sane(segment.linear_acceleration);
}

bool is_sane(const Event& event) {
  return event.kind <= EventKind::tunnelled && is_sane(event.time) && is_sane(event.point) && is_sane(event.normal) &&
         std::isfinite(event.approach_speed) && std::isfinite(event.normal_impulse) &&
         std::isfinite(event.friction_impulse) && !std::isnan(event.gap);
}

// Times rise from item to item, and none is after the step's end.
template <class Item, class Time>
bool rises(const std::vector<Item>& items, double end, Time&& time) {
  double last = 0.0;
  for (const Item& item : items) {
    if (time(item) < last || time(item) > end) {
      return false;
    }
    last = time(item);
  }
  return true;
}

}  // namespace

std::optional<std::string> find_flaw(const RecordingHeader& header) {
  if (!is_utf8(header.scene_name)) {
    return std::string("found a name of the scene that is not UTF-8, expected UTF-8");
  }
  if (!is_sane(header.gravity) || !(header.time_step > 0.0 && is_sane(header.time_step))) {
    return std::string("found a senseless gravity or time step") + finite_numbers + ", and a time step above 0";
  }
  for (std::size_t i = 0; i < header.colliders.size(); ++i) {
    if (const auto flaw = find_flaw(header.colliders[i])) {
      return "collider " + std::to_string(i) + ": " + *flaw;
    }
  }
  for (std::size_t i = 0; i < header.bodies.size(); ++i) {
    if (const auto flaw = find_flaw(header.bodies[i], header.colliders.size())) {
      return "body " + std::to_string(i) + ": " + *flaw;
    }
  }
  return std::nullopt;
}

std::optional<std::string> find_flaw(const RecordedStep& step, const RecordingHeader& header) {
  const auto is_body = [&](BodyIndex body) { return body < header.bodies.size(); };
  const bool segments_fit = std::all_of(step.segments.begin(), step.segments.end(), [&](const MotionSegment& segment) {
    return is_body(segment.body) && is_sane(segment);
  });
  const bool events_fit = std::all_of(step.events.begin(), step.events.end(), [&](const Event& event) {
    return is_body(event.a) && is_body(event.b) && is_sane(event);
  });
  if (!segments_fit || !events_fit || !is_sane(step.end_time)) {
    return std::string("found a step with senseless numbers") + finite_numbers;
  }
  const bool times_rise =
      rises(step.segments, step.end_time, [](const MotionSegment& segment) { return segment.start_time; }) &&
      rises(step.events, step.end_time, [](const Event& event) { return event.time; });
  return times_rise ? std::nullopt
                    : std::optional<std::string>(
                          "found a step whose times go back or beyond its end, expected rising ones within it");
}

std::optional<std::string> find_flaw(const RecordedLaws& laws) {
  const auto is_law = [](const RecordedLaws::OfBody& law) {
    const auto frictions = {law.restitution, law.friction, law.rolling_friction, law.spinning_friction};
    return std::all_of(frictions.begin(), frictions.end(), [](double x) { return x >= 0.0 && is_sane(x); }) &&
           law.restitution <= 1.0 && is_sane(law.gravity) && is_finite(law.force) && is_finite(law.torque) &&
           is_sane(law.surface_velocity_local);
  };
  const bool damps = laws.linear_damping >= 0.0 && is_sane(laws.linear_damping) && laws.angular_damping >= 0.0 &&
                     is_sane(laws.angular_damping);
  return damps && std::all_of(laws.bodies.begin(), laws.bodies.end(), is_law)
             ? std::nullopt
             : std::optional<std::string>(
                   "found laws with senseless numbers, expected finite ones, frictions and "
                   "dampings not below 0 and restitutions from 0 to 1");
}

namespace {

bool is_sane(const Transfer& transfer) {
  return is_sane(transfer.time) && is_finite(transfer.normal) && is_finite(transfer.impulse) &&
         is_finite(transfer.moment);
}
bool is_sane(const OwnVelocity& own) { return is_sane(own.time) && is_finite(own.linear) && is_finite(own.angular); }
// A span takes time.
bool is_span(double begin, double end) { return is_sane(begin) && is_sane(end) && begin < end; }
bool is_sane(const ContactLoad& load) {
  return is_span(load.begin, load.end) && is_finite(load.normal) && is_finite(load.impulse) &&
         is_finite(load.moment_a) && is_finite(load.moment_b);
}
bool is_sane(const ChordVelocity& chord) {
  return is_span(chord.begin, chord.end) && is_finite(chord.linear_at_start) && is_finite(chord.linear_at_end) &&
         is_finite(chord.spin_at_start) && is_finite(chord.spin_at_end) && chord.share > 0.0 && chord.share <= 1.0;
}

template <class Item>
bool are_sane(const std::vector<Item>& items) {
  return std::all_of(items.begin(), items.end(), [](const Item& item) { return is_sane(item); });
}

}  // namespace

std::optional<std::string> find_flaw(const ImpulseRecord& impulses) {
  const bool fits = are_sane(impulses.transfers) && are_sane(impulses.own_velocities) && are_sane(impulses.loads) &&
                    are_sane(impulses.chords);
  return fits ? std::nullopt
              : std::optional<std::string>("found impulses with senseless numbers, expected finite ones");
}

}  // namespace firstcontact
