// Which shapes of two bodies need to be asked at all: of a body that stands still and has many shapes, only those that
// the other may come near. A terrain of ten thousand triangles costs what lies below the body.
#pragma once

#include <memory>
#include <vector>

#include "dynamics/rigid_body.hpp"

namespace firstcontact {

/// Triangles of a surface that were built for two bodies and are kept for their next question. Whatever it knows, the
/// triangles asked for are the same.
class BuiltTriangles {
 public:
  using Shapes = std::vector<std::shared_ptr<const ConvexShape>>;

  /// The shapes `numbers` (ascending) of a collider with a surface: those known, and those built now and kept.
  [[nodiscard]] Shapes take(const Collider& collider, const std::vector<Index>& numbers);
  /// Keeps these (ascending), and not many more.
  void forget_all_but(const std::vector<Index>& numbers);

 private:
  struct Built {
    Index number = 0;
    std::shared_ptr<const ConvexShape> shape;
  };
  std::vector<Built> built_;  // ascending
};

/// All shapes of a collider, or some of them, ascending.
class ChosenShapes {
 public:
  /// All of a collider that holds them as shapes.
  explicit ChosenShapes(const Collider& collider) : collider_(&collider) {}
  ChosenShapes(const Collider& collider, std::vector<Index> chosen)
      : collider_(&collider), chosen_(std::move(chosen)), are_some_(true) {}
  /// Of a collider with a surface: `built` are the shapes `chosen`.
  ChosenShapes(const Collider& collider, std::vector<Index> chosen, BuiltTriangles::Shapes built)
      : collider_(&collider), chosen_(std::move(chosen)), built_(std::move(built)), are_some_(true) {}

  [[nodiscard]] std::size_t size() const { return are_some_ ? chosen_.size() : collider_->shapes.size(); }
  /// Number of the shape in its collider.
  [[nodiscard]] std::size_t number(std::size_t i) const { return are_some_ ? chosen_[i] : i; }
  [[nodiscard]] const ConvexShape& operator[](std::size_t i) const {
    return built_.empty() ? collider_->shapes[number(i)] : *built_[i];
  }
  [[nodiscard]] bool are_some() const { return are_some_; }
  /// Those chosen; none where all are meant.
  [[nodiscard]] const std::vector<Index>& numbers() const { return chosen_; }

 private:
  const Collider* collider_;
  std::vector<Index> chosen_;
  BuiltTriangles::Shapes built_;
  bool are_some_ = false;
};

/// Whether shapes of `body` are worth choosing from.
[[nodiscard]] bool has_many_shapes(const RigidBody& body);

/// The shapes of `body`, which stands still, whose boxes meet `box` (m, world). None that reaches into it is left out.
/// @param built  what was built of its surface before; what lies outside of the box may be forgotten
[[nodiscard]] ChosenShapes shapes_in(const RigidBody& body, const Aabb& box, BuiltTriangles& built);
/// The same for a box inside of another that was asked before: nothing is forgotten.
[[nodiscard]] ChosenShapes shapes_in_part(const RigidBody& body, const Aabb& box, BuiltTriangles& built);

/// In how many stretches of time to go along the way of `body` during [begin, end], so that each is no longer than the
/// body; a fast one would else have a box around all of its way, and everything in it.
[[nodiscard]] int stretches_of_way(const RigidBody& body, double begin, double end);

/// A box (m, world) that `body` does not leave during [begin, end] of its present segment, `reach` (m) wider on all
/// sides.
[[nodiscard]] Aabb box_of_way(const RigidBody& body, double begin, double end, double reach);

}  // namespace firstcontact
