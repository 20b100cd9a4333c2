#include "verify/soundness.hpp"

#include <cmath>

namespace firstcontact::verify {
namespace {

// Products of a few such numbers are far from overflow, so that no bound ever becomes infinite or NaN.
constexpr double most = 1e15;
// Masses, moments and impulses stand in sums and ratios only: a mountain's may be great.
constexpr double most_inertia = 1e30;

bool is_sane(double x) { return std::abs(x) <= most; }  // false for NaN
bool is_sane(const Vec3& v) { return is_sane(v.x) && is_sane(v.y) && is_sane(v.z); }
bool is_inertia(double x) { return x > 0.0 && x <= most_inertia; }
bool is_impulse(double x) { return std::abs(x) <= most_inertia; }
bool is_turn(const Quat& q) { return std::abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1.0) < 1e-6; }
bool is_sane(const Pose& pose) { return is_sane(pose.position) && is_turn(pose.orientation); }

bool is_sane(const RecordedShape& shape) {
  bool sane = !shape.vertices.empty() && shape.rounding >= 0.0 && is_sane(shape.rounding);
  for (const Vec3& vertex : shape.vertices) {
    sane = sane && is_sane(vertex);
  }
  for (const Ellipsoid& ellipsoid : shape.ellipsoids) {
    const Mat3& axes = ellipsoid.semi_axes;
    sane = sane && is_sane(ellipsoid.center) && is_sane(axes[0]) && is_sane(axes[1]) && is_sane(axes[2]);
  }
  return sane;
}

// What impulses move, or turns freely, needs a mass: nothing else has a use for one.
bool is_massive(const RecordedBody& body) {
  const Vec3& moments = body.inertia.principal_moments;
  return is_inertia(body.mass) && is_inertia(moments.x) && is_inertia(moments.y) && is_inertia(moments.z) &&
         is_turn(body.inertia.principal_axes);
}

bool is_sane(const RecordedBody& body) {
  return (body.type != BodyType::dynamic || is_massive(body)) && is_sane(body.start.pose) &&
         is_sane(body.start.linear_velocity) && is_sane(body.start.angular_velocity);
}

bool is_sane(const MotionSegment& segment) {
  return is_sane(segment.start_time) && is_sane(segment.pose) && is_sane(segment.linear_velocity) &&
         is_sane(segment.angular_velocity) && is_sane(segment.linear_acceleration);
}

bool turns_freely(const MotionSegment& segment) {
  return segment.kind == FlowKind::ballistic && segment.angular_velocity != Vec3(0.0);
}

bool is_sane(const Event& event) {
  return is_sane(event.time) && is_sane(event.point) && is_sane(event.normal) && is_sane(event.approach_speed) &&
         is_impulse(event.normal_impulse) && is_impulse(event.friction_impulse);
}

constexpr const char* expected = ", expected finite ones up to 1e15 and rotations of unit length";

}  // namespace

std::optional<Error> find_unsound(const RecordingHeader& header, const std::string& file) {
  for (std::size_t i = 0; i < header.colliders.size(); ++i) {
    const auto& shapes = header.colliders[i].shapes;
    bool sane = !shapes.empty();
    for (const RecordedShape& shape : shapes) {
      sane = sane && is_sane(shape);
    }
    if (!sane) {
      return Error{file + ": collider " + std::to_string(i) + ": found no shape, an empty one or senseless numbers" +
                   expected};
    }
  }
  for (const RecordedBody& body : header.bodies) {
    if (!is_sane(body)) {
      return Error{file + ": body \"" + body.name + "\": found senseless numbers" + expected +
                   ", and masses and moments above 0"};
    }
  }
  return is_sane(header.gravity) && is_sane(header.time_step)
             ? std::nullopt
             : std::optional(Error{file + ": found a senseless gravity or time step" + expected});
}

std::optional<Error> find_unsound(const RecordedStep& step, const RecordingHeader& header, const Place& place) {
  bool sane = is_sane(step.end_time);
  for (const MotionSegment& segment : step.segments) {
    sane = sane && is_sane(segment) && (!turns_freely(segment) || is_massive(header.bodies[segment.body]));
  }
  for (const Event& event : step.events) {
    sane = sane && is_sane(event);
  }
  return sane ? std::nullopt
              : std::optional(Error{place.file + ": byte " + std::to_string(place.byte) +
                                    ": found a step with senseless numbers" + expected});
}

}  // namespace firstcontact::verify
