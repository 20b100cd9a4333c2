#include "narrowphase/doors.hpp"

#include <cmath>

namespace firstcontact {

namespace {

void require_shape(const ConvexShape* shape, const char* where) {
  if (shape == nullptr || shape->x.empty()) {
    refuse(where, "a shape is missing or has no vertices");
  }
  if (!(shape->radius <= limits::of_query)) {
    refuse(where, "a shape's radius must be within 1e50 m, found " + text_of(shape->radius));
  }
}

}  // namespace

PosedShape mended(const PosedShape& posed, const char* where) {
  require_shape(posed.shape, where);
  require_within(posed.pose.position, limits::of_query, where, "a position");
  return {posed.shape, {posed.pose.position, unit_rotation(posed.pose.orientation, where)}};
}

MovingShape mended(const MovingShape& moving, const char* where) {
  require_shape(moving.shape, where);
  MovingShape sound = moving;
  RigidMotion& motion = sound.motion;
  require_within(motion.start.position, limits::of_query, where, "a position");
  require_within(motion.linear_velocity, limits::of_query, where, "a velocity");
  require_within(motion.angular_velocity, limits::of_query, where, "a spin");
  require_within(motion.linear_acceleration, limits::of_query, where, "an acceleration");
  if (!(motion.deviation >= 0.0 && motion.deviation <= limits::of_query)) {
    refuse(where, "a deviation must be finite and >= 0, found " + text_of(motion.deviation));
  }
  motion.start.orientation = unit_rotation(motion.start.orientation, where);
  return sound;
}

void require_options(const TimeOfImpactOptions& options, const char* where) {
  const auto is_length = [](double value) { return value >= 0.0 && value <= limits::of_query; };
  if (!is_length(options.duration)) {
    refuse(where, "duration must be finite and >= 0, found " + text_of(options.duration));
  }
  if (!is_length(options.target)) {
    refuse(where, "target must be finite and >= 0, found " + text_of(options.target));
  }
  if (!(is_length(options.tolerance) && options.tolerance > 0.0)) {
    refuse(where, "tolerance must be finite and > 0, found " + text_of(options.tolerance));
  }
}

}  // namespace firstcontact
