#include "decomposition/splitting.hpp"

#include "core/parallel.hpp"
#include "geometry/principal_axes.hpp"
#include "geometry/volume_integrals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
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

// Of pieces that are clear, so many are made for each that is needed to be clear, but no more than that for it.
constexpr std::size_t pieces_per_needed = 3;
constexpr std::size_t most_chosen_from = 150;
constexpr double least_halved_per_tolerance = 4.0;

bool is_empty(const Region& region, const std::vector<Vec3>& corners) {
  return region.surface.count() == 0 && corners.empty();
}

Part make_part(Region region, const std::vector<ForbiddenPoint>& around, const Workshop& workshop) {
  Part part;
  part.piece = piece_of(region, workshop.clearance, workshop.thickness);
  part.region = std::move(region);
  part.forbidden = held_by(part.piece, around);
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

// Across the direction in which the hull's vertices are spread furthest, half way: what is long and slanted is cut
// short.
Plane crossing_plane(const Piece& piece) {
  const Vec3 middle = mean(piece.vertices);
  Mat3 second(0.0);
  for (const Vec3& vertex : piece.vertices) {
    second += glm::outerProduct(vertex - middle, vertex - middle);
  }
  const PrincipalAxes found = principal_axes(second);
  const Vec3& spread = found.moments;
  const int axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : (spread.y >= spread.z ? 1 : 2);
  Vec3 normal(0.0);
  normal[axis] = 1.0;
  normal = rotate(found.axes, normal);
  Aabb along;  // in x
  for (const Vec3& vertex : piece.vertices) {
    along = merged(along, Vec3(glm::dot(normal, vertex), 0.0, 0.0));
  }
  return {normal, 0.5 * (along.low.x + along.high.x)};
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

// Both sides, or one where there is nothing on the other.
std::vector<Part> cut_in_two(const Part& part, const Plane& plane, const Workshop& workshop) {
  std::vector<Part> sides;
  for (Region& half : cut(part.region, plane)) {
    if (!is_empty(half, solid_corners(half.walls, workshop.clearance))) {
      sides.push_back(make_part(std::move(half), part.forbidden, workshop));
    }
  }
  return sides;
}

Outcome take(Part part, bool is_hurried, const Workshop& workshop) {
  const bool is_clear = part.forbidden.empty() && workshop.clearance.is_clear(part.piece);
  if (is_clear) {
    return as_it_is(std::move(part));
  }
  Outcome outcome;
  const bool may_search = !is_hurried && !workshop.is_late() && part.stalled < most_stalled;
  outcome.parts =
      cut_in_two(part, chosen_plane(part, may_search ? Search::thorough : Search::quick, workshop), workshop);
  for (Part& child : outcome.parts) {
    child.stalled = may_search && trouble(child) > stalling * trouble(part) ? part.stalled + 1 : 0;
  }
  return outcome;
}

// Pieces that are done, and parts that are not.
struct Stock {
  std::vector<Part> pieces;
  std::vector<Part> open;
  [[nodiscard]] std::size_t count() const { return pieces.size() + open.size(); }
};

// When there is no time for all of them, the worst first.
void sort_by_trouble(std::vector<Part>& parts) {
  std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return trouble(a) > trouble(b); });
}

// One step of all open parts, in their order whoever is done first. Those that the time no longer reaches stay as they
// are.
void take_all(Stock& stock, bool is_hurried, const Workshop& workshop) {
  std::vector<Part>& open = stock.open;
  if (workshop.is_late()) {
    sort_by_trouble(open);
  }
  std::vector<Outcome> outcomes(open.size());
  visit_at_once(open.size(), [&](std::size_t i) {
    outcomes[i] = workshop.is_over() ? as_it_is(std::move(open[i])) : take(std::move(open[i]), is_hurried, workshop);
  });
  open.clear();
  for (Outcome& outcome : outcomes) {
    for (Part& part : outcome.parts) {
      if (outcome.is_piece) {
        stock.pieces.push_back(std::move(part));
      } else {
        open.push_back(std::move(part));
      }
    }
  }
}

// How many pieces there should be to choose from: the finer they are the better they join, and the longer it takes.
std::size_t enough_pieces(std::size_t needed) {
  return std::max(needed, std::min(pieces_per_needed * needed, most_chosen_from));
}

// The inside of an open mesh need not be within its hull, and corners of a new cell may be in it far from the surface.
bool are_clear(const std::vector<Part>& parts, const Clearance& clearance) {
  return std::all_of(parts.begin(), parts.end(), [&](const Part& part) { return clearance.is_clear(part.piece); });
}

// Halves pieces, the longest first, until none is long and there are enough.
void halve_longest(std::vector<Part>& pieces, const Workshop& workshop) {
  const std::size_t enough = enough_pieces(pieces.size());
  std::set<std::pair<double, std::size_t>> shortest_first;
  const auto add = [&](std::size_t number) { shortest_first.insert({longest_side(pieces[number].piece.box), number}); };
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    add(i);
  }
  while (!shortest_first.empty() && pieces.size() < crowded && !workshop.is_over()) {
    const auto [length, number] = *shortest_first.rbegin();
    const bool is_wanted = length > workshop.largest_piece || pieces.size() < enough;
    if (!is_wanted || length < least_halved_per_tolerance * workshop.clearance.tolerance()) {
      break;
    }
    shortest_first.erase({length, number});
    std::vector<Part> halves = cut_in_two(pieces[number], crossing_plane(pieces[number].piece), workshop);
    if (halves.size() == 2 && are_clear(halves, workshop.clearance)) {
      pieces[number] = std::move(halves[0]);
      pieces.push_back(std::move(halves[1]));
      add(number);
      add(pieces.size() - 1);
    }
  }
}

// All lie within the mesh: it came apart exactly, and no other pieces are wanted.
bool are_exact(const std::vector<Part>& pieces, const Clearance& clearance) {
  return std::all_of(pieces.begin(), pieces.end(),
                     [&](const Part& part) { return clearance.rounding_outside(part.piece).has_value(); });
}

std::vector<Chunk> chunks_of(Stock stock, const Workshop& workshop) {
  if (workshop.is_over() || !are_exact(stock.pieces, workshop.clearance)) {
    halve_longest(stock.pieces, workshop);
  }
  std::move(stock.open.begin(), stock.open.end(), std::back_inserter(stock.pieces));
  std::vector<Chunk> chunks(stock.pieces.size());
  visit_at_once(chunks.size(), [&](std::size_t i) { chunks[i] = make_chunk(std::move(stock.pieces[i].piece)); });
  return chunks;
}

}  // namespace

std::vector<Chunk> split_into_pieces(std::vector<Region> wholes, const Workshop& workshop) {
  Stock stock;
  for (Region& whole : wholes) {
    if (workshop.is_over()) {
      stock.pieces.emplace_back();
      stock.pieces.back().piece = piece_of(whole, workshop.clearance, workshop.thickness);
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
  return chunks_of(std::move(stock), workshop);
}

}  // namespace firstcontact
