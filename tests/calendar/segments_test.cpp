// What a body's segment says of all its points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "calendar/small_worlds.hpp"
#include "calendar/world_state.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

// A plank that spins about its middle axis turns over, and is faster then than at its start: by no more than the root
// of its moments' ratio. Certificates by ways believe that.
TEST(Segments, NoPointOfATumblingBodyIsFasterThanItsTopSpeed) {
  WorldState world;
  world.bodies.resize(1);
  world.known_states.resize(1);
  RigidBody& body = world.bodies[0];
  body.collider = box({1.0, 0.1, 0.3});
  body.radius = body.collider->radius;
  body.mass = 1.0;
  body.inertia.principal_moments = Vec3(0.1, 1.09, 1.01) / 3.0;
  body.motion = MotionClass::free;
  double growth = 0.0;
  for (const Vec3& spin : {Vec3(0.01, 0.02, 5.0), Vec3(0.01, 5.0, 0.01), Vec3(1.0, 3.0, 4.0)}) {
    set_segment(world, 0, {{}, {2.0, 0.0, 0.0}, spin}, 0.0);
    const double at_start = fastest_point(body, {body.segment.linear_velocity, spin});
    double fastest = 0.0;
    for (int i = 0; i < 4000; ++i) {
      const FlowState state = evaluate(body.segment, body.inertia, 0.005 * i);
      fastest = std::max(fastest, fastest_point(body, {state.linear_velocity, state.angular_velocity}));
    }
    EXPECT_LE(fastest, body.top_speed * (1.0 + 1e-12));
    growth = std::max(growth, fastest / at_start);
  }
  EXPECT_GT(growth, 1.1) << "nothing turned over";
}

}  // namespace
}  // namespace firstcontact
