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
  return !cells_.front().has_forbidden || walk_seems_clear(walk, walk.whole(), {0, root_center_, root_half_});
}

bool Clearance::walk_seems_clear(Walk& walk, const Level& parent, const Cube& cube) const {
  const Cell& cell = cells_[cube.cell];
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
    const bool may_reach = cell.first_child == 0 || cells_[cell.first_child + child].has_forbidden;
    if (may_reach && !walk_seems_clear(walk, level, child_of(cube, child))) {
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
  return cells_.front().kind == Kind::clear || walk_is_clear(walk, walk.whole(), {0, root_center_, root_half_});
}

bool Clearance::walk_is_clear(Walk& walk, const Level& parent, const Cube& cube) const {
  const Cell& cell = cells_[cube.cell];
  const Level level = walk.narrow(parent, cube.center, cube.half);
  if (level.side == Side::apart) {
    return true;
  }
  if (cell.outside > tolerance_ && walk.holds(level, cube.center)) {
    return false;
  }
  if (cell.first_child == 0) {
    Cube leaf = cube;
    leaf.parts = is_remembered(leaf) ? memory_.below_leaf(leaf.cell) : nullptr;
    return refine(walk, level, leaf);
  }
  for (Index child = 0; child < 8; ++child) {
    const bool may_reach = cells_[cell.first_child + child].kind != Kind::clear;
    if (may_reach && !walk_is_clear(walk, level, child_of(cube, child))) {
      return false;
    }
  }
  return true;
}

// A winding number takes much longer than to remember it.
bool Clearance::is_remembered(const Cube& leaf) const {
  return inside_ == Inside::by_winding && cells_[leaf.cell].whole == Whole::unknown;
}

// How far outside the part's middle counts; where the part is clear by its distance alone, that. Of an open mesh no
// less than the tolerance where only the middle is known to be inside: the part is not out, and not clear either.
double Clearance::outside_of(const Cube& part) const {
  const double around = half_diagonal * part.half;
  const double distance = tree_.distance(part.center, 2.0 * std::max(tolerance_, around));
  if (distance + around <= tolerance_) {
    return distance;
  }
  const Whole whole = part.is_outside ? Whole::outside : cells_[part.cell].whole;
  if (inside_ != Inside::by_winding || whole != Whole::unknown) {
    return counted_distance(part.center, distance, whole);
  }
  const double winding = winding_around(part.center);
  if (!is_wound(winding)) {
    return distance;
  }
  return whole_around(part.center, distance, around, winding) == Whole::inside ? 0.0 : std::min(distance, tolerance_);
}

// Below the octree's leaves: the same question with distances worked out on the spot.
bool Clearance::refine(Walk& walk, const Level& parent, const Cube& cube) const {
  if (half_diagonal * cube.half < walk.undecided() || is_over_()) {
    return false;
  }
  const double around = 0.5 * half_diagonal * cube.half;  // a part's
  for (Index child = 0; child < 8; ++child) {
    const bool is_known = cube.parts != nullptr && cube.parts->knows(child);
    if (is_known && cube.parts->distance(child) + around <= tolerance_) {
      continue;
    }
    Cube part{cube.cell, child_center(cube.center, cube.half, child), 0.5 * cube.half, cube.is_outside};
    const Level level = walk.narrow(parent, part.center, part.half);
    if (level.side == Side::apart) {
      continue;
    }
    const double outside = is_known ? cube.parts->distance(child) : outside_of(part);
    if (cube.parts != nullptr) {
      cube.parts->keep(child, outside);
    }
    part.is_outside = cube.is_outside || (outside > around && inside_ == Inside::by_surface);
    if (outside + around <= tolerance_) {
      continue;
    }
    const bool is_out = outside > tolerance_ && walk.holds(level, part.center);
    part.parts = cube.parts != nullptr ? memory_.below_part(*cube.parts, child) : nullptr;
    if (is_out || !refine(walk, level, part)) {
      return false;
    }
  }
  return true;
}

}  // namespace firstcontact
