// The boxes of bodies in the world hold every corner, and are no larger than that takes.
#include <firstcontact/hull.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "calendar/body_boxes.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

Pose random_pose(Random& random) { return {random.vector(20.0), random.rotation()}; }

Aabb box_of_points(const ConvexShape& shape, const Pose& pose) {
  Aabb box;
  for (const Vec3& vertex : shape.core.vertices) {
    const Vec3 at = pose.position + pose.orientation * vertex;
    box = merged(box, {at - shape.rounding, at + shape.rounding});
  }
  return box;
}

Aabb box_of_points(const Collider& collider, const Pose& pose) {
  Aabb box;
  for (const ConvexShape& shape : collider.shapes) {
    box = merged(box, box_of_points(shape, pose));
  }
  return box;
}

void expect_just_holds(const Aabb& box, const Aabb& inner) {
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_LE(box.low[axis], inner.low[axis]);
    EXPECT_GE(box.high[axis], inner.high[axis]);
    EXPECT_NEAR(box.low[axis], inner.low[axis], 1e-12);
    EXPECT_NEAR(box.high[axis], inner.high[axis], 1e-12);
  }
}

// Lopsided, so that a box that is the same on both sides of the centre is far too large.
std::vector<Vec3> points_of_wedge(Random& random) {
  std::vector<Vec3> points;
  for (int i = 0; i < 20; ++i) {
    points.push_back(random.vector(0.5) * Vec3(1.0, 0.3, 2.0) + Vec3(0.4, 0.0, 0.0));
  }
  points.emplace_back(3.0, 0.0, 0.0);
  return points;
}

TEST(CloseBox, JustHoldsTheCornersOfAHull) {
  Random random(3);
  for (int i = 0; i < 100; ++i) {
    const auto collider = make_hull_collider(points_of_wedge(random)).value();
    const Pose pose = random_pose(random);
    expect_just_holds(close_box(*collider, pose), box_of_points(*collider, pose));
  }
}

TEST(CloseBox, JustHoldsEachShapeOfSeveral) {
  Random random(6);
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < 4; ++i) {
    shapes.push_back(make_shape(convex_hull(points_of_wedge(random)).value()));
  }
  shapes.push_back(make_capsule({1.0, 2.0, 0.0}, {3.0, 2.0, 1.0}, 0.4));
  const auto collider = make_collider(shapes).value();
  for (int i = 0; i < 20; ++i) {
    const Pose pose = random_pose(random);
    for (const ConvexShape& shape : collider->shapes) {
      expect_just_holds(close_box(shape, pose), box_of_points(shape, pose));
    }
  }
}

TEST(CloseBox, JustHoldsWhatIsRound) {
  Random random(4);
  for (const auto& collider : {make_sphere_collider(0.7).value(), make_capsule_collider(0.3, 1.2).value()}) {
    const Pose pose = random_pose(random);
    expect_just_holds(close_box(*collider, pose), box_of_points(*collider, pose));
  }
}

// Of very many corners the box and the ball around them all have to do: each holds them, and so does what both have in
// common.
TEST(CloseBox, HoldsVeryManyCorners) {
  Random random(5);
  std::vector<ConvexShape> shapes;
  for (int i = 0; i < 40; ++i) {
    shapes.push_back(make_shape(make_box(random.vector(0.5) + Vec3(1.0))));
  }
  const auto collider = make_collider(shapes).value();
  const Pose pose = random_pose(random);
  const Aabb box = close_box(*collider, pose);
  const Aabb inner = box_of_points(*collider, pose);
  EXPECT_TRUE(glm::all(glm::lessThanEqual(box.low, inner.low)));
  EXPECT_TRUE(glm::all(glm::greaterThanEqual(box.high, inner.high)));
  EXPECT_TRUE(glm::all(glm::lessThanEqual(box.high - box.low, Vec3(2.0 * collider->radius + 1e-12))));
}

}  // namespace
}  // namespace firstcontact
