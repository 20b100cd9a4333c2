// Two bodies and a question: who saw the contact, and in time?
#pragma once

#include <algorithm>
#include <string>

#include "rivals/rival.hpp"

namespace firstcontact::test {

inline BodyDefinition box(const Vec3& half_extents, const Vec3& position, const Vec3& velocity) {
  BodyDefinition body;
  body.name = "box";
  body.collider = make_box_collider(half_extents).value();
  body.mesh_pose.position = position;
  body.linear_velocity = velocity;
  body.friction = 0.0;
  body.restitution = 0.0;
  return body;
}

inline BodyDefinition spinning(BodyDefinition body, const Vec3& angular_velocity) {
  body.angular_velocity = angular_velocity;
  return body;
}

inline BodyDefinition fixed(BodyDefinition body) {
  body.type = BodyType::fixed;
  return body;
}

inline BodyDefinition bouncing(BodyDefinition body, double restitution) {
  body.restitution = restitution;
  return body;
}

/// What a method made of a scene.
struct Outcome {
  bool reacts = false;
  double first_impact = 0.0;  // s, if it reacts
  FlowState a, b;             // in the end
  double time_lost = 0.0;     // s
};

inline Outcome run(const std::string& method, BodyDefinition a, BodyDefinition b, double duration) {
  RivalScene scene;
  scene.bodies = {std::move(a), std::move(b)};
  const auto rival = make_rival(scene, rival_method_named(method).value());
  Outcome outcome;
  while (rival->time() < duration) {
    rival->step();
    if (!outcome.reacts && !rival->impacts().empty()) {
      outcome.reacts = true;
      outcome.first_impact = rival->impacts().front().time;
    }
  }
  outcome.a = rival->state(0);
  outcome.b = rival->state(1);
  outcome.time_lost = rival->time_lost();
  return outcome;
}

}  // namespace firstcontact::test
