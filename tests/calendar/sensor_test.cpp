// Sensors against closed forms, and against dense sampling.
#include <gtest/gtest.h>
#include <firstcontact/separation.hpp>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

BodyDefinition sensor_body(std::shared_ptr<const Collider> collider, const Vec3& position) {
  BodyDefinition sensor = fixed_body("sensor", std::move(collider), position);
  sensor.is_sensor = true;
  return sensor;
}

struct Expected {
  EventKind kind;
  double time;  // s
};

// Ways in may be early, ways out late, by `slack` seconds.
void expect_events(const std::vector<Event>& events, const std::vector<Expected>& expected, double slack) {
  ASSERT_EQ(events.size(), expected.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(events[i].kind, expected[i].kind) << i;
    const double late = events[i].time - expected[i].time;
    EXPECT_LE(late, events[i].kind == EventKind::enter ? 1e-12 : slack) << i;
    EXPECT_GE(late, events[i].kind == EventKind::leave ? -1e-12 : -slack) << i;
  }
}

// A bullet of 2 cm at 1000 m/s, a sheet of 1 mm in its way: it is inside for 21 microseconds of a step of 16.7
// milliseconds, in which it goes 16.7 m.
TEST(Sensors, ABulletCrossesAThinSensorWithinOneStep) {
  World world{weightless()};
  const BodyIndex sheet = add(world, sensor_body(box({0.0005, 1.0, 1.0}), {5.0, 0.0, 0.0}));
  BodyDefinition bullet = body("bullet", box(Vec3(0.01)), Vec3(0.0));
  bullet.linear_velocity = {1000.0, 0.0, 0.0};
  const BodyIndex index = add(world, bullet);
  world.step();
  const std::vector<Event> events(world.events().begin(), world.events().end());
  const double near = 4e-7 * 0.02;  // m
  expect_events(events, {{EventKind::enter, 4.9895e-3}, {EventKind::leave, 5.0105e-3}}, 2.0 * near / 1000.0);
  for (const Event& event : events) {
    EXPECT_EQ(event.a, sheet);
    EXPECT_EQ(event.b, index);
  }
  EXPECT_EQ(events[0].approach_speed, 1000.0);
  EXPECT_EQ(world.state(index).linear_velocity, Vec3(1000.0, 0.0, 0.0));
  EXPECT_EQ(world.state(index).pose.position, Vec3(1000.0 / 60.0, 0.0, 0.0));
  EXPECT_FALSE(world.statistics().min_gap.has_value()) << "nothing solid came near anything solid";
}

// Five sheets in one step: ten events, in their order.
TEST(Sensors, EventsOfSeveralSensorsComeInTheOrderOfTheirTimes) {
  World world{weightless()};
  for (const double x : {9.0, 3.0, 6.0, 12.0, 4.0}) {
    add(world, sensor_body(box({0.0005, 1.0, 1.0}), {x, 0.0, 0.0}));
  }
  BodyDefinition bullet = body("bullet", box(Vec3(0.01)), Vec3(0.0));
  bullet.linear_velocity = {1000.0, 0.0, 0.0};
  add(world, bullet);
  world.step();
  std::vector<Expected> expected;
  for (const double x : {3.0, 4.0, 6.0, 9.0, 12.0}) {
    expected.push_back({EventKind::enter, 1e-3 * (x - 0.0105)});
    expected.push_back({EventKind::leave, 1e-3 * (x + 0.0105)});
  }
  expect_events({world.events().begin(), world.events().end()}, expected, 1e-9);
}

// Up and down through a slab from 2 m to 3 m: y = 0.1 + 8 t - g t^2 / 2 with a ball of 0.1 m. The times solve
// quadratics.
TEST(Sensors, AThrownBallEntersAndLeavesWhereTheParabolaSays) {
  World world{WorldDefinition{}};
  add(world, sensor_body(box({5.0, 0.5, 5.0}), {0.0, 2.5, 0.0}));
  BodyDefinition ball = body("ball", make_sphere_collider(0.1).value(), {0.0, 0.1, 0.0});
  ball.linear_velocity = {0.5, 8.0, 0.0};
  add(world, ball);
  const auto time_at = [](double height, double sign) {
    return (8.0 + sign * std::sqrt(64.0 - 2.0 * 9.81 * (height - 0.1))) / 9.81;
  };
  expect_events(run_with_events(world, 2.0),
                {{EventKind::enter, time_at(1.9, -1.0)},
                 {EventKind::leave, time_at(3.1, -1.0)},
                 {EventKind::enter, time_at(3.1, 1.0)},
                 {EventKind::leave, time_at(1.9, 1.0)}},
                1e-6);
}

// Sixty-four visitors tumble through sixteen sensors that overlap: some hundred pairs in every step.
World crowded_sensors(int threads) {
  WorldDefinition definition = weightless();
  definition.threads = threads;
  World world{definition};
  Random random(91);
  for (int i = 0; i < 16; ++i) {
    add(world, sensor_body(box({1.0, 2.0, 1.0}), {0.7 * i - 5.0, random.between(-1.0, 1.0), 0.0}));
  }
  for (int i = 0; i < 64; ++i) {
    BodyDefinition visitor = body("visitor", box({0.1, 0.2, 0.3}), {1.2 * (i % 8) - 4.0, 1.2 * (i / 8) - 4.0, 0.0});
    visitor.linear_velocity = random.vector(8.0);
    visitor.angular_velocity = random.vector(10.0);
    visitor.group = 1;  // they pass through each other
    add(world, visitor);
  }
  return world;
}

TEST(Sensors, TheNumberOfThreadsChangesNoBitOfWhatIsSeen) {
  World one = crowded_sensors(1);
  World two = crowded_sensors(2);
  std::size_t seen = 0;
  for (int step = 0; step < 60; ++step) {
    one.step();
    two.step();
    ASSERT_EQ(one.events().size(), two.events().size()) << step;
    for (std::size_t i = 0; i < one.events().size(); ++i) {
      const Event& x = one.events()[i];
      const Event& y = two.events()[i];
      EXPECT_EQ(std::tie(x.time, x.kind, x.a, x.b, x.gap, x.approach_speed),
                std::tie(y.time, y.kind, y.a, y.b, y.gap, y.approach_speed));
      EXPECT_EQ(x.point, y.point);
      EXPECT_EQ(x.normal, y.normal);
      EXPECT_TRUE(i == 0 || one.events()[i - 1].time <= x.time);
    }
    EXPECT_EQ(one.statistics().toi_queries, two.statistics().toi_queries);
    EXPECT_TRUE(step > 0 || one.events().size() > 32U) << "few begin inside: too few pairs for threads";
    seen += one.events().size();
  }
  EXPECT_GT(seen, 200U);
}

// Through the sheet, against the wall behind it, and back, in one step.
TEST(Sensors, AnImpactBetweenTwoVisitsIsSeen) {
  World world{weightless()};
  add(world, sensor_body(box({0.0005, 1.0, 1.0}), {5.0, 0.0, 0.0}));
  BodyDefinition wall = fixed_body("wall", box({0.5, 1.0, 1.0}), {6.5, 0.0, 0.0});
  wall.restitution = 1.0;
  add(world, wall);
  BodyDefinition bullet = body("bullet", box(Vec3(0.01)), Vec3(0.0));
  bullet.linear_velocity = {1000.0, 0.0, 0.0};
  bullet.restitution = 1.0;
  bullet.friction = 0.0;
  add(world, bullet);
  world.step();
  const std::span<const Event> events = world.events();
  ASSERT_EQ(events.size(), 5U);
  EXPECT_EQ(events[2].kind, EventKind::impact);
  const double turn = 2.0 * events[2].time;
  EXPECT_NEAR(events[1].time, 5.0105e-3, 1e-9);
  EXPECT_NEAR(events[3].time, turn - 5.0105e-3, 1e-9);
  EXPECT_NEAR(events[4].time, turn - 4.9895e-3, 1e-9);
}

TEST(Sensors, AMovingSensorFindsWhatRestsAndOnlyWhatItsFilterWants) {
  World world{weightless()};
  BodyDefinition beam = sensor_body(box({0.1, 1.0, 1.0}), {-2.0, 0.0, 0.0});
  beam.type = BodyType::kinematic;
  beam.linear_velocity = {2.0, 0.0, 0.0};
  beam.mask = 2;
  const BodyIndex sensor = add(world, beam);
  BodyDefinition crate = body("crate", box(Vec3(0.2)), Vec3(0.0));
  crate.category = 2;
  const BodyIndex wanted = add(world, crate);
  crate.category = 4;
  crate.mesh_pose.position.y = 0.5;
  add(world, crate);
  const std::vector<Event> events = without_sleep(run_with_events(world, 2.0));
  expect_events(events, {{EventKind::enter, 0.5 * 1.7}, {EventKind::leave, 0.5 * 2.3}}, 1e-6);
  EXPECT_EQ(events.front().a, sensor);
  EXPECT_EQ(events.front().b, wanted);
}

TEST(Sensors, WhoStartsInsideIsReportedAndWhoIsTakenAwayLeaves) {
  World world{weightless()};
  const BodyIndex room = add(world, sensor_body(box(Vec3(1.0)), Vec3(0.0)));
  const BodyIndex crate = add(world, body("crate", box(Vec3(0.2)), {1.1, 0.0, 0.0}));
  const BodyIndex other = add(world, body("other", box(Vec3(0.2)), {-0.5, 0.0, 0.0}));
  expect_events(without_sleep(run_with_events(world, 0.5)), {{EventKind::enter, 0.0}, {EventKind::enter, 0.0}}, 0.0);
  const double time = world.time();
  world.remove_body(crate);
  const std::vector<Event> events = without_sleep(run_with_events(world, 0.1));
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, EventKind::removed);
  EXPECT_EQ(events[1].kind, EventKind::leave);
  EXPECT_EQ(events[1].b, crate);
  EXPECT_EQ(events[1].time, time);
  world.remove_body(room);
  world.step();
  ASSERT_EQ(world.events().size(), 2U);
  EXPECT_EQ(world.events()[1].kind, EventKind::leave);
  EXPECT_EQ(world.events()[1].b, other);
}

// What the pair's motions are in a step without contact: screws of a box whose moments are equal.
Pose pose_of(const BodyDefinition& definition, double time) {
  Pose pose = definition.mesh_pose;
  pose.position += time * definition.linear_velocity;
  pose.orientation = quaternion_from_rotation_vector(definition.angular_velocity * time) * pose.orientation;
  return pose;
}

struct Span {
  double begin = 0.0, end = 0.0;  // s
};

// When the two overlap, by looking often; a visit shorter than a sample is not seen.
std::vector<Span> sampled_visits(const BodyDefinition& a, const BodyDefinition& b, double duration, int samples) {
  std::vector<Span> visits;
  bool inside = false;
  for (int i = 0; i <= samples; ++i) {
    const double time = duration * i / samples;
    const bool overlaps =
        separation({&a.collider->shapes[0], pose_of(a, time)}, {&b.collider->shapes[0], pose_of(b, time)}).depth > 0.0;
    if (overlaps && !inside) {
      visits.push_back({time, time});
    }
    if (overlaps) {
      visits.back().end = time;
    }
    inside = overlaps;
  }
  return visits;
}

// Cubes that spin at up to 300 rad/s and cross a cube-shaped sensor: every sampled visit lies within a reported one
// that is no more than a sample longer at either side, and every reported one that is long enough was sampled.
TEST(Sensors, VisitsOfSpinningCubesAgreeWithDenseSampling) {
  constexpr int samples = 20000;
  Random random(81);
  int visits_seen = 0;
  for (int trial = 0; trial < 60; ++trial) {
    World world{weightless()};
    BodyDefinition sensor = sensor_body(box(Vec3(0.3)), Vec3(0.0));
    sensor.type = BodyType::kinematic;
    sensor.mesh_pose.orientation = random.rotation();
    sensor.angular_velocity = random.vector(300.0);
    BodyDefinition visitor = body("visitor", box(Vec3(0.2)), random.vector(0.6));
    visitor.mesh_pose.orientation = random.rotation();
    visitor.linear_velocity = -60.0 * visitor.mesh_pose.position + random.vector(30.0);
    visitor.angular_velocity = random.vector(300.0);
    add(world, sensor);
    add(world, visitor);
    world.step();
    const double step = world.time();
    std::vector<Span> reported;
    for (const Event& event : world.events()) {
      if (event.kind == EventKind::enter) {
        reported.push_back({event.time, step});
      } else {
        ASSERT_EQ(event.kind, EventKind::leave);
        ASSERT_FALSE(reported.empty());
        reported.back().end = event.time;
      }
    }
    const double sample = step / samples;
    for (const Span& seen : sampled_visits(sensor, visitor, step, samples)) {
      ++visits_seen;
      const auto holder = std::find_if(reported.begin(), reported.end(), [&](const Span& visit) {
        return visit.begin <= seen.begin + 1e-12 && visit.end >= seen.end - 1e-12;
      });
      ASSERT_NE(holder, reported.end()) << "trial " << trial << ", seed 81";
      EXPECT_GE(holder->begin, seen.begin - 1.1 * sample) << trial;
      EXPECT_LE(holder->end, seen.end + 1.1 * sample) << trial;
    }
  }
  EXPECT_GT(visits_seen, 40);
}

}  // namespace
}  // namespace firstcontact
