// Sweeps: a row by itself leaves neither approach nor slip, and many rows come to what statics says.
#include "contact/sweeps.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "contact/row_response.hpp"

namespace firstcontact {
namespace {

constexpr double gravity = 9.81;          // m/s^2
constexpr double duration = 1.0 / 480.0;  // s
constexpr std::array<std::uint32_t, 1> one_row{0};

SolverBody floor_body() { return {}; }

SolverBody cube(double mass) {
  SolverBody body;
  body.is_dynamic = true;
  body.mass = mass;
  body.radius = 1.0;
  body.inverse_mass = Vec3(1.0 / mass);
  body.inverse_inertia = body.middle_inverse_inertia = Mat3(6.0 / mass);  // of side 1 m
  return body;
}

ContactConstraint row_between(const ContactProblem& problem, std::uint32_t a, std::uint32_t b, const Vec3& arm_b) {
  ContactConstraint row;
  row.a = a;
  row.b = b;
  row.skin = 1e-3;
  row.separation = 0.8 * row.skin;
  row.friction = 100.0;
  row.start_arm_b = row.arm_b = arm_b;
  make_ready(problem, row);
  return row;
}

// A corner that comes down askew: what pushes it up turns the cube, so that the push itself makes it slip.
TEST(Sweeps, ARowByItselfLeavesNoSlip) {
  ContactProblem problem;
  problem.duration = duration;
  problem.bodies = {floor_body(), cube(2.0)};
  problem.bodies[1].way = {{0.3, -1.0, 0.2}, {0.5, -0.4, 0.9}};
  problem.rows = {row_between(problem, 0, 1, {0.5, -0.5, 0.4})};
  sweep_loads_of(problem, one_row, 1);
  const ContactConstraint& row = problem.rows[0];
  const Vec3 velocity = middle_velocity(problem, row, &SolverBody::way);
  EXPECT_GT(row.load, 0.0);
  EXPECT_NEAR(glm::dot(velocity, row.tangent_1), 0.0, 1e-14);
  EXPECT_NEAR(glm::dot(velocity, row.tangent_2), 0.0, 1e-14);
  // What the row gave is all that has changed.
  const Vec3 load = load_of(row);
  const SolverBody& body = problem.bodies[1];
  EXPECT_NEAR(glm::length(body.way.linear - Vec3(0.3, -1.0, 0.2) - body.share * (body.inverse_mass * load)), 0.0,
              1e-14);
  sweep_loads_of(problem, one_row, 200);
  EXPECT_NEAR(glm::length(middle_velocity(problem, row, &SolverBody::way)), 0.0, 1e-12);
}

TEST(Sweeps, FrictionEndsAtItsCone) {
  ContactProblem problem;
  problem.duration = duration;
  problem.bodies = {floor_body(), cube(2.0)};
  problem.bodies[1].after = problem.bodies[1].before = {{3.0, -1.0, 4.0}, {}};
  problem.rows = {row_between(problem, 0, 1, {0.0, 0.0, 0.0})};
  problem.rows[0].friction = 0.5;
  sweep_impulses(problem);
  const ContactConstraint& row = problem.rows[0];
  EXPECT_NEAR(row.impulse, 2.0, 1e-14);  // m v
  const Vec3 friction = impulse_of(row) - row.impulse * row.normal;
  EXPECT_NEAR(glm::length(friction - Vec3(-0.6, 0.0, -0.8)), 0.0, 1e-14);  // mu m v against the slip of 3 : 4
}

// Ten, one upon the other: each bears what is above it.
TEST(Sweeps, OfAColumnFindItsWeights) {
  constexpr std::uint32_t count = 10;
  ContactProblem problem;
  problem.duration = duration;
  problem.bodies = {floor_body()};
  for (std::uint32_t i = 0; i < count; ++i) {
    problem.bodies.push_back(cube(1.0 + i));
    problem.bodies.back().acceleration.y = -gravity;
    problem.bodies.back().way.linear.y = -problem.bodies.back().share * gravity * duration;
    problem.rows.push_back(row_between(problem, i, i + 1, {0.0, -0.5, 0.0}));
  }
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  sweep_loads_of(problem, all, 3000);
  double above = 0.0;
  for (std::uint32_t i = count; i-- > 0;) {
    above += problem.bodies[i + 1].mass;
    EXPECT_NEAR(problem.rows[i].load, above * gravity * duration, 1e-9 * above) << i;
  }
}

}  // namespace
}  // namespace firstcontact
