// Two trees: of residents, which is kept and edited, and of the pieces of tracks, which is built anew in every step.
//
// Which pairs are found depends on the boxes alone, not on the trees: these only propose, by rounded boxes that can
// propose too much and never too little, and the exact test in double precision decides. Sorting then removes the order
// in which they were found.
#include <firstcontact/octree.hpp>
#include <firstcontact/result.hpp>

#include <algorithm>
#include <limits>

#include "broadphase/box_tree.hpp"
#include "broadphase/pair_order.hpp"
#include "broadphase/track_pieces.hpp"
#include "core/arithmetic_mode.hpp"
#include "core/doors.hpp"
#include "core/limits.hpp"

namespace firstcontact {

namespace {

constexpr std::uint32_t absent = ~0U;
constexpr BodyIndex most_bodies = 1U << 24U;  // lists are as long as the greatest number

/// What the tree of tracks holds: a slow track, or a piece of a fast one. Its box is in a list beside.
struct Piece {
  BodyIndex body = 0;
  bool fast = false;
  double begin = 0.0, end = 0.0;  // s
};

/// Of which body a piece is, in four bytes: the pass reads little else, and that in no order. Plain pieces are of slow
/// tracks that stay to the end of the step, so that any two share an instant.
class PieceBody {
 public:
  PieceBody(BodyIndex body, bool plain) : bits_(2 * body + (plain ? 1U : 0U)) {}
  [[nodiscard]] BodyIndex body() const { return bits_ / 2; }
  [[nodiscard]] bool is_plain() const { return bits_ % 2 != 0; }

 private:
  std::uint32_t bits_;
};

/// A body's place in the list of tracks, and the range of its pieces.
struct Laid {
  std::uint32_t track = absent;
  std::uint32_t first_piece = 0;
  std::uint32_t piece_count = 0;
};

void require_box(const Aabb& box) {
  const bool ordered = box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z;
  require(ordered && is_within(box.low, limits::of_octree) && is_within(box.high, limits::of_octree),
          "Octree: a box must be finite, within 1e30, and not empty");
}

void require_number(BodyIndex body) { require(body < most_bodies, "Octree: a body's number must be below 2^24"); }

// A slow track may last for ever; one that is cast along its way may not.
void require_track(const Track& track) {
  require_number(track.body);
  require_box(track.box);
  require(track.begin <= track.end && std::abs(track.begin) <= limits::of_octree,
          "Octree: a track must begin at a finite time, and end no sooner");
  require(
      !track.fast || (track.end <= limits::of_octree && is_within(track.center, limits::of_octree) &&
                      is_within(track.velocity, limits::of_octree) && is_within(track.half_extents, limits::of_octree)),
      "Octree: a fast track's numbers must be finite and within 1e30");
}

// Checked whole before anything is changed.
std::vector<Laid> places_of(std::span<const Track> tracks) {
  std::vector<Laid> places;
  for (std::uint32_t i = 0; i < tracks.size(); ++i) {
    require_track(tracks[i]);
    const BodyIndex body = tracks[i].body;
    if (body >= places.size()) {
      places.resize(std::max<std::size_t>(body + std::size_t{1}, tracks.size()));
    }
    require(places[body].track == absent, "Octree: one track per body");
    places[body].track = i;
  }
  return places;
}

void sort_unique(std::vector<BodyIndex>& bodies) {
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
}

BodyPair pair_of(BodyIndex x, BodyIndex y) { return {std::min(x, y), std::max(x, y)}; }

}  // namespace

struct Octree::Trees {
  BoxTree residents;               // entry = body
  std::vector<Aabb> resident_box;  // per body, empty for those that are none
  std::size_t resident_count = 0;
  std::size_t resident_edits = 0;  // since the tree was built
  BoxTree tracks;                  // entry = piece
  std::vector<Track> track;
  std::vector<Laid> laid;  // per body
  std::vector<Piece> pieces;
  std::vector<PieceBody> body_of;  // per piece: the little that the pass mostly needs
  double last_end = 0.0;           // s, of the tracks laid together
  std::vector<Aabb> piece_box;
  double length = 1.0;  // m, of pieces

  [[nodiscard]] bool is_resident(BodyIndex body) const {
    return body < resident_box.size() && resident_box[body].low.x <= resident_box[body].high.x;
  }
  [[nodiscard]] bool is_laid(BodyIndex body) const { return body < laid.size() && laid[body].track != absent; }
  [[nodiscard]] const Track& track_of(BodyIndex body) const { return track[laid[body].track]; }

  void build_residents() {
    residents.build(resident_box);
    resident_edits = 0;
  }

  [[nodiscard]] bool is_plain(const Track& of) const { return !of.fast && of.begin <= last_end && of.end >= last_end; }

  void add_piece(const Track& of, const TrackPiece& piece) {
    pieces.push_back({of.body, of.fast, piece.begin, piece.end});
    body_of.emplace_back(of.body, is_plain(of));
    piece_box.push_back(piece.box);
  }

  // Appends the track's pieces without putting them into the tree.
  void lay(const Track& one) {
    Laid& at = laid[one.body];
    at.first_piece = static_cast<std::uint32_t>(pieces.size());
    if (!one.fast) {
      add_piece(one, {one.box, one.begin, one.end});
    } else {
      for (const TrackPiece& piece : cut_into_pieces(one, length)) {
        add_piece(one, piece);
      }
    }
    at.piece_count = static_cast<std::uint32_t>(pieces.size()) - at.first_piece;
  }

  // In the middle of a step: a body that was a resident moves again.
  void add(const Track& one) {
    laid.resize(std::max<std::size_t>(laid.size(), one.body + std::size_t{1}));
    laid[one.body].track = static_cast<std::uint32_t>(track.size());
    track.push_back(one);
    lay(one);
    const Laid& at = laid[one.body];
    for (std::uint32_t i = 0; i < at.piece_count; ++i) {
      tracks.insert(at.first_piece + i, piece_box[at.first_piece + i]);
    }
  }

  // The pieces whose rounded boxes overlap: most need no look at the exact ones.
  [[nodiscard]] bool pieces_meet(const Overlap& found) const {
    const auto [x, y, is_sure] = found;
    if (is_sure && body_of[x].is_plain() && body_of[y].is_plain()) {
      return true;
    }
    const Piece& a = pieces[x];
    const Piece& b = pieces[y];
    if (a.body == b.body || a.begin > b.end || b.begin > a.end) {
      return false;
    }
    return a.fast || b.fast ? may_meet(track_of(a.body), track_of(b.body)) : overlaps(piece_box[x], piece_box[y]);
  }

  template <class Visit>
  void residents_under(const Track& one, const Visit& visit) const {
    const auto judge = [&](BodyIndex body, const FloatBox& /*rounded*/) {
      const Aabb& box = resident_box[body];
      if (body != one.body && may_touch(one, box.low, box.high)) {
        visit(body);
      }
    };
    if (one.fast) {
      residents.query(SegmentProbe(one, residents.origin()), judge);
    } else {
      residents.query(BoxProbe{rounded_outward(one.box, residents.origin())}, judge);
    }
  }

  template <class Visit>
  void tracks_over(const TrackPiece& piece, const Track& one, const Visit& visit) const {
    const bool plain = is_plain(one);
    const BoxProbe probe{rounded_outward(piece.box, tracks.origin())};
    // The probe's own rounding counts as well, should it reach further than any box of the tree.
    const float rounding = std::max(tracks.rounding(), rounding_of(probe.box));
    tracks.query(probe, [&](std::uint32_t entry, const FloatBox& rounded) {
      if (plain && body_of[entry].is_plain()) {
        const BodyIndex body = body_of[entry].body();
        if (body != one.body && (surely_overlap(probe.box, rounded, rounding) || overlaps(one.box, piece_box[entry]))) {
          visit(body);
        }
        return;
      }
      const Piece& other = pieces[entry];
      if (other.body != one.body && piece.begin <= other.end && other.begin <= piece.end &&
          may_meet(one, track_of(other.body))) {
        visit(other.body);
      }
    });
  }

  // A block of tracks goes down the tree of residents together; fast ones are cast along their way each on its own.
  void pair_with_residents(std::span<const std::uint32_t> entries, BoxTree::Stages& stages,
                           std::vector<BodyPair>& pairs) const {
    BoxGroup group;
    std::size_t count = 0;
    for (const std::uint32_t entry : entries) {
      if (!pieces[entry].fast) {
        group.boxes.set(count, rounded_outward(piece_box[entry], residents.origin()));
        group.entry[count++] = entry;
      }
    }
    if (count == 0) {
      return;
    }
    residents.for_each_overlap(group, stages, [&](const Overlap& found) {
      const auto [entry, resident, is_sure] = found;
      const bool meets = is_sure || overlaps(piece_box[entry], resident_box[resident]);
      if (meets && body_of[entry].body() != resident) {
        pairs.push_back(pair_of(body_of[entry].body(), resident));
      }
    });
  }

  void pair_tracks(std::vector<BodyPair>& pairs) const {
    tracks.for_each_overlap([&](const Overlap& found) {
      if (pieces_meet(found)) {
        pairs.push_back(pair_of(body_of[found.x].body(), body_of[found.y].body()));
      }
    });
  }

  void pair_tracks_with_residents(std::vector<BodyPair>& pairs) const {
    BoxTree::Stages stages;
    tracks.for_each_block([&](std::span<const std::uint32_t> entries) { pair_with_residents(entries, stages, pairs); });
    for (const Track& one : track) {
      if (one.fast) {
        residents_under(one, [&](BodyIndex resident) { pairs.push_back(pair_of(one.body, resident)); });
      }
    }
  }
};

Octree::Octree() : trees_(std::make_unique<Trees>()) {}
Octree::~Octree() = default;
Octree::Octree(const Octree& other) : trees_(std::make_unique<Trees>(other.trees())) {}
Octree& Octree::operator=(const Octree& other) { return *this = Octree(other); }
Octree::Octree(Octree&&) noexcept = default;
Octree& Octree::operator=(Octree&&) noexcept = default;

Octree::Trees& Octree::trees() const {
  require(trees_ != nullptr, "Octree: it was moved from");
  return *trees_;
}

void Octree::set_resident(BodyIndex body, const Aabb& box) {
  const ArithmeticMode mode;
  require_number(body);
  require_box(box);
  Trees& trees = this->trees();
  if (trees.is_resident(body)) {
    trees.residents.move(body, box);
  } else {
    trees.residents.insert(body, box);
    ++trees.resident_count;
  }
  trees.resident_box.resize(std::max<std::size_t>(trees.resident_box.size(), body + std::size_t{1}));
  trees.resident_box[body] = box;
  ++trees.resident_edits;
  // Insertion splits no leaf: a tree that was mostly inserted is built anew, each time at twice the size.
  if (trees.resident_edits > 64 + trees.resident_count / 2) {
    trees.build_residents();
  }
}

void Octree::remove_resident(BodyIndex body) {
  Trees& trees = this->trees();
  if (trees.is_resident(body)) {
    trees.residents.remove(body);
    trees.resident_box[body] = Aabb{};
    --trees.resident_count;
    ++trees.resident_edits;
  }
}

void Octree::lay_tracks(std::span<const Track> tracks) {
  const ArithmeticMode mode;
  Trees& trees = this->trees();
  std::vector<Laid> laid = places_of(tracks);
  // A few bodies that fell asleep or woke do not make a heap of residents worth building again.
  if (8 * trees.resident_edits > trees.resident_count) {
    trees.build_residents();
  }
  trees.laid = std::move(laid);
  trees.pieces.clear();
  trees.piece_box.clear();
  trees.body_of.clear();
  trees.last_end = -std::numeric_limits<double>::infinity();
  for (const Track& track : tracks) {
    trees.last_end = std::max(trees.last_end, track.end);
  }
  trees.length = piece_length(tracks);
  trees.track.assign(tracks.begin(), tracks.end());
  for (const Track& track : tracks) {
    trees.lay(track);
  }
  trees.tracks.build(trees.piece_box);
}

void Octree::move_track(const Track& track) {
  const ArithmeticMode mode;
  require_track(track);
  Trees& trees = this->trees();
  if (!trees.is_laid(track.body)) {
    trees.add(track);
    return;
  }
  Laid& laid = trees.laid[track.body];
  const bool was_slow = !trees.track[laid.track].fast;
  trees.track[laid.track] = track;
  if (was_slow && !track.fast) {
    trees.pieces[laid.first_piece] = {track.body, false, track.begin, track.end};
    trees.piece_box[laid.first_piece] = track.box;
    trees.body_of[laid.first_piece] = {track.body, trees.is_plain(track)};
    trees.tracks.move(laid.first_piece, track.box);
    return;
  }
  for (std::uint32_t i = 0; i < laid.piece_count; ++i) {
    trees.tracks.remove(laid.first_piece + i);
  }
  trees.lay(track);
  for (std::uint32_t i = 0; i < laid.piece_count; ++i) {
    trees.tracks.insert(laid.first_piece + i, trees.piece_box[laid.first_piece + i]);
  }
}

std::vector<BodyIndex> Octree::query(const Track& track) const {
  const ArithmeticMode mode;
  require_track(track);
  const Trees& trees = this->trees();
  std::vector<BodyIndex> found;
  const auto add = [&](BodyIndex body) { found.push_back(body); };
  trees.residents_under(track, add);
  if (!track.fast) {
    trees.tracks_over({track.box, track.begin, track.end}, track, add);
  } else {
    for (const TrackPiece& piece : cut_into_pieces(track, trees.length)) {
      trees.tracks_over(piece, track, add);
    }
  }
  sort_unique(found);
  return found;
}

std::vector<BodyPair> Octree::pairs() const {
  const ArithmeticMode mode;
  const Trees& trees = this->trees();
  std::vector<BodyPair> pairs;
  trees.pair_tracks(pairs);
  if (!trees.residents.is_empty()) {
    trees.pair_tracks_with_residents(pairs);
  }
  return in_order(std::move(pairs), std::max(trees.laid.size(), trees.resident_box.size()));
}

std::vector<Track> Octree::tracks() const { return trees().track; }

std::vector<Resident> Octree::residents() const {
  std::vector<Resident> residents;
  for (BodyIndex body = 0; body < trees().resident_box.size(); ++body) {
    if (trees().is_resident(body)) {
      residents.push_back({body, trees().resident_box[body]});
    }
  }
  return residents;
}

std::vector<OctreeCell> Octree::track_cells() const { return trees().tracks.cells(); }

std::vector<OctreeCell> Octree::resident_cells() const { return trees().residents.cells(); }

std::vector<OctreeCell> Octree::visited_cells(const Track& track) const {
  const ArithmeticMode mode;
  require_track(track);
  std::vector<OctreeCell> visited;
  for (const OctreeCell& cell : trees().tracks.cells()) {
    if (cell.fitted.low.x <= cell.fitted.high.x && may_touch(track, cell.fitted.low, cell.fitted.high)) {
      visited.push_back(cell);
    }
  }
  return visited;
}

}  // namespace firstcontact
