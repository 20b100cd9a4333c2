// A crate falls on a floor: make a world, put bodies in it, step, look.
#include <firstcontact/world.hpp>

#include <cstdio>

namespace fc = firstcontact;

int main() {
  fc::World world(fc::WorldDefinition{});  // gravity 9.81 m/s^2 downward, 60 steps a second

  fc::BodyDefinition floor;
  floor.name = "floor";
  floor.type = fc::BodyType::fixed;
  floor.collider = fc::make_box_collider({10.0, 0.5, 10.0}).value();
  floor.mesh_pose.position = {0.0, -0.5, 0.0};

  fc::BodyDefinition crate;
  crate.name = "crate";
  crate.collider = fc::make_box_collider({0.5, 0.5, 0.5}).value();
  crate.mesh_pose.position = {0.0, 3.0, 0.0};
  crate.angular_velocity = {0.0, 5.0, 1.0};

  if (!world.add_body(floor) || !world.add_body(crate)) {
    return 1;
  }
  for (int step = 0; step < 120; ++step) {
    world.step();
    for (const fc::Event& event : world.events()) {
      if (event.kind == fc::EventKind::impact) {
        std::printf("%8.5f s: %s meets %s at %.3f m/s\n", event.time, world.name(event.a).c_str(),
                    world.name(event.b).c_str(), event.approach_speed);
      }
    }
  }
  std::printf("after %.2f s the crate is at y = %.3f m\n", world.time(), world.state(1).pose.position.y);
}
