// A gravity that can be changed while the engine runs: the engine keeps one for each body.
#pragma once

#include <firstcontact/world.hpp>
#include <optional>
#include <vector>

namespace firstcontact {

/// Knows which bodies have a gravity of their own. Their numbers must be those of the world, in order.
class CommonGravity {
 public:
  /// The next body of the world, with the gravity that the others have by now.
  BodyDefinition add(BodyDefinition definition) {
    is_own_.push_back(definition.gravity.has_value());
    definition.gravity = definition.gravity ? definition.gravity : changed_;
    return definition;
  }
  /// All others have this one (m/s^2) from the next step on.
  void change(World& world, const Vec3& gravity) {
    changed_ = gravity;
    for (BodyIndex body = 0; body < is_own_.size(); ++body) {
      if (!is_own_[body] && world.type(body) == BodyType::dynamic && !world.state(body).removed) {
        world.set_gravity(body, gravity);
      }
    }
  }

 private:
  std::vector<bool> is_own_;     // per body
  std::optional<Vec3> changed_;  // m/s^2; nothing: as the world has it
};

}  // namespace firstcontact
