// The octree of distances: built, and asked about points. What is asked about pieces is in clearance_of_pieces.cpp and
// puffing.cpp.
#include "decomposition/clearance_walk.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firstcontact {

namespace {

// Cells are split until their half diagonal is below this share of the tolerance, or there are too many.
constexpr double leaf_per_tolerance = 0.4;
constexpr std::size_t most_cells = 400'000;
// Hulls of sheets reach out of the mesh's box by less than this.
constexpr double sheet_per_tolerance = 0.25;
// Forbidden cells larger than this share of the root are sampled by several points.
constexpr double coarsest_sample = 1.0 / 32.0;

// How far, and from which winding on, a point near an open mesh looks for its inside.
constexpr double probe_per_tolerance = 0.6;
constexpr double least_probed_winding = 0.3;
// The winding may grow over the step by so many times what its slope says.
constexpr double most_bent = 2.0;
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

bool Clearance::is_wound(const Vec3& point) const { return inside_ != Inside::none && tree_.is_inside(point); }

double Clearance::probe_step() const { return probe_per_tolerance * tolerance_; }

// A point of an open mesh's inside near the point is as good as the surface: a step to where it winds more finds it,
// when there is one. Asked only where the winding is near a half, for there the inside ends without a surface.
double Clearance::outer_distance(const Vec3& point, double distance, double winding) const {
  const double step = probe_step();
  if (distance <= step || std::abs(winding) < least_probed_winding) {
    return distance;
  }
  const Vec3 slope = border_.winding_gradient(point);
  if (std::abs(winding) + most_bent * step * std::sqrt(squared_length(slope)) < 0.5) {
    return distance;
  }
  const Vec3 up = normalized_or(winding > 0.0 ? slope : -slope, Vec3(0.0));
  return tree_.is_inside(point + step * up) ? step : distance;
}

// How far outside the point counts, `distance` from the surface. Only where the surface is all that an inside ends at,
// everything around a point inside is inside up to there, too: that is below 0. In an open mesh's inside it is 0.
double Clearance::counted_distance(const Vec3& point, double distance, Whole whole) const {
  if (inside_ == Inside::none || whole == Whole::outside) {
    return distance;
  }
  if (inside_ == Inside::by_surface) {
    return whole == Whole::inside || tree_.is_inside(point) ? -distance : distance;
  }
  if (whole == Whole::inside) {
    return 0.0;
  }
  const double winding = tree_.winding_number(point);
  return std::abs(winding) > 0.5 ? 0.0 : outer_distance(point, distance, winding);
}

// What is so of all points within `around` of the point: of an open mesh by how little the winding changes up to there,
// and up to where it would be looked for.
Clearance::Whole Clearance::whole_around(const Vec3& point, double distance, double around, double winding) const {
  if (distance <= around) {
    return Whole::unknown;
  }
  if (inside_ != Inside::by_winding) {
    return std::abs(winding) > 0.5 ? Whole::inside : Whole::outside;
  }
  const double size = std::abs(winding);
  const double change = border_.winding_change(point, around);
  if (size - change > 0.5 + winding_error) {
    return Whole::inside;
  }
  const double reach = around + probe_step();
  const bool is_never_probed = size + change < least_probed_winding - winding_error;
  const bool is_outside =
      is_never_probed || (distance > reach && size + border_.winding_change(point, reach) < 0.5 - winding_error);
  return is_outside ? Whole::outside : Whole::unknown;
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
  return whole == Whole::unknown ? is_wound(point) : whole == Whole::inside;
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
  return tree_.winding_number(place.center);
}

// All of it is further from the mesh's box than the tolerance. That says more of the flat side of a flat mesh than how
// far the middle is.
bool Clearance::is_off_box(const Place& place) const {
  return !overlaps(grown(box_, tolerance_), {place.center - Vec3(place.half), place.center + Vec3(place.half)});
}

// Which side the centre is on need only be known where the cell could be forbidden.
void Clearance::measure(const Place& place) {
  Cell& cell = cells_[place.cell];
  const double around = half_diagonal * place.half;
  const double distance = tree_.distance(place.center, std::numeric_limits<double>::max());
  cell.outside = distance;
  cell.whole = place.is_outside ? Whole::outside : Whole::unknown;
  if (!place.is_outside && distance + around > tolerance_) {
    const double winding = winding_at(place, distance, around);
    cell.whole = whole_around(place.center, distance, around, winding);
    if (std::abs(winding) > 0.5) {
      cell.outside = inside_ == Inside::by_surface ? -distance : 0.0;
    } else if (inside_ == Inside::by_winding && cell.whole == Whole::unknown) {
      cell.outside = outer_distance(place.center, distance, winding);
    }
  }
  if (cell.outside + around <= tolerance_ || cell.whole == Whole::inside) {
    cell.kind = Kind::clear;
  } else if (cell.outside - around > tolerance_ || is_off_box(place)) {
    cell.kind = Kind::forbidden;
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
    const bool is_mixed = cells_[place.cell].kind == Kind::mixed;
    if (!is_mixed || place.half <= leaf_half_ || is_rarely_reached(place)) {
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
    oneapi::tbb::parallel_for(std::size_t{0}, level.size(), [&](std::size_t i) {
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
  const double off = std::sqrt(squared_length(point - center));
  return cell.kind == Kind::forbidden || cell.outside - off > tolerance_;
}

}  // namespace firstcontact
