// A triangle of a grid needs no memory: its number tells its corners and its neighbours.
#include "geometry/height_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "geometry/shell_integrals.hpp"

namespace firstcontact {

Vec3 sample(const HeightField& field, Index column, Index row) {
  return {column * field.spacing_x, field.heights[static_cast<std::size_t>(column) * field.rows + row],
          row * field.spacing_z};
}

Index triangle_count(const HeightField& field) { return 2 * (field.columns - 1) * (field.rows - 1); }

namespace {

struct Cell {
  Index column = 0, row = 0;
};

Cell cell_of(const HeightField& field, Index triangle) {
  const Index cell = triangle / 2;
  return {cell / (field.rows - 1), cell % (field.rows - 1)};
}

Index number_of(const HeightField& field, const Cell& cell) { return 2 * (cell.column * (field.rows - 1) + cell.row); }

// The even triangle of a cell has the corner that lies further along z, the odd one that further along x.
std::array<Vec3, 3> corners_of(const HeightField& field, Index triangle) {
  const auto [column, row] = cell_of(field, triangle);
  const Vec3 first = sample(field, column, row);
  const Vec3 opposite = sample(field, column + 1, row + 1);
  return triangle % 2 == 0 ? std::array{first, sample(field, column, row + 1), opposite}
                           : std::array{first, opposite, sample(field, column + 1, row)};
}

// Beyond the edge from corner `edge` to the next. Unsigned numbers wrap round: a column before the first is too large.
Index neighbour_of(const HeightField& field, Index triangle, Index edge) {
  const auto [column, row] = cell_of(field, triangle);
  const bool is_even = triangle % 2 == 0;
  const std::array<Cell, 3> beyond = is_even
                                         ? std::array{Cell{column - 1, row}, Cell{column, row + 1}, Cell{column, row}}
                                         : std::array{Cell{column, row}, Cell{column + 1, row}, Cell{column, row - 1}};
  const Cell& cell = beyond[edge];
  const bool is_inside = cell.column < field.columns - 1 && cell.row < field.rows - 1;
  return is_inside ? number_of(field, cell) + (is_even ? 1 : 0) : no_triangle;
}

// As make_triangle has it, to the last bit.
Vec3 normal_of(const std::array<Vec3, 3>& corners) {
  return normalized_or(glm::cross(corners[1] - corners[0], corners[2] - corners[0]), Vec3(0.0));
}

Vec3 beyond(const HeightField& field, Index triangle, Index edge) {
  const Index neighbour = neighbour_of(field, triangle, edge);
  return neighbour == no_triangle ? Vec3(0.0) : normal_of(corners_of(field, neighbour));
}

// Range of cells along one axis that [low, high] (m) may meet, and one more on either side for rounding.
struct CellRange {
  Index first = 0, end = 0;
};

CellRange cells_between(double low, double high, double spacing, Index cells) {
  const auto clamped = [&](double cell) {
    return static_cast<Index>(std::clamp(cell, 0.0, static_cast<double>(cells)));
  };
  return {clamped(std::floor(low / spacing) - 1.0), clamped(std::floor(high / spacing) + 2.0)};
}

}  // namespace

std::optional<Error> mistake_in(const HeightField& field) {
  constexpr std::uint64_t most_triangles = std::uint64_t{1} << 31U;
  if (field.columns < 2 || field.rows < 2) {
    return Error{"a height field needs at least 2 x 2 samples, found " + std::to_string(field.columns) + " x " +
                 std::to_string(field.rows)};
  }
  const std::uint64_t samples = std::uint64_t{field.columns} * field.rows;
  if (2 * samples > most_triangles) {
    return Error{"a height field has at most 2^30 samples, found " + std::to_string(samples)};
  }
  if (field.heights.size() != samples) {
    return Error{"a height field of " + std::to_string(field.columns) + " x " + std::to_string(field.rows) +
                 " samples needs " + std::to_string(samples) + " heights, found " +
                 std::to_string(field.heights.size())};
  }
  const auto is_spacing = [](double metres) { return std::isfinite(metres) && metres > 0.0; };
  if (!is_spacing(field.spacing_x) || !is_spacing(field.spacing_z)) {
    return Error{"a height field's spacing must be finite and > 0"};
  }
  const auto is_bad = [](double height) { return !std::isfinite(height); };
  const auto bad = std::find_if(field.heights.begin(), field.heights.end(), is_bad);
  if (bad != field.heights.end()) {
    return Error{"a height field's heights must be finite, number " + std::to_string(bad - field.heights.begin()) +
                 " is not"};
  }
  return std::nullopt;
}

const void* identity_of_triangle(const HeightField& field, Index number) {
  const auto [column, row] = cell_of(field, number);
  const double* const first = &field.heights[static_cast<std::size_t>(column) * field.rows + row];
  return static_cast<const char*>(static_cast<const void*>(first)) + number % 2;
}

ConvexShape shape_of_triangle(const HeightField& field, Index number) {
  require(number < triangle_count(field), "shape_of_triangle: there are not so many triangles");
  const std::array<Vec3, 3> corners = corners_of(field, number);
  ConvexShape shape = make_triangle(corners[0], corners[1], corners[2]);
  shape.beyond_edges = {beyond(field, number, 0), beyond(field, number, 1), beyond(field, number, 2)};
  shape.identity = identity_of_triangle(field, number);
  return shape;
}

namespace {

void add_if_near(const HeightField& field, Index triangle, const Aabb& box, std::vector<Index>& found) {
  const std::array<Vec3, 3> corners = corners_of(field, triangle);
  if (overlaps(merged(merged(merged(Aabb{}, corners[0]), corners[1]), corners[2]), box)) {
    found.push_back(triangle);
  }
}

}  // namespace

std::vector<Index> triangles_near(const HeightField& field, const Aabb& box) {
  const CellRange columns = cells_between(box.low.x, box.high.x, field.spacing_x, field.columns - 1);
  const CellRange rows = cells_between(box.low.z, box.high.z, field.spacing_z, field.rows - 1);
  std::vector<Index> found;
  for (Index column = columns.first; column < columns.end; ++column) {
    for (Index row = rows.first; row < rows.end; ++row) {
      add_if_near(field, number_of(field, {column, row}), box, found);
      add_if_near(field, number_of(field, {column, row}) + 1, box, found);
    }
  }
  return found;
}

MassProperties shell_mass(const HeightField& field) {
  ShellIntegrals shell(sample(field, field.columns / 2, field.rows / 2));
  for (Index i = 0; i < triangle_count(field); ++i) {
    const std::array<Vec3, 3> corners = corners_of(field, i);
    shell.add(corners[0], corners[1], corners[2]);
  }
  return shell.mass();
}

}  // namespace firstcontact
