// Which shapes of two bodies need to be asked at all: of a body that stands still and has many shapes, only those that
// the other may come near. A terrain of ten thousand triangles costs what lies below the body.
#pragma once

#include <optional>
#include <vector>

#include "dynamics/rigid_body.hpp"

namespace firstcontact {

/// All shapes of a collider, or some of them, ascending.
class ChosenShapes {
 public:
  explicit ChosenShapes(const Collider& collider) : collider_(&collider) {}
  ChosenShapes(const Collider& collider, std::vector<Index> chosen)
      : collider_(&collider), chosen_(std::move(chosen)), are_some_(true) {}

  [[nodiscard]] std::size_t size() const { return are_some_ ? chosen_.size() : collider_->shapes.size(); }
  /// Number of the shape in its collider.
  [[nodiscard]] std::size_t number(std::size_t i) const { return are_some_ ? chosen_[i] : i; }
  [[nodiscard]] const ConvexShape& operator[](std::size_t i) const { return collider_->shapes[number(i)]; }
  [[nodiscard]] bool are_some() const { return are_some_; }

 private:
  const Collider* collider_;
  std::vector<Index> chosen_;
  bool are_some_ = false;
};

/// Whether shapes of `body` are worth choosing from.
[[nodiscard]] bool has_many_shapes(const RigidBody& body);

/// The shapes of `body`, which stands still, whose boxes meet `box` (m, world). None that reaches into it is left out.
[[nodiscard]] ChosenShapes shapes_in(const RigidBody& body, const Aabb& box);

/// In how many stretches of time to go along the way of `body` during [begin, end], so that each is no longer than the
/// body; a fast one would else have a box around all of its way, and everything in it.
[[nodiscard]] int stretches_of_way(const RigidBody& body, double begin, double end);

/// A box (m, world) that `body` does not leave during [begin, end] of its present segment, `reach` (m) wider on all
/// sides.
[[nodiscard]] Aabb box_of_way(const RigidBody& body, double begin, double end, double reach);

}  // namespace firstcontact
