// What the window has open, without the window: running, seeking, throwing, dragging, and the other collision methods.

#include "viewer/session.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "../cli/program_fixture.hpp"
#include "scene/scene_world.hpp"
#include "viewer/measures.hpp"
#include "viewer/picking.hpp"
#include "viewer/room.hpp"

namespace firstcontact {
namespace {

using testing::ScratchFolder;

// Lets the session run, as the window's loop does, until `is_done` or ten seconds are over.
template <class Question>
::testing::AssertionResult runs_until(Session& session, Question is_done) {
  for (int i = 0; i < 2000; ++i) {
    session.advance(0.02);
    if (is_done()) {
      return ::testing::AssertionSuccess();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return ::testing::AssertionFailure() << "still not at " << session.clock.time << " s";
}

class SessionTest : public ::testing::Test {
 protected:
  SessionTest() {
    folder_.file("cube.obj", testing::cube_obj);
    scene_ = folder_.file("scene.json", testing::falling_cube);
  }
  [[nodiscard]] std::unique_ptr<Session> open(const std::string& file,
                                              const std::string& method = "first_contact") const {
    return Session::open({file, *rival_method_named(method), {}, 1, false, {}}).value();
  }
  ScratchFolder folder_;
  std::string scene_;
};

TEST_F(SessionTest, RunsAndGoesBackToTheSamePlace) {
  const auto session = open(scene_);
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 0.3; }));
  session->seek(0.2);
  const Vec3 there = session->instant().motions->state(1, 0.2).pose.position;
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 0.6; }));
  session->seek(0.2);
  EXPECT_EQ(session->instant().motions->state(1, 0.2).pose.position, there);
  EXPECT_NEAR(there.y, 1.0 - 0.5 * 9.81 * 0.04, 2e-3);
}

TEST_F(SessionTest, StepsEventByEvent) {
  const auto session = open(scene_);
  session->to_next_event();
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 0.0; }));
  const double first = session->clock.time;
  EXPECT_TRUE(session->clock.is_paused);
  EXPECT_GT(first, 0.1);
  EXPECT_LT(first, 0.33) << "it falls half a metre at most";
  session->to_next_event();
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > first; }));
  session->to_previous_event();
  EXPECT_EQ(session->clock.time, first);
  session->step_back();
  EXPECT_NEAR(session->clock.time, first - 1.0 / 60.0, 1e-12);
}

TEST_F(SessionTest, SlowMotionIsExact) {
  const auto session = open(scene_);
  session->clock.speed = 1e-4;
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.0; }));
  session->seek(0.0);
  session->advance(0.02);
  EXPECT_NEAR(session->clock.time, 2e-6, 1e-15);
}

TEST_F(SessionTest, ThrownBodiesComeAndFly) {
  const auto session = open(scene_);
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 0.05; }));
  session->throw_body({1, {0.0, 5.0, 0.0}, {3.0, 0.0, 0.0}, {0.0, 7.0, 0.0}});
  EXPECT_EQ(session->stage->header.bodies.size(), 3U);
  ASSERT_TRUE(runs_until(*session, [&] { return session->instant().motions->size() == 3; }));
  const double begun = session->clock.time;
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > begun + 0.2; }));
  const FlowState state = session->instant().motions->state(2, session->clock.time);
  EXPECT_GT(state.pose.position.x, 0.3);
  EXPECT_NEAR(state.linear_velocity.x, 3.0, 1e-9);
  session->seek(0.01);
  EXPECT_FALSE(session->instant().motions->size() == 3 && session->instant().motions->is_there(2, 0.01))
      << "before it was thrown it was not there";
}

TEST_F(SessionTest, ADraggedBodyComesToTheHand) {
  const auto session = open(scene_);
  session->drag(DragSpring{1, Vec3(0.0), {1.0, 2.0, 0.5}});
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 1.0; }));
  const Vec3 place = session->instant().motions->state(1, session->clock.time).pose.position;
  EXPECT_LT(glm::length(place - Vec3(1.0, 2.0, 0.5)), 0.1);
  session->drag(std::nullopt);
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 1.4; }));
  EXPECT_LT(session->instant().motions->state(1, session->clock.time).pose.position.y, 1.8) << "it falls again";
}

TEST_F(SessionTest, EnergyIsThatOfTheWorld) {
  const auto session = open(scene_);
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 0.1; }));
  const Scene scene = load_geometry(read_scene(scene_).value()).value();
  const World world = make_world(scene).value();
  session->seek(0.0);
  const Totals mine = totals_at(session->instant());
  const Totals theirs = world.totals();
  EXPECT_NEAR(mine.kinetic_energy, theirs.kinetic_energy, 1e-9 * theirs.kinetic_energy);
  EXPECT_NEAR(mine.potential_energy, theirs.potential_energy, 1e-9 * theirs.potential_energy);
  EXPECT_NEAR(glm::length(mine.angular_momentum - theirs.angular_momentum), 0.0, 1e-9);
}

TEST_F(SessionTest, PickingFindsTheBodyInFront) {
  const auto session = open(scene_);
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.0; }));
  session->seek(0.0);
  const auto front = pick(session->instant(), {{0.0, 1.0, 9.0}, {0.0, 0.0, -1.0}, 100.0, {}});
  ASSERT_TRUE(front);
  EXPECT_EQ(front->body, 1U);
  EXPECT_NEAR(front->distance, 8.5, 1e-6);
  EXPECT_FALSE(pick(session->instant(), {{0.0, 1.0, 9.0}, {0.0, 0.0, 1.0}, 100.0, {}}));
}

// The failure first: what one sees after pressing M.
constexpr std::string_view bullet = R"({
  "version": 1, "gravity": [0, 0, 0],
  "bodies": [
    {"name": "plate", "type": "static", "shape": {"box": [0.01, 2, 2]}},
    {"name": "bullet", "shape": {"box": [0.05, 0.05, 0.05]}, "position": [-7.1, 0, 0], "linear_velocity": [900, 0, 0]}]
})";

TEST_F(SessionTest, ADiscreteMethodTunnelsAndTheOthersDoNot) {
  const std::string file = folder_.file("bullet.json", bullet);
  for (const auto& [method, passes] :
       {std::pair("discrete", true), {"swept_translation", false}, {"first_contact", false}}) {
    const auto session = open(file, method);
    ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 0.1; }));
    const double x = session->instant().motions->state(1, session->clock.time).pose.position.x;
    EXPECT_EQ(x > 0.0, passes) << method;
  }
}

TEST_F(SessionTest, ARivalThatSeesTheImpactKeepsMomentum) {
  const std::string file = folder_.file("two.json", R"({"version": 1, "gravity": [0, 0, 0], "bodies": [
      {"name": "a", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [-2, 0, 0], "linear_velocity": [4, 0, 0], "restitution": 1},
      {"name": "b", "shape": {"box": [0.5, 0.5, 0.5]}, "restitution": 1}]})");
  const auto session = open(file, "swept_translation");
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 0.6; }));
  EXPECT_NEAR(session->instant().motions->state(0, session->clock.time).linear_velocity.x, 0.0, 1e-3);
  EXPECT_NEAR(session->instant().motions->state(1, session->clock.time).linear_velocity.x, 4.0, 1e-3);
}

TEST_F(SessionTest, ARecordingIsScrubbed) {
  ASSERT_EQ(testing::run({"simulate", scene_, "--record", folder_.path("run.fcr").string(), "--quiet"}).status, 0);
  const auto session = open(folder_.path("run.fcr").string());
  EXPECT_FALSE(session->is_live());
  while (session->recording()->known_share() < 1.0) {
    std::this_thread::yield();
  }
  session->seek(0.2);
  EXPECT_NEAR(session->instant().motions->state(1, 0.2).pose.position.y, 1.0 - 0.5 * 9.81 * 0.04, 2e-3);
  session->seek(99.0);
  EXPECT_NEAR(session->clock.time, 0.5, 1e-9);
}

constexpr std::string_view looping = R"({"version": 1, "gravity": [0, 0, 0], "duration": 0.5,
  "view": {"speed": 0.5, "loop": [0.2, 0.3], "overlays": ["trails"]},
  "bodies": [
    {"name": "bullet", "shape": {"box": [0.05, 0.05, 0.05]}, "position": [-24.2, 0, 0], "linear_velocity": [100, 0, 0]},
    {"name": "plate", "type": "static", "shape": {"box": [0.0005, 2, 2]}}]})";
constexpr double met_at = (24.2 - 0.0505) / 100.0;  // s

TEST_F(SessionTest, OpensWhereTheSceneWantsItAndGoesRound) {
  const auto session = open(folder_.file("loop.json", looping));
  EXPECT_EQ(session->clock.speed, 0.5);
  double least = 1.0;
  double most = 0.0;
  int rounds = 0;
  double last = 0.0;
  ASSERT_TRUE(runs_until(*session, [&] {
    const double now = session->clock.time;
    rounds += now > 0.0 && now < last ? 1 : 0;
    least = now > 0.0 ? std::min(least, now) : least;
    most = std::max(most, now);
    last = now;
    return rounds == 3;
  }));
  EXPECT_NEAR(least, 0.2, 1e-9) << "nothing before was shown";
  EXPECT_LE(most, 0.3);
  EXPECT_GT(most, 0.28);
  session->clock.is_reversed = true;
  session->seek(0.25);
  session->advance(0.02);
  EXPECT_NEAR(session->clock.time, 0.24, 1e-9) << "time goes back";
  session->seek(0.1);
  EXPECT_FALSE(session->clock.loop) << "who goes elsewhere wants to be there";
}

TEST_F(SessionTest, ReplaysTheLastMeetingSlowlyFromBeforeIt) {
  for (const char* const method : {"discrete", "first_contact"}) {
    const auto session = open(folder_.file("loop.json", looping), method);
    session->clock.loop.reset();
    session->clock.speed = 1.0;
    ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > 0.35; })) << method;
    ASSERT_TRUE(session->replay()) << method;
    const double size = 0.1 * std::sqrt(3.0);  // m, of the bullet
    EXPECT_NEAR(met_at - session->clock.time, 3.0 * size / 100.0, 0.2 * size / 100.0) << method;
    EXPECT_LT(session->clock.speed, 0.01) << method;
    EXPECT_FALSE(session->clock.is_paused);
    const double begun = session->clock.time;
    session->advance(0.1);
    EXPECT_GT(session->clock.time, begun);
    EXPECT_LT(session->clock.time, met_at);
  }
}

TEST_F(SessionTest, AMethodThatTunnelsLeavesAGhostWhereTheyShouldHaveMet) {
  const auto session = open(folder_.file("loop.json", looping), "discrete");
  ASSERT_TRUE(runs_until(*session, [&] { return session->clock.time > met_at + 0.01; }));
  ASSERT_EQ(session->memory.passages().size(), 1U);
  const Passage& passage = session->memory.passages().front();
  EXPECT_NEAR(passage.event.time, met_at, 1e-6);
  EXPECT_NEAR(passage.pose_a.position.x, -0.0505, 1e-4);
  EXPECT_EQ(session->live()->figures().tunnelled, 1U);
  const std::vector<Event> ticks = session->meetings_within({0.2, 0.3});
  ASSERT_EQ(ticks.size(), 1U);
  EXPECT_EQ(ticks.front().kind, EventKind::tunnelled);
  EXPECT_TRUE(session->meetings_within({0.0, 0.2}).empty());
  session->seek(0.21);
  EXPECT_TRUE(session->memory.passages().empty()) << "it has not happened yet";
}

TEST_F(SessionTest, CountsEventsAndBodiesWhateverWayOneCame) {
  const std::string scene = folder_.file("gone.json", R"({"version": 1, "duration": 1,
      "bounds": {"min": [-9, -1, -9], "max": [9, 9, 9]}, "bodies": [
      {"name": "floor", "type": "static", "shape": {"box": [1, 0.5, 1]}, "position": [0, -0.5, 0]},
      {"name": "lands", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0, 0.5, 0]},
      {"name": "falls", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [3, 0.5, 0]}]})");
  const auto session = open(scene);
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.9; }));
  session->seek(0.9);
  const std::uint64_t passed = session->events_passed();
  EXPECT_GE(passed, 2U);
  EXPECT_EQ(session->bodies_there(), 2U);
  session->seek(0.0);
  EXPECT_EQ(session->events_passed(), 0U);
  EXPECT_EQ(session->bodies_there(), 3U);
  session->seek(0.9);
  EXPECT_EQ(session->events_passed(), passed) << "as many as before";
}

TEST_F(SessionTest, EnergyIsMeasuredAgainstTheStartOfTheRun) {
  const auto session = open(scene_);
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.5; }));
  // A cube of 1000 kg a metre and a half above the middle of the floor, which is the lowest place, turning.
  session->seek(0.0);
  const Totals start = totals_at(session->instant());
  EXPECT_NEAR(session->start_energy(), start.kinetic_energy + 1000.0 * 9.81 * 1.5, 1e-6);
  session->seek(0.1);
  EXPECT_NEAR(session->energy(totals_at(session->instant())), session->start_energy(), 1e-6 * session->start_energy());
  session->seek(0.5);
  EXPECT_LT(session->energy(totals_at(session->instant())), 0.99 * session->start_energy()) << "it has landed";
}

TEST_F(SessionTest, WhatComesInBringsItsEnergyAlong) {
  const auto session = open(scene_);
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.05; }));
  session->throw_body({1, {0.0, 8.0, 0.0}, {3.0, 0.0, 0.0}, Vec3(0.0)});
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.2; }));
  session->seek(0.15);
  ASSERT_EQ(session->bodies_there(), 3U);
  EXPECT_NEAR(session->energy(totals_at(session->instant())), session->start_energy(), 1e-6 * session->start_energy());
  session->seek(0.01);
  ASSERT_EQ(session->bodies_there(), 2U);
  EXPECT_NEAR(session->energy(totals_at(session->instant())), session->start_energy(), 1e-6 * session->start_energy());
}

// Half a second with the scene's gravity, then upward, against a drag of 3 / s.
TEST_F(SessionTest, GravityAndDragCanBeChangedWhileItRuns) {
  const std::string scene =
      folder_.file("free.json", R"({"version": 1, "duration": 9, "gravity": [0, -4, 0], "bodies": [
      {"name": "falls", "shape": {"box": [0.1, 0.1, 0.1]}},
      {"name": "own", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [5, 0, 0], "gravity": [0, 0, 0]}]})");
  const auto session = open(scene);
  EXPECT_EQ(session->surroundings().gravity, Vec3(0.0, -4.0, 0.0));
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.4; }));
  session->seek(session->known_until());
  const double change = session->known_until();
  for (const double gravity : {-9.0, 6.0}) {
    session->surround({{0.0, gravity, 0.0}, 3.0, 0.0});
    EXPECT_NEAR(session->energy(totals_at(session->instant())), session->start_energy(), 1e-9) << "measured anew";
  }
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > change + 1.0; }));
  session->seek(change + 1.0);
  const Instant now = session->instant();
  // Some steps may have been on their way with the old ones: v' = 6 - 3 v from a speed of 4 change, or a little later.
  const double settled = 2.0 + (-4.0 * change - 2.0) * std::exp(-3.0);
  EXPECT_NEAR(now.motions->state(0, now.time).linear_velocity.y, settled, 0.1);
  EXPECT_EQ(now.motions->state(1, now.time).linear_velocity, Vec3(0.0)) << "its gravity is its own";
  EXPECT_EQ(now.stage->header.gravity, Vec3(0.0, 6.0, 0.0));
}

// Rivals know gravity, too, and what is thrown later has the new one.
TEST_F(SessionTest, ChangedGravityIsForRivalsAndForWhatComesLater) {
  for (const char* const method : {"first_contact", "discrete"}) {
    const std::string scene = folder_.file(
        "still.json",
        R"({"version": 1, "gravity": [0, 0, 0], "bodies": [{"name": "one", "shape": {"box": [0.1, 0.1, 0.1]}}]})");
    const auto session = open(scene, method);
    ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.05; })) << method;
    session->surround({{0.0, 0.0, 2.0}, 0.0, 0.0});
    session->throw_body({0, {3.0, 0.0, 0.0}, Vec3(0.0), Vec3(0.0)});
    ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.6; })) << method;
    session->seek(0.55);
    const Instant now = session->instant();
    for (const BodyIndex body : {0U, 1U}) {
      EXPECT_GT(now.motions->state(body, now.time).linear_velocity.z, 0.5) << method << ", body " << body;
    }
  }
}

TEST_F(SessionTest, SurfacesCanBeChangedWhileItRuns) {
  for (const char* const method : {"first_contact", "discrete"}) {
    const std::string scene = folder_.file("drop.json", R"({"version": 1, "duration": 9, "bodies": [
        {"name": "floor", "type": "static", "shape": {"box": [5, 0.5, 5]}, "position": [0, -0.5, 0], "restitution": 0},
        {"name": "ball", "shape": {"sphere": 0.2}, "position": [0, 1.2, 0], "restitution": 0}]})");
    const auto session = open(scene, method);
    ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.05; })) << method;
    session->set_surface({0, 1.0, 0.5});
    session->set_surface({1, 1.0, 0.5});
    EXPECT_EQ(session->stage->header.laws->bodies[1].restitution, 1.0);
    ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.9; })) << method;
    session->seek(0.8);
    const Instant now = session->instant();
    EXPECT_GT(now.motions->state(1, now.time).pose.position.y, 0.7) << method << ": it bounces";
  }
}

TEST_F(SessionTest, RoomIsLookedForAroundThePointer) {
  const auto session = open(scene_);
  ASSERT_TRUE(runs_until(*session, [&] { return session->known_until() > 0.02; }));
  const Vec3 far(0.0, 20.0, 0.0);
  const Vec3 across(0.0, 0.0, 1.0);
  EXPECT_EQ(free_place(*session, {1, far, across}), far);
  session->throw_body({1, far, Vec3(0.0), Vec3(0.0)});  // on its way, not in the world yet
  const auto beside = free_place(*session, {1, far, across});
  ASSERT_TRUE(beside);
  EXPECT_GT(glm::length(*beside - far), 1.0);
  EXPECT_LT(glm::length(*beside - far), 4.0);
  EXPECT_EQ(beside->z, 0.0) << "in the plane";
  EXPECT_FALSE(free_place(*session, {1, {0.0, -0.5, 0.0}, {0.0, 1.0, 0.0}})) << "inside of the floor there is none";
}

}  // namespace
}  // namespace firstcontact
