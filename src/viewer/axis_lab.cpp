#include "viewer/axis_lab.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "viewer/plane.hpp"

namespace firstcontact {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::size_t most_edge_pairs = 20'000;

// A shape's vertices in the world: every axis asks for them.
struct Corners {
  explicit Corners(const PosedShape& of) : posed(of), rounding(of.shape->rounding) {
    for (const Vec3& vertex : posed.shape->core.vertices) {
      places.push_back(to_world(posed.pose, vertex));
    }
  }
  PosedShape posed;
  std::vector<Vec3> places;  // m
  double rounding;           // m
};

Shadow shadow_of(const Corners& corners, const Vec3& axis) {
  if (is_smooth(*corners.posed.shape)) {
    const Vec3 local = rotate_inverse(corners.posed.pose.orientation, axis);
    const double center = glm::dot(axis, corners.posed.pose.position);
    return {center - reach_of(*corners.posed.shape, -local), center + reach_of(*corners.posed.shape, local)};
  }
  Shadow shadow{never, -never};
  for (const Vec3& place : corners.places) {
    const double along = glm::dot(axis, place);
    shadow.low = std::min(shadow.low, along);
    shadow.high = std::max(shadow.high, along);
  }
  return {shadow.low - corners.rounding, shadow.high + corners.rounding};
}

// Directions up to sign, each once: those within a small angle are one. Twenty thousand are looked up in a grid of
// cells, in which a direction has its like in its own cell or, where it lies at the edge of that, in the next.
class Directions {
 public:
  void add(const Vec3& direction, AxisKind kind) {
    const double length = glm::length(direction);
    if (length < 1e-6) {
      return;
    }
    const Vec3 unit = direction / length;
    if (is_known(unit) || is_known(-unit)) {
      return;
    }
    cells_.emplace(cell_of(unit), list.size());
    list.emplace_back(unit, kind);
  }
  std::vector<std::pair<Vec3, AxisKind>> list;

 private:
  using Cell = std::array<int, 3>;  // each from -1000 to 1000
  struct CellHash {
    std::size_t operator()(const Cell& cell) const {
      return static_cast<std::size_t>((cell[0] + 1024) * 2048 + cell[1] + 1024) * 2048 +
             static_cast<std::size_t>(cell[2] + 1024);
    }
  };
  static constexpr double cell_size = 1e-3, like = 4.5e-5;  // rad: a cosine above 1 - 1e-9

  static Cell cell_of(const Vec3& unit) {
    const auto index = [](double coordinate) { return static_cast<int>(std::floor(coordinate / cell_size)); };
    return {index(unit.x), index(unit.y), index(unit.z)};
  }
  [[nodiscard]] bool is_known(const Vec3& unit) const {
    const Cell low = cell_of(unit - Vec3(like));
    const Cell high = cell_of(unit + Vec3(like));
    for (unsigned corner = 0; corner < 8; ++corner) {  // nearly always all the same cell
      const Cell cell{(corner & 1U) != 0U ? high[0] : low[0], (corner & 2U) != 0U ? high[1] : low[1],
                      (corner & 4U) != 0U ? high[2] : low[2]};
      if ((corner == 0 || cell != low) && has_like(cell, unit)) {
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool has_like(const Cell& cell, const Vec3& unit) const {
    const auto [first, last] = cells_.equal_range(cell);
    return std::any_of(first, last,
                       [&](const auto& known) { return glm::dot(list[known.second].first, unit) > 1.0 - 1e-9; });
  }

  std::unordered_multimap<Cell, std::size_t, CellHash> cells_;  // asked, never gone through
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

Directions candidate_axes(const AxisQuestion& question, AxisReport& report) {
  const Separation& apart = report.separation;
  Directions axes;
  for (const HullFace& face : question.a.shape->core.faces) {
    axes.add(rotate(question.a.pose.orientation, face.normal), AxisKind::face_a);
  }
  for (const HullFace& face : question.b.shape->core.faces) {
    axes.add(rotate(question.b.pose.orientation, face.normal), AxisKind::face_b);
  }
  const std::vector<Vec3> edges_a = edge_directions(question.a);
  const std::vector<Vec3> edges_b = edge_directions(question.b);
  report.leaves_out_edges = edges_a.size() * edges_b.size() > most_edge_pairs;
  if (!report.leaves_out_edges) {
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
void close(AxisRow& row, const Vec3& relative_velocity) {
  row.gap = std::max(row.b.low - row.a.high, row.a.low - row.b.high);
  row.speed = glm::dot(row.axis, relative_velocity);
  if (row.speed == 0.0) {
    row.enter = row.gap <= 0.0 ? -never : never;
    row.leave = row.gap <= 0.0 ? never : -never;
    return;
  }
  const double first = (row.a.low - row.b.high) / row.speed;
  const double second = (row.a.high - row.b.low) / row.speed;
  row.enter = std::min(first, second);
  row.leave = std::max(first, second);
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

// What does not count in a plane: the way along its normal.
bool is_out_of_plane(const Vec3& axis, const std::optional<Vec3>& normal) {
  return normal && std::abs(glm::dot(axis, *normal)) > 1e-6;
}

AxisReport report_on(const AxisQuestion& question, const std::optional<Vec3>& plane_normal) {
  AxisReport report;
  report.separation = separation(question.a, question.b);
  const Directions axes = candidate_axes(question, report);
  const Corners a(question.a);
  const Corners b(question.b);
  for (const auto& [axis, kind] : axes.list) {
    if (is_out_of_plane(axis, plane_normal)) {
      continue;
    }
    AxisRow row;
    row.axis = axis;
    row.kind = kind;
    row.a = shadow_of(a, axis);
    row.b = shadow_of(b, axis);
    close(row, question.relative_velocity);
    report.rows.push_back(row);
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

void put_into_plane(Vec3& point, const Vec3& normal, const Vec3& middle) {
  point -= glm::dot(normal, point - middle) * normal;
}

// As prisms so long that no way out of the plane is the shortest way out.
AxisReport look_in_plane(const AxisQuestion& question) {
  const Vec3 normal = *question.plane_normal;
  const double length = 4.0 * (question.a.shape->radius + question.b.shape->radius) +
                        std::abs(glm::dot(normal, question.b.pose.position - question.a.pose.position));
  const auto prism = [&](const PosedShape& posed) {
    return drawn_out(*posed.shape, rotate_inverse(posed.pose.orientation, normal), length);
  };
  const auto a = prism(question.a);
  const auto b = prism(question.b);
  AxisQuestion flat = question;
  flat.plane_normal.reset();
  if (!a || !b) {
    return report_on(flat, std::nullopt);
  }
  flat.a.shape = &a.value();
  flat.b.shape = &b.value();
  AxisReport report = report_on(flat, question.plane_normal);
  put_into_plane(report.separation.point_a, normal, question.a.pose.position);
  put_into_plane(report.separation.point_b, normal, question.a.pose.position);
  report.plane_normal = question.plane_normal;
  for (const PosedShape& posed : {question.a, question.b}) {
    const double height = glm::dot(normal, posed.pose.position - question.a.pose.position);
    for (const Vec3& way : {normal, -normal}) {
      const double reach = reach_of(*posed.shape, rotate_inverse(posed.pose.orientation, way));
      report.front = std::max(report.front, reach + std::abs(height));
    }
  }
  return report;
}

}  // namespace

AxisReport look_at_axes(const AxisQuestion& question) {
  return question.plane_normal ? look_in_plane(question) : report_on(question, std::nullopt);
}

}  // namespace firstcontact
