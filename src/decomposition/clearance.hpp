// Where a hull must not reach: the points that are further outside of the mesh than the tolerance. Kept as an octree of
// distances, coarse where the answer is clear; asked whether a piece keeps out of there.
//
// Every answer rests on one fact: the distance to a set changes by no more than one steps. A box whose centre is d away
// and whose half diagonal is r holds distances d - r to d + r only.
#pragma once

#include "decomposition/border_tree.hpp"
#include "decomposition/distance_memory.hpp"
#include "decomposition/piece.hpp"
#include "decomposition/triangle_tree.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace firstcontact {

/// A point further outside than the tolerance, standing for a volume.
struct ForbiddenPoint {
  Vec3 position{0.0};
  double volume = 0.0;
};

struct Puffing {
  double reached = 0.0;  // some point of the piece is as far outside as this
  double bound = 0.0;    // and none is further than this
};

/// What tells a mesh's inside: its surface, when it is closed; that it winds around a point, when it is open somewhere;
/// or the mesh is nothing but sheets, and has none.
enum class Inside : std::uint8_t { by_surface, by_winding, none };

class Clearance {
 public:
  /// How far a point may be outside, and where the mesh's inside ends.
  struct Limits {
    double tolerance = 0.0;  // as the mesh
    Inside inside = Inside::by_surface;
  };
  /// `tree` and `border` must outlive this. They and `box` are the mesh's. While `is_over` says so (to any thread) the
  /// octree stays as coarse as it is, and pieces are clear only where that tells: what is said stays true.
  Clearance(const TriangleTree& tree, const BorderTree& border, const Aabb& box, const Limits& limits,
            std::function<bool()> is_over);

  [[nodiscard]] double tolerance() const { return tolerance_; }

  /// False when the piece reaches further out than the tolerance: some sample says so, which is sure but for open
  /// meshes. True is a hint.
  [[nodiscard]] bool seems_clear(const Piece& piece) const;

  /// How near the limit a piece may come before it is not told from beyond it: to a sixteenth of the tolerance, or to a
  /// 128th, which takes longer there.
  enum class Care : std::uint8_t { usual, great };
  /// True when surely no point of the piece is further outside than the tolerance. False may mean that it comes so near
  /// that it could not be told, or that the time is over.
  [[nodiscard]] bool is_clear(const Piece& piece, Care care = Care::usual) const;

  /// True when `point` is further outside than the tolerance, which is sure but for open meshes; by the octree alone,
  /// in a fraction of a microsecond.
  [[nodiscard]] bool is_forbidden(const Vec3& point) const;

  /// Whether the point is inside the mesh; inside an open one only where nobody would doubt it.
  [[nodiscard]] bool is_inside(const Vec3& point) const;

  /// Whether the point is outside of the mesh by no more than `limit`; quicker than its distance.
  [[nodiscard]] bool is_within(const Vec3& point, double limit) const;

  /// Samples of all that is forbidden within the mesh's box.
  [[nodiscard]] const std::vector<ForbiddenPoint>& forbidden() const { return forbidden_; }

  /// How far the piece reaches outside, to `gap` or as near as `most_boxes` boxes tell.
  [[nodiscard]] Puffing puffing(const Piece& piece, double gap, std::size_t most_boxes) const;

  /// For a piece that lies within a closed mesh, but for rounding: how far outside a point of it can be. Nothing where
  /// the surface enters the piece.
  [[nodiscard]] std::optional<double> rounding_outside(const Piece& piece) const;

 private:
  // Open: mixed, but further from the surface than the tolerance; which part of it is inside is not known.
  enum class Kind : std::uint8_t { mixed, open, clear, forbidden };
  // Where all of a cell is known to be: inside the mesh, or where only the surface counts.
  enum class Whole : std::uint8_t { unknown, inside, outside };
  struct Cell {
    double outside = 0.0;   // of the centre; below 0 inside, where known
    Index first_child = 0;  // 0: a leaf
    Kind kind = Kind::mixed;
    bool has_forbidden = false;
    Whole whole = Whole::unknown;
  };
  struct Place {
    Index cell = 0;
    Vec3 center{0.0};
    double half = 0.0;
    double parent_outside = 0.0;  // of the middle of the cell that it is an eighth of
    bool is_outside = false;      // all of it: its parent was
  };
  enum class Side : std::uint8_t;
  struct Level;
  class Walk;
  struct Cube;
  // Of a box: how far outside its middle counts, and what bounds that of the rest but for its size.
  struct Look {
    double outside = 0.0, bound = 0.0;
  };
  // By how much faces and vertices may move at most.
  struct Shrinking {
    double of_faces = 0.0;
    double of_vertices = 0.0;
  };
  [[nodiscard]] std::optional<double> outside_by_shrinking(const Piece& piece, const Shrinking& shrinking) const;
  [[nodiscard]] double winding_around(const Vec3& point) const;
  [[nodiscard]] bool is_wound(double winding) const;
  [[nodiscard]] bool is_off_box(const Place& place) const;
  [[nodiscard]] bool seems_outside(const Place& place) const;
  [[nodiscard]] bool is_rarely_reached(const Place& place) const;
  [[nodiscard]] double winding_at(const Place& place, double distance, double around) const;
  [[nodiscard]] double counted_distance(const Vec3& point, double distance, Whole whole) const;
  [[nodiscard]] Whole whole_around(const Vec3& point, double distance, double around, double winding) const;
  [[nodiscard]] std::optional<Look> look_at(const Vec3& center, double distance, double around) const;
  [[nodiscard]] Whole whole_at(const Vec3& point) const;
  void build();
  void measure(const Place& place);
  std::vector<Place> split(const std::vector<Place>& places);
  void summarize();
  [[nodiscard]] Cube child_of(const Cube& cube, Index child) const;
  bool walk_seems_clear(Walk& walk, const Level& parent, const Cube& cube) const;
  bool walk_is_clear(Walk& walk, const Level& parent, const Cube& cube) const;
  bool refine(Walk& walk, const Level& parent, const Cube& cube) const;
  [[nodiscard]] bool is_remembered(const Cube& leaf) const;
  [[nodiscard]] double outside_of(const Cube& part) const;

  const TriangleTree& tree_;
  const BorderTree& border_;
  Aabb box_;
  double tolerance_;
  Inside inside_;
  std::function<bool()> is_over_;
  Vec3 root_center_{0.0};
  double root_half_ = 0.0;
  double leaf_half_ = 0.0;
  bool is_fine_ = true;
  std::vector<Cell> cells_;
  std::vector<ForbiddenPoint> forbidden_;
  mutable DistanceMemory memory_;  // below the leaves, where that takes winding numbers
};

}  // namespace firstcontact
