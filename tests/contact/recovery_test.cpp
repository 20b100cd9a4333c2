// The lift of what is too near: it takes no gap away from anybody, however little of it is done.
#include "contact/recovery.hpp"

#include <gtest/gtest.h>

#include "contact/row_response.hpp"

namespace firstcontact {
namespace {

constexpr double skin = 1e-4;  // m

SolverBody ball_of(double mass) {
  SolverBody body;
  body.is_dynamic = body.is_pressed = true;
  body.mass = mass;
  body.inverse_mass = Vec3(1.0 / mass);
  body.acceleration = Vec3(0.0, -9.81, 0.0);
  return body;
}

ContactConstraint row_between(std::uint32_t a, std::uint32_t b, double skins, const ContactProblem& problem) {
  ContactConstraint row;
  row.a = a;
  row.b = b;
  row.skin = skin;
  row.separation = skins * skin;
  make_ready(problem, row);
  return row;
}

/// A column on a floor, the lightest at the bottom, all of it too near by different amounts.
ContactProblem column_of(std::uint32_t count) {
  ContactProblem problem;
  problem.duration = 1.0 / 480.0;
  problem.bodies.emplace_back();
  for (std::uint32_t i = 1; i <= count; ++i) {
    problem.bodies.push_back(ball_of(i % 3 == 0 ? 100.0 : 1.0));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    problem.rows.push_back(row_between(i, i + 1, i % 5 == 2 ? 1e-4 : 0.2 + 0.01 * (i % 4), problem));
  }
  return problem;
}

double gap_after(const ContactProblem& problem, const ContactConstraint& row) {
  return row.separation + problem.duration * glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::recovery));
}

TEST(Recovery, OfAColumnUsesUpNobodysGap) {
  ContactProblem problem = column_of(40);
  const RowIsland island = islands_of(problem, [](const ContactConstraint&) { return true; }).front();
  recover_gaps(problem, island, 1e9);
  bool any = false;
  for (const ContactConstraint& row : problem.rows) {
    EXPECT_GE(gap_after(problem, row), 0.94 * row.separation) << row.a;
    any = any || gap_after(problem, row) > row.separation;
  }
  EXPECT_TRUE(any);
}

TEST(Recovery, KeepsClearOfWhoFlies) {
  ContactProblem problem = column_of(2);
  problem.bodies[2].is_pressed = false;
  const RowIsland island = islands_of(problem, [](const ContactConstraint& row) { return row.a == 0; }).front();
  recover_gaps(problem, island, 1e9);
  EXPECT_EQ(problem.bodies[2].recovery.linear, Vec3(0.0));
  EXPECT_GE(gap_after(problem, problem.rows[1]), 0.94 * problem.rows[1].separation);
}

}  // namespace
}  // namespace firstcontact
