// How a step is cut: into substeps, at whose starts contacts are found and whose motions are certified, and those into
// rounds of the soft solver, between which contacts are as they were found.
#include <algorithm>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

bool may_bear(const PairRecord& pair) { return pair.resting_speed > 0.0 || pair.overlapping; }

// Where no candidate pair can have lasting contact, free flight and impacts need no substeps. In a soft solver a
// contact sags by the load on it times the time squared: high stacks need finer ones.
int solves_in_step(const WorldState& world) {
  if (std::none_of(world.pairs.begin(), world.pairs.end(), may_bear)) {
    return 1;
  }
  int count = tolerances::substeps_with_contact;
  for (int height = world.soft.height; height > tolerances::height_per_substeps && count < tolerances::most_substeps;
       height /= 2) {
    count *= 2;
  }
  return count;
}

// In skins of its own: how far the fastest body comes in a step. One that only flies may be about to run into a heap.
double farthest_way(const WorldState& world) {
  double farthest = 0.0;
  for (const BodyIndex index : world.movers) {
    const RigidBody& body = world.bodies[index];
    const double speed = fastest_point(body, {body.linear_velocity, body.angular_velocity});
    farthest = std::max(farthest, speed * world.definition.time_step / skin_of_size(world, body.size));
  }
  return farthest;
}

}  // namespace

// In a large heap finding contacts and certifying motions costs several times what the sweeps do: it is done twice in a
// step, and once where nobody is fast. Where something is fast, contacts are others in no time; and sweeps, of which
// violent rounds have one each, are worth more than the repair of what they leave. Where all stand still nothing
// changes from one substep to the next; the rounds of a heap are kept, whose contacts would else give way further, but
// they are alike.
Rhythm choose_rhythm(const WorldState& world) {
  const int solves = solves_in_step(world);
  if (world.soft.bodies < tolerances::fewest_in_heap || solves == 1) {
    return {world.stands_still ? 1 : solves, 1, world.stands_still};
  }
  const double way = farthest_way(world);
  if (world.stands_still || way <= tolerances::settled_way) {
    return {1, solves, true};
  }
  int substeps = way <= tolerances::slow_way_in_heap ? 1 : tolerances::substeps_of_heap;
  while (substeps < solves && way > tolerances::way_in_heap * substeps) {
    substeps *= 2;
  }
  const int rounds = solves / substeps;
  return {substeps, way > tolerances::fast_way_in_heap ? 2 * rounds : rounds, false};
}

}  // namespace firstcontact
