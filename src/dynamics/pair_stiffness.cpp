#include "dynamics/pair_stiffness.hpp"

namespace firstcontact {

namespace {

Mat3 cross_matrix(const Vec3& v) { return {Vec3(0.0, v.z, -v.y), Vec3(-v.z, 0.0, v.x), Vec3(v.y, -v.x, 0.0)}; }

NodeBlock block(const Mat3& upper_left, const Mat3& upper_right, const Mat3& lower_left, const Mat3& lower_right) {
  NodeBlock result{};
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      const auto at = [&](int r, int c) -> double& {
        return result[rows_per_node * static_cast<std::size_t>(r) + static_cast<std::size_t>(c)];
      };
      at(row, column) = upper_left[column][row];
      at(row, column + 3) = upper_right[column][row];
      at(row + 3, column) = lower_left[column][row];
      at(row + 3, column + 3) = lower_right[column][row];
    }
  }
  return result;
}

}  // namespace

void add_inertia(BlockEnvelope& matrix, std::uint32_t node, const Vec3& mass, const Mat3& inertia) {
  const Mat3 masses(Vec3(mass.x, 0.0, 0.0), Vec3(0.0, mass.y, 0.0), Vec3(0.0, 0.0, mass.z));
  matrix.add(node, node, block(masses, Mat3(0.0), Mat3(0.0), inertia));
}

void PairStiffness::add(const Mat3& stiffness, const ContactPoint& point) {
  const Mat3 arm_a = cross_matrix(point.arm_a);
  const Mat3 arm_b = cross_matrix(point.arm_b);
  const Mat3 stiffness_a = stiffness * arm_a;
  const Mat3 stiffness_b = stiffness * arm_b;
  s_ += stiffness;
  sa_ += stiffness_a;
  sb_ += stiffness_b;
  asa_ += arm_a * stiffness_a;
  asb_ += arm_a * stiffness_b;
  bsb_ += arm_b * stiffness_b;
}

// A S is minus the transpose of S A, because S is symmetric and A is not.
void PairStiffness::add_to(BlockEnvelope& matrix, std::uint32_t node_a, std::uint32_t node_b) const {
  if (node_a != no_node) {
    matrix.add(node_a, node_a, block(s_, -sa_, -glm::transpose(sa_), -asa_));
  }
  if (node_b != no_node) {
    matrix.add(node_b, node_b, block(s_, -sb_, -glm::transpose(sb_), -bsb_));
  }
  if (node_a != no_node && node_b != no_node) {
    matrix.add(node_a, node_b, block(-s_, sb_, glm::transpose(sa_), asb_));
  }
}

}  // namespace firstcontact
