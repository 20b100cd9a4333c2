// Many elastic bodies that touch, struck at once: energy, momentum and who goes where.
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double half = 0.1;  // m

BodyDefinition elastic(BodyDefinition body, double friction = 0.0) {
  body.restitution = 1.0;
  body.friction = friction;
  return body;
}

struct RowKind {
  std::shared_ptr<const Collider> shape;
  Vec3 way{1.0, 0.0, 0.0};
};

// The axes of capsules and of boxes, y, along it.
Quat turn_to(const Vec3& way) {
  const Vec3 axis = glm::cross(Vec3(0.0, 1.0, 0.0), way);
  return glm::normalize(Quat(1.0 + way.y, axis.x, axis.y, axis.z));
}

BodyDefinition elastic_at(const RowKind& kind, double place) {
  BodyDefinition definition = body("it " + std::to_string(place), kind.shape, place * kind.way);
  definition.mesh_pose.orientation = turn_to(kind.way);
  return elastic(definition);
}

WorldDefinition weightless_rows() {
  WorldDefinition definition = weightless();
  return definition;
}

std::vector<RowKind> kinds() {
  std::vector<RowKind> kinds;
  for (const auto& shape :
       {make_sphere_collider(half).value(), box(Vec3(half)), make_capsule_collider(0.5 * half, 0.5 * half).value()}) {
    for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(2, 3, 6) / 7.0}) {
      kinds.push_back({shape, way});
    }
  }
  return kinds;
}

// All come back as they came, whatever they are and however many.
TEST(Rows, ComeBackFromAWallAsTheyCame) {
  for (const RowKind& kind : kinds()) {
    for (const int count : {2, 3, 5, 6, 10, 17, 24, 40}) {
      World world{weightless_rows()};
      BodyDefinition wall = elastic_at({box({2.0, 0.5, 2.0}), kind.way}, -0.5);
      wall.type = BodyType::fixed;
      add(world, wall);
      std::vector<BodyIndex> row;
      for (int i = 0; i < count; ++i) {
        row.push_back(add(world, elastic_at(kind, 0.15 + 2.0 * half * i)));
        world.set_velocity(row.back(), -kind.way, Vec3(0.0));
      }
      const double before = world.totals().kinetic_energy;
      run(world, 0.5);
      double worst = 0.0;
      for (const BodyIndex index : row) {
        worst = std::max(worst, glm::length(world.state(index).linear_velocity - kind.way));
      }
      EXPECT_LT(worst, 1e-9) << count << " " << kind.way.x;
      EXPECT_NEAR(world.totals().kinetic_energy / before, 1.0, 1e-12) << count;
      EXPECT_EQ(world.statistics().time_lost, 0.0) << count;
    }
  }
}

// Friction has nothing to do where nothing slides: rough ones do the same, after a hundred impacts in one instant.
TEST(Rows, OfRoughBallsComeBackFromAWallAsTheyCame) {
  for (const int count : {2, 10, 24}) {
    World world{weightless_rows()};
    const auto ball = make_sphere_collider(half).value();
    add(world, elastic(fixed_body("wall", box({0.5, 2.0, 2.0}), {-0.5, 0.0, 0.0}), 0.5));
    for (int i = 0; i < count; ++i) {
      BodyDefinition one = elastic(body("it " + std::to_string(i), ball, {0.15 + 2.0 * half * i, 0.0, 0.0}), 0.5);
      one.linear_velocity = {-1.0, 0.0, 0.0};
      add(world, one);
    }
    const double before = world.totals().kinetic_energy;
    run(world, 0.5);
    EXPECT_NEAR(world.totals().kinetic_energy / before, 1.0, 1e-12) << count;
    EXPECT_GT(world.totals().momentum.x, 0.0) << count;
    EXPECT_EQ(world.statistics().time_lost, 0.0) << count;
  }
}

// Of n bodies k swing in, and k swing out.
TEST(Rows, SendOffAsManyAsSwingIn) {
  for (const RowKind& kind : kinds()) {
    for (const int count : {2, 5, 13, 24, 40}) {
      for (const int lifted : {1, 2, 4}) {
        World world{weightless_rows()};
        std::vector<BodyIndex> row;
        for (int i = 0; i < count; ++i) {
          row.push_back(add(world, elastic_at(kind, 2.0 * half * i)));
        }
        for (int i = 0; i < lifted; ++i) {
          const BodyIndex swung = add(world, elastic_at(kind, -0.45 - 2.0 * half * i));
          world.set_velocity(swung, kind.way, Vec3(0.0));
          row.insert(row.begin(), swung);
        }
        const Totals before = world.totals();
        run(world, 0.6);
        double worst = 0.0;
        for (std::size_t i = 0; i < row.size(); ++i) {
          const Vec3 wanted = i + static_cast<std::size_t>(lifted) >= row.size() ? kind.way : Vec3(0.0);
          worst = std::max(worst, glm::length(world.state(row[i]).linear_velocity - wanted));
        }
        EXPECT_LT(worst, 1e-9) << count << " " << lifted << " " << kind.way.x;
        EXPECT_NEAR(world.totals().kinetic_energy / before.kinetic_energy, 1.0, 1e-12);
        EXPECT_LT(glm::length(world.totals().momentum - before.momentum), 1e-13 * glm::length(before.momentum));
        EXPECT_EQ(world.statistics().time_lost, 0.0);
      }
    }
  }
}

// A light ball between a heavy one and a wall meets them pi times the root of their masses' ratio.
TEST(Rows, ALightBallMeetsAHeavyOneAndAWallThousandsOfTimes) {
  World world{weightless_rows()};
  add(world, elastic(fixed_body("wall", box({0.5, 2.0, 2.0}), {-0.5, 0.0, 0.0})));
  BodyDefinition light = elastic(body("light", make_sphere_collider(half).value(), {half, 0.0, 0.0}));
  light.mass = 1e-3;
  add(world, light);
  BodyDefinition heavy = elastic(body("heavy", make_sphere_collider(half).value(), {0.4, 0.0, 0.0}));
  heavy.mass = 1e3;
  heavy.linear_velocity = {-1.0, 0.0, 0.0};
  const BodyIndex index = add(world, heavy);
  const double before = world.totals().kinetic_energy;
  run(world, 1.0);
  EXPECT_NEAR(world.totals().kinetic_energy / before, 1.0, 1e-11);
  EXPECT_GT(world.state(index).linear_velocity.x, 0.99);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

// A ball along the diagonal strikes the corner of a lattice of touching balls.
TEST(Lattices, KeepEnergyAndMomentumWhenStruckAtACorner) {
  for (const int side : {2, 3, 4}) {
    World world{weightless_rows()};
    const auto ball = make_sphere_collider(half).value();
    for (int i = 0; i < side * side * side; ++i) {
      const Vec3 place(i % side, (i / side) % side, i / (side * side));
      add(world, elastic(body("it " + std::to_string(i), ball, 2.0 * half * place)));
    }
    BodyDefinition striker = elastic(body("striker", ball, Vec3(-0.2)));
    striker.linear_velocity = Vec3(1.0);
    add(world, striker);
    const Totals before = world.totals();
    run(world, 0.5);
    const Totals after = world.totals();
    EXPECT_NEAR(after.kinetic_energy / before.kinetic_energy, 1.0, 1e-12) << side;
    EXPECT_LT(glm::length(after.momentum - before.momentum), 1e-13 * glm::length(before.momentum)) << side;
    EXPECT_EQ(world.statistics().time_lost, 0.0) << side;
  }
}

// Only those that the shock reaches are part of it: 4913 balls are answered in no time, and none of what goes straight
// through is lost, rough or smooth.
TEST(Lattices, OfFiveThousandPassAShockThrough) {
  constexpr int side = 17;
  for (const double friction : {0.0, 0.5}) {
    World world{weightless_rows()};
    const auto ball = make_sphere_collider(half).value();
    for (int i = 0; i < side * side * side; ++i) {
      const Vec3 place(i % side, (i / side) % side, i / (side * side));
      add(world, elastic(body("it " + std::to_string(i), ball, 2.0 * half * place), friction));
    }
    BodyDefinition striker = elastic(body("striker", ball, {-0.22, 8.0 * 2.0 * half, 8.0 * 2.0 * half}), friction);
    striker.linear_velocity = {1.0, 0.0, 0.0};
    add(world, striker);
    const BodyIndex last = (8 * side + 8) * side + side - 1;
    const Totals before = world.totals();
    run(world, 0.1);
    EXPECT_NEAR(world.state(last).linear_velocity.x, 1.0, 1e-9);
    EXPECT_NEAR(world.totals().kinetic_energy / before.kinetic_energy, 1.0, 1e-12);
    EXPECT_LT(world.statistics().events, 4U * side);
    EXPECT_EQ(world.statistics().time_lost, 0.0);
  }
}

/// A break of fifteen balls, struck along its axis.
struct Break {
  double friction = 0.0;
  double restitution = 1.0;
  bool on_table = false;
};

// m/s: by how much any ball's velocity, or its spin times its radius, is not that of its mirror image.
double asymmetry_after(const Break& setting) {
  constexpr double radius = 0.03;  // m
  constexpr int rows = 5;
  World world{setting.on_table ? WorldDefinition{} : weightless_rows()};
  const auto add_it = [&](BodyDefinition one) {
    one.friction = setting.friction;
    one.restitution = setting.restitution;
    return add(world, one);
  };
  if (setting.on_table) {
    add_it(floor_body());
  }
  const auto ball = make_sphere_collider(radius).value();
  const auto add_ball = [&](const Vec3& at) {
    BodyDefinition one = body("ball", ball, at + Vec3(0.0, radius + 1e-5, 0.0));
    one.linear_velocity = at.x < 0.0 ? Vec3(3.0, 0.0, 0.0) : Vec3(0.0);
    return add_it(one);
  };
  const BodyIndex cue = add_ball({-0.3, 0.0, 0.0});
  std::vector<std::pair<BodyIndex, BodyIndex>> mirrored{{cue, cue}};
  for (int i = 0; i < rows; ++i) {
    const auto first = static_cast<BodyIndex>(world.body_count());
    for (int j = 0; j <= i; ++j) {
      const BodyIndex index = add_ball({i * radius * std::sqrt(3.0), 0.0, (2.0 * j - i) * radius});
      mirrored.emplace_back(index, first + static_cast<BodyIndex>(i - j));
    }
  }
  run(world, 1.0);
  double worst = 0.0;
  for (const auto& [one, other] : mirrored) {
    const BodyState a = world.state(one);
    const BodyState b = world.state(other);
    worst = std::max(worst, glm::length(a.linear_velocity - b.linear_velocity * Vec3(1.0, 1.0, -1.0)));
    worst = std::max(worst, radius * glm::length(a.angular_velocity - b.angular_velocity * Vec3(-1.0, -1.0, 1.0)));
  }
  EXPECT_GE(world.statistics().events, 10U);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
  return worst;
}

// What is mirrored stays so, with friction, too: pairs that meet at the same time are answered at the same time.
TEST(Billiard, BreaksStayMirrored) {
  for (const double friction : {0.0, 0.06, 0.3}) {
    EXPECT_LT(asymmetry_after({friction, 1.0}), 1e-12) << friction;
    EXPECT_LT(asymmetry_after({friction, 0.95}), 1e-11) << friction;
  }
}

// What sticks together and what lies on a table, too: nothing is left to the order of the rows.
TEST(Billiard, BreaksStayMirroredWhereBallsStickTogetherAndOnATable) {
  for (const double friction : {0.0, 0.06}) {
    for (const double restitution : {0.95, 0.8, 0.5, 0.3, 0.0}) {
      EXPECT_LT(asymmetry_after({friction, restitution}), 1e-11) << friction << restitution;
      EXPECT_LT(asymmetry_after({friction, restitution, true}), 1e-9) << friction << restitution;
    }
  }
}

// Masses from 1e-3 to 1e3 kg in a row, in no order.
TEST(Rows, OfUnequalMassesKeepEnergyAndMomentum) {
  testing_support::Random random(46);
  for (int run_of = 0; run_of < 20; ++run_of) {
    World world{weightless_rows()};
    const RowKind kind{make_sphere_collider(half).value(), Vec3(2, 3, 6) / 7.0};
    for (int i = -1; i < 8; ++i) {
      BodyDefinition one = elastic_at(kind, i < 0 ? -0.3 : 2.0 * half * i);
      one.mass = std::pow(10.0, random.between(-3.0, 3.0));
      one.linear_velocity = i < 0 ? kind.way : Vec3(0.0);
      add(world, one);
    }
    const Totals before = world.totals();
    run(world, 0.5);
    const Totals after = world.totals();
    EXPECT_NEAR(after.kinetic_energy / before.kinetic_energy, 1.0, 1e-12) << run_of;
    EXPECT_LT(glm::length(after.momentum - before.momentum), 1e-13 * glm::length(before.momentum)) << run_of;
    EXPECT_EQ(world.statistics().time_lost, 0.0) << run_of;
  }
}

}  // namespace
}  // namespace firstcontact
