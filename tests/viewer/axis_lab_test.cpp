// The article's picture in numbers: closed forms of two boxes, and the engine's own sweep as the oracle.

#include "viewer/axis_lab.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "scene/text.hpp"
#include "viewer/axis_chart.hpp"
#include "viewer/plane.hpp"

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

Quat about_z(double angle) { return quaternion_from_rotation_vector({0.0, 0.0, angle}); }

// Plates 2 cm thick, 30 cm in each other: in space the shortest way out is 2 cm towards the eye, in their plane 30 cm.
TEST(AxisLab, InAPlaneTheWayOutStaysInIt) {
  const ConvexShape plate = make_shape(make_box({1.0, 0.5, 0.01}));
  AxisQuestion question{{&plate, {}}, {&plate, {{1.7, 0.2, 0.0}, {1.0, 0.0, 0.0, 0.0}}}, Vec3(0.0), 0.1};
  EXPECT_NEAR(look_at_axes(question).separation.depth, 0.02, 1e-9);
  question.plane_normal = Vec3(0.0, 0.0, 1.0);
  const AxisReport report = look_at_axes(question);
  EXPECT_NEAR(report.separation.depth, 0.3, 1e-9);
  EXPECT_NEAR(std::abs(report.separation.normal.x), 1.0, 1e-9);
  EXPECT_EQ(report.separation.point_a.z, 0.0);
  EXPECT_EQ(report.separation.point_b.z, 0.0);
  EXPECT_EQ(report.all_axes, 2U) << "the way along the normal is none";
  EXPECT_NEAR(report.front, 0.01, 1e-12);
  question.b.pose.orientation = about_z(0.4);
  EXPECT_EQ(look_at_axes(question).all_axes, 4U);
  // Moved along the normal they are still in each other: of a plane's bodies the shadows count.
  question.b.pose.position.z = 5.0;
  EXPECT_GT(look_at_axes(question).separation.depth, 0.2);
}

// Exact: against the corner of a square, and against its side, in closed form.
TEST(AxisLab, ACircleInAPlaneIsACircle) {
  const ConvexShape square = make_shape(make_box({1.0, 1.0, 0.1}));
  const ConvexShape circle = make_cylinder({0.0, 0.0, -0.1}, {0.0, 0.0, 0.1}, 0.5);
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.5);
  for (const ConvexShape* const round : {&circle, &ball}) {
    AxisQuestion question{{round, {{1.6, 1.8, 0.0}, {1.0, 0.0, 0.0, 0.0}}}, {&square, {}}, Vec3(0.0), 0.1};
    question.plane_normal = Vec3(0.0, 0.0, 1.0);
    const AxisReport apart = look_at_axes(question);
    EXPECT_NEAR(apart.separation.distance, std::hypot(0.6, 0.8) - 0.5, 1e-9);
    EXPECT_NEAR(std::abs(apart.separation.normal.x), 0.6, 1e-6);
    question.a.pose.position = {1.3, 1.15, 0.0};
    EXPECT_NEAR(look_at_axes(question).separation.depth, 0.5 - std::hypot(0.3, 0.15), 1e-6) << "out over the corner";
    question.a.pose.position = {1.2, 0.1, 0.0};
    EXPECT_NEAR(look_at_axes(question).separation.depth, 0.3, 1e-6) << "out over the side";
  }
}

RecordingHeader header_with(const std::vector<std::array<bool, 6>>& locks) {
  RecordingHeader header;
  header.laws.emplace();
  for (const auto& locked : locks) {
    header.bodies.emplace_back();
    header.laws->bodies.emplace_back();
    header.laws->bodies.back().locked = locked;
  }
  return header;
}

TEST(Plane, IsWhatTheLocksLeave) {
  constexpr bool free = false;
  constexpr bool held = true;
  RecordingHeader header = header_with({{free, free, held, held, held, free},
                                        {free, held, free, held, free, held},
                                        {free, free, held, free, held, free},
                                        {free, free, held, held, held, held},
                                        {}});
  EXPECT_EQ(plane_normal(header, 0), Vec3(0.0, 0.0, 1.0));
  EXPECT_EQ(plane_normal(header, 1), Vec3(0.0, 1.0, 0.0));
  for (const BodyIndex body : {2U, 3U, 4U, 99U}) {
    EXPECT_FALSE(plane_normal(header, body)) << body;
  }
  EXPECT_FALSE(plane_normal_of_pair(header, {0, 1})) << "two planes are none";
  EXPECT_FALSE(plane_normal_of_pair(header, {0, 4}));
  header.bodies[4].type = BodyType::fixed;
  EXPECT_EQ(plane_normal_of_pair(header, {4, 1}), Vec3(0.0, 1.0, 0.0)) << "what stands still keeps to any";
  header.laws.reset();
  EXPECT_FALSE(plane_normal(header, 0)) << "an old recording does not say";
}

AxisReport turned_boxes() {
  static const ConvexShape box = make_shape(make_box({1.0, 1.0, 1.0}));
  return look_at_axes({{&box, {}}, {&box, {{5.0, 0.5, 0.0}, about_z(0.3)}}, {-30.0, 0.0, 0.0}, 0.2});
}

TEST(AxisChart, HasRoundInstantsInOneUnit) {
  for (const double length : {3.7, 0.0213, 4e-5, 6.1e-8}) {
    const std::vector<ChartTick> ticks = chart_ticks({0.0, 0.0, 0.0, -0.2 * length, length}, 8);
    ASSERT_GE(ticks.size(), 3U) << length;
    EXPECT_LE(ticks.size(), 9U) << length;
    const std::string unit = ticks.front().text.substr(ticks.front().text.find(' '));
    bool has_now = false;
    for (const ChartTick& tick : ticks) {
      EXPECT_EQ(tick.text.substr(tick.text.find(' ')), unit);
      EXPECT_LE(tick.text.size(), 9U) << tick.text;
      has_now = has_now || tick.text == "0" + unit;
    }
    EXPECT_TRUE(has_now) << "without a minus";
  }
}

TEST(AxisChart, KeepsEveryNumberInItsTable) {
  const AxisReport report = turned_boxes();
  const std::string table = axis_chart_csv(report, {"a", "b", 0.2});
  EXPECT_EQ(static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n')), 1 + report.rows.size());
  const std::size_t first_row = table.find('\n') + 1;
  const std::vector<std::string> fields =
      parts_between_commas(table.substr(first_row, table.find('\n', first_row) - first_row));
  ASSERT_EQ(fields.size(), 12U);
  EXPECT_EQ(parse_number(fields[8]).value, report.rows[0].gap);
  EXPECT_EQ(parse_number(fields[10]).value, report.rows[0].enter);
}

TEST(AxisChart, IsAPictureWithABarForEachRowChosen) {
  const AxisReport report = turned_boxes();
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++found;
    }
    return found;
  };
  const std::string all = axis_chart_svg(report, {"<a> & b", "c", 0.2});
  EXPECT_EQ(count(all, ", gap "), report.rows.size());
  EXPECT_NE(all.find("&#60;a&#62; &#38; b and c"), std::string::npos);
  const std::size_t separating = chosen_rows(report, RowChoice::separating).size();
  ASSERT_LT(separating, report.rows.size());
  EXPECT_EQ(count(axis_chart_svg(report, {"a", "b", 0.2, RowChoice::separating}), ", gap "), separating);
  EXPECT_EQ(count(all, "<rect"), count(all, "/>")) << "each is closed";
}

}  // namespace
}  // namespace firstcontact
