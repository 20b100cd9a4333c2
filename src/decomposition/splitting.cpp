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

// What becomes of a part: one piece, or two parts.
struct Outcome {
  bool is_piece = false;
  std::vector<Part> parts;
};

Outcome take(Part part, bool is_hurried, const Workshop& workshop) {
  Outcome outcome;
  const bool is_clear = part.forbidden.empty() && workshop.clearance.is_clear(part.piece);
  if (is_clear && (is_hurried || longest_side(part.piece.box) <= workshop.largest_piece)) {
    outcome.is_piece = true;
    outcome.parts.push_back(std::move(part));
    return outcome;
  }
  const bool may_search = !is_hurried && part.stalled < most_stalled && !is_clear;
  const std::optional<Plane> best = may_search ? best_cut(part, workshop.edges, workshop.clearance) : std::nullopt;
  const Plane plane = best ? *best : middle_plane(part.piece.box);
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

}  // namespace

std::vector<Chunk> split_into_pieces(Region whole, const Workshop& workshop) {
  std::vector<Chunk> pieces;
  std::vector<Part> open;
  open.push_back(make_part(std::move(whole), workshop.clearance.forbidden(), workshop));
  for (int round = 0; !open.empty(); ++round) {
    const double done = static_cast<double>(pieces.size()) / static_cast<double>(pieces.size() + 2 * open.size());
    if (round == most_rounds || !workshop.go_on(0.5 * done, pieces.size() + open.size())) {
      break;
    }
    const bool is_hurried = round >= deepest_search || pieces.size() + open.size() > crowded;
    std::vector<Outcome> outcomes(open.size());
    oneapi::tbb::parallel_for(std::size_t{0}, open.size(),
                              [&](std::size_t i) { outcomes[i] = take(std::move(open[i]), is_hurried, workshop); });
    open.clear();
    for (Outcome& outcome : outcomes) {
      for (Part& part : outcome.parts) {
        if (outcome.is_piece) {
          pieces.push_back(make_chunk(std::move(part.piece)));
        } else {
          open.push_back(std::move(part));
        }
      }
    }
  }
  for (Part& part : open) {
    pieces.push_back(make_chunk(std::move(part.piece)));
  }
  return pieces;
}

}  // namespace firstcontact
