// The octree of distances: built, and asked about points. What is asked about pieces is in clearance_of_pieces.cpp and
// puffing.cpp.
#include "core/parallel.hpp"
#include "decomposition/clearance_walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firstcontact {

namespace {

// Cells are split until their half diagonal is below this share of the tolerance, or there are too many.
constexpr double leaf_per_tolerance = 0.4;
// Open cells need not be as small: what lies beyond an open inside's end is worked out for the few pieces that reach
// it.
constexpr double open_per_leaf = 2.0;
constexpr std::size_t most_cells = 400'000;
// Hulls of sheets reach out of the mesh's box by less than this.
constexpr double sheet_per_tolerance = 0.25;
// Forbidden cells larger than this share of the root are sampled by several points.
constexpr double coarsest_sample = 1.0 / 32.0;

// The winding may grow over a cell by so many times what its slope in the middle says.
constexpr double most_bent = 2.0;
// An open mesh's inside is filled only where it winds around a point by more: hulls that reach up to where the inside
// ends in the open would soon be beyond it.
constexpr double least_filled_winding = 0.65;

}  // namespace

Clearance::Clearance(const TriangleTree& tree, const BorderTree& border, const Aabb& box, const Limits& limits,
                     std::function<bool()> is_over)
    : tree_(tree),
      border_(border),
      box_(box),
      tolerance_(limits.tolerance),
      inside_(limits.inside),
      is_over_(std::move(is_over)) {
  const Vec3 size = box.high - box.low;
  root_center_ = box.low + 0.5 * size;
  root_half_ = 0.5 * std::max({size.x, size.y, size.z}) + tolerance_;
  leaf_half_ = leaf_per_tolerance * tolerance_ / half_diagonal;
  build();
}

// How often the mesh winds around the point, one way or the other.
double Clearance::winding_around(const Vec3& point) const { return std::abs(tree_.winding_number(point)); }

// A mesh that winds as often around a point has it inside: an open one surely.
bool Clearance::is_wound(double winding) const {
  return winding > (inside_ == Inside::by_winding ? 0.5 + winding_error : 0.5);
}

// How far outside the point counts, `distance` from the surface. Only where the surface is all that an inside ends at,
// everything around a point inside is inside up to there, too: that is below 0. In an open mesh's inside it is 0.
double Clearance::counted_distance(const Vec3& point, double distance, Whole whole) const {
  if (inside_ == Inside::none || whole == Whole::outside) {
    return distance;
  }
  const bool is_inside = whole == Whole::inside || is_wound(winding_around(point));
  const double inside = inside_ == Inside::by_surface ? -distance : 0.0;
  return is_inside ? inside : distance;
}

// What is so of all points within `around` of the point: of an open mesh by how little the winding changes up to there.
Clearance::Whole Clearance::whole_around(const Vec3& point, double distance, double around, double winding) const {
  if (distance <= around) {
    return Whole::unknown;
  }
  if (inside_ != Inside::by_winding) {
    return is_wound(winding) ? Whole::inside : Whole::outside;
  }
  const double change = border_.winding_change(point, around) + winding_error;
  if (winding - change > 0.5) {
    return Whole::inside;
  }
  return winding + change < 0.5 ? Whole::outside : Whole::unknown;
}

bool Clearance::is_within(const Vec3& point, double limit) const {
  const double distance = tree_.distance(point, 2.0 * limit);
  return distance <= limit || counted_distance(point, distance, whole_at(point)) <= limit;
}

bool Clearance::is_inside(const Vec3& point) const {
  if (!overlaps(box_, merged(Aabb{}, point))) {
    return false;
  }
  const Whole whole = whole_at(point);
  if (inside_ == Inside::by_winding) {
    return whole != Whole::outside && winding_around(point) > least_filled_winding;
  }
  if (whole != Whole::unknown) {
    return whole == Whole::inside;
  }
  return inside_ == Inside::by_surface && is_wound(winding_around(point));
}

// Of the octree's cell around the point.
Clearance::Whole Clearance::whole_at(const Vec3& point) const {
  if (!overlaps(box_, merged(Aabb{}, point))) {
    return Whole::unknown;  // the octree's cells are not about it
  }
  Index number = 0;
  Vec3 center = root_center_;
  double half = root_half_;
  while (cells_[number].whole == Whole::unknown && cells_[number].first_child != 0) {
    const Index child =
        (point.x > center.x ? 4U : 0U) + (point.y > center.y ? 2U : 0U) + (point.z > center.z ? 1U : 0U);
    center = child_center(center, half, child);
    half *= 0.5;
    number = cells_[number].first_child + child;
  }
  return cells_[number].whole;
}

// Of the middle. In a closed mesh it is on the side that its parent's middle is on, `around` away from it, when the
// surface is further away from either.
double Clearance::winding_at(const Place& place, double distance, double around) const {
  if (inside_ == Inside::none) {
    return 0.0;
  }
  if (inside_ == Inside::by_surface && std::max(distance, std::abs(place.parent_outside)) > around) {
    return place.parent_outside < 0.0 ? 1.0 : 0.0;
  }
  return winding_around(place.center);
}

// All of it is further from the mesh's box than the tolerance. That says more of the flat side of a flat mesh than how
// far the middle is.
bool Clearance::is_off_box(const Place& place) const {
  return !overlaps(grown(box_, tolerance_), {place.center - Vec3(place.half), place.center + Vec3(place.half)});
}

// All of a cell that an open mesh winds around by less than a half in the middle, as far as the slope there tells.
bool Clearance::seems_outside(const Place& place) const {
  const double slope = std::sqrt(squared_length(border_.winding_gradient(place.center)));
  const double change = most_bent * half_diagonal * place.half * slope;
  return winding_around(place.center) + change < 0.5;
}

// Which side the centre is on need only be known where the cell could be forbidden. Where the inside may end in the
// open, far from any surface, what counts leaps from 0 to all the way to the surface: there the middle says nothing of
// the rest.
void Clearance::measure(const Place& place) {
  Cell& cell = cells_[place.cell];
  const double around = half_diagonal * place.half;
  const double distance = tree_.distance(place.center, std::numeric_limits<double>::max());
  cell.outside = distance;
  cell.whole = place.is_outside ? Whole::outside : Whole::unknown;
  if (!place.is_outside && distance + around > tolerance_) {
    const double winding = winding_at(place, distance, around);
    cell.whole = whole_around(place.center, distance, around, winding);
    if (is_wound(winding)) {
      cell.outside = inside_ == Inside::by_surface ? -distance : 0.0;
    }
  }
  const bool may_leap = inside_ == Inside::by_winding && cell.whole == Whole::unknown;
  if ((may_leap ? distance : cell.outside) + around <= tolerance_ || cell.whole == Whole::inside) {
    cell.kind = Kind::clear;
  } else if ((cell.outside - around > tolerance_ && (!may_leap || seems_outside(place))) || is_off_box(place)) {
    cell.kind = Kind::forbidden;
  } else if (may_leap && distance - around > tolerance_) {
    cell.kind = Kind::open;
  }
}

// Hulls of sheets hardly leave the mesh's box. Over a flat one the cells along the limit would be most of the octree.
bool Clearance::is_rarely_reached(const Place& place) const {
  return inside_ == Inside::none && !overlaps(grown(box_, sheet_per_tolerance * tolerance_),
                                              {place.center - Vec3(place.half), place.center + Vec3(place.half)});
}

std::vector<Clearance::Place> Clearance::split(const std::vector<Place>& places) {
  std::vector<Place> next;
  for (const Place& place : places) {
    const Kind kind = cells_[place.cell].kind;
    const double least = kind == Kind::open ? open_per_leaf * leaf_half_ : leaf_half_;
    if (kind == Kind::clear || kind == Kind::forbidden || place.half <= least || is_rarely_reached(place)) {
      continue;
    }
    if (cells_.size() >= most_cells) {
      is_fine_ = false;
      continue;
    }
    const auto first = static_cast<Index>(cells_.size());
    const bool is_outside = cells_[place.cell].whole == Whole::outside;
    cells_[place.cell].first_child = first;
    for (Index child = 0; child < 8; ++child) {
      cells_.emplace_back();
      next.push_back({first + child, child_center(place.center, place.half, child), 0.5 * place.half,
                      cells_[place.cell].outside, is_outside});
    }
  }
  return next;
}

// A cell that is not measured says nothing: it is neither clear nor forbidden, and what asks finds out by itself.
void Clearance::build() {
  cells_.emplace_back();
  std::vector<Place> level{{0, root_center_, root_half_}};
  std::vector<Place> all;
  while (!level.empty()) {
    visit_at_once(level.size(), [&](std::size_t i) {
      if (!is_over_()) {
        measure(level[i]);
      }
    });
    all.insert(all.end(), level.begin(), level.end());
    level = is_over_() ? std::vector<Place>() : split(level);
  }
  summarize();
  memory_.make_room(inside_ == Inside::by_winding ? cells_.size() : 0);
  for (const Place& place : all) {
    const Cell& cell = cells_[place.cell];
    if (cell.first_child != 0 || cell.kind == Kind::clear || cell.outside <= tolerance_) {
      continue;
    }
    const auto pieces = static_cast<int>(std::ceil(place.half / (coarsest_sample * root_half_)));
    const double step = 2.0 * place.half / pieces;
    for (int i = 0; i < pieces * pieces * pieces; ++i) {
      const Vec3 offset = Vec3(i % pieces, i / pieces % pieces, i / (pieces * pieces)) + 0.5;
      const Vec3 point = place.center - Vec3(place.half) + step * offset;
      if (overlaps(box_, merged(Aabb{}, point))) {
        forbidden_.push_back({point, step * step * step});
      }
    }
  }
}

// Children come after their parent in cells_.
void Clearance::summarize() {
  for (std::size_t i = cells_.size(); i-- > 0;) {
    Cell& cell = cells_[i];
    cell.has_forbidden = cell.kind == Kind::forbidden || (cell.first_child == 0 && cell.outside > tolerance_);
    for (Index child = 0; cell.first_child != 0 && child < 8; ++child) {
      cell.has_forbidden = cell.has_forbidden || cells_[cell.first_child + child].has_forbidden;
    }
  }
}

bool Clearance::is_forbidden(const Vec3& point) const {
  Index number = 0;
  Vec3 center = root_center_;
  double half = root_half_;
  while (cells_[number].first_child != 0) {
    const Index child =
        (point.x > center.x ? 4U : 0U) + (point.y > center.y ? 2U : 0U) + (point.z > center.z ? 1U : 0U);
    center = child_center(center, half, child);
    half *= 0.5;
    number = cells_[number].first_child + child;
  }
  const Cell& cell = cells_[number];
  const bool may_leap = inside_ == Inside::by_winding && cell.whole == Whole::unknown;
  const double off = std::sqrt(squared_length(point - center));
  return cell.kind == Kind::forbidden || (!may_leap && cell.outside - off > tolerance_);
}

}  // namespace firstcontact
