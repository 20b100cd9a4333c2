// The pruned search for the best axis against trying all of them, for pairs apart, touching and overlapping.
#include "narrowphase/sat.hpp"

#include "random_shapes.hpp"
#include "wide_queries.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace firstcontact::test {
namespace {

RelativePose pose_between(const Pose& a, const Pose& b) {
  return relative_pose(rotation_matrix(a.orientation), rotation_matrix(b.orientation), b.position - a.position);
}

Vec3 edge_vector(const ConvexShape& shape, const HullEdge& edge) {
  return shape.core.vertices[edge.vertex[1]] - shape.core.vertices[edge.vertex[0]];
}

// True when the arcs between normals a, b and c, d on the unit sphere cross: each circle parts the other's ends, and
// the crossing is on the near side of both.
bool cross(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 circle_ab = glm::cross(a, b);
  const Vec3 circle_cd = glm::cross(c, d);
  const Vec3 meeting = glm::cross(circle_ab, circle_cd);
  const bool parted =
      glm::dot(circle_ab, c) * glm::dot(circle_ab, d) < 0.0 && glm::dot(circle_cd, a) * glm::dot(circle_cd, b) < 0.0;
  return parted && glm::dot(meeting, a + b) * glm::dot(meeting, c + d) > 0.0;
}

// Every face normal and every pair of edges whose arcs cross, one after the other, each measured on all vertices.
double best_of_all(const CorePair& pair) {
  double best = -1e300;
  const auto offer = [&](const Vec3& axis) {
    best = std::max(best, separation_along(pair.a, pair.b, pair.pose, axis));
  };
  for (const HullFace& face : pair.a.core.faces) {
    offer(face.normal);
  }
  for (const HullFace& face : pair.b.core.faces) {
    offer(-(pair.pose.axes * face.normal));
  }
  for (const HullEdge& edge_a : pair.a.core.edges) {
    const Vec3& left = pair.a.core.faces[edge_a.face[0]].normal;
    const Vec3& right = pair.a.core.faces[edge_a.face[1]].normal;
    for (const HullEdge& edge_b : pair.b.core.edges) {
      if (cross(left, right, -(pair.pose.axes * pair.b.core.faces[edge_b.face[0]].normal),
                -(pair.pose.axes * pair.b.core.faces[edge_b.face[1]].normal))) {
        const Vec3 axis =
            glm::normalize(glm::cross(edge_vector(pair.a, edge_a), pair.pose.axes * edge_vector(pair.b, edge_b)));
        offer(glm::dot(axis, left + right) < 0.0 ? -axis : axis);
      }
    }
  }
  return best;
}

// Overlapping cores have their depth on one of those axes; for cores apart other axes may show more, but none of these.
void expect_best(const CorePair& pair, double tolerance) {
  const double found = best_axis(pair).separation;
  EXPECT_NEAR(found, best_of_all(pair), tolerance);
  if (found < 0.0) {
    EXPECT_NEAR(found, best_axis_by_brute_force(pair).separation, tolerance);
  }
}

TEST(BestAxis, IsThatOfAllAxesForPairsApartAndOverlapping) {
  Random random(211);
  int apart = 0;
  int edges = 0;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape_a = random_polyhedron(random);
    const ConvexShape shape_b = random_polyhedron(random);
    const double spread = random.between(0.0, 1.5);
    const Pose a{random.in_cube(0.1), random.orientation()};
    const Pose b{random.in_cube(spread), random.orientation()};
    const CorePair pair{shape_a, shape_b, pose_between(a, b)};
    const BestAxis found = best_axis(pair);
    expect_best(pair, 1e-12);
    EXPECT_NEAR(separation_along(shape_a, shape_b, pair.pose, found.axis), found.separation, 1e-12);
    apart += found.separation > 0.0 ? 1 : 0;
    edges += found.kind == AxisKind::edges ? 1 : 0;
  }
  EXPECT_GT(apart, 300);
  EXPECT_GT(edges, 300);
}

TEST(BestAxis, IsThatOfAllAxesForAlignedBoxesAndTwins) {
  Random random(212);
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape = random_polyhedron(random);
    const Pose a{Vec3(0.0), random.orientation()};
    for (const double far : {0.0, 1e-12, 0.1, 2.0}) {
      const Pose b{rotate(a.orientation, {far, 0.0, 0.0}), a.orientation};
      const CorePair pair{shape, shape, pose_between(a, b)};
      expect_best(pair, 1e-12);
    }
  }
}

TEST(BestAxis, IsThatOfAllAxesForNeedlesBladesAndHullsOfAnySize) {
  int compared = 0;
  for (std::uint64_t index = 0; index < 600; ++index) {
    SCOPED_TRACE(index);
    const RandomCase given = wide_query(33, index).given;
    const std::size_t edges_a = given.shape_a.core.edges.size();
    const std::size_t edges_b = given.shape_b.core.edges.size();
    if (given.shape_a.core.faces.empty() || given.shape_b.core.faces.empty() || edges_a * edges_b > 4000) {
      continue;
    }
    const double scale = given.shape_a.radius + given.shape_b.radius;
    for (const double part : {0.0, 0.05, 0.3, 1.0}) {
      Pose b = given.motion_b.start;
      b.position = given.motion_a.start.position + part * (b.position - given.motion_a.start.position);
      const CorePair pair{given.shape_a, given.shape_b, pose_between(given.motion_a.start, b)};
      expect_best(pair, 1e-11 * scale);
      ++compared;
    }
  }
  EXPECT_GT(compared, 500);
}

}  // namespace
}  // namespace firstcontact::test
