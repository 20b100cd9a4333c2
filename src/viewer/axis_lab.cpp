#include "viewer/axis_lab.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firstcontact {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::size_t most_edge_pairs = 20'000;

Shadow shadow_of(const PosedShape& posed, const Vec3& axis) {
  Shadow shadow{never, -never};
  for (const Vec3& vertex : posed.shape->core.vertices) {
    const double along = glm::dot(axis, to_world(posed.pose, vertex));
    shadow.low = std::min(shadow.low, along - posed.shape->rounding);
    shadow.high = std::max(shadow.high, along + posed.shape->rounding);
  }
  return shadow;
}

// Directions up to sign, each once.
class Directions {
 public:
  void add(const Vec3& direction, AxisKind kind) {
    const double length = glm::length(direction);
    if (length < 1e-6) {
      return;
    }
    const Vec3 unit = direction / length;
    for (const auto& [known, known_kind] : list) {
      if (std::abs(glm::dot(known, unit)) > 1.0 - 1e-9) {
        return;
      }
    }
    list.emplace_back(unit, kind);
  }
  std::vector<std::pair<Vec3, AxisKind>> list;
};

std::vector<Vec3> edge_directions(const PosedShape& posed) {
  Directions directions;
  for (const HullEdge& edge : posed.shape->core.edges) {
    const auto& vertices = posed.shape->core.vertices;
    directions.add(rotate(posed.pose.orientation, vertices[edge.vertex[1]] - vertices[edge.vertex[0]]),
                   AxisKind::edges);
  }
  std::vector<Vec3> result;
  for (const auto& [direction, kind] : directions.list) {
    result.push_back(direction);
  }
  return result;
}

Directions candidate_axes(const AxisQuestion& question, const Separation& apart) {
  Directions axes;
  for (const HullFace& face : question.a.shape->core.faces) {
    axes.add(rotate(question.a.pose.orientation, face.normal), AxisKind::face_a);
  }
  for (const HullFace& face : question.b.shape->core.faces) {
    axes.add(rotate(question.b.pose.orientation, face.normal), AxisKind::face_b);
  }
  const std::vector<Vec3> edges_a = edge_directions(question.a);
  const std::vector<Vec3> edges_b = edge_directions(question.b);
  if (edges_a.size() * edges_b.size() <= most_edge_pairs) {
    for (const Vec3& a : edges_a) {
      for (const Vec3& b : edges_b) {
        axes.add(glm::cross(a, b), AxisKind::edges);
      }
    }
  }
  if (question.a.shape->core.faces.empty() || question.b.shape->core.faces.empty()) {
    axes.add(apart.normal, AxisKind::edges);
  }
  return axes;
}

// From a single entry to a single leave, as one shadow gains on the other; only a speed of zero is special.
AxisRow row_of(const AxisQuestion& question, const Vec3& axis, AxisKind kind) {
  AxisRow row;
  row.axis = axis;
  row.kind = kind;
  row.a = shadow_of(question.a, axis);
  row.b = shadow_of(question.b, axis);
  row.gap = std::max(row.b.low - row.a.high, row.a.low - row.b.high);
  row.speed = glm::dot(axis, question.relative_velocity);
  if (row.speed == 0.0) {
    row.enter = row.gap <= 0.0 ? -never : never;
    row.leave = row.gap <= 0.0 ? never : -never;
    return row;
  }
  const double first = (row.a.low - row.b.high) / row.speed;
  const double second = (row.a.high - row.b.low) / row.speed;
  row.enter = std::min(first, second);
  row.leave = std::max(first, second);
  return row;
}

// Of rows sorted by entry: the first ones, and, however late they come, the one that leaves first and the one that
// separates most.
void keep_what_counts(AxisReport& report) {
  auto& rows = report.rows;
  const auto leaves_earlier = [](const AxisRow& x, const AxisRow& y) { return x.leave < y.leave; };
  const auto has_less_gap = [](const AxisRow& x, const AxisRow& y) { return x.gap < y.gap; };
  report.earliest_leave =
      static_cast<std::size_t>(std::min_element(rows.begin(), rows.end(), leaves_earlier) - rows.begin());
  report.separating = static_cast<std::size_t>(std::max_element(rows.begin(), rows.end(), has_less_gap) - rows.begin());
  if (rows.size() <= most_axes) {
    return;
  }
  const std::vector<AxisRow> all = rows;
  rows.resize(most_axes - 2);
  const auto keep = [&](std::size_t row) {
    if (row >= most_axes - 2) {
      rows.push_back(all[row]);
      row = rows.size() - 1;
    }
    return row;
  };
  report.earliest_leave = keep(report.earliest_leave);
  report.separating = keep(report.separating);
}

}  // namespace

AxisReport look_at_axes(const AxisQuestion& question) {
  AxisReport report;
  report.separation = separation(question.a, question.b);
  const Directions axes = candidate_axes(question, report.separation);
  for (const auto& [axis, kind] : axes.list) {
    report.rows.push_back(row_of(question, axis, kind));
  }
  report.all_axes = report.rows.size();
  if (report.rows.empty()) {
    return report;
  }
  const auto by_enter = [](const AxisRow& x, const AxisRow& y) { return x.enter > y.enter; };
  std::stable_sort(report.rows.begin(), report.rows.end(), by_enter);
  keep_what_counts(report);
  const double enter = std::max(report.rows.front().enter, 0.0);
  const double leave = report.rows[report.earliest_leave].leave;
  report.meets = enter <= leave && enter <= question.span && leave >= 0.0;
  return report;
}

}  // namespace firstcontact
