// Substeps that end before their time because impacts lead nowhere (events.cpp). The rest of such a substep begins
// anew, with contacts found again and solved for a shorter time.
#include "calendar/impact_cluster.hpp"
#include "calendar/world_state.hpp"

namespace firstcontact {

namespace {

// A body that was struck on what holds it up has yet to fall for a part of what was left of the substep: at `time`, for
// the same part of what has passed since.
void fall_for_what_has_passed(RigidBody& body, double time, double end) {
  const double struck = body.segment.start_time;
  if (body.motion == MotionClass::supported && body.held_since > struck) {
    const double share = (end - body.held_since) / (end - struck);
    body.held_since = time - share * (time - struck);
  }
}

}  // namespace

void take_back_falls(WorldState& world, double time) {
  const double end = world.kicked_until;
  if (time == end) {
    return;
  }
  world.substep_end = end;
  for (const BodyIndex index : world.movers) {
    RigidBody& body = world.bodies[index];
    fall_for_what_has_passed(body, time, end);
    const double early = early_fall(world, body, body.linear_velocity, Vec3(0.0), time);
    if (early > 0.0) {
      change_velocity(world, index, {body.linear_velocity - early * body.acceleration, body.angular_velocity});
      note_own_velocity(world, index, time);
    }
  }
}

}  // namespace firstcontact
