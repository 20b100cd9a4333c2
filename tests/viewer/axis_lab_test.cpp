// The article's picture in numbers: closed forms of two boxes, and the engine's own sweep as the oracle.

#include "viewer/axis_lab.hpp"

#include <gtest/gtest.h>

#include <random>

namespace firstcontact {
namespace {

TEST(AxisLab, TwoBoxesInLine) {
  const ConvexShape box = make_shape(make_box({1.0, 1.0, 1.0}));
  AxisQuestion question{{&box, {}}, {&box, {{5.0, 0.5, 0.0}, {1.0, 0.0, 0.0, 0.0}}}, {-30.0, 0.0, 0.0}, 0.2};
  const AxisReport report = look_at_axes(question);
  EXPECT_EQ(report.all_axes, 3U) << "parallel axes count once";
  EXPECT_TRUE(report.meets);
  EXPECT_NEAR(report.rows[report.latest_entry].enter, 0.1, 1e-12);  // 3 m at 30 m/s
  EXPECT_NEAR(report.rows[report.earliest_leave].leave, 7.0 / 30.0, 1e-12);
  EXPECT_NEAR(report.rows[report.separating].gap, 3.0, 1e-12);
  question.span = 0.05;
  EXPECT_FALSE(look_at_axes(question).meets) << "it comes after the step";
  question.span = 0.2;
  question.b.pose.position.y = 2.5;
  EXPECT_FALSE(look_at_axes(question).meets) << "it passes above";
}

TEST(AxisLab, OverlapHasItsShortestWayOut) {
  const ConvexShape box = make_shape(make_box({1.0, 1.0, 1.0}));
  const AxisReport report = look_at_axes({{&box, {}}, {&box, {{0.3, 1.9, 0.2}, {1.0, 0.0, 0.0, 0.0}}}, Vec3(0.0), 0.1});
  EXPECT_NEAR(report.separation.depth, 0.1, 1e-9);
  EXPECT_LT(report.rows[report.separating].gap, 0.0);
  EXPECT_TRUE(report.meets);
}

// The grid of directions finds like ones as a comparison of all with all does.
TEST(AxisLab, CountsEachDirectionOnceHoweverManyThereAre) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  std::vector<Vec3> points(30);
  for (Vec3& point : points) {
    point = glm::normalize(Vec3(any(random), any(random), any(random)));
  }
  const ConvexShape ball = make_shape(convex_hull(points).value());
  const PosedShape a{&ball, {}};
  const PosedShape b{&ball, {{3.0, 0.0, 0.0}, glm::normalize(Quat(0.9, 0.1, 0.2, 0.3))}};
  std::vector<Vec3> all;
  const auto add = [&](const Vec3& direction) {
    const Vec3 unit = glm::length(direction) < 1e-6 ? Vec3(0.0) : glm::normalize(direction);
    const bool is_like = std::any_of(all.begin(), all.end(),
                                     [&](const Vec3& known) { return std::abs(glm::dot(known, unit)) > 1.0 - 1e-9; });
    if (unit != Vec3(0.0) && !is_like) {
      all.push_back(unit);
    }
  };
  const auto edge = [&](const PosedShape& posed, const HullEdge& it) {
    const auto& vertices = posed.shape->core.vertices;
    return rotate(posed.pose.orientation, vertices[it.vertex[1]] - vertices[it.vertex[0]]);
  };
  for (const PosedShape& posed : {a, b}) {
    for (const HullFace& face : posed.shape->core.faces) {
      add(rotate(posed.pose.orientation, face.normal));
    }
  }
  for (const HullEdge& edge_a : ball.core.edges) {
    for (const HullEdge& edge_b : ball.core.edges) {
      add(glm::cross(glm::normalize(edge(a, edge_a)), glm::normalize(edge(b, edge_b))));
    }
  }
  const AxisReport report = look_at_axes({a, b, Vec3(0.0), 0.1});
  EXPECT_GT(all.size(), 5000U);
  EXPECT_EQ(report.all_axes, all.size());
  EXPECT_FALSE(report.leaves_out_edges);
}

// What decides is shown however many axes there are: one shape moves slowly along the axis that separates it, so that
// by its entry that axis comes late, and much faster along others.
TEST(AxisLab, TheAxisThatSeparatesMostIsAmongThoseShown) {
  std::mt19937 random(23);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  std::vector<Vec3> points(40);
  for (Vec3& point : points) {
    point = glm::normalize(Vec3(any(random), any(random), any(random)));
  }
  const ConvexShape ball = make_shape(convex_hull(points).value());
  int cut = 0;
  for (int i = 0; i < 100; ++i) {
    const Quat turned = glm::normalize(Quat(any(random), any(random), any(random), any(random)));
    const Vec3 place = 3.2 * glm::normalize(Vec3(any(random), any(random), any(random)));
    const Vec3 velocity(any(random), any(random), any(random));
    const AxisReport report = look_at_axes({{&ball, {}}, {&ball, {place, turned}}, velocity, 1.0});
    ASSERT_LT(report.separating, report.rows.size());
    cut += report.all_axes > report.rows.size() ? 1 : 0;
    const double gap = report.rows[report.separating].gap;
    EXPECT_LE(gap, report.separation.distance + 1e-9);
    EXPECT_GT(gap, 0.9 * report.separation.distance)
        << "pair " << i << ": so round a shape has an axis near every normal";
  }
  EXPECT_EQ(cut, 100);
}

TEST(AxisLab, AgreesWithTheSweepOverAllAxes) {
  const ConvexShape a = make_shape(make_box({0.5, 1.0, 0.3}));
  const ConvexShape b = make_shape(make_box({0.8, 0.2, 0.6}));
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  int hits = 0;
  for (int i = 0; i < 300; ++i) {
    const Quat turned = glm::normalize(Quat(any(random), any(random), any(random), any(random)));
    const Vec3 place = 4.0 * Vec3(any(random), any(random), any(random));
    const Vec3 velocity = -place * (1.0 + any(random)) + Vec3(any(random), any(random), any(random));
    const AxisReport report = look_at_axes({{&a, {}}, {&b, {place, turned}}, velocity, 1.0});
    if (report.separation.distance <= 0.0) {
      continue;
    }
    MovingShape moving_a{&a, {}};
    MovingShape moving_b{&b, {}};
    moving_b.motion.start = {place, turned};
    moving_b.motion.linear_velocity = velocity;
    TimeOfImpactOptions options;
    options.target = 1e-9;
    options.tolerance = 1e-9;
    const TimeOfImpact impact = swept_time_of_impact(moving_a, moving_b, options, SweptAxes::faces_and_edges);
    EXPECT_EQ(report.meets, impact.status == ImpactStatus::touches) << "pair " << i;
    if (report.meets) {
      ++hits;
      EXPECT_NEAR(report.rows[report.latest_entry].enter, impact.time, 1e-6) << "pair " << i;
    }
  }
  EXPECT_GT(hits, 50);
}

}  // namespace
}  // namespace firstcontact
