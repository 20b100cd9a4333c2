// What bodies gave each other in a step: kept for recordings that are to be checked, where the definition asks for it.
#include "calendar/world_state.hpp"

namespace firstcontact {

void note_transfers(WorldState& world, std::span<const ContactPoint> points, const std::vector<BodyIndex>& bodies,
                    double time) {
  if (!world.definition.keeps_impulses) {
    return;
  }
  auto& transfers = world.impulses.transfers;
  const std::size_t first = transfers.size();
  for (const ContactPoint& point : points) {
    if (!is_pressed(point)) {
      continue;
    }
    const Vec3 impulse = point.normal_impulse * point.normal + point.friction_impulse;
    const BodyIndex a = bodies[point.a];
    const BodyIndex b = bodies[point.b];
    const bool goes_on = transfers.size() > first && transfers.back().a == a && transfers.back().b == b &&
                         transfers.back().normal == point.normal;
    if (!goes_on) {
      transfers.push_back({time, a, b, point.normal, Vec3(0.0), Vec3(0.0)});
    }
    const Vec3 at = state_of(world, a, time).pose.position + point.arm_a;
    transfers.back().impulse += impulse;
    transfers.back().moment += glm::cross(at, impulse) + point.turning_impulse;
  }
}

void note_own_velocity(WorldState& world, BodyIndex index, double time) {
  const RigidBody& body = world.bodies[index];
  if (world.definition.keeps_impulses) {
    world.impulses.own_velocities.push_back({time, index, body.linear_velocity, body.angular_velocity});
  }
}

}  // namespace firstcontact
