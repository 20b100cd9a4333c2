#include <firstcontact/octree.hpp>
#include <firstcontact/result.hpp>

#include <algorithm>
#include <cmath>

#include "broadphase/box_tree.hpp"
#include "broadphase/track_pieces.hpp"

namespace firstcontact {

namespace {

constexpr std::uint32_t absent = ~0U;

/// A body's track and the pieces of it that the tree holds.
struct LaidTrack {
  Track track;
  std::vector<Aabb> pieces;
};

void require_box(const Aabb& box) {
  const bool ordered = box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z;
  require(ordered && is_finite(box.low) && is_finite(box.high), "Octree: a box must be finite and not empty");
}

void sort_unique(std::vector<BodyIndex>& bodies) {
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
}

// Twice the mean spacing of the bodies: shorter pieces cost more references than they save candidates (octree.md, 5).
double grain_of(std::span<const Track> tracks) {
  Aabb all;
  for (const Track& track : tracks) {
    all = merged(all, track.fast ? track.center : 0.5 * (track.box.low + track.box.high));
  }
  const Vec3 span = glm::max(all.high - all.low, Vec3(1e-3));
  return 2.0 * std::cbrt(span.x * span.y * span.z / static_cast<double>(tracks.size()));
}

}  // namespace

struct Octree::Trees {
  BoxTree residents;
  std::vector<TreeItem> resident_items;    // entry = body
  std::vector<std::uint32_t> resident_of;  // per body, position in resident_items, or absent
  bool residents_changed = false;          // since the last build
  BoxTree tracks;
  std::vector<LaidTrack> laid;         // tree entries are positions here
  std::vector<std::uint32_t> laid_of;  // per body, position in laid, or absent
  double grain = 1.0;                  // m

  [[nodiscard]] std::uint32_t resident(BodyIndex body) const {
    return body < resident_of.size() ? resident_of[body] : absent;
  }
};

Octree::Octree() : trees_(std::make_unique<Trees>()) {}
Octree::~Octree() = default;
Octree::Octree(Octree&&) noexcept = default;
Octree& Octree::operator=(Octree&&) noexcept = default;

void Octree::set_resident(BodyIndex body, const Aabb& box) {
  require_box(box);
  Trees& trees = *trees_;
  remove_resident(body);
  trees.resident_of.resize(std::max<std::size_t>(trees.resident_of.size(), body + 1U), absent);
  trees.resident_of[body] = static_cast<std::uint32_t>(trees.resident_items.size());
  trees.resident_items.push_back({body, box});
  trees.residents.insert(trees.resident_items.back());
  trees.residents_changed = true;
}

void Octree::remove_resident(BodyIndex body) {
  Trees& trees = *trees_;
  const std::uint32_t at = trees.resident(body);
  if (at == absent) {
    return;
  }
  trees.residents.remove(trees.resident_items[at]);
  trees.resident_items[at] = trees.resident_items.back();
  trees.resident_of[trees.resident_items[at].entry] = at;
  trees.resident_items.pop_back();
  trees.resident_of[body] = absent;
  trees.residents_changed = true;
}

void Octree::lay_tracks(std::span<const Track> tracks) {
  Trees& trees = *trees_;
  if (trees.residents_changed) {
    trees.residents.build(trees.resident_items);
    trees.residents_changed = false;
  }
  trees.laid.clear();
  trees.laid_of.clear();
  trees.grain = tracks.empty() ? 1.0 : grain_of(tracks);
  std::vector<TreeItem> items;
  for (const Track& track : tracks) {
    require_box(track.box);
    const auto entry = static_cast<std::uint32_t>(trees.laid.size());
    trees.laid_of.resize(std::max<std::size_t>(trees.laid_of.size(), track.body + 1U), absent);
    require(trees.laid_of[track.body] == absent, "Octree: one track per body");
    trees.laid_of[track.body] = entry;
    trees.laid.push_back({track, cut_into_pieces(track, trees.grain)});
    for (const Aabb& piece : trees.laid.back().pieces) {
      items.push_back({entry, piece});
    }
  }
  trees.tracks.build(items);
}

void Octree::move_track(const Track& track) {
  require_box(track.box);
  Trees& trees = *trees_;
  require(track.body < trees.laid_of.size() && trees.laid_of[track.body] != absent,
          "Octree: a moved track must have been laid");
  const std::uint32_t entry = trees.laid_of[track.body];
  LaidTrack& laid = trees.laid[entry];
  for (const Aabb& piece : laid.pieces) {
    trees.tracks.remove({entry, piece});
  }
  laid = {track, cut_into_pieces(track, trees.grain)};
  for (const Aabb& piece : laid.pieces) {
    trees.tracks.insert({entry, piece});
  }
}

std::vector<BodyIndex> Octree::query(const Track& track) const {
  const Trees& trees = *trees_;
  std::vector<BodyIndex> found;
  const auto touches = [&](const Vec3& low, const Vec3& high) { return may_touch(track, low, high); };
  trees.residents.query(touches, [&](std::uint32_t body) {
    const Aabb& box = trees.resident_items[trees.resident_of[body]].box;
    if (body != track.body && may_touch(track, box.low, box.high)) {
      found.push_back(body);
    }
  });
  for (const Aabb& piece : cut_into_pieces(track, trees.grain)) {
    const auto overlaps_piece = [&](const Vec3& low, const Vec3& high) { return overlaps(piece, {low, high}); };
    trees.tracks.query(overlaps_piece, [&](std::uint32_t entry) {
      const Track& other = trees.laid[entry].track;
      if (other.body != track.body && may_meet(track, other)) {
        found.push_back(other.body);
      }
    });
  }
  sort_unique(found);
  return found;
}

std::vector<BodyPair> Octree::pairs() const {
  const Trees& trees = *trees_;
  std::vector<BodyPair> pairs;
  for (const LaidTrack& laid : trees.laid) {
    const BodyIndex body = laid.track.body;
    for (const BodyIndex other : query(laid.track)) {
      const bool is_track = other < trees.laid_of.size() && trees.laid_of[other] != absent;
      if (!is_track || body < other) {
        pairs.push_back({std::min(body, other), std::max(body, other)});
      }
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<OctreeCell> Octree::track_cells() const { return trees_->tracks.cells(); }

std::vector<OctreeCell> Octree::resident_cells() const { return trees_->residents.cells(); }

std::vector<OctreeCell> Octree::visited_cells(const Track& track) const {
  std::vector<OctreeCell> visited;
  for (const OctreeCell& cell : trees_->tracks.cells()) {
    if (cell.fitted.low.x <= cell.fitted.high.x && may_touch(track, cell.fitted.low, cell.fitted.high)) {
      visited.push_back(cell);
    }
  }
  return visited;
}

}  // namespace firstcontact
