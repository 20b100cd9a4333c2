// What is kept of impulses by chords: it must account for every change of velocity, wherever a chord is cut.
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

constexpr double gravity = 9.81;  // m/s^2

WorldDefinition kept_chords() {
  WorldDefinition definition = sleepless();
  definition.keeps_impulses = true;
  return definition;
}

// Boxes and balls that fall on each other: what lies is struck, again and again, within the steps.
World struck_heap(std::uint64_t seed, const WorldDefinition& definition) {
  World world{definition};
  add(world, floor_body());
  Random random(seed);
  for (int i = 0; i < 12; ++i) {
    const bool is_ball = i % 4 == 3;
    const Vec3 at(0.25 * (i % 2) + 0.1 * random.between(-1.0, 1.0), 0.4 + 0.55 * i, 0.1 * random.between(-1.0, 1.0));
    BodyDefinition one =
        body("body", is_ball ? make_sphere_collider(0.2).value() : box({0.25, 0.15 + 0.01 * i, 0.2}), at);
    one.restitution = is_ball ? 0.7 : 0.2;
    one.angular_velocity = random.vector(3.0);
    add(world, one);
  }
  return world;
}

struct Given {
  Vec3 impulse{0.0};  // N s
  double size = 0.0;  // N s
};

std::vector<Given> given_in_step(const World& world) {
  std::vector<Given> given(world.body_count());
  const auto give = [&](BodyIndex a, BodyIndex b, const Vec3& impulse) {
    given[a].impulse -= impulse;
    given[b].impulse += impulse;
    given[a].size += glm::length(impulse);
    given[b].size += glm::length(impulse);
  };
  for (const Transfer& transfer : world.impulses().transfers) {
    give(transfer.a, transfer.b, transfer.impulse);
  }
  for (const ContactLoad& load : world.impulses().loads) {
    give(load.a, load.b, load.impulse);
  }
  return given;
}

bool any_is_cut(const ImpulseRecord& impulses) {
  return std::any_of(impulses.chords.begin(), impulses.chords.end(),
                     [](const ChordVelocity& chord) { return chord.share < 1.0; });
}

class ChordImpulses : public ::testing::TestWithParam<std::uint64_t> {};

// m (v' - v) = impulses + loads + m g dt in every step: nothing is missing, and of what is cut just the part that
// acted.
TEST_P(ChordImpulses, AccountForEveryChangeOfMomentum) {
  World world = struck_heap(GetParam(), kept_chords());
  int cut = 0;
  double worst = 0.0;
  for (int step = 0; step < 180; ++step) {
    std::vector<Vec3> before;
    for (BodyIndex i = 0; i < world.body_count(); ++i) {
      before.push_back(world.state(i).linear_velocity);
    }
    world.step();
    cut += any_is_cut(world.impulses()) ? 1 : 0;
    const std::vector<Given> given = given_in_step(world);
    for (BodyIndex i = 1; i < world.body_count(); ++i) {
      const double mass = world.mass(i);
      const Vec3 after = world.state(i).linear_velocity;
      const Vec3 fall(0.0, -gravity / 60.0, 0.0);
      const double size = mass * (glm::length(before[i]) + glm::length(after) + gravity / 60.0) + given[i].size;
      const Vec3 rest = mass * (after - before[i] - fall) - given[i].impulse;
      worst = std::max(worst, glm::length(rest) / size);
    }
  }
  EXPECT_LT(worst, 1e-13);
  EXPECT_GT(cut, 10) << "steps in which a chord was cut";
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Of, ChordImpulses, ::testing::Range<std::uint64_t>(1, 5));

TEST(ChordImpulses, ChangeNoBit) {
  WorldDefinition forgetful = kept_chords();
  forgetful.keeps_impulses = false;
  World kept = struck_heap(7, kept_chords());
  World forgotten = struck_heap(7, forgetful);
  run(kept, 2.0);
  run(forgotten, 2.0);
  EXPECT_EQ(kept.state_hash(), forgotten.state_hash());
  EXPECT_FALSE(kept.impulses().loads.empty());
  EXPECT_TRUE(forgotten.impulses().loads.empty() && forgotten.impulses().chords.empty());
}

// What bears a crate is its weight, for as long as a span takes; the spans of a step leave no hole.
TEST(ChordImpulses, OfACrateAtRestAreItsWeight) {
  World world{kept_chords()};
  add(world, floor_body());
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.25)), {0.0, 0.2503, 0.0}));
  run(world, 2.0);
  const double weight = gravity * world.mass(crate);
  for (int step = 0; step < 30; ++step) {
    double time = world.time();
    world.step();
    double borne = 0.0;  // N s
    for (const ContactLoad& load : world.impulses().loads) {
      EXPECT_EQ(std::min(load.a, load.b), 0U);
      EXPECT_EQ(std::max(load.a, load.b), crate);
      borne += std::abs(load.impulse.y);
      EXPECT_LT(glm::length(load.a == crate ? load.moment_a : load.moment_b), 1e-9 * weight);
    }
    for (const ChordVelocity& chord : world.impulses().chords) {
      EXPECT_EQ(chord.begin, time);
      EXPECT_EQ(chord.share, 1.0);
      time = chord.end;
    }
    EXPECT_EQ(time, world.time());
    EXPECT_NEAR(borne, weight / 60.0, 1e-9 * weight);
    for (const Transfer& transfer : world.impulses().transfers) {
      EXPECT_LT(glm::length(transfer.impulse), 1e-12 * weight);
    }
  }
}

// A crate that rests is struck by a ball at a known time: until then it was borne for just so long.
TEST(ChordImpulses, OfACrateThatIsStruckAreSharedOutAtTheBlow) {
  World world{kept_chords()};
  add(world, floor_body());
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.25)), {0.0, 0.2503, 0.0}));
  run(world, 1.0);
  BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), {0.0, 0.75, 0.0});
  ball.linear_velocity.y = -15.0;
  const BodyIndex thrown = add(world, ball);
  const double begin = world.time();
  world.step();
  const auto blow = std::find_if(world.events().begin(), world.events().end(), [&](const Event& event) {
    return event.kind == EventKind::impact && std::max(event.a, event.b) == thrown;
  });
  ASSERT_NE(blow, world.events().end());
  double borne = 0.0;
  double last = begin;
  bool is_cut = false;
  for (const ContactLoad& load : world.impulses().loads) {
    if (std::max(load.a, load.b) == crate && load.end <= blow->time) {
      borne += std::abs(load.impulse.y);
      last = std::max(last, load.end);
    }
  }
  for (const ChordVelocity& chord : world.impulses().chords) {
    is_cut = is_cut || (chord.body == crate && chord.share < 1.0 && chord.end == blow->time);
  }
  EXPECT_EQ(last, blow->time);
  EXPECT_TRUE(is_cut);
  EXPECT_NEAR(borne, gravity * world.mass(crate) * (blow->time - begin), 1e-9 * gravity * world.mass(crate));
}

}  // namespace
}  // namespace firstcontact
