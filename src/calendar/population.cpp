// Bodies that leave the world. Their places are taken again, a step later; their handles never are.
#include "calendar/places.hpp"
#include "calendar/world_holder.hpp"

#include "core/arithmetic_mode.hpp"

namespace firstcontact {

Event take_out(WorldState& world, BodyIndex index) {
  RigidBody& body = world.bodies[index];
  wake(world, index, world.time);
  if (!body.is_dynamic()) {
    wake_touching(world, index);
  }
  if (body.is_sensor) {
    recall_visits(world, index);
  }
  const FlowState state = state_of(world, index, world.time);
  if (body.type == BodyType::fixed) {
    world.octree.remove_resident(index);
  }
  body.removed = true;
  if (world.definition.reuses_places) {
    world.leaving_places.push_back(index);
  }
  world.is_disturbed = true;
  world.has_other_movers = true;
  body.motion = MotionClass::fixed;
  set_segment(world, index, {state.pose, Vec3(0.0), Vec3(0.0)}, world.time);
  record_segment(world, index);
  Event event;
  event.time = world.time;
  event.kind = EventKind::removed;
  event.a = event.b = index;
  event.point = state.pose.position;
  return event;
}

void World::remove_body(BodyIndex body) {
  const ArithmeticMode mode;
  const BodyIndex place = present_place(content(), body, "World::remove_body");
  content().coming_events.push_back(take_out(content(), place));
}

}  // namespace firstcontact
