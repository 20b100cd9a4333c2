// Fast tracks: cut into pieces along their way, and told apart by when and where they really are.
#pragma once

#include <firstcontact/octree.hpp>

#include <array>
#include <span>
#include <vector>

#include "broadphase/box_lanes.hpp"

namespace firstcontact {

/// A part of a track: the body is within `box` from `begin` to `end` (s).
struct TrackPiece {
  Aabb box;
  double begin = 0.0, end = 0.0;
};

/// How long the pieces of fast tracks should be, m: twice the mean spacing of the bodies. Shorter ones cost more
/// references than they save candidates, and the bodies' own size has no say (docs/octree.md). Infinite for one body.
[[nodiscard]] double piece_length(std::span<const Track> tracks);

/// A fast track's pieces along its way, each about `length` metres long, at most 64.
[[nodiscard]] std::vector<TrackPiece> cut_into_pieces(const Track& track, double length);

/// True unless the two bodies' moving boxes stay apart during all of their common time: a slab test of the relative
/// motion (Kay, Kajiya 1986), with a margin for rounding, so that doubt is 'may meet'.
[[nodiscard]] bool may_meet(const Track& a, const Track& b);

/// True when a body along `track` may touch the box [low, high], which stands still.
[[nodiscard]] bool may_touch(const Track& track, const Vec3& low, const Vec3& high);

/// Lanes that a box may share a point with: the probe of a slow track.
struct BoxProbe {
  FloatBox box;
  [[nodiscard]] LaneSet operator()(const BoxLanes& lanes) const { return overlapping(lanes, box); }
};

/// Lanes that a moving box may touch on its way: the slab test on eight boxes grown by the moving one's half extents.
/// Floats relative to a tree's origin; errs towards 'may touch', by about 1e-6 of the way.
class SegmentProbe {
 public:
  /// `track` must be fast.
  SegmentProbe(const Track& track, const Vec3& origin);
  [[nodiscard]] LaneSet operator()(const BoxLanes& lanes) const;

 private:
  struct Axis {
    float low = 0.0F, high = 0.0F;  // m: the moving box's ends at the start
    float inverse_way = 0.0F;       // 1/m; 0 when it does not move along this axis
  };
  [[nodiscard]] FourAnswers four_met(const BoxLanes& lanes, std::size_t first) const;

  std::array<Axis, 3> axes_;
};

}  // namespace firstcontact
