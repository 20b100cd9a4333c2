// The pieces that a substep begins with: one for each island of bodies that touch or nearly do. What stands is given
// more than a substep, and is left alone until that is over or somebody comes.
#include <algorithm>
#include <cmath>
#include <utility>

#include "calendar/contact_piece.hpp"
#include "core/disjoint_sets.hpp"

namespace firstcontact {

bool is_under_way(const RigidBody& body, double time) {
  constexpr double rounding = 1e-9;
  return body.motion == MotionClass::driven && body.path.is_active &&
         body.segment.start_time + (1.0 - rounding) * body.path.duration > time;
}

namespace {

/// The bodies that may bear on each other at a substep's start, by island.
struct Islands {
  DisjointSets sets;
  std::vector<bool> is_near;          // per body: of a pair that bears, or may
  std::vector<bool> is_solved;        // per body, true at an island's root: it is to be solved now
  std::vector<bool> is_measured;      // per pair
  std::vector<BearingPair> bearing;   // the pairs that bear, or may
  std::vector<BearingPair> stopping;  // those that do where one of the two is in contact
};

// Where neither gives way or both are under way, nothing is new.
bool is_as_it_was(const WorldState& world, const PairRecord& pair, double begin) {
  const auto is_known = [&](const RigidBody& body) { return is_fixed(body) || is_under_way(body, begin); };
  return is_known(world.bodies[pair.a]) && is_known(world.bodies[pair.b]);
}

void join(const WorldState& world, const PairRecord& pair, DisjointSets& sets) {
  if (takes_part(world.bodies[pair.a]) && takes_part(world.bodies[pair.b])) {
    sets.join(pair.a, pair.b);
  }
}

void take_in(const WorldState& world, BearingPair found, Islands& islands) {
  const PairRecord& pair = world.pairs[found.pair];
  islands.bearing.push_back(std::move(found));
  islands.is_near[pair.a] = islands.is_near[pair.b] = true;
  join(world, pair, islands.sets);
}

void measure(WorldState& world, std::uint32_t index, double begin, Islands& islands) {
  PairRecord& pair = world.pairs[index];
  islands.is_measured[index] = true;
  pair.active = pair.presses = false;
  BearingPair found = near_pair(world, index, begin, world.substep_end);
  if (found.only_stops) {
    islands.stopping.push_back(std::move(found));
  } else if (!found.points.empty()) {
    take_in(world, std::move(found), islands);
  }
}

// What comes to who is in contact is in contact, and others come to it.
void take_in_who_stops(const WorldState& world, Islands& islands) {
  const auto is_in_contact = [&](BodyIndex body) {
    return takes_part(world.bodies[body]) &&
           (islands.is_near[body] || world.bodies[body].motion == MotionClass::driven);
  };
  for (bool any = true; any;) {
    any = false;
    for (BearingPair& found : islands.stopping) {
      const PairRecord& pair = world.pairs[found.pair];
      if (!found.points.empty() && (is_in_contact(pair.a) || is_in_contact(pair.b))) {
        take_in(world, std::exchange(found, {}), islands);
        any = true;
      }
    }
  }
}

void find_islands_to_solve(const WorldState& world, double begin, Islands& islands) {
  islands.is_solved.assign(world.bodies.size(), false);
  for (const BodyIndex index : world.movers) {
    const RigidBody& body = world.bodies[index];
    const bool is_to_go_on = body.motion != MotionClass::free && !is_under_way(body, begin);
    if (takes_part(body) && (is_to_go_on || islands.is_near[index])) {
      islands.is_solved[islands.sets.root(index)] = true;
    }
  }
}

// What stands and is under way is measured where its island is to be solved. True when there was any.
bool measure_who_is_joined(WorldState& world, double begin, Islands& islands) {
  take_in_who_stops(world, islands);
  find_islands_to_solve(world, begin, islands);
  bool any = false;
  for (std::uint32_t index = 0; index < world.pairs.size(); ++index) {
    const PairRecord& pair = world.pairs[index];
    const auto is_to_be_solved = [&](BodyIndex body) {
      return takes_part(world.bodies[body]) && islands.is_solved[islands.sets.root(body)];
    };
    if (!islands.is_measured[index] && (is_to_be_solved(pair.a) || is_to_be_solved(pair.b))) {
      measure(world, index, begin, islands);
      any = true;
    }
  }
  return any;
}

Islands find_islands(WorldState& world, double begin) {
  const std::size_t bodies = world.bodies.size();
  Islands islands{DisjointSets(bodies), std::vector<bool>(bodies), {}, std::vector<bool>(world.pairs.size()), {}, {}};
  for (std::uint32_t index = 0; index < world.pairs.size(); ++index) {
    PairRecord& pair = world.pairs[index];
    pair.impacts_this_substep = 0;
    if (!takes_part(world.bodies[pair.a]) && !takes_part(world.bodies[pair.b])) {
      pair.active = pair.presses = false;
      islands.is_measured[index] = true;
    } else if (!is_as_it_was(world, pair, begin)) {
      measure(world, index, begin, islands);
    } else if (pair.presses) {
      join(world, pair, islands.sets);
    }
  }
  while (measure_who_is_joined(world, begin, islands)) {
  }
  std::sort(islands.bearing.begin(), islands.bearing.end(),
            [](const BearingPair& x, const BearingPair& y) { return x.pair < y.pair; });
  return islands;
}

// Where nobody of it comes anywhere in the rest of the step, a piece may last as long.
bool stands_still(const WorldState& world, const ContactPiece& piece) {
  return std::all_of(piece.near.begin(), piece.near.end(), [&](const BearingPair& near) {
    return stands_still(world, world.pairs[near.pair], world.step_end - piece.begin);
  });
}

}  // namespace

std::vector<ContactPiece> first_pieces(WorldState& world, ContactStep& step, double begin) {
  Islands islands = find_islands(world, begin);
  std::vector<std::uint32_t> place(world.bodies.size(), no_place);
  std::vector<std::vector<BodyIndex>> bodies;
  for (const BodyIndex index : world.movers) {
    const RigidBody& body = world.bodies[index];
    const std::uint32_t root = islands.sets.root(index);
    if (!takes_part(body) || !islands.is_solved[root]) {
      continue;
    }
    if (place[root] == no_place) {
      place[root] = static_cast<std::uint32_t>(bodies.size());
      bodies.emplace_back();
    }
    bodies[place[root]].push_back(index);
  }
  std::vector<ContactPiece> pieces;
  for (std::vector<BodyIndex>& own : bodies) {
    pieces.push_back(make_piece(world, std::move(own), begin, world.substep_end));
  }
  for (BearingPair& found : islands.bearing) {
    const PairRecord& pair = world.pairs[found.pair];
    pieces[place[islands.sets.root(takes_part(world.bodies[pair.a]) ? pair.a : pair.b)]].near.push_back(
        std::move(found));
  }
  for (ContactPiece& piece : pieces) {
    piece.end = !piece.near.empty() && stands_still(world, piece) ? world.step_end : piece.end;
    find_rows(world, step, piece);
  }
  return pieces;
}

namespace {

// m: how far any point of it comes in the piece.
double way_of(const SolverBody& body, double duration) {
  return duration *
         (std::sqrt(squared_length(body.way.linear)) + body.radius * std::sqrt(squared_length(body.way.angular)));
}

}  // namespace

void solve_first(WorldState& world, ContactStep& step, ContactPiece& piece) {
  solve(world, step, piece);
  const ContactProblem& problem = piece.problem;
  const bool stands = std::all_of(problem.rows.begin(), problem.rows.end(), [&](const ContactConstraint& row) {
    const double way = standing_way(world.pairs[row.pair]);
    return std::max(way_of(problem.bodies[row.a], problem.duration), way_of(problem.bodies[row.b], problem.duration)) <=
           way;
  });
  if (piece.end > world.substep_end && !stands) {
    piece.end = world.substep_end;
    find_rows(world, step, piece);
    solve(world, step, piece);
  }
}

}  // namespace firstcontact
