// The state of a world of two bodies that are one pair, for tests of a single stage.
#pragma once

#include "calendar/world_state.hpp"

namespace firstcontact::testing_support {

/// Two fixed cubes of 1 m, one `gap` (m) above the other; their skin is 1 mm.
inline WorldState two_cubes(double gap) {
  WorldState world;
  for (const double height : {0.0, 1.0 + gap}) {
    RigidBody& body = world.bodies.emplace_back();
    body.collider = make_box_collider(Vec3(0.5)).value();
    body.radius = body.collider->radius;
    body.motion = MotionClass::fixed;
    body.segment.pose.position.y = height;
  }
  world.known_states.resize(2);
  world.close_boxes.resize(2);
  PairRecord& pair = world.pairs.emplace_back();
  pair.b = 1;
  pair.skin = 1e-3;
  return world;
}

}  // namespace firstcontact::testing_support
