// When a method is told that it let something through: against closed forms, and never where it did not.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "rivals/duels.hpp"
#include "rivals/tunnel_watch.hpp"

namespace firstcontact::test {
namespace {

constexpr double step = 1.0 / 60.0;  // s

struct Judged {
  std::vector<Event> passages;
  std::uint64_t impacts = 0;
  Vec3 end{0.0};  // m: the first body's centre
};

Judged judge(const std::string& method, const std::vector<BodyDefinition>& bodies, double duration,
             const Vec3& gravity = Vec3(0.0)) {
  RivalScene scene;
  scene.bodies = bodies;
  scene.gravity = gravity;
  const auto rival = make_rival(scene, rival_method_named(method).value());
  TunnelWatch watch(scene.bodies);
  Judged judged;
  const auto look = [&] {
    RecordedStep last{rival->time(), {rival->segments().begin(), rival->segments().end()}, {}};
    for (const RivalImpact& impact : rival->impacts()) {
      Event event;
      event.time = impact.time;
      event.a = impact.a;
      event.b = impact.b;
      last.events.push_back(event);
    }
    judged.impacts += last.events.size();
    const std::vector<Event> found = watch.look(last);
    judged.passages.insert(judged.passages.end(), found.begin(), found.end());
  };
  look();
  while (rival->time() < duration) {
    rival->step();
    look();
  }
  judged.end = rival->state(0).pose.position;
  return judged;
}

BodyDefinition bullet(double distance, double speed) {
  return box(Vec3(0.05), {-distance, 0.0, 0.0}, {speed, 0.0, 0.0});
}
BodyDefinition sheet(double thickness) { return fixed(box({0.5 * thickness, 2.0, 2.0}, Vec3(0.0), Vec3(0.0))); }

TEST(TunnelWatch, SaysWhenABulletMetTheSheetThatItPassed) {
  for (const double speed : {30.0, 100.0, 333.0, 1000.0, 10000.0}) {
    for (const double share : {0.3, 0.5, 0.7}) {  // of the step in which they meet
      const double distance = speed * step * (1.0 + share) + 0.05 + 0.0005;
      const Judged judged = judge("discrete", {bullet(distance, speed), sheet(0.001)}, 4.0 * step);
      ASSERT_EQ(judged.impacts, 0U) << speed;
      ASSERT_EQ(judged.passages.size(), 1U) << speed << " " << share;
      const Event& passage = judged.passages.front();
      const double exact = (1.0 + share) * step;
      EXPECT_EQ(passage.kind, EventKind::tunnelled);
      EXPECT_GE(passage.time, exact);
      EXPECT_LE(passage.time, exact + 3e-5 * 0.1 / speed * 10.0) << "late by the resolution at most";
      EXPECT_NEAR(passage.approach_speed, speed, 1e-9 * speed);
      EXPECT_NEAR(passage.point.x, -0.0005, 2e-5);
      EXPECT_NEAR(passage.normal.x, 1.0, 1e-12);
      EXPECT_LT(passage.gap, -0.02) << "looks are as far apart as half of what is overlapped, at most";
      EXPECT_GT(passage.gap, -0.0506) << "half of the cube and of the sheet are the shortest way out";
    }
  }
}

TEST(TunnelWatch, SaysNothingOfWhatIsStoppedOrSentBack) {
  for (const char* const method : {"discrete", "substeps 4", "swept_translation", "speculative", "linear_cast"}) {
    const Judged slow = judge(method, {bouncing(bullet(0.5, 2.0), 0.5), bouncing(sheet(0.5), 0.5)}, 1.0);
    EXPECT_GT(slow.impacts, 0U) << method;
    EXPECT_TRUE(slow.passages.empty()) << method;
    BodyDefinition dropped = box(Vec3(0.25), {0.0, 0.6, 0.0}, Vec3(0.0));
    const BodyDefinition floor = fixed(box({3.0, 0.25, 3.0}, Vec3(0.0), Vec3(0.0)));
    const Judged resting = judge(method, {dropped, floor}, 2.0, {0.0, -9.81, 0.0});
    EXPECT_GT(resting.end.y, 0.4) << method;
    EXPECT_TRUE(resting.passages.empty()) << method << ": at rest it overlaps a little, and is answered";
  }
}

// A cube that goes into a thick wall and back out, or on through it, with and without an answer of the method.
TEST(TunnelWatch, AsksForAnAnswerOnThisSideAndForNothingOnTheOther) {
  const auto passages = [](double speed_after, bool is_answered) {
    const std::vector<BodyDefinition> both{bullet(0.3, 10.0), sheet(0.2)};
    const auto going = [](double time, double x, double speed) {
      return MotionSegment{0, FlowKind::screw, time, {{x, 0.0, 0.0}, {}}, {speed, 0.0, 0.0}, Vec3(0.0), Vec3(0.0)};
    };
    TunnelWatch watch(both);
    RecordedStep first{step, {going(0.0, -0.3, 10.0)}, {}};  // it ends at -0.133, its front at -0.083: in the wall
    EXPECT_TRUE(watch.look(first).empty());
    RecordedStep second{0.1, {going(step, -0.3 + 10.0 * step, speed_after)}, {}};
    Event impact;
    impact.time = step;
    impact.a = 0;
    impact.b = 1;
    second.events.assign(is_answered ? 1U : 0U, impact);
    return watch.look(second).size();
  };
  EXPECT_EQ(passages(-5.0, true), 0U) << "sent back";
  EXPECT_EQ(passages(-5.0, false), 1U) << "out again by itself: nothing kept it from being inside";
  EXPECT_EQ(passages(10.0, true), 1U) << "slowed down perhaps, but through";
  EXPECT_EQ(passages(10.0, false), 1U);
}

TEST(TunnelWatch, CountsEveryBladeOfARodThatTurnsThroughAPost) {
  const double spin = 1000.0;
  // About its middle, 0.9 m from a post that never stops it: twice a turn, from the first time on.
  const BodyDefinition rod = spinning(box({1.0, 0.01, 0.01}, Vec3(0.0), Vec3(0.0)), {0.0, spin, 0.0});
  const BodyDefinition post = fixed(box({0.01, 1.0, 0.01}, {0.0, 0.0, -0.9}, Vec3(0.0)));
  const std::vector<BodyDefinition> both{rod, post};
  TunnelWatch watch(both);
  const auto first_at = [&](int turn_half) {
    return (std::atan2(0.89, 0.01) - std::asin(0.01 / std::hypot(0.01, 0.89)) + turn_half * std::numbers::pi) / spin;
  };
  const MotionSegment turning{0, FlowKind::screw, 0.0, {}, Vec3(0.0), {0.0, spin, 0.0}, Vec3(0.0)};
  const MotionSegment standing{1, FlowKind::screw, 0.0, {{0.0, 0.0, -0.9}, {}}, Vec3(0.0), Vec3(0.0), Vec3(0.0)};
  ASSERT_TRUE(watch.look({0.0, {turning, standing}, {}}).empty());
  const std::vector<Event> found = watch.look({step, {}, {}});
  ASSERT_EQ(found.size(), 5U) << "1 / 60 s are 5.3 half turns, the post at a quarter";
  for (int i = 0; i < 5; ++i) {
    const Event& passage = found[static_cast<std::size_t>(i)];
    EXPECT_NEAR(passage.time, first_at(i), 3e-7) << i;
    EXPECT_LE(std::abs(passage.point.y), 0.011) << i << ": on the rod, though the post goes far beyond it";
    EXPECT_NEAR(passage.point.z, -0.89, 0.021) << i;
  }
}

TEST(TunnelWatch, LeavesOutWhatMayPass) {
  const BodyDefinition through = bullet(1.0, 100.0);
  const auto passages = [&](BodyDefinition other, BodyDefinition body) {
    RecordedStep start{
        0.0, {{0, FlowKind::screw, 0.0, body.mesh_pose, body.linear_velocity, Vec3(0.0), Vec3(0.0)}}, {}};
    const std::vector<BodyDefinition> both{body, other};
    TunnelWatch watch(both);
    static_cast<void>(watch.look(start));
    return watch.look({step, {}, {}}).size();
  };
  EXPECT_EQ(passages(sheet(0.001), through), 1U);
  BodyDefinition sensor = sheet(0.001);
  sensor.is_sensor = true;
  EXPECT_EQ(passages(sensor, through), 0U);
  BodyDefinition other_kind = sheet(0.001);
  other_kind.mask = 2;
  EXPECT_EQ(passages(other_kind, through), 0U);
  BodyDefinition friend_of = sheet(0.001);
  friend_of.group = 3;
  BodyDefinition in_group = through;
  in_group.group = 3;
  EXPECT_EQ(passages(friend_of, in_group), 0U);
  EXPECT_EQ(passages(sheet(0.001), fixed(through)), 0U);
}

TEST(TunnelWatch, SaysNothingOfWhatOverlapsFromTheStart) {
  BodyDefinition inside = bullet(0.02, 100.0);
  const std::vector<BodyDefinition> both{inside, sheet(0.001)};
  TunnelWatch watch(both);
  const RecordedStep start{
      0.0, {{0, FlowKind::screw, 0.0, inside.mesh_pose, inside.linear_velocity, Vec3(0.0), Vec3(0.0)}}, {}};
  EXPECT_TRUE(watch.look(start).empty());
  EXPECT_TRUE(watch.look({step, {}, {}}).empty());
}

TEST(TunnelWatch, TellsItInWords) {
  RecordedBody wall;
  wall.name = "wall";
  wall.type = BodyType::fixed;
  RecordedBody ball;
  ball.name = "ball";
  Event passage;
  passage.time = 0.0228566;
  passage.a = 0;
  passage.b = 1;
  const std::vector<RecordedBody> bodies{wall, ball};
  EXPECT_EQ(passage_text(passage, bodies), "ball passed through wall at 0.02286 s");
}

}  // namespace
}  // namespace firstcontact::test
