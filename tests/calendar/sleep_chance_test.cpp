// Whatever is done to a heap that falls asleep and wakes again and again: sleepers stand, wakings are told, nothing
// overlaps, and a snapshot goes on as the world does.
#include <gtest/gtest.h>
#include <firstcontact/world.hpp>

#include <map>
#include <string>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : random_(seed) {
    add(world_, floor_body());
    BodyDefinition lift = body("lift", box({1.0, 0.1, 1.0}), {0.0, 0.3, 0.0});
    lift.type = BodyType::kinematic;
    lift_ = add(world_, lift);
    for (int i = 0; i < 12; ++i) {
      const Vec3 half(random_.between(0.1, 0.3), random_.between(0.1, 0.3), random_.between(0.1, 0.3));
      add(world_, body("it", box(half), {random_.between(-2.0, 2.0), 0.8 + 0.7 * i, random_.between(-2.0, 2.0)}));
    }
  }

  void step() {
    std::map<BodyIndex, BodyState> before;
    for (std::size_t place = 0; place < world_.body_count(); ++place) {
      before.emplace(world_.body_at(place), world_.state(world_.body_at(place)));
    }
    world_.step();
    std::map<BodyIndex, bool> woke;
    for (const Event& event : world_.events()) {
      woke[event.a] = woke[event.a] || event.kind == EventKind::wake;
      sleeps_ += event.kind == EventKind::sleep ? 1 : 0;
      wakes_ += event.kind == EventKind::wake ? 1 : 0;
    }
    for (const auto& [body, then] : before) {
      const BodyState now = world_.state(body);
      EXPECT_TRUE(!then.asleep || woke[body] || (now.asleep && now.pose.position == then.pose.position)) << body;
    }
    for (const MotionSegment& segment : world_.segments()) {
      EXPECT_TRUE(!before.at(segment.body).asleep || woke[segment.body]) << segment.body;
    }
  }

  void act() {
    const BodyIndex chosen = world_.body_at(2 + random_.next() % (world_.body_count() - 2));
    const bool is_there = !world_.state(chosen).removed;
    switch (random_.next() % 6) {
      case 0:
        if (is_there) {
          world_.apply_impulse(chosen, random_.vector(50.0));
        }
        break;
      case 1:
        if (is_there) {
          world_.remove_body(chosen);
        }
        break;
      case 2:
        world_.set_kinematic_velocity(lift_, {0.0, random_.between(-0.02, 0.2), 0.0}, Vec3(0.0));
        break;
      case 3:
        world_.set_kinematic_velocity(lift_, Vec3(0.0), Vec3(0.0));
        break;
      case 4:
        throw_in();
        break;
      default:
        go_on_from_snapshot();
    }
  }

  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] int sleeps() const { return sleeps_; }
  [[nodiscard]] int wakes() const { return wakes_; }

 private:
  void throw_in() {
    BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), {-15.0, 0.5, random_.between(-2.0, 2.0)});
    ball.linear_velocity = Vec3(random_.between(20.0, 200.0), 0.0, 0.0);
    add(world_, ball);
  }

  void go_on_from_snapshot() {
    const Snapshot now = world_.snapshot();
    World other{WorldDefinition{}};
    other.restore(now);
    other.step();
    world_.step();
    EXPECT_EQ(world_.state_hash(), other.state_hash());
    world_.restore(now);
  }

  Random random_;
  World world_{WorldDefinition{}};
  BodyIndex lift_ = 0;
  int sleeps_ = 0, wakes_ = 0;
};

TEST(Sleep, HoldsWhateverIsDone) {
  int sleeps = 0;
  int wakes = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Chance chance(seed);
    for (int i = 0; i < 480; ++i) {
      if (i > 100 && i % 37 == 0) {
        chance.act();
      }
      chance.step();
    }
    sleeps += chance.sleeps();
    wakes += chance.wakes();
    EXPECT_TRUE(chance.world().initial_overlaps().empty());
    EXPECT_GT(chance.world().statistics().min_gap.value(), 0.0);
  }
  EXPECT_GT(sleeps, 20);
  EXPECT_GT(wakes, 5);
}

}  // namespace
}  // namespace firstcontact
