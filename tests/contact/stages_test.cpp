// What the stages leave of a piece's rows.
#include "contact/stages.hpp"
#include "contact/row_response.hpp"

#include <gtest/gtest.h>

#include "contact/energy.hpp"

namespace firstcontact {
namespace {

constexpr double skin = 1e-4;  // m

Mat3 about(const Vec3& turn, const Vec3& inverse_moments) {
  const Mat3 axes = rotation_matrix(quaternion_from_rotation_vector(turn));
  return axes *
         Mat3(Vec3(inverse_moments.x, 0.0, 0.0), Vec3(0.0, inverse_moments.y, 0.0), Vec3(0.0, 0.0, inverse_moments.z)) *
         glm::transpose(axes);
}

// A slender rod along x, taken to turn about the vertical as it did before it was struck.
SolverBody struck_rod(double duration) {
  SolverBody rod;
  rod.is_dynamic = rod.turns_freely = true;
  rod.mass = 1.0;
  rod.inverse_mass = Vec3(1.0);
  rod.inertia.principal_moments = {2e-4, 0.1, 0.1};
  rod.before.angular = Vec3(0.0, 100.0, 0.0);
  rod.middle_turn = 0.5 * duration * rod.before.angular;
  rod.inverse_inertia = about(Vec3(0.0), 1.0 / rod.inertia.principal_moments);
  rod.middle_inverse_inertia = about(rod.middle_turn, 1.0 / rod.inertia.principal_moments);
  rod.acceleration = Vec3(0.0, -9.81, 0.0);
  return rod;
}

ContactConstraint row_at(const Vec3& arm, const ContactProblem& problem) {
  ContactConstraint row;
  row.b = 1;
  row.skin = skin;
  row.separation = 0.1 * skin;
  row.start_arm_b = row.arm_b = arm;
  make_ready(problem, row);
  return row;
}

TEST(Stages, FindTheLoadsOfARodThatWasStruckToRest) {
  ContactProblem problem;
  problem.duration = 1.0 / 480.0;
  problem.bodies = {SolverBody{}, struck_rod(problem.duration)};
  problem.rows = {row_at(Vec3(0.5, -0.02, 0.02), problem), row_at(Vec3(-0.5, -0.02, 0.01), problem)};
  problem.bodies[1].after = {};  // whatever struck it
  apply_loads(problem, Solving::anew);
  for (int round = 0; round < 6; ++round) {
    apply_loads(problem, Solving::on);
  }
  static_cast<void>(settle_energy(problem));
  for (const ContactConstraint& row : problem.rows) {
    const double speed = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
    EXPECT_GE(problem.duration * speed, -1e-3 * skin);
  }
}

}  // namespace
}  // namespace firstcontact
