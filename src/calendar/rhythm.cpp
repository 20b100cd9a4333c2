// How a step is cut: into substeps, at whose starts contacts are found and whose motions are certified, and those into
// rounds of the soft solver, between which contacts are as they were found.
#include <algorithm>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

bool may_bear(const PairRecord& pair) { return pair.resting_speed > 0.0 || pair.overlapping; }

// Where no candidate pair can have lasting contact, free flight and impacts need no substeps, and where all stand still
// nothing changes from one to the next. In a soft solver a contact sags by the load on it times the time squared: high
// stacks need finer ones.
int solves_in_step(const WorldState& world) {
  if (world.stands_still || std::none_of(world.pairs.begin(), world.pairs.end(), may_bear)) {
    return 1;
  }
  int count = tolerances::substeps_with_contact;
  for (int height = world.soft.height; height > tolerances::height_per_substeps && count < tolerances::most_substeps;
       height /= 2) {
    count *= 2;
  }
  return count;
}

// m: what a body that stands by itself keeps from others.
double own_skin(const WorldState& world, const RigidBody& body) {
  return world.definition.skin.value_or(tolerances::skin_per_size * body.size);
}

// Nobody whom contacts move comes far enough in a step for its contacts to become others.
bool is_settled(const WorldState& world) {
  return std::all_of(world.movers.begin(), world.movers.end(), [&](BodyIndex index) {
    const RigidBody& body = world.bodies[index];
    const double speed = fastest_point(body, {body.linear_velocity, body.angular_velocity});
    return !body.is_dynamic() || body.motion != MotionClass::driven ||
           speed * world.definition.time_step <= tolerances::settled_way * own_skin(world, body);
  });
}

}  // namespace

// In a large heap finding contacts and certifying motions costs several times what the sweeps do: it is done but twice
// in a step, and once where all move slowly. What moves fast in it is held by the repair, and is not held worse than
// by eight substeps: pile_1000 loses no time with either.
Rhythm choose_rhythm(const WorldState& world) {
  const int solves = solves_in_step(world);
  if (world.soft.bodies < tolerances::fewest_in_heap || solves == 1) {
    return {solves, 1, world.stands_still};
  }
  if (is_settled(world)) {
    return {1, solves, true};
  }
  return {tolerances::substeps_of_heap, solves / tolerances::substeps_of_heap, false};
}

}  // namespace firstcontact
