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
// Forbidden cells larger than this share of the root are sampled by several points.
constexpr double coarsest_sample = 1.0 / 32.0;

// How far, and from which winding on, a point near an open mesh looks for its inside.
constexpr double probe_per_tolerance = 0.6;
constexpr double least_probed_winding = 0.3;
constexpr double slope_per_probe = 0.1;  // the step over which the winding's slope is taken
}  // namespace

Clearance::Clearance(const TriangleTree& tree, const Aabb& box, const Limits& limits, std::function<bool()> is_over)
    : tree_(tree),
      box_(box),
      tolerance_(limits.tolerance),
      inside_(limits.inside),
      border_length_(limits.border_length),
      is_over_(std::move(is_over)) {
  const Vec3 size = box.high - box.low;
  root_center_ = box.low + 0.5 * size;
  root_half_ = 0.5 * std::max({size.x, size.y, size.z}) + tolerance_;
  leaf_half_ = leaf_per_tolerance * tolerance_ / half_diagonal;
  build();
}

bool Clearance::is_wound(const Vec3& point) const { return inside_ != Inside::none && tree_.is_inside(point); }

// How far outside a point inside counts, `distance` from the surface. Only where the surface is all that an inside ends
// at, everything around the point up to there is inside, too.
double Clearance::inner_distance(double distance) const { return inside_ == Inside::by_surface ? -distance : 0.0; }

// A point of an open mesh's inside near the point is as good as the surface: a step to where it winds more finds it,
// when there is one. Asked only where the winding is near a half, for there the inside ends without a surface.
double Clearance::outer_distance(const Vec3& point, double distance) const {
  const double step = probe_per_tolerance * tolerance_;
  if (inside_ != Inside::by_winding || distance <= step) {
    return distance;
  }
  const double here = std::abs(tree_.winding_number(point));
  if (here < least_probed_winding) {
    return distance;
  }
  Vec3 slope(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 beside = point;
    beside[axis] += slope_per_probe * step;
    slope[axis] = std::abs(tree_.winding_number(beside)) - here;
  }
  return tree_.is_inside(point + step * normalized_or(slope, Vec3(0.0))) ? step : distance;
}

double Clearance::outside_distance(const Vec3& point, double limit) const {
  const double distance = tree_.distance(point, limit);
  return distance > 0.0 && is_wound(point) ? -distance : outer_distance(point, distance);
}

bool Clearance::is_within(const Vec3& point, double limit) const {
  const double distance = tree_.distance(point, 2.0 * limit);
  return distance <= limit || is_inside(point) || outer_distance(point, distance) <= limit;
}

bool Clearance::is_inside(const Vec3& point) const {
  if (!overlaps(box_, merged(Aabb{}, point))) {
    return false;  // and the octree's cells would not be about it
  }
  Index number = 0;
  Vec3 center = root_center_;
  double half = root_half_;
  while (true) {
    const Cell& cell = cells_[number];
    if (cell.is_side_known) {
      return cell.outside < 0.0;
    }
    if (cell.first_child == 0) {
      return is_wound(point);
    }
    const Index child =
        (point.x > center.x ? 4U : 0U) + (point.y > center.y ? 2U : 0U) + (point.z > center.z ? 1U : 0U);
    center = child_center(center, half, child);
    half *= 0.5;
    number = cell.first_child + child;
  }
}

// Which side the centre is on need only be known where the cell could be forbidden.
void Clearance::measure(const Place& place) {
  Cell& cell = cells_[place.cell];
  const double around = half_diagonal * place.half;
  const double distance = tree_.distance(place.center, std::numeric_limits<double>::max());
  cell.outside = distance;
  if (distance + around <= tolerance_ && !place.is_side_known) {
    cell.kind = Kind::clear;
    return;
  }
  const bool is_outside = place.is_side_known ? place.is_outside : !is_wound(place.center);
  cell.outside = is_outside ? outer_distance(place.center, distance) : inner_distance(distance);
  cell.is_side_known = place.is_side_known || (distance > around && inside_ != Inside::by_winding);
  if (cell.outside + around <= tolerance_ || (cell.is_side_known && !is_outside)) {
    cell.kind = Kind::clear;
  } else if (cell.outside - around > tolerance_) {
    cell.kind = Kind::forbidden;
  }
}

std::vector<Clearance::Place> Clearance::split(const std::vector<Place>& places) {
  std::vector<Place> next;
  for (const Place& place : places) {
    const bool is_mixed = cells_[place.cell].kind == Kind::mixed;
    if (!is_mixed || place.half <= leaf_half_) {
      continue;
    }
    if (cells_.size() >= most_cells) {
      is_fine_ = false;
      continue;
    }
    const auto first = static_cast<Index>(cells_.size());
    const bool is_side_known = cells_[place.cell].is_side_known;
    const bool is_outside = cells_[place.cell].outside >= 0.0;
    cells_[place.cell].first_child = first;
    for (Index child = 0; child < 8; ++child) {
      cells_.emplace_back();
      next.push_back(
          {first + child, child_center(place.center, place.half, child), 0.5 * place.half, is_outside, is_side_known});
    }
  }
  return next;
}

// A cell that is not measured says nothing: it is neither clear nor forbidden, and what asks finds out by itself.
void Clearance::build() {
  cells_.emplace_back();
  std::vector<Place> level{{0, root_center_, root_half_, false, false}};
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
