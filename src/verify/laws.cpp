#include "verify/laws.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact::verify {

namespace {

struct Decay {
  double keep, mean, second;
};

// The integrals of e^-s over [0, x], each divided by x again. Where x is small, by their series.
Decay decay_of(double x) {
  if (x < 0.1) {
    double second = 0.0;
    for (int k = 11; k >= 0; --k) {
      second = (1.0 - x * second) / (k + 2);
    }
    return {1.0 - x * (1.0 - x * second), 1.0 - x * second, second};
  }
  const double mean = -std::expm1(-x) / x;
  return {std::exp(-x), mean, (1.0 - mean) / x};
}

// A whole step of flight, as docs/step.md has it under "Damping".
struct DraggedStep {
  Decay decay;
  double step;  // s

  [[nodiscard]] double lead() const { return step * (0.5 - decay.second); }
  [[nodiscard]] double above() const { return lead() / (1.0 - decay.mean); }

  [[nodiscard]] Vec3 take_off(const Vec3& velocity, const Vec3& fall) const {
    const double squares = glm::dot(fall, fall);
    if (squares == 0.0) {
      return decay.mean * velocity;
    }
    const double fallen = glm::dot(velocity, fall) / squares;
    const bool is_near_top = fallen > -above() && decay.mean * fallen < 2.0 * lead();
    const double taken = is_near_top ? std::max(0.0, decay.mean * fallen - 0.99 * lead()) : lead();
    return decay.mean * velocity - taken * fall;
  }
  [[nodiscard]] Vec3 land(const Vec3& flown, const Vec3& fall) const {
    const double squares = glm::dot(fall, fall);
    const double fallen = squares > 0.0 ? glm::dot(flown, fall) / squares : 0.0;
    const bool was_exact = fallen < -decay.mean * above() - 0.5 * lead() || fallen > 0.995 * lead();
    const Vec3 before = flown + (was_exact ? lead() : 0.0) * fall;
    return (decay.keep / decay.mean) * before + (step * decay.mean) * fall;
  }
};

}  // namespace

Laws::Laws(const RecordingHeader& header) : header_(&header) {
  for (std::size_t body = 0; body < header.bodies.size(); ++body) {
    Vec3 fall = header.gravity;
    if (header.laws) {
      const RecordedLaws::OfBody& law = header.laws->bodies[body];
      fall = law.gravity + law.force / header.bodies[body].mass;
      for (int axis = 0; axis < 3; ++axis) {
        fall[axis] = law.locked[static_cast<std::size_t>(axis)] ? 0.0 : fall[axis];
      }
    }
    falls_.push_back(fall);
  }
}

Vec3 Laws::torque(std::uint32_t body) const {
  Vec3 torque = are_known() ? header_->laws->bodies[body].torque : Vec3(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    torque[axis] = is_rotation_locked(body, axis) ? 0.0 : torque[axis];
  }
  return torque;
}

bool Laws::is_linear_locked(std::uint32_t body, int axis) const {
  return are_known() && header_->laws->bodies[body].locked[static_cast<std::size_t>(axis)];
}

bool Laws::is_rotation_locked(std::uint32_t body, int axis) const {
  return are_known() && header_->laws->bodies[body].locked[3 + static_cast<std::size_t>(axis)];
}

bool Laws::is_any_rotation_locked(std::uint32_t body) const {
  return is_rotation_locked(body, 0) || is_rotation_locked(body, 1) || is_rotation_locked(body, 2);
}

Vec3 Laws::without_locked(std::uint32_t body, Vec3 linear) const {
  for (int axis = 0; axis < 3; ++axis) {
    linear[axis] = is_linear_locked(body, axis) ? 0.0 : linear[axis];
  }
  return linear;
}

int Laws::linear_locks(std::uint32_t body) const {
  return static_cast<int>(is_linear_locked(body, 0)) + static_cast<int>(is_linear_locked(body, 1)) +
         static_cast<int>(is_linear_locked(body, 2));
}

double Laws::arm(std::uint32_t body) const {
  const Vec3& moments = header_->bodies[body].inertia.principal_moments;
  return 2.0 * std::sqrt(std::max({moments.x, moments.y, moments.z}) / header_->bodies[body].mass);
}

// In flight a body falls; where nothing pulls at it, it turns without torque. Whatever the solver moves does neither.
bool Laws::flew(const MotionSegment& before) const {
  return before.linear_acceleration != Vec3(0.0) ||
         (before.kind == FlowKind::ballistic && fall(before.body) == Vec3(0.0));
}

Vec3 Laws::damped_velocity(const MotionSegment& before, double time, const Vec3& velocity) const {
  if (!are_known() || header_->laws->linear_damping == 0.0) {
    return velocity;
  }
  const double step = header_->time_step;
  const double damping = header_->laws->linear_damping;
  if (!flew(before)) {
    return velocity * std::max(0.0, 1.0 - step * damping);
  }
  constexpr double whole = 1.0 - 1e-9;  // of a step, as times are rounded
  const DraggedStep drag{decay_of(step * damping), step};
  const double flown = time - before.start_time;
  Vec3 landed = velocity;
  if (flown >= whole * step) {
    landed = drag.land(before.linear_velocity, before.linear_acceleration);
  } else if (flown > 0.0) {
    landed = std::exp(-damping * flown) * velocity;
  }
  return drag.take_off(landed, fall(before.body));
}

double Laws::angular_keep(const MotionSegment& before) const {
  const double share = are_known() ? header_->time_step * header_->laws->angular_damping : 0.0;
  return flew(before) ? std::exp(-share) : std::max(0.0, 1.0 - share);
}

double Laws::friction(std::uint32_t a, std::uint32_t b) const {
  const double x = header_->laws->bodies[a].friction;
  const double y = header_->laws->bodies[b].friction;
  switch (header_->laws->friction_rule) {
    case MixRule::minimum:
      return std::min(x, y);
    case MixRule::maximum:
      return std::max(x, y);
    case MixRule::multiply:
      return x * y;
    case MixRule::geometric:
      return std::sqrt(x * y);
    case MixRule::average:
      break;
  }
  return 0.5 * (x + y);
}

bool Laws::has_belt(std::uint32_t a, std::uint32_t b) const { return belt(a) != Vec3(0.0) || belt(b) != Vec3(0.0); }

Vec3 Laws::belt(std::uint32_t body) const {
  return are_known() ? header_->laws->bodies[body].surface_velocity_local : Vec3(0.0);
}

bool Laws::may_meet(std::uint32_t a, std::uint32_t b) const {
  const RecordedBody& body_a = header_->bodies[a];
  const RecordedBody& body_b = header_->bodies[b];
  const bool someone_gives_way = body_a.type == BodyType::dynamic || body_b.type == BodyType::dynamic;
  const bool is_one_group = body_a.group && body_b.group && *body_a.group == *body_b.group;
  if (!someone_gives_way || is_one_group || !are_known()) {
    return someone_gives_way && !is_one_group;
  }
  const RecordedLaws::OfBody& law_a = header_->laws->bodies[a];
  const RecordedLaws::OfBody& law_b = header_->laws->bodies[b];
  const bool are_solid = !law_a.is_sensor && !law_b.is_sensor;
  return are_solid && (law_a.mask & law_b.category) != 0U && (law_b.mask & law_a.category) != 0U;
}

}  // namespace firstcontact::verify
