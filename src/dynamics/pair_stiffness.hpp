// The direct solver's matrix, body by body and pair by pair: six rows to a body, its linear velocity and its angular
// one.
#pragma once

#include <cstdint>

#include "dynamics/block_envelope.hpp"
#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// In place of the node of a body that has none, because nothing moves it.
inline constexpr std::uint32_t no_node = ~0U;

/// Adds a body's mass (kg per world axis) and inertia (kg m^2, world) to its node.
void add_inertia(BlockEnvelope& matrix, std::uint32_t node, const Vec3& mass, const Mat3& inertia);

/// What the points of one pair of bodies add: K^T S K of each, with S its stiffness (kg) and K = [1, -A], A the matrix
/// that turns v into arm x v. Summed up before it goes into the matrix, because pairs have up to four points.
class PairStiffness {
 public:
  /// `stiffness` must be symmetric.
  void add(const Mat3& stiffness, const ContactPoint& point);
  /// Adds the sum to the nodes of both bodies, which must be linked, or `no_node`.
  void add_to(BlockEnvelope& matrix, std::uint32_t node_a, std::uint32_t node_b) const;

 private:
  void add_isotropic(double stiffness, const ContactPoint& point);

  // Products of S, A of body a and B of body b; the last three with the transpose of the last.
  Mat3 s_{0.0}, as_{0.0}, bs_{0.0}, asa_{0.0}, asb_{0.0}, bsb_{0.0};
};

}  // namespace firstcontact
