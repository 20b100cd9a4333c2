// Where everybody stands still: such a step needs no substeps.
#include <algorithm>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// A body that rests is the contact solver's; one that flies, however slowly, or was hit is about to move.
bool stands_still(const RigidBody& body, double duration, double way) {
  if (is_fixed(body)) {
    return true;
  }
  if (body.is_dynamic() && body.motion != MotionClass::driven) {
    return false;
  }
  return fastest_point(body, {body.linear_velocity, body.angular_velocity}) * duration <= way;
}

// What is heavy on what is light is held to rounding in eight small kicks, but not in one: it would creep.
bool is_even(const RigidBody& a, const RigidBody& b) {
  const double ratio = tolerances::mass_ratio_for_direct;
  return !a.is_dynamic() || !b.is_dynamic() || (a.mass <= ratio * b.mass && b.mass <= ratio * a.mass);
}

}  // namespace

bool all_stand_still(const WorldState& world) {
  if (world.is_disturbed || !world.waiting_movers.empty()) {
    return false;
  }
  return std::all_of(world.pairs.begin(), world.pairs.end(), [&](const PairRecord& pair) {
    const double way = tolerances::standing_way * pair.skin;
    const RigidBody& a = world.bodies[pair.a];
    const RigidBody& b = world.bodies[pair.b];
    return !pair.overlapping && is_even(a, b) && stands_still(a, world.definition.time_step, way) &&
           stands_still(b, world.definition.time_step, way);
  });
}

}  // namespace firstcontact
