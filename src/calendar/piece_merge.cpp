// Two pieces of a substep become one, as a body of one comes to a body of the other.
#include <algorithm>
#include <iterator>

#include "calendar/contact_piece.hpp"

namespace firstcontact {

namespace {

/// A body of one of the two pieces.
struct Member {
  BodyIndex body = 0;
  const ContactPiece* piece = nullptr;
  std::size_t place = 0;  // there
};

// Ascending.
std::vector<Member> members_of(const ContactPiece& x, const ContactPiece& y) {
  std::vector<Member> members;
  for (const ContactPiece* const piece : {&x, &y}) {
    for (std::size_t i = 0; i < piece->bodies.size(); ++i) {
      members.push_back({piece->bodies[i], piece, i});
    }
  }
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return a.body < b.body; });
  return members;
}

// Where each of the piece's bodies is in the problem; those that do not give way are added to it if they are not there.
std::vector<std::uint32_t> places_in(const ContactPiece& piece, const std::vector<BodyIndex>& bodies,
                                     ContactProblem& problem) {
  std::vector<std::uint32_t> places;
  for (const SolverBody& body : piece.problem.bodies) {
    const auto own = std::lower_bound(bodies.begin(), bodies.end(), body.body);
    if (own != bodies.end() && *own == body.body) {
      places.push_back(static_cast<std::uint32_t>(own - bodies.begin()));
      continue;
    }
    const auto first = problem.bodies.begin() + static_cast<std::ptrdiff_t>(bodies.size());
    const auto known =
        std::find_if(first, problem.bodies.end(), [&](const SolverBody& other) { return other.body == body.body; });
    places.push_back(static_cast<std::uint32_t>(known - problem.bodies.begin()));
    if (known == problem.bodies.end()) {
      problem.bodies.push_back(body);
    }
  }
  return places;
}

// With all that was found: both go on.
void merge_problems(const std::vector<Member>& members, const ContactPiece& x, const ContactPiece& y,
                    ContactPiece& merged) {
  ContactProblem& problem = merged.problem;
  problem.duration = x.problem.duration;
  problem.impact_law = x.problem.impact_law;
  problem.rounds_used_up = x.problem.rounds_used_up || y.problem.rounds_used_up;
  for (const Member& member : members) {
    problem.bodies.push_back(member.piece->problem.bodies[member.place]);
  }
  for (const ContactPiece* const piece : {&x, &y}) {
    const std::vector<std::uint32_t> places = places_in(*piece, merged.bodies, problem);
    for (ContactConstraint row : piece->problem.rows) {
      row.a = places[row.a];
      row.b = places[row.b];
      problem.rows.push_back(row);
    }
  }
}

}  // namespace

void merge_pieces(ContactPiece& into, ContactPiece& from) {
  const std::vector<Member> members = members_of(into, from);
  ContactPiece merged;
  merged.begin = into.begin;
  merged.end = std::min(into.end, from.end);
  merged.rounds = std::max(into.rounds, from.rounds);
  for (const Member& member : members) {
    merged.bodies.push_back(member.body);
    merged.states.push_back(member.piece->states[member.place]);
    merged.stands.push_back(member.piece->stands[member.place]);
  }
  if (into.end == from.end && !into.is_new && !from.is_new) {
    merge_problems(members, into, from, merged);
  } else {
    merged.is_new = true;
  }
  merged.pairs = std::move(into.pairs);
  merged.pairs.insert(merged.pairs.end(), from.pairs.begin(), from.pairs.end());
  merged.near = std::move(into.near);
  std::move(from.near.begin(), from.near.end(), std::back_inserter(merged.near));
  std::sort(merged.near.begin(), merged.near.end(),
            [](const BearingPair& x, const BearingPair& y) { return x.pair < y.pair; });
  into = std::move(merged);
  from = {};
}

void add_met_pair(WorldState& world, std::uint32_t pair, ContactPiece& piece) {
  const auto at = std::lower_bound(piece.near.begin(), piece.near.end(), pair,
                                   [](const BearingPair& near, std::uint32_t index) { return near.pair < index; });
  if (at == piece.near.end() || at->pair != pair) {
    piece.near.insert(at, met_pair(world, pair, piece.begin, piece.end));
  }
}

}  // namespace firstcontact
