#include "decomposition/clearance.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace firstcontact {

namespace {

constexpr double half_diagonal = 1.7320508075688772;  // of a cube with half side 1
// Cells are split until their half diagonal is below this share of the tolerance, or there are too many.
constexpr double leaf_per_tolerance = 0.4;
constexpr std::size_t most_cells = 400'000;
// Nearer than this share of the tolerance to the limit is not told from beyond it.
constexpr double undecided_per_tolerance = 1.0 / 16.0;
// Forbidden cells larger than this share of the root are sampled by several points.
constexpr double coarsest_sample = 1.0 / 32.0;
// A face this far within the surface is taken to lie on it; lengths are about 1. Corners of clipped polygons are off by
// a few 1e-16, and by more where planes meet at a sharp angle.
constexpr double face_rounding = 1e-11;
constexpr double most_shrunk = 1e-6;

Vec3 child_center(const Vec3& center, double half, Index child) {
  const double step = 0.5 * half;
  return {center.x + ((child & 4U) != 0 ? step : -step), center.y + ((child & 2U) != 0 ? step : -step),
          center.z + ((child & 1U) != 0 ? step : -step)};
}

// How far, and from which winding on, a point near an open mesh looks for its inside.
constexpr double probe_per_tolerance = 0.6;
constexpr double least_probed_winding = 0.3;
constexpr int probes = 14;

Vec3 axis_direction(int number) {
  Vec3 direction(0.0);
  direction[number / 2] = number % 2 == 0 ? 1.0 : -1.0;
  return direction;
}

Vec3 diagonal_direction(int number) {
  constexpr double part = 0.5773502691896257;
  return {(number & 1) != 0 ? part : -part, (number & 2) != 0 ? part : -part, (number & 4) != 0 ? part : -part};
}

double reach(const Plane& plane, double half) {
  return half * (std::abs(plane.normal.x) + std::abs(plane.normal.y) + std::abs(plane.normal.z));
}

}  // namespace

// A cell and where it is; below the leaves of the octree a part of one.
struct Clearance::Cube {
  Index cell = 0;
  Vec3 center{0.0};
  double half = 0.0;
};

Clearance::Cube Clearance::child_of(const Cube& cube, Index child) const {
  const Index first = cells_[cube.cell].first_child;
  return {first == 0 ? cube.cell : first + child, child_center(cube.center, cube.half, child), 0.5 * cube.half};
}

// Where a cell lies: outside of a piece, across its border, or all of it inside.
enum class Clearance::Side : std::uint8_t { apart, cut, within };

// The planes that a cell leaves: a stretch of Walk's.
struct Clearance::Level {
  std::size_t first = 0, last = 0;
  Side side = Side::cut;
};

// The planes of a piece that a cell lies across: the cell's children need no others. One stack serves a whole descent:
// what a cell leaves follows what its parent left.
class Clearance::Walk {
 public:
  explicit Walk(const Piece& piece) {
    walls_.reserve(4 * piece.planes.size());
    for (const Plane& plane : piece.planes) {
      walls_.push_back({plane, reach(plane, 1.0)});
    }
    whole_.last = walls_.size();
  }
  [[nodiscard]] Level whole() const { return whole_; }

  // Keeps the planes that cut the cell; apart when one has all of it outside. Forgets what lies below `parent`.
  Level narrow(const Level& parent, const Vec3& center, double half) {
    walls_.resize(parent.last);
    for (std::size_t i = parent.first; i < parent.last; ++i) {
      const Wall wall = walls_[i];
      const double above = height(wall.plane, center);
      const double around = half * wall.reach;
      if (above > around) {
        return {parent.last, parent.last, Side::apart};
      }
      if (above > -around) {
        walls_.push_back(wall);
      }
    }
    return {parent.last, walls_.size(), walls_.size() == parent.last ? Side::within : Side::cut};
  }

  [[nodiscard]] bool holds(const Level& level, const Vec3& point) const {
    for (std::size_t i = level.first; i < level.last; ++i) {
      if (height(walls_[i].plane, point) > 0.0) {
        return false;
      }
    }
    return true;
  }

 private:
  struct Wall {
    Plane plane;
    double reach = 0.0;  // of a cube with half side 1, across the plane
  };
  std::vector<Wall> walls_;
  Level whole_;
};

Clearance::Clearance(const TriangleTree& tree, const Aabb& box, double tolerance, Inside inside)
    : tree_(tree), box_(box), tolerance_(tolerance), inside_(inside) {
  const Vec3 size = box.high - box.low;
  root_center_ = box.low + 0.5 * size;
  root_half_ = 0.5 * std::max({size.x, size.y, size.z}) + tolerance;
  leaf_half_ = leaf_per_tolerance * tolerance / half_diagonal;
  build();
}

bool Clearance::is_wound(const Vec3& point) const { return inside_ != Inside::none && tree_.is_inside(point); }

// How far outside a point inside counts, `distance` from the surface. Only where the surface is all that an inside ends
// at, everything around the point up to there is inside, too.
double Clearance::inner_distance(double distance) const { return inside_ == Inside::by_surface ? -distance : 0.0; }

// A point of an open mesh's inside near the point, when a few steps find one, is as good as the surface. Asked only
// where the winding is near a half, for there the inside ends without a surface.
double Clearance::outer_distance(const Vec3& point, double distance) const {
  const double step = probe_per_tolerance * tolerance_;
  if (inside_ != Inside::by_winding || distance <= step ||
      std::abs(tree_.winding_number(point)) < least_probed_winding) {
    return distance;
  }
  for (int i = 0; i < probes; ++i) {
    const Vec3 direction = i < 6 ? axis_direction(i) : diagonal_direction(i - 6);
    if (tree_.is_inside(point + step * direction)) {
      return step;
    }
  }
  return distance;
}

double Clearance::outside_distance(const Vec3& point, double limit) const {
  const double distance = tree_.distance(point, limit);
  return distance > 0.0 && is_wound(point) ? -distance : outer_distance(point, distance);
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
    if (!is_mixed || place.half <= leaf_half_ || cells_.size() >= most_cells) {
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

void Clearance::build() {
  cells_.emplace_back();
  std::vector<Place> level{{0, root_center_, root_half_, false, false}};
  std::vector<Place> all;
  while (!level.empty()) {
    oneapi::tbb::parallel_for(std::size_t{0}, level.size(), [&](std::size_t i) { measure(level[i]); });
    all.insert(all.end(), level.begin(), level.end());
    level = split(level);
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

bool Clearance::is_clear(const Piece& piece) const {
  Walk walk(piece);
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
  if (half_diagonal * cube.half < 0.5 * undecided_per_tolerance * tolerance_) {
    return false;
  }
  for (Index child = 0; child < 8; ++child) {
    const Cube part{cube.cell, child_center(cube.center, cube.half, child), 0.5 * cube.half};
    const double around = half_diagonal * part.half;
    const Level level = walk.narrow(parent, part.center, part.half);
    if (level.side == Side::apart) {
      continue;
    }
    const double distance = tree_.distance(part.center, 2.0 * tolerance_);
    if (distance + around <= tolerance_ || (around <= tolerance_ && is_inside(part.center))) {
      continue;
    }
    const double outside = outer_distance(part.center, distance);
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

namespace {

// A box that may hold the point furthest outside.
struct OpenBox {
  double bound = 0.0;
  Vec3 center{0.0};
  double half = 0.0;
  std::size_t number = 0;  // makes the order total
  bool operator<(const OpenBox& other) const {
    return bound != other.bound ? bound < other.bound : number > other.number;
  }
};

// Vertices, and the middles of edges and triangles: where a hull is likely to be furthest outside.
std::vector<Vec3> likely_points(const Piece& piece) {
  std::vector<Vec3> points = piece.vertices;
  for (const Triangle& t : piece.triangles) {
    const Vec3& a = piece.vertices[t[0]];
    const Vec3& b = piece.vertices[t[1]];
    const Vec3& c = piece.vertices[t[2]];
    points.insert(points.end(), {(a + b + c) / 3.0, 0.5 * (a + b), 0.5 * (b + c), 0.5 * (c + a)});
  }
  return points;
}

}  // namespace

// Best first: the box with the greatest bound is cut into eight.
Puffing Clearance::puffing(const Piece& piece, double gap, std::size_t most_boxes) const {
  constexpr double far = std::numeric_limits<double>::max();
  Walk walk(piece);
  Puffing found;
  for (const Vec3& point : likely_points(piece)) {
    found.reached = std::max(found.reached, outside_distance(point, far));
  }
  const Vec3 size = piece.box.high - piece.box.low;
  std::priority_queue<OpenBox> open;
  open.push({far, piece.box.low + 0.5 * size, 0.5 * std::max({size.x, size.y, size.z}), 0});
  std::size_t count = 1;
  while (!open.empty() && open.top().bound > found.reached + gap && count < most_boxes) {
    const OpenBox box = open.top();
    open.pop();
    for (Index child = 0; child < 8; ++child) {
      const Vec3 center = child_center(box.center, box.half, child);
      const Level level = walk.narrow(walk.whole(), center, 0.5 * box.half);
      if (level.side == Side::apart) {
        continue;
      }
      const double around = half_diagonal * 0.5 * box.half;
      const double distance = tree_.distance(center, far);
      const bool matters = distance + around > found.reached + gap;
      const double outside =
          matters ? (is_inside(center) ? inner_distance(distance) : outer_distance(center, distance)) : distance;
      found.reached = walk.holds(level, center) ? std::max(found.reached, matters ? outside : 0.0) : found.reached;
      open.push({std::min(box.bound, outside + around), center, 0.5 * box.half, count++});
    }
  }
  found.bound = open.empty() ? found.reached : std::max(found.reached, open.top().bound);
  return found;
}

namespace {

// Some of the triangle is below all planes.
bool enters(const std::array<Vec3, 3>& triangle, const std::vector<Plane>& planes) {
  std::vector<Vec3> left(triangle.begin(), triangle.end());
  std::vector<Vec3> below;
  for (const Plane& plane : planes) {
    below.clear();
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Vec3& from = left[i];
      const Vec3& to = left[(i + 1) % left.size()];
      const double start = height(plane, from);
      const double end = height(plane, to);
      if (start < 0.0) {
        below.push_back(from);
      }
      if ((start < 0.0) != (end < 0.0)) {
        below.push_back(from + (start / (start - end)) * (to - from));
      }
    }
    std::swap(left, below);
    if (left.empty()) {
      return false;
    }
  }
  return true;
}

}  // namespace

// A piece shrunk towards its middle so little that its faces move by rounding. When no triangle enters that, it is on
// one side of the surface, and its middle says on which. A point of the piece is no further from it than a vertex
// moved.
std::optional<double> Clearance::rounding_outside(const Piece& piece) const {
  if (inside_ != Inside::by_surface || piece.planes.empty()) {
    return std::nullopt;
  }
  Vec3 middle(0.0);
  for (const Vec3& vertex : piece.vertices) {
    middle += vertex / static_cast<double>(piece.vertices.size());
  }
  double depth = std::numeric_limits<double>::max();
  for (const Plane& plane : piece.planes) {
    depth = std::min(depth, -height(plane, middle));
  }
  const double share = face_rounding / depth;
  if (!(depth > 0.0 && share < most_shrunk) || !is_wound(middle)) {
    return std::nullopt;
  }
  std::vector<Plane> shrunk;
  for (const Plane& plane : piece.planes) {
    shrunk.push_back({plane.normal, plane.offset + share * height(plane, middle)});
  }
  if (tree_.any_near(piece.box, [&](const std::array<Vec3, 3>& triangle) { return enters(triangle, shrunk); })) {
    return std::nullopt;
  }
  double furthest = 0.0;
  for (const Vec3& vertex : piece.vertices) {
    furthest = std::max(furthest, squared_length(vertex - middle));
  }
  return share * std::sqrt(furthest);
}

}  // namespace firstcontact
