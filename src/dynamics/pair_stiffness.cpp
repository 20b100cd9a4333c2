#include "dynamics/pair_stiffness.hpp"

namespace firstcontact {

namespace {

// A m, with A the matrix that turns v into arm x v.
inline Mat3 crossed(const Vec3& arm, const Mat3& m) {
  return {glm::cross(arm, m[0]), glm::cross(arm, m[1]), glm::cross(arm, m[2])};
}

// The matrix that turns v into arm x v.
Mat3 cross_matrix(const Vec3& arm) {
  return {Vec3(0.0, arm.z, -arm.y), Vec3(-arm.z, 0.0, arm.x), Vec3(arm.y, -arm.x, 0.0)};
}

// That of a by the transpose of that of b.
Mat3 crossed_twice(const Vec3& a, const Vec3& b) {
  return {Vec3(a.y * b.y + a.z * b.z, -a.x * b.y, -a.x * b.z), Vec3(-a.y * b.x, a.z * b.z + a.x * b.x, -a.y * b.z),
          Vec3(-a.z * b.x, -a.z * b.y, a.x * b.x + a.y * b.y)};
}

NodeBlock block(const Mat3& upper_left, const Mat3& upper_right, const Mat3& lower_left, const Mat3& lower_right) {
  const auto column = [](const Vec3& upper, const Vec3& lower) {
    return NodeColumn{upper.x, upper.y, upper.z, lower.x, lower.y, lower.z};
  };
  return {column(upper_left[0], lower_left[0]),   column(upper_left[1], lower_left[1]),
          column(upper_left[2], lower_left[2]),   column(upper_right[0], lower_right[0]),
          column(upper_right[1], lower_right[1]), column(upper_right[2], lower_right[2])};
}

}  // namespace

void add_inertia(BlockEnvelope& matrix, std::uint32_t node, const Vec3& mass, const Mat3& inertia) {
  const Mat3 masses(Vec3(mass.x, 0.0, 0.0), Vec3(0.0, mass.y, 0.0), Vec3(0.0, 0.0, mass.z));
  matrix.add(node, node, block(masses, Mat3(0.0), Mat3(0.0), inertia));
}

// S is symmetric: S A^T is the transpose of A S.
void PairStiffness::add(const Mat3& stiffness, const ContactPoint& point) {
  if (stiffness == Mat3(stiffness[0][0])) {
    add_isotropic(stiffness[0][0], point);
    return;
  }
  const Mat3 of_a = crossed(point.arm_a, stiffness);
  const Mat3 of_b = crossed(point.arm_b, stiffness);
  const Mat3 of_b_transposed = glm::transpose(of_b);
  s_ += stiffness;
  as_ += of_a;
  bs_ += of_b;
  asa_ += crossed(point.arm_a, glm::transpose(of_a));
  asb_ += crossed(point.arm_a, of_b_transposed);
  bsb_ += crossed(point.arm_b, of_b_transposed);
}

// The same numbers without what is multiplied by nothing: of a point that sticks, or has let go.
void PairStiffness::add_isotropic(double stiffness, const ContactPoint& point) {
  if (stiffness == 0.0) {
    return;
  }
  const Vec3 of_a = stiffness * point.arm_a;
  const Vec3 of_b = stiffness * point.arm_b;
  s_ += Mat3(stiffness);
  as_ += cross_matrix(of_a);
  bs_ += cross_matrix(of_b);
  asa_ += crossed_twice(point.arm_a, of_a);
  asb_ += crossed_twice(point.arm_a, of_b);
  bsb_ += crossed_twice(point.arm_b, of_b);
}

void PairStiffness::add_to(BlockEnvelope& matrix, std::uint32_t node_a, std::uint32_t node_b) const {
  if (node_a != no_node) {
    matrix.add(node_a, node_a, block(s_, glm::transpose(as_), as_, asa_));
  }
  if (node_b != no_node) {
    matrix.add(node_b, node_b, block(s_, glm::transpose(bs_), bs_, bsb_));
  }
  if (node_a != no_node && node_b != no_node) {
    matrix.add(node_a, node_b, block(-s_, -glm::transpose(bs_), -as_, -asb_));
  }
}

}  // namespace firstcontact
