// Where everybody stands still: such a step needs no substeps.
#include <algorithm>
#include <cmath>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of a skin. What stands loses a third of its speed in a piece of any length: most of it is to be gone before pieces
// grow longer.
constexpr double standing_share = 1e-6;

// A body that rests is in contact; one that flies, however slowly, or was hit is about to move.
bool stands_still(const RigidBody& body, double duration, double way) {
  if (is_fixed(body)) {
    return true;
  }
  if (body.is_dynamic() && body.motion != MotionClass::driven) {
    return false;
  }
  return fastest_point(body, {body.linear_velocity, body.angular_velocity}) * duration <= way;
}

// N, at the pair's points in the last substep.
double load_on(const PairRecord& pair) {
  double impulse = 0.0;
  for (const StoredImpulse& stored : pair.impulses) {
    impulse += stored.normal_impulse;
  }
  return pair.impulses.empty() ? 0.0 : impulse / pair.impulses_substep;
}

// What is heavy on what is light is held to rounding in eight short pieces, but not in one: it would creep. One that
// lies beside the other, or bears no more than its own like would, is none the worse for its neighbour's mass.
bool is_even(const PairRecord& pair, const RigidBody& a, const RigidBody& b) {
  const double ratio = tolerances::mass_ratio_of_uneven;
  if (!a.is_dynamic() || !b.is_dynamic() || (a.mass <= ratio * b.mass && b.mass <= ratio * a.mass)) {
    return true;
  }
  const RigidBody& light = a.mass < b.mass ? a : b;
  return load_on(pair) <= tolerances::load_on_light * light.mass * std::sqrt(squared_length(light.acceleration));
}

}  // namespace

double standing_way(const PairRecord& pair) { return standing_share * pair.skin; }

bool stands_still(const WorldState& world, const PairRecord& pair, double duration) {
  const double way = standing_way(pair);
  const RigidBody& a = world.bodies[pair.a];
  const RigidBody& b = world.bodies[pair.b];
  return !pair.overlapping && is_even(pair, a, b) && stands_still(a, duration, way) && stands_still(b, duration, way);
}

bool all_stand_still(const WorldState& world) {
  if (world.is_disturbed || !world.waiting_movers.empty()) {
    return false;
  }
  return std::all_of(world.pairs.begin(), world.pairs.end(),
                     [&](const PairRecord& pair) { return stands_still(world, pair, world.definition.time_step); });
}

}  // namespace firstcontact
