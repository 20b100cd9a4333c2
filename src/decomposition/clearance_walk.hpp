// How the cells that a piece reaches are gone through; for the clearance's own files.
#pragma once

#include "decomposition/clearance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <vector>

namespace firstcontact {

inline constexpr double half_diagonal = 1.7320508075688772;  // of a cube with half side 1

inline Vec3 child_center(const Vec3& center, double half, Index child) {
  const double step = 0.5 * half;
  return {center.x + ((child & 4U) != 0 ? step : -step), center.y + ((child & 2U) != 0 ? step : -step),
          center.z + ((child & 1U) != 0 ? step : -step)};
}

// A cell and where it is; below the leaves of the octree a part of one.
struct Clearance::Cube {
  Index cell = 0;
  Vec3 center{0.0};
  double half = 0.0;
  bool is_outside = false;                 // all of it, of a closed mesh; where known
  DistanceMemory::Eight* parts = nullptr;  // what is known of its parts, where that is kept
};

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
  explicit Walk(const Piece& piece, double undecided = 0.0) : undecided_(undecided) {
    walls_.reserve(4 * piece.planes.size());
    for (const Plane& plane : piece.planes) {
      walls_.push_back({plane, std::abs(plane.normal.x) + std::abs(plane.normal.y) + std::abs(plane.normal.z)});
    }
    whole_.last = walls_.size();
  }
  [[nodiscard]] Level whole() const { return whole_; }
  // Boxes of a smaller half diagonal are not cut any further.
  [[nodiscard]] double undecided() const { return undecided_; }

  // Keeps the planes that cut the cell; apart when one has all of it outside. Forgets what lies below `parent`.
  Level narrow(const Level& parent, const Vec3& center, double half) {
    if (height(last_.plane, center) > half * last_.reach) {
      return {parent.last, parent.last, Side::apart};
    }
    const std::size_t most = parent.last + (parent.last - parent.first);
    if (walls_.size() < most) {
      walls_.resize(2 * most);
    }
    std::size_t end = parent.last;
    for (std::size_t i = parent.first; i < parent.last; ++i) {
      const Wall& wall = walls_[i];
      const double above = height(wall.plane, center);
      const double around = half * wall.reach;
      if (above > around) {
        last_ = wall;
        return {parent.last, parent.last, Side::apart};
      }
      walls_[end] = wall;  // stays where it cuts the cell
      end += above > -around ? 1U : 0U;
    }
    return {parent.last, end, end == parent.last ? Side::within : Side::cut};
  }

  // Best first: of the cubes in `box` that the piece has some part of, the one with the greatest bound is cut into
  // eight, until none may hold a point further than `found.reached` and `gap`. `look` says of a cube's centre, of how
  // far around it the cube reaches, and of whether the piece holds it how far that centre is, and updates `found`;
  // nothing: the cube does not matter. Returns what bounds the cubes that are left, or 0.
  template <typename Look>
  double search(const Aabb& box, double gap, std::size_t most_cubes, const Puffing& found, const Look& look) {
    const Vec3 size = box.high - box.low;
    std::priority_queue<OpenCube> open;
    open.push({std::numeric_limits<double>::max(), box.low + 0.5 * size, 0.5 * std::max({size.x, size.y, size.z}), 0});
    std::size_t count = 1;
    while (!open.empty() && open.top().bound > found.reached + gap && count < most_cubes) {
      const OpenCube cube = open.top();
      open.pop();
      const double half = 0.5 * cube.half;
      const double around = half_diagonal * half;
      for (Index child = 0; child < 8; ++child) {
        const Vec3 center = child_center(cube.center, cube.half, child);
        const Level level = narrow(whole_, center, half);
        if (level.side == Side::apart) {
          continue;
        }
        if (const std::optional<double> away = look(center, around, holds(level, center))) {
          open.push({std::min(cube.bound, *away + around), center, half, count++});
        }
      }
    }
    return open.empty() ? 0.0 : open.top().bound;
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
  // May hold the point that is furthest away.
  struct OpenCube {
    double bound = 0.0;
    Vec3 center{0.0};
    double half = 0.0;
    std::size_t number = 0;  // makes the order total
    bool operator<(const OpenCube& other) const {
      return bound != other.bound ? bound < other.bound : number > other.number;
    }
  };
  struct Wall {
    Plane plane;
    double reach = 0.0;  // of a cube with half side 1, across the plane
  };
  double undecided_;
  std::vector<Wall> walls_;
  Wall last_;  // that had all of a cell outside: likely the next one's, too
  Level whole_;
};

}  // namespace firstcontact
