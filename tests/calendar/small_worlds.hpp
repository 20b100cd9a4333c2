// Small worlds the calendar's tests share.
#pragma once

#include <firstcontact/world.hpp>

#include <memory>
#include <string>
#include <vector>

namespace firstcontact::testing_support {

inline std::shared_ptr<const Collider> box(const Vec3& half_extents) { return make_box_collider(half_extents).value(); }

inline BodyDefinition body(const std::string& name, std::shared_ptr<const Collider> collider, const Vec3& position) {
  BodyDefinition definition;
  definition.name = name;
  definition.collider = std::move(collider);
  definition.mesh_pose.position = position;
  return definition;
}

inline BodyDefinition fixed_body(const std::string& name, std::shared_ptr<const Collider> collider,
                                 const Vec3& position) {
  BodyDefinition definition = body(name, std::move(collider), position);
  definition.type = BodyType::fixed;
  return definition;
}

inline BodyDefinition floor_body() { return fixed_body("floor", box({20.0, 0.5, 20.0}), {0.0, -0.5, 0.0}); }

inline WorldDefinition weightless() {
  WorldDefinition definition;
  definition.gravity = Vec3(0.0);
  return definition;
}

inline WorldDefinition sleepless() {
  WorldDefinition definition;
  definition.sleeping = false;
  return definition;
}

inline BodyIndex add(World& world, const BodyDefinition& definition) { return world.add_body(definition).value(); }

inline void run(World& world, double duration, double time_step = 1.0 / 60.0) {
  const int steps = static_cast<int>(duration / time_step + 0.5);
  for (int i = 0; i < steps; ++i) {
    world.step();
  }
}

inline std::vector<Event> run_with_events(World& world, double duration, double time_step = 1.0 / 60.0) {
  std::vector<Event> events;
  const int steps = static_cast<int>(duration / time_step + 0.5);
  for (int i = 0; i < steps; ++i) {
    world.step();
    events.insert(events.end(), world.events().begin(), world.events().end());
  }
  return events;
}

inline std::vector<Event> of_kind(const std::vector<Event>& events, EventKind kind) {
  std::vector<Event> chosen;
  std::copy_if(events.begin(), events.end(), std::back_inserter(chosen),
               [&](const Event& event) { return event.kind == kind; });
  return chosen;
}

inline std::vector<Event> without_sleep(std::vector<Event> events) {
  std::erase_if(events,
                [](const Event& event) { return event.kind == EventKind::sleep || event.kind == EventKind::wake; });
  return events;
}

inline double total_energy(const World& world) {
  const Totals totals = world.totals();
  return totals.kinetic_energy + totals.potential_energy;
}

}  // namespace firstcontact::testing_support
