// Impacts against closed forms: Newton's cradle, the opening break, bounces that end and bounces that don't.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double gravity = 9.81;  // m/s^2
constexpr double pi = 3.14159265358979323846;

BodyDefinition ball(double radius, const Vec3& position, double restitution) {
  BodyDefinition definition = body("ball", make_sphere_collider(radius).value(), position);
  definition.restitution = restitution;
  definition.friction = 0.0;
  return definition;
}

// m: the gap at which balls of this radius rest against each other.
double rest_gap(double radius) {
  return tolerances::rest_gap * tolerances::skin_per_size * radius * std::cbrt(4.0 / 3.0 * pi);
}

// Five balls that touch; the first `lifted` of them come in together with 1 m/s.
std::vector<double> cradle_velocities(int lifted) {
  constexpr double radius = 0.05;
  const double pitch = 2.0 * radius + rest_gap(radius);
  World world{weightless()};
  std::vector<BodyIndex> balls;
  for (int i = 0; i < 5; ++i) {
    const bool comes_in = i < lifted;
    BodyDefinition definition = ball(radius, {pitch * i - (comes_in ? 0.1 : 0.0), 0.0, 0.0}, 1.0);
    definition.linear_velocity = {comes_in ? 1.0 : 0.0, 0.0, 0.0};
    balls.push_back(add(world, definition));
  }
  run(world, 0.3);
  std::vector<double> velocities;
  for (const BodyIndex index : balls) {
    velocities.push_back(world.state(index).linear_velocity.x);
    EXPECT_LT(std::hypot(world.state(index).linear_velocity.y, world.state(index).linear_velocity.z), 1e-9);
  }
  EXPECT_EQ(world.statistics().time_lost, 0.0);
  return velocities;
}

// As many as come in go out at the other side, with the same speed, and the others stand: the only outcome that keeps
// momentum and energy and that five balls really show.
TEST(NewtonsCradle, AsManyGoOutAsCameIn) {
  for (int lifted = 1; lifted <= 4; ++lifted) {
    const std::vector<double> velocities = cradle_velocities(lifted);
    for (int i = 0; i < 5; ++i) {
      EXPECT_NEAR(velocities.at(static_cast<std::size_t>(i)), i >= 5 - lifted ? 1.0 : 0.0, 1e-9) << lifted << " " << i;
    }
  }
}

// A cue ball on the axis of fifteen that touch: what it does is mirrored in the axis.
TEST(Break, FifteenBallsPartSymmetrically) {
  constexpr double radius = 0.028575;
  const double pitch = 2.0 * radius + rest_gap(radius);
  World world{weightless()};
  BodyDefinition cue = ball(radius, {-0.4, 0.0, 0.0}, 1.0);
  cue.linear_velocity = {8.0, 0.0, 0.0};
  const BodyIndex first = add(world, cue);
  std::vector<std::vector<BodyIndex>> rows;
  for (int row = 0; row < 5; ++row) {
    rows.emplace_back();
    for (int i = 0; i <= row; ++i) {
      rows.back().push_back(
          add(world, ball(radius, {row * pitch * std::sqrt(3.0) / 2.0, 0.0, (i - 0.5 * row) * pitch}, 1.0)));
    }
  }
  const double energy = total_energy(world);
  run(world, 0.2);
  double fastest = 0.0;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const BodyState here = world.state(row[i]);
      const BodyState mirrored = world.state(row[row.size() - 1 - i]);
      EXPECT_NEAR(here.linear_velocity.x, mirrored.linear_velocity.x, 1e-9);
      EXPECT_NEAR(here.linear_velocity.z, -mirrored.linear_velocity.z, 1e-9);
      EXPECT_NEAR(here.pose.position.x, mirrored.pose.position.x, 1e-9);
      EXPECT_NEAR(here.pose.position.z, -mirrored.pose.position.z, 1e-9);
      EXPECT_LT(std::abs(here.linear_velocity.y), 1e-9);
      fastest = std::max(fastest, glm::length(here.linear_velocity));
    }
  }
  EXPECT_GT(fastest, 1.0);
  EXPECT_LT(std::abs(world.state(first).linear_velocity.z), 1e-9);
  EXPECT_NEAR(total_energy(world) / energy, 1.0, 1e-12);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// A ball from 2 m: first touch after t0 = sqrt(2 h / g), at rest after t0 (1 + e) / (1 - e), after infinitely many
// bounces. Ours ends within a step of it.
TEST(Bounces, ComeToRestAtTheirZenoTime) {
  for (const double restitution : {0.2, 0.3, 0.5, 0.6}) {
    World world{WorldDefinition{}};
    BodyDefinition ground = floor_body();
    ground.restitution = restitution;
    add(world, ground);
    const BodyIndex index = add(world, ball(0.1, {0.0, 2.1, 0.0}, restitution));
    const double zeno = std::sqrt(2.0 * 2.0 / gravity) * (1.0 + restitution) / (1.0 - restitution);
    double at_rest = 0.0;  // s: the last moment that it moved
    for (const Event& event : without_sleep(run_with_events(world, zeno + 1.0))) {
      at_rest = std::max(at_rest, event.time);
    }
    EXPECT_NEAR(at_rest, zeno, 1.0 / 60.0) << restitution;
    EXPECT_LT(glm::length(world.state(index).linear_velocity), 1e-9) << restitution;
    EXPECT_EQ(world.statistics().time_lost, 0.0) << restitution;
  }
}

// 1107 bounces without loss: m g h stays what it was.
TEST(Bounces, WithoutLossKeepTheirEnergyForAThousandSeconds) {
  World world{WorldDefinition{}};
  BodyDefinition ground = floor_body();
  ground.restitution = 1.0;
  add(world, ground);
  add(world, ball(0.1, {0.0, 1.1, 0.0}, 1.0));
  const double energy = total_energy(world);
  run(world, 1000.0);
  EXPECT_NEAR(static_cast<double>(world.statistics().events), 1000.0 / std::sqrt(8.0 * 1.0 / gravity), 3.0);
  EXPECT_NEAR(total_energy(world) / energy, 1.0, 1e-9);
}

}  // namespace
}  // namespace firstcontact
