#include "dynamics/direct_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

constexpr double duration = 1.0 / 480.0;
constexpr double gravity = 9.81;

Responder cube(double mass) {
  Responder body;
  body.inverse_mass = Vec3(1.0 / mass);
  body.inverse_inertia = Mat3(6.0 / mass);  // of 1 m
  body.velocity.linear = {0.0, -gravity * duration, 0.0};
  return body;
}

// Four points between two unit cubes on top of each other, or a floor (slot 0) and a cube.
void add_face(std::vector<ContactPoint>& points, std::uint32_t below, std::uint32_t above, double friction) {
  for (const double x : {-0.5, 0.5}) {
    for (const double z : {-0.5, 0.5}) {
      ContactPoint point;
      point.a = below;
      point.b = above;
      point.normal = {0.0, 1.0, 0.0};
      point.arm_a = {x, 0.5, z};
      point.arm_b = {x, -0.5, z};
      point.friction = friction;
      points.push_back(point);
    }
  }
}

struct Solved {
  std::vector<ContactPoint> points;
  std::vector<Responder> bodies;
};

// Nothing when Newton's method gave up.
std::optional<Solved> solve(std::vector<ContactPoint> points, std::vector<Responder> bodies,
                            const std::vector<Velocity>& guess) {
  auto plan = plan_direct_solve(points, bodies);
  if (!plan || !solve_contacts_directly(*plan, points, bodies, guess, duration)) {
    return std::nullopt;
  }
  return Solved{points, bodies};
}

// A tonne on a kilogram on a tonne on a kilogram: every face carries what lies above it, whatever the masses.
TEST(DirectSolver, AStackOfUnequalMassesStandsStill) {
  std::vector<Responder> bodies{Responder{}};
  std::vector<ContactPoint> points;
  const std::vector<double> masses{1.0, 1000.0, 1.0, 1000.0};
  for (std::uint32_t i = 0; i < masses.size(); ++i) {
    bodies.push_back(cube(masses[i]));
    add_face(points, i, i + 1, 0.5);
  }
  const auto solved = solve(points, bodies, std::vector<Velocity>(bodies.size()));
  ASSERT_TRUE(solved.has_value());
  const Solved& found = *solved;
  double carried = 2002.0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    double sum = 0.0;
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
      sum += found.points[k].normal_impulse;
    }
    EXPECT_NEAR(sum, carried * gravity * duration, 1e-5 * carried * gravity * duration) << "face " << i;
    EXPECT_LT(glm::length(found.bodies[i + 1].velocity.linear), 1e-6 * gravity * duration) << "cube " << i;
    carried -= masses[i];
  }
}

// Heavy cubes make contacts stiff, and where a stack spins the last bit of a speed moves the light one between them by
// more than a billionth of the kick: what rounding leaves is the solution.
TEST(DirectSolver, ASpinningStackIsSolvedAsFarAsRoundingLets) {
  const Vec3 spin(0.0, 70.0, 0.0);
  std::vector<Responder> bodies{Responder{}};
  std::vector<ContactPoint> points;
  std::vector<Velocity> guess{{Vec3(0.0), spin}};
  bodies[0].velocity = guess[0];
  const std::vector<double> masses{1000.0, 1.0, 1000.0, 1.0, 1000.0};
  for (std::uint32_t i = 0; i < masses.size(); ++i) {
    bodies.push_back(cube(masses[i]));
    add_face(points, i, i + 1, 0.5);
    const Vec3 place = 0.07 * (i + 1.0) * Vec3(1.0, 0.0, 0.3);
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
      points[k].arm_a += Vec3(0.07, 0.0, 0.021);
    }
    guess.push_back({glm::cross(spin, place), spin});
    bodies.back().velocity.linear += guess.back().linear;
    bodies.back().velocity.angular = spin;
  }
  const auto found = solve(points, bodies, guess);
  ASSERT_TRUE(found.has_value());
  // m/s: eight points, each as stiff as 1e4 times the heaviest, with speeds put together from 100 m/s, on one kilogram.
  const double rounding = 8.0 * 1e4 * 1000.0 * 100.0 * 2.0 * std::numeric_limits<double>::epsilon();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    EXPECT_LT(glm::length(found->bodies[i].velocity.linear - guess[i].linear), rounding) << i;
  }
}

// What the last substep left may press a little too much. Every face then misses its target by less than is good
// enough, but a column adds that up: its top would rise, and gain 1e-5 of what the kick brings, for nothing.
TEST(DirectSolver, AColumnThatIsPressedTooMuchDoesNotRise) {
  constexpr int count = 40;
  constexpr double kick = gravity * duration;
  constexpr double too_much = 0.005;  // of a cube's weight
  std::vector<Responder> bodies{Responder{}};
  std::vector<ContactPoint> points;
  for (std::uint32_t i = 0; i < count; ++i) {
    bodies.push_back(cube(1.0));
    add_face(points, i, i + 1, 0.5);
    for (std::size_t k = 4 * std::size_t{i}; k < points.size(); ++k) {
      points[k].normal_impulse = 0.25 * (count - i + too_much) * kick;
    }
  }
  const auto solved = solve(points, bodies, std::vector<Velocity>(bodies.size()));
  ASSERT_TRUE(solved.has_value());
  double won = 0.0;
  double brought = 0.0;
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const Vec3& now = solved->bodies[i].velocity.linear;
    won += 0.5 * glm::dot(now, now) + kick * now.y;
    brought += 0.5 * kick * kick;
  }
  EXPECT_LE(won, 1e-8 * brought);
}

// A belt is a floor that moves the other way and stays where it is: a stack is dragged along alike, sliding and
// sticking.
TEST(DirectSolver, ABeltDragsAsAFloorThatMovesDoes) {
  for (const double speed : {1e-3, 4e-3, 1e-2, 0.5, 3.0}) {
    const Vec3 along(speed, 0.0, 0.3 * speed);
    std::vector<Responder> bodies{Responder{}, cube(10.0), cube(1.0), cube(5.0)};
    std::vector<ContactPoint> points;
    for (std::uint32_t i = 0; i < 3; ++i) {
      add_face(points, i, i + 1, 0.5);
    }
    std::vector<ContactPoint> belt = points;
    for (std::size_t i = 0; i < 4; ++i) {
      belt[i].surface_velocity = along;
    }
    std::vector<Velocity> guess(bodies.size());
    const auto on_belt = solve(belt, bodies, guess);
    bodies[0].velocity.linear = -along;
    guess[0].linear = -along;
    const auto on_floor = solve(points, bodies, guess);
    ASSERT_TRUE(on_belt && on_floor) << speed;
    EXPECT_GT(glm::length(on_floor->bodies[1].velocity.linear), 1e-4) << speed;
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      EXPECT_LT(glm::length(on_belt->bodies[i].velocity.linear - on_floor->bodies[i].velocity.linear), 1e-12) << speed;
      EXPECT_LT(glm::length(on_belt->bodies[i].velocity.angular - on_floor->bodies[i].velocity.angular), 1e-12);
    }
  }
}

// A cube that slides loses mu g h of its speed, and is not lifted by the convex cone.
TEST(DirectSolver, ASlidingCubeIsSlowedByFrictionAlone) {
  std::vector<Responder> bodies{Responder{}, cube(10.0)};
  bodies[1].velocity.linear.x = 3.0;
  std::vector<ContactPoint> points;
  add_face(points, 0, 1, 0.4);
  const auto found = solve(points, bodies, {Velocity{}, Velocity{{3.0, 0.0, 0.0}, Vec3(0.0)}});
  ASSERT_TRUE(found.has_value());
  const Vec3& velocity = found->bodies[1].velocity.linear;
  EXPECT_NEAR(velocity.x, 3.0 - 0.4 * gravity * duration, 1e-3 * gravity * duration);
  EXPECT_NEAR(velocity.y, 0.0, 1e-3 * gravity * duration);
}

// Whatever the clutter: impulses in the cone, nothing pulled, momentum of free bodies kept, no energy made.
TEST(DirectSolver, RandomClustersObeyTheLawsOfContact) {
  Random random(72);
  int given_up = 0;
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<Responder> bodies;
    std::vector<Velocity> guess;
    for (int i = 0; i < 6; ++i) {
      bodies.push_back(cube(random.between(0.5, 5.0)));
      bodies.back().velocity = {random.vector(0.1), random.vector(0.1)};
      guess.push_back(bodies.back().velocity);
    }
    std::vector<ContactPoint> points;
    for (std::uint32_t a = 0; a < 6; ++a) {
      ContactPoint point;
      point.a = a;
      point.b = (a + 1 + static_cast<std::uint32_t>(trial) % 4) % 6;
      point.normal = glm::normalize(random.vector(1.0));
      point.arm_a = random.vector(0.5);
      point.arm_b = random.vector(0.5);
      point.friction = random.between(0.0, 1.0);
      points.push_back(point);
    }
    Vec3 momentum(0.0);
    double energy = 0.0;
    for (const Responder& body : bodies) {
      momentum += body.velocity.linear / body.inverse_mass;
      energy += squared_length(body.velocity.linear) / body.inverse_mass.x +
                squared_length(body.velocity.angular) / body.inverse_inertia[0][0];
    }
    const auto found = solve(points, bodies, guess);
    if (!found) {
      ++given_up;
      continue;
    }
    for (const Responder& body : found->bodies) {
      momentum -= body.velocity.linear / body.inverse_mass;
      energy -= squared_length(body.velocity.linear) / body.inverse_mass.x +
                squared_length(body.velocity.angular) / body.inverse_inertia[0][0];
    }
    EXPECT_LT(glm::length(momentum), 1e-14) << trial;
    EXPECT_GT(energy, -1e-12) << trial;
    for (const ContactPoint& point : found->points) {
      EXPECT_GE(point.normal_impulse, 0.0);
      EXPECT_LE(glm::length(point.friction_impulse), point.friction * point.normal_impulse * (1.0 + 1e-9) + 1e-15);
    }
  }
  EXPECT_LE(given_up, 2);  // the other solver takes those
}

TEST(DirectSolver, LockedBodiesAreLeftToTheOtherSolver) {
  std::vector<Responder> bodies{Responder{}, cube(1.0)};
  bodies[1].inverse_mass.z = 0.0;
  std::vector<ContactPoint> points;
  add_face(points, 0, 1, 0.5);
  EXPECT_FALSE(plan_direct_solve(points, bodies).has_value());
}

}  // namespace
}  // namespace firstcontact
