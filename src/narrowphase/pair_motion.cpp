#include "narrowphase/pair_motion.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

constexpr double unit_roundoff = 1.1102230246251565e-16;

// An upper bound of a vector's length without a square root, for the slack, which needs no better.
double at_most(const Vec3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }

// No vertex is further from the spin axis than the furthest corner of the local box: a long needle that spins about its
// own length hardly moves, and the bounding radius would not know.
double orbit_radius(const ConvexShape& shape, const Vec3& axis_local, double radius) {
  const Vec3 u = glm::abs(axis_local);
  const Vec3 e = glm::max(shape.half_extents - Vec3(shape.rounding), Vec3(0.0));
  const Vec3 across(u.y * e.z + u.z * e.y, u.z * e.x + u.x * e.z, u.x * e.y + u.y * e.x);
  return std::min(radius, length(across));
}

Spinning spinning(const MovingShape& moving) {
  Spinning body;
  body.shape = moving.shape;
  body.orientation = moving.motion.start.orientation;
  body.spin = moving.motion.angular_velocity;
  body.rate = length(body.spin);
  // One part in 1e15 for the rounding of the radius itself.
  body.radius = core_radius(*moving.shape) * (1.0 + 1e-15);
  if (body.rate > 0.0) {
    body.axis = body.spin / body.rate;
    const Vec3 axis_local = rotate_inverse(body.orientation, body.axis);
    body.orbit = orbit_radius(*moving.shape, axis_local, body.radius) * (1.0 + 1e-14);
  }
  return body;
}

// Rodrigues' formula on the three axes: the pose that pose_at gives, to a few last places, which the slack covers.
Mat3 axes_at(const Spinning& body, const Mat3& at_start, double time) {
  if (body.rate == 0.0 || time == 0.0) {
    return at_start;
  }
  const SineCosine turn = sine_cosine(body.rate * time);
  Mat3 axes;
  for (int column = 0; column < 3; ++column) {
    const Vec3& start = at_start[column];
    axes[column] = turn.cosine * start + turn.sine * glm::cross(body.axis, start) +
                   ((1.0 - turn.cosine) * glm::dot(body.axis, start)) * body.axis;
  }
  return axes;
}

}  // namespace

PairMotion::PairMotion(const MovingShape& a, const MovingShape& b, double duration)
    : a_(spinning(a)),
      b_(spinning(b)),
      offset_(b.motion.start.position - a.motion.start.position),
      velocity_(b.motion.linear_velocity - a.motion.linear_velocity),
      acceleration_(b.motion.linear_acceleration - a.motion.linear_acceleration),
      duration_(duration),
      deviation_(a.motion.deviation + b.motion.deviation),
      start_axes_a_(rotation_matrix(glm::normalize(a_.orientation))),
      start_axes_b_(rotation_matrix(glm::normalize(b_.orientation))) {
  thickness_ = a.shape->rounding + b.shape->rounding + deviation_;
  const RigidMotion& moving_a = a.motion;
  const RigidMotion& moving_b = b.motion;
  const double places = at_most(moving_a.start.position) + at_most(moving_b.start.position) + at_most(offset_);
  const double speeds = at_most(moving_a.linear_velocity) + at_most(moving_b.linear_velocity);
  const double accelerations = at_most(moving_a.linear_acceleration) + at_most(moving_b.linear_acceleration);
  const double travel = duration * (speeds + 0.5 * duration * accelerations);
  const double sizes = a_.radius + b_.radius + thickness_;
  const double turns = duration * (a_.rate * a_.orbit + b_.rate * b_.orbit);
  slack_ = unit_roundoff * (64.0 * (places + travel + sizes) + 8.0 * turns);
}

double PairMotion::floor() const { return 1e-11 + 1e-12 * (a_.radius + b_.radius + length(offset_)) + 16.0 * slack_; }

Snapshot PairMotion::at(double time) const {
  return {axes_at(a_, start_axes_a_, time), axes_at(b_, start_axes_b_, time), offset_at(time)};
}

double PairMotion::separation(const Snapshot& snapshot, const Vec3& axis) const {
  return glm::dot(axis, snapshot.offset) - reach_along(*b_.shape, -into_frame(snapshot.axes_b, axis)) -
         reach_along(*a_.shape, into_frame(snapshot.axes_a, axis));
}

CorePair PairMotion::cores(const Snapshot& snapshot) const {
  return {*a_.shape, *b_.shape, relative_pose(snapshot.axes_a, snapshot.axes_b, snapshot.offset)};
}

bool spheres_stay_apart(const PairMotion& pair, double reach) {
  const double duration = pair.duration();
  // A parabola strays from its chord by at most |a| T^2 / 8.
  const double sagitta = length(pair.acceleration()) * duration * duration * 0.125;
  const double near = pair.a().radius + pair.b().radius + pair.thickness() + reach + sagitta + pair.slack();
  const Vec3 start = pair.offset_at(0.0);
  const Vec3 chord = pair.offset_at(duration) - start;
  const double along = -glm::dot(start, chord);
  const double whole = square_of(chord);
  const double part = along <= 0.0 || whole == 0.0 ? 0.0 : std::min(1.0, along / whole);
  return square_of(start + part * chord) > near * near * (1.0 + 1e-14);
}

ClosestApproach closest_approach(const PairMotion& pair) {
  const double speed2 = square_of(pair.velocity());
  const Vec3 start = pair.offset_at(0.0);
  const double when = speed2 > 0.0 ? -glm::dot(start, pair.velocity()) / speed2 : 0.0;
  const Vec3 nearest = pair.offset_at(std::clamp(when, 0.0, pair.duration()));
  return {unit_or(nearest, Vec3(0.0, 1.0, 0.0)), length(nearest)};
}

}  // namespace firstcontact
