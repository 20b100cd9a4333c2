// Whether a piece keeps out of what is forbidden: quickly by the octree's own points, or for certain.
#include "decomposition/clearance_walk.hpp"

#include <algorithm>

namespace firstcontact {

namespace {

// Nearer than this share of the tolerance to the limit is not told from beyond it: usually, and with great care.
constexpr double undecided_per_tolerance = 1.0 / 16.0;
constexpr double least_undecided_per_tolerance = 1.0 / 128.0;

}  // namespace

Clearance::Cube Clearance::child_of(const Cube& cube, Index child) const {
  const Index first = cells_[cube.cell].first_child;
  return {first == 0 ? cube.cell : first + child, child_center(cube.center, cube.half, child), 0.5 * cube.half};
}

bool Clearance::seems_clear(const Piece& piece) const {
  Walk walk(piece);
  return walk_seems_clear(walk, walk.whole(), {0, root_center_, root_half_});
}

bool Clearance::walk_seems_clear(Walk& walk, const Level& parent, const Cube& cube) const {
  const Cell& cell = cells_[cube.cell];
  if (!cell.has_forbidden) {
    return true;
  }
  const Level level = walk.narrow(parent, cube.center, cube.half);
  if (level.side != Side::cut) {
    return level.side == Side::apart;
  }
  if (cell.outside > tolerance_ && walk.holds(level, cube.center)) {
    return false;
  }
  if (cell.first_child == 0 && (cell.kind != Kind::forbidden || cube.half <= leaf_half_)) {
    return true;
  }
  for (Index child = 0; child < 8; ++child) {
    if (!walk_seems_clear(walk, level, child_of(cube, child))) {
      return false;
    }
  }
  return true;
}

bool Clearance::is_clear(const Piece& piece, Care care) const {
  if (!is_fine_ && outside_by_shrinking(piece, {tolerance_, tolerance_})) {
    return true;
  }
  const double undecided = care == Care::usual ? undecided_per_tolerance : least_undecided_per_tolerance;
  Walk walk(piece, 0.5 * undecided * tolerance_);
  return walk_is_clear(walk, walk.whole(), {0, root_center_, root_half_});
}

bool Clearance::walk_is_clear(Walk& walk, const Level& parent, const Cube& cube) const {
  const Cell& cell = cells_[cube.cell];
  if (cell.kind == Kind::clear) {
    return true;
  }
  const Level level = walk.narrow(parent, cube.center, cube.half);
  if (level.side == Side::apart) {
    return true;
  }
  if (cell.outside > tolerance_ && walk.holds(level, cube.center)) {
    return false;
  }
  if (cell.first_child == 0) {
    return refine(walk, level, cube);
  }
  for (Index child = 0; child < 8; ++child) {
    if (!walk_is_clear(walk, level, child_of(cube, child))) {
      return false;
    }
  }
  return true;
}

// Below the octree's leaves: the same question with distances worked out on the spot.
bool Clearance::refine(Walk& walk, const Level& parent, const Cube& cube) const {
  if (half_diagonal * cube.half < walk.undecided() || is_over_()) {
    return false;
  }
  for (Index child = 0; child < 8; ++child) {
    Cube part{cube.cell, child_center(cube.center, cube.half, child), 0.5 * cube.half, cube.is_outside};
    const double around = half_diagonal * part.half;
    const Level level = walk.narrow(parent, part.center, part.half);
    if (level.side == Side::apart) {
      continue;
    }
    const double distance = tree_.distance(part.center, 2.0 * std::max(tolerance_, around));
    if (distance + around <= tolerance_) {
      continue;
    }
    const double outside =
        counted_distance(part.center, distance, cube.is_outside ? Whole::outside : cells_[cube.cell].whole);
    part.is_outside = cube.is_outside || (outside > around && inside_ == Inside::by_surface);
    if (outside + around <= tolerance_) {
      continue;
    }
    const bool is_out = outside > tolerance_ && walk.holds(level, part.center);
    if (is_out || !refine(walk, level, part)) {
      return false;
    }
  }
  return true;
}

}  // namespace firstcontact
