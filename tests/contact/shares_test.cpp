// Which share of a piece's change of velocity a body's displacement has.
#include "contact/shares.hpp"

#include <gtest/gtest.h>

#include "contact/energy.hpp"
#include "contact/row_response.hpp"
#include "contact/stages.hpp"

namespace firstcontact {
namespace {

constexpr double skin = 1e-4;  // m

SolverBody falling_ball(double speed) {
  SolverBody body;
  body.is_dynamic = body.is_met = true;
  body.mass = 1.0;
  body.inverse_mass = Vec3(1.0);
  body.acceleration = Vec3(0.0, -9.81, 0.0);
  body.before.linear = Vec3(0.0, -speed, 0.0);
  return body;
}

ContactConstraint row_along(std::uint32_t a, std::uint32_t b, const Vec3& normal, const ContactProblem& problem) {
  ContactConstraint row;
  row.a = a;
  row.b = b;
  row.normal = normal;
  row.skin = skin;
  row.separation = 1e-3 * skin;
  make_ready(problem, row);
  return row;
}

/// Two that fall one above the other, next to each other; the upper is pushed from the side by a third.
ContactProblem two_that_fall() {
  ContactProblem problem;
  problem.duration = 1.0 / 480.0;
  problem.bodies = {falling_ball(1.0), falling_ball(1.0), falling_ball(1.0)};
  problem.bodies[2].acceleration.x = 10.0;
  problem.rows = {row_along(0, 1, Vec3(0.0, 1.0, 0.0), problem), row_along(2, 1, Vec3(1.0, 0.0, 0.0), problem)};
  return problem;
}

TEST(Shares, OfWhatFallsBesideALoadLetItComeNoNearer) {
  ContactProblem problem = two_that_fall();
  apply_impulses(problem, Solving::anew);
  apply_loads(problem, Solving::anew);
  ASSERT_GT(problem.rows[1].load, 0.0);
  EXPECT_TRUE(settle_energy(problem).is_settled);
  const ContactConstraint& row = problem.rows[0];
  EXPECT_GE(problem.duration * glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way)), -1e-3 * skin);
}

TEST(Shares, OfWhatFallsAloneAreAHalf) {
  ContactProblem problem = two_that_fall();
  problem.rows.clear();
  apply_impulses(problem, Solving::anew);
  apply_loads(problem, Solving::anew);
  EXPECT_TRUE(settle_energy(problem).is_settled);
  for (const SolverBody& body : problem.bodies) {
    EXPECT_EQ(body.share, share_of_free);
    EXPECT_NEAR(body.way.linear.y, -1.0 - 0.5 * 9.81 * problem.duration, 1e-12);
  }
}

}  // namespace
}  // namespace firstcontact
