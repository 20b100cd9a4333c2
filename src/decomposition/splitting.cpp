#include "decomposition/splitting.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firstcontact {

namespace {

// Rounds of halving after which even the longest thread of the hardest mesh is far below the tolerance.
constexpr int most_rounds = 60;
// Cuts chosen with care; after so many, halving gets there sooner.
constexpr int deepest_search = 12;
// The same when there are more parts than this: joining them takes their number's square.
constexpr std::size_t crowded = 250;
// After so many parts, those that are left stay as they are, and the tolerance is not kept.
constexpr std::size_t most_parts = 4000;
// A cut that leaves more than this of the trouble on one side only shaves; after so many in a row, halving is better.
constexpr double stalling = 0.8;
constexpr int most_stalled = 2;

bool is_empty(const Region& region, const std::vector<Vec3>& corners) {
  return region.surface.count() == 0 && corners.empty();
}

Part make_part(Region region, const std::vector<ForbiddenPoint>& around, const Workshop& workshop) {
  Part part;
  part.piece = piece_of(region, workshop.clearance, workshop.thickness);
  part.region = std::move(region);
  for (const ForbiddenPoint& point : around) {
    if (contains(part.piece, point.position, 0.0)) {
      part.forbidden.push_back(point);
    }
  }
  return part;
}

Aabb box_of(const Region& region) {
  Aabb box;
  for (const Vec3& corner : region.surface.corners) {
    box = merged(box, corner);
  }
  return box;
}

double longest_side(const Aabb& box) {
  const Vec3 size = box.high - box.low;
  return std::max({size.x, size.y, size.z});
}

// Halves the longest side: what to do when no plane is any good.
Plane middle_plane(const Aabb& box) {
  const Vec3 size = box.high - box.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
  Vec3 normal(0.0);
  normal[axis] = 1.0;
  return {normal, box.low[axis] + 0.5 * size[axis]};
}

// What is left to get rid of.
double trouble(const Part& part) {
  double volume = 0.0;
  for (const ForbiddenPoint& point : part.forbidden) {
    volume += point.volume;
  }
  return volume > 0.0 ? volume : 1e-3 * part.piece.volume;
}

enum class Search : std::uint8_t { thorough, quick };

Plane chosen_plane(const Part& part, Search search, const Workshop& workshop) {
  const std::optional<Plane> best = search == Search::thorough ? best_cut(part, workshop.edges, workshop.clearance)
                                                               : quick_cut(part, workshop.clearance);
  return best ? *best : middle_plane(part.piece.box);
}

// What becomes of a part: one piece, or two parts.
struct Outcome {
  bool is_piece = false;
  std::vector<Part> parts;
};

Outcome as_it_is(Part part) {
  Outcome outcome;
  outcome.is_piece = true;
  outcome.parts.push_back(std::move(part));
  return outcome;
}

Outcome take(Part part, bool is_hurried, const Workshop& workshop) {
  const bool is_clear = part.forbidden.empty() && workshop.clearance.is_clear(part.piece);
  if (is_clear && (is_hurried || longest_side(part.piece.box) <= workshop.largest_piece)) {
    return as_it_is(std::move(part));
  }
  Outcome outcome;
  const bool may_search = !is_hurried && part.stalled < most_stalled && !is_clear;
  const Plane plane = is_clear ? middle_plane(part.piece.box)
                               : chosen_plane(part, may_search ? Search::thorough : Search::quick, workshop);
  std::array<Region, 2> halves = cut(part.region, plane);
  for (Region& half : halves) {
    if (!is_empty(half, solid_corners(half.walls, workshop.clearance))) {
      outcome.parts.push_back(make_part(std::move(half), part.forbidden, workshop));
      Part& child = outcome.parts.back();
      child.stalled = may_search && trouble(child) > stalling * trouble(part) ? part.stalled + 1 : 0;
    }
  }
  return outcome;
}

// Pieces that are done, and parts that are not.
struct Stock {
  std::vector<Chunk> pieces;
  std::vector<Part> open;
  [[nodiscard]] std::size_t count() const { return pieces.size() + open.size(); }
};

// One step of all open parts, in their order whoever is done first.
void take_all(Stock& stock, bool is_hurried, const Workshop& workshop) {
  std::vector<Part>& open = stock.open;
  std::vector<Outcome> outcomes(open.size());
  oneapi::tbb::parallel_for(std::size_t{0}, open.size(), [&](std::size_t i) {
    outcomes[i] = workshop.is_over() ? as_it_is(std::move(open[i])) : take(std::move(open[i]), is_hurried, workshop);
  });
  open.clear();
  for (Outcome& outcome : outcomes) {
    for (Part& part : outcome.parts) {
      if (outcome.is_piece) {
        stock.pieces.push_back(make_chunk(std::move(part.piece)));
      } else {
        open.push_back(std::move(part));
      }
    }
  }
}

}  // namespace

std::vector<Chunk> split_into_pieces(std::vector<Region> wholes, const Workshop& workshop) {
  Stock stock;
  for (Region& whole : wholes) {
    if (workshop.is_over()) {
      stock.pieces.push_back(make_chunk(box_piece(box_of(whole), workshop.thickness)));
      continue;
    }
    stock.open.push_back(make_part(std::move(whole), workshop.clearance.forbidden(), workshop));
  }
  for (int round = 0; !stock.open.empty() && round < most_rounds && stock.count() <= most_parts; ++round) {
    const double done =
        static_cast<double>(stock.pieces.size()) / static_cast<double>(stock.count() + stock.open.size());
    if (!workshop.go_on(0.5 * done, stock.count())) {
      break;
    }
    take_all(stock, round >= deepest_search || stock.count() > crowded + wholes.size(), workshop);
  }
  for (Part& part : stock.open) {
    stock.pieces.push_back(make_chunk(std::move(part.piece)));
  }
  return std::move(stock.pieces);
}

}  // namespace firstcontact
