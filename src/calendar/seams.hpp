// Contact points that would hold a body back at nothing.
//
// A point of contact tells the solver how far two shapes may come along one normal. Shapes that slide over each other's
// borders do not go along it: at a floor's next tile the nearest point is an edge, the way to it leads forward, and the
// point would hold back a body that passes above. It *bites*, and falsely: distance is convex where shapes are, so that
// along one normal there always seems to be less room than there is. How much there is can be seen by going on.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "calendar/pair_record.hpp"
#include "contact/contact_problem.hpp"

namespace firstcontact {

struct WorldState;

/// The points of one pair, from `first` on, behind those of others. Those of two shapes follow each other.
struct OwnPoints {
  std::vector<ContactPoint>& all;
  std::size_t first = 0;
};

/// Takes out all of two shapes of which `is_out` (asked with their points, which it may change) says so.
template <typename IsOut>
void leave_out_shapes(const OwnPoints& own, const IsOut& is_out) {
  std::vector<ContactPoint>& points = own.all;
  for (std::size_t begin = own.first; begin < points.size();) {
    std::size_t end = begin + 1;
    while (end < points.size() && points[end].shapes == points[begin].shapes) {
      ++end;
    }
    if (is_out(std::span(points).subspan(begin, end - begin))) {
      points.erase(points.begin() + static_cast<std::ptrdiff_t>(begin),
                   points.begin() + static_cast<std::ptrdiff_t>(end));
    } else {
      begin = end;
    }
  }
}

/// Takes out all of two shapes that would bite falsely if both bodies went on from `time` until the substep ends as
/// they are; a false bite of next to nothing is given its room instead.
void leave_out_false_bites(WorldState& world, std::uint32_t pair, double time, const OwnPoints& own);

/// The same of a piece's rows from `first` on, all of the same two shapes, if its bodies went on as they come.
void leave_out_false_bites(const WorldState& world, PairRecord& pair, std::size_t first, ContactProblem& problem);

}  // namespace firstcontact
