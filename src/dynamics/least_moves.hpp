// Bodies moved as little as gaps between them ask for: what sets them apart before their first step. A row of n cubes
// that touch has to grow by n gaps, and one pair after the other would pass that on a body at a time.
#pragma once

#include <firstcontact/math.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace firstcontact {

/// A gap that two bodies are to have along a direction. As long as neither turns, it grows by what they move past each
/// other along it, exactly.
struct GapRow {
  std::uint32_t a = 0, b = 0;
  Vec3 normal{0.0};      // unit, from a to b
  double missing = 0.0;  // m: by how much the gap has to grow; negative: it may shrink by that
  double wanted = 0.0;   // m, above 0: the gap that `missing` leads to, by which it is judged
  double push = 0.0;     // m, >= 0: the push along it of an earlier search, to begin with
};

struct LeastMoves {
  std::vector<Vec3> moves;     // m, per body
  std::vector<double> pushes;  // m, per row: the moves are their sums
  /// Where there is no room for all rows, and no moves are found: weights >= 0, one per row, with which the rows add up
  /// to next to no motion, and to more than nothing that is missing. Else empty.
  std::vector<double> jam;
};

/// The moves with the least sum of squares that give every row its gap, to 1e-4 of it; many rows get 5e-3 more or less.
/// `freedom`: per body, 1 along the axes along which it may move, and 0 along others. Where no moves shorter than twice
/// all the gaps together do, what is in each other's way. By the dual problem's gradient, accelerated (Nesterov 1983;
/// Beck & Teboulle 2009) and begun anew where it overshoots (O'Donoghue & Candes 2015); a row of n bodies takes some 10
/// n rounds. Pure.
[[nodiscard]] LeastMoves least_moves(std::span<const GapRow> rows, std::span<const Vec3> freedom);

}  // namespace firstcontact
