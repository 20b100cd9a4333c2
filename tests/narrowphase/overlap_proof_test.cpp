// The tetrahedron that proves an overlap, about an origin that is inside, just inside, just outside, or in a sliver.
#include "narrowphase/overlap_proof.hpp"

#include "random_shapes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace firstcontact::test {
namespace {

constexpr double slack = 1e-9;  // m, far above rounding: the tests see what it does

Simplex tetrahedron(const std::array<Vec3, 4>& corners) {
  Simplex simplex;
  simplex.count = 4;
  for (std::size_t i = 0; i < 4; ++i) {
    simplex.vertex[i] = {0, 0, corners[i], 0.25};
  }
  return simplex;
}

TEST(OverlapProof, HoldsWhatIsDeeperThanTheSlackAndNothingElse) {
  Random random(301);
  int held = 0;
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    std::array<Vec3, 4> corners{random.in_cube(1.0), random.in_cube(1.0), random.in_cube(1.0), random.in_cube(1.0)};
    const Vec3 normal = normalized_or(glm::cross(corners[1] - corners[0], corners[2] - corners[0]), Vec3(0.0));
    const Vec3 inward = glm::dot(normal, corners[3] - corners[0]) > 0.0 ? normal : -normal;
    const Vec3 on_face = (corners[0] + corners[1] + corners[2]) / 3.0;
    for (const double depth : {-1e-3, -1e-8, 0.0, 0.1 * slack, 1e-6}) {
      std::array<Vec3, 4> moved = corners;
      for (Vec3& corner : moved) {
        corner -= on_face + depth * inward;
      }
      std::swap(moved[3], moved[static_cast<std::size_t>(i) % 4]);  // whichever face it is
      const bool holds = holds_origin(tetrahedron(moved), slack);
      EXPECT_FALSE(holds && depth < slack) << depth;
      held += holds ? 1 : 0;
    }
  }
  EXPECT_GT(held, 1900);  // all but slivers, a millionth of a metre deep
}

TEST(OverlapProof, IsNotGivenByASliverOrATriangle) {
  const std::array<Vec3, 4> flat{Vec3(-1.0, -1.0, -1e-10), Vec3(1.0, -1.0, -1e-10), Vec3(0.0, 1.0, -1e-10),
                                 Vec3(0.0, 0.0, 1e-10)};
  EXPECT_FALSE(holds_origin(tetrahedron(flat), slack));
  EXPECT_TRUE(holds_origin(tetrahedron(flat), 1e-16));
  Simplex triangle = tetrahedron(flat);
  triangle.count = 3;
  EXPECT_FALSE(holds_origin(triangle, 1e-16));
}

}  // namespace
}  // namespace firstcontact::test
