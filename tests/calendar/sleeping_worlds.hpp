// Stacks that fall asleep, for the tests of sleep.
#pragma once

#include <firstcontact/world.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"

namespace firstcontact::testing_support {

inline std::vector<BodyIndex> add_stack(World& world, int height, const Vec3& foot) {
  std::vector<BodyIndex> stack;
  for (int i = 0; i < height; ++i) {
    stack.push_back(add(world, body("crate " + std::to_string(i), box(Vec3(0.5)), foot + Vec3(0.0, 0.5 + i, 0.0))));
  }
  return stack;
}

inline bool are_asleep(const World& world, const std::vector<BodyIndex>& bodies) {
  return std::all_of(bodies.begin(), bodies.end(), [&](BodyIndex body) { return world.state(body).asleep; });
}

inline bool are_awake(const World& world, const std::vector<BodyIndex>& bodies) {
  return std::none_of(bodies.begin(), bodies.end(), [&](BodyIndex body) { return world.state(body).asleep; });
}

/// Two stacks on a floor, asleep after a second.
struct TwoStacks {
  World world{WorldDefinition{}};
  BodyIndex floor = add(world, floor_body());
  std::vector<BodyIndex> left = add_stack(world, 3, {-2.0, 0.0, 0.0});
  std::vector<BodyIndex> right = add_stack(world, 3, {2.0, 0.0, 0.0});
  TwoStacks() { run(world, 1.5); }
};

}  // namespace firstcontact::testing_support
