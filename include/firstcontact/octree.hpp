// The broadphase: an octree that finds which moving bodies may meet which. A moving body's swept box is its *track*; a
// body at rest is a *resident*. Two tracks that overlap, or a track over a resident, make a candidate pair.
// docs/octree.md
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/math.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace firstcontact {

using BodyIndex = std::uint32_t;

/// One body's track over a span of time: where its box is, and how its centre goes if it is fast.
/// `box` holds the body during the whole of [begin, end]. When the body moves further than its own size the caller
/// fills `velocity`: the box at time t is then within [center + velocity (t - begin) -+ half_extents], a tighter bound
/// than `box`.
struct Track {
  BodyIndex body = 0;
  Aabb box;
  bool fast = false;
  double begin = 0.0, end = 0.0;  // s
  Vec3 center{0.0};               // m, at `begin`
  Vec3 velocity{0.0};             // m/s
  Vec3 half_extents{0.0};         // m: must hold for the whole span (rotation and curvature included)
};

/// A body at rest, and the box that it stands in.
struct Resident {
  BodyIndex body = 0;
  Aabb box;
};

/// A candidate pair, a < b.
struct BodyPair {
  BodyIndex a = 0, b = 0;
  friend bool operator==(const BodyPair&, const BodyPair&) = default;
  friend bool operator<(const BodyPair& x, const BodyPair& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }
};

/// The cells a picture shows, and how many references each holds.
struct OctreeCell {
  Aabb cell;    // the aligned octant
  Aabb fitted;  // the tight box of what it holds
  int depth = 0;
  int references = 0;
};

/// A fitted loose octree of residents and one of tracks. Not thread-safe while it is changed; const calls may run
/// together. Results do not depend on the order of insertion or on history. Its lists are as long as the greatest
/// number of a body.
/// All throw ContractViolation: for boxes and tracks that are empty, not finite or beyond 1e30, for a body's number of
/// 2^24 or more, and for a tree that was moved from.
class FIRSTCONTACT_EXPORT Octree {
 public:
  Octree();
  ~Octree();
  Octree(const Octree& other);
  Octree& operator=(const Octree& other);
  Octree(Octree&&) noexcept;
  Octree& operator=(Octree&&) noexcept;

  /// Adds or replaces the box of a body at rest (static, or asleep).
  void set_resident(BodyIndex body, const Aabb& box);
  void remove_resident(BodyIndex body);

  /// Replaces all tracks (one per moving body, any order) and rebuilds their tree.
  void lay_tracks(std::span<const Track> tracks);
  /// Replaces one body's track in the middle of a step, or adds one for a body that had none in the last lay_tracks.
  void move_track(const Track& track);

  /// All candidate pairs, sorted, each once: tracks over tracks and tracks over residents. A pair of a body moved by
  /// move_track is judged by its new track.
  [[nodiscard]] std::vector<BodyPair> pairs() const;
  /// The bodies, sorted, whose tracks or resident boxes `track` meets, itself left out.
  [[nodiscard]] std::vector<BodyIndex> query(const Track& track) const;

  /// What it holds: an octree that is given these answers every question alike.
  [[nodiscard]] std::vector<Track> tracks() const;
  [[nodiscard]] std::vector<Resident> residents() const;  // by body

  /// The cells of the tree of tracks and of residents, for drawing.
  [[nodiscard]] std::vector<OctreeCell> track_cells() const;
  [[nodiscard]] std::vector<OctreeCell> resident_cells() const;
  /// The cells a track visits: the thesis's 'track' in the literal sense, for drawing.
  [[nodiscard]] std::vector<OctreeCell> visited_cells(const Track& track) const;

 private:
  struct Trees;
  [[nodiscard]] Trees& trees() const;

  std::unique_ptr<Trees> trees_;
};

}  // namespace firstcontact
