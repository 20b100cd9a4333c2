// How a body moves between events, exactly: what a recording stores and what rebuilds any instant from it bit for bit.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/math.hpp>

#include <cstdint>

namespace firstcontact {

enum class BodyType : std::uint8_t { dynamic, fixed, kinematic };  // `fixed` is the scene file's "static"
enum class MixRule : std::uint8_t { average, minimum, maximum, multiply, geometric };

/// How a body moves from `start` until its next segment starts. Poses in between are rebuilt bit for bit by `evaluate`.
enum class FlowKind : std::uint8_t {
  ballistic,  // constant acceleration, torque-free exact rotation with constant angular momentum
  screw,      // constant linear and angular velocity
};
struct MotionSegment {
  std::uint32_t body = 0;  // its index in the world
  FlowKind kind = FlowKind::ballistic;
  double start_time = 0.0;        // s
  Pose pose;                      // of the centre of mass, at start_time
  Vec3 linear_velocity{0.0};      // m/s
  Vec3 angular_velocity{0.0};     // rad/s, world, at start_time
  Vec3 linear_acceleration{0.0};  // m/s^2
};

struct InertiaFrame {
  Vec3 principal_moments{0.0};              // kg m^2
  Quat principal_axes{1.0, 0.0, 0.0, 0.0};  // body from principal axes
};
struct FlowState {
  Pose pose;
  Vec3 linear_velocity{0.0};
  Vec3 angular_velocity{0.0};
};
/// The state at `time` (>= segment.start_time) of a body that follows `segment`. Pure.
/// @throws ContractViolation  for numbers that are not finite or beyond 1e50, and moments that are not > 0
[[nodiscard]] FIRSTCONTACT_EXPORT FlowState evaluate(const MotionSegment& segment, const InertiaFrame& inertia,
                                                     double time);

}  // namespace firstcontact
