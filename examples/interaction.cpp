// A shooting range: a light barrier times the shots, a belt carries the target, and a bad shot is taken back.
#include <firstcontact/world.hpp>

#include <cstdio>

namespace fc = firstcontact;

int main() {
  fc::World world(fc::WorldDefinition{});

  fc::BodyDefinition belt;
  belt.name = "belt";
  belt.type = fc::BodyType::fixed;
  belt.collider = fc::make_box_collider({50.0, 0.5, 2.0}).value();
  belt.mesh_pose.position = {0.0, -0.5, 0.0};
  belt.surface_velocity_local = {0.0, 0.0, 0.5};  // m/s: what stands on it is carried along z

  fc::BodyDefinition target;
  target.name = "target";
  target.collider = fc::make_box_collider({0.1, 0.5, 0.3}).value();
  target.mesh_pose.position = {20.0, 0.501, -0.5};

  fc::BodyDefinition barrier;
  barrier.name = "barrier";
  barrier.type = fc::BodyType::fixed;
  barrier.is_sensor = true;  // solid for nobody
  barrier.collider = fc::make_box_collider({0.0005, 1.0, 1.0}).value();
  barrier.mesh_pose.position = {5.0, 1.0, 0.0};

  fc::BodyDefinition ball;
  ball.name = "ball";
  ball.collider = fc::make_sphere_collider(0.02).value();
  ball.mesh_pose.position = {0.0, 0.8, 0.0};
  ball.mass = 0.2;
  ball.rolling_friction = 1e-3;  // m

  if (!world.add_body(belt) || !world.add_body(target) || !world.add_body(barrier)) {
    return 1;
  }
  for (int step = 0; step < 30; ++step) {
    world.step();
  }
  const fc::Snapshot before_the_shot = world.snapshot();

  for (const double impulse : {60.0, 180.0}) {  // N s
    world.restore(before_the_shot);
    const fc::BodyIndex shot = world.add_body(ball).value();
    world.apply_impulse(shot, {impulse, 0.0, 0.0});
    std::printf("a shot of %.0f m/s:\n", world.state(shot).linear_velocity.x);
    for (int step = 0; step < 6; ++step) {
      world.step();
      for (const fc::Event& event : world.events()) {
        if (event.kind == fc::EventKind::enter || event.kind == fc::EventKind::leave) {
          std::printf("  %.7f s: %s %s\n", event.time, event.kind == fc::EventKind::enter ? "into" : "out of",
                      world.name(event.a).c_str());
        } else if (event.kind == fc::EventKind::impact) {
          std::printf("  %.7f s: %s meets %s at %.0f m/s\n", event.time, world.name(event.a).c_str(),
                      world.name(event.b).c_str(), event.approach_speed);
        }
      }
    }
    world.remove_body(shot);
  }
}
