// Bodies in contact that tumble. The solver turns a body about one axis, so that it ends where its angular momentum
// costs the energy that it has (mean_spin.hpp). In between it costs more or less: little, where little is turned by. A
// thin rod that spins about its length and tumbles is turned through attitudes in which the same angular momentum would
// cost many times its energy; and if the substep ends there, or something strikes it there, it has that.
#include <algorithm>
#include <cmath>

#include "calendar/driven.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

// rad: where a body turns by less in a substep, what it has in between differs by next to nothing.
constexpr double small_turn = 0.1;
// Of what a body has of its turning, at the start or at the end: by how much more it may have in between.
constexpr double bearable_share = 0.1;

// J: of its turning, if it had this angular momentum (kg m^2/s) at that attitude.
double energy_of_turning(const RigidBody& body, const Quat& orientation, const Vec3& momentum) {
  return 0.5 * glm::dot(momentum, apply_inverse_inertia(body.inertia, orientation, momentum));
}

bool tumbles_astray(const WorldState& world, const RigidBody& body, const Vec3& spin, double begin) {
  const double duration = world.substep_end - begin;
  const double turn = duration * std::sqrt(squared_length(body.segment.angular_velocity));
  if (!body.is_awake() || body.any_rotation_locked || turn < small_turn) {
    return false;
  }
  const Vec3 momentum = apply_inertia(body.inertia, body.segment.pose.orientation, spin);
  const auto energy_after = [&](double share) {
    return energy_of_turning(body, state_at(body, begin + share * duration).pose.orientation, momentum);
  };
  const double most = (1.0 + bearable_share) * std::max(energy_after(0.0), energy_after(1.0));
  // More of them the further it turns, so that none of its attitudes lies far from all.
  const int looks = std::clamp(static_cast<int>(4.0 * turn), 4, 64);
  for (int i = 1; i < looks; ++i) {
    if (energy_after(static_cast<double>(i) / looks) > most) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool any_tumbles_astray(const WorldState& world, const Driven& driven, double begin) {
  for (std::uint32_t slot = 0; slot < driven.bodies.size(); ++slot) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    if (body.motion == MotionClass::driven &&
        tumbles_astray(world, body, driven.responders[slot].velocity.angular, begin)) {
      return true;
    }
  }
  return false;
}

}  // namespace firstcontact
