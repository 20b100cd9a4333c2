// Candidates are sets of pieces that fit under one hull: each group, grown by whatever else fits, and each piece, grown
// likewise. Out of them as few as possible are chosen so that every piece is in one (set cover: greedily, with a look
// for sets that have become needless). Last, every piece is kept by one set only, which makes the hulls tight again.
#include "decomposition/covering.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "core/parallel.hpp"

namespace firstcontact {

namespace {

// Pieces beyond this number start no candidate of their own: growing them all would take longer than it is worth.
constexpr std::size_t most_seeds = 60;

// With more pieces than this the cover is not looked for.
constexpr std::size_t most_covered = 700;

using Members = std::vector<char>;  // for each piece whether it is in

struct Candidate {
  std::vector<Index> order;  // in which the pieces came in
  std::size_t seed = 0;      // so many of them came together, and fit
  Members members;
  double volume = 0.0;  // of the outline
  bool is_proven = false;
};

// All but the last `left_out` pieces.
Candidate without_last(Candidate candidate, std::size_t left_out) {
  for (; left_out > 0; --left_out) {
    candidate.members[candidate.order.back()] = 0;
    candidate.order.pop_back();
  }
  return candidate;
}

class Growing {
 public:
  Growing(const std::vector<Chunk>& pieces, const Workshop& workshop) : pieces_(pieces), workshop_(workshop) {}

  // Adds pieces, that one first that adds least to the volume, until no other seems to fit. Outlines only. The hull
  // with a piece only ever grows, so that its volume in an earlier round is a bound: few are made anew in each.
  [[nodiscard]] Candidate grown(const std::vector<Index>& seed, Piece outline) const {
    Candidate found{seed, seed.size(), Members(pieces_.size(), 0), 0.0, false};
    for (const Index atom : seed) {
      found.members[atom] = 1;
    }
    std::set<Prospect> open;
    for (Index i = 0; i < pieces_.size(); ++i) {
      if (found.members[i] == 0) {
        open.insert({0.0, i});
      }
    }
    while (!open.empty() && !workshop_.is_over()) {
      std::optional<Grown> next = least(open, outline);
      if (!next) {
        break;
      }
      found.members[next->atom] = 1;
      found.order.push_back(next->atom);
      outline = std::move(next->outline);
    }
    found.volume = outline.volume;
    return found;
  }

  // The hull of the candidate's first `count` pieces.
  [[nodiscard]] Piece hull(const Candidate& candidate, std::size_t count) const {
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<Vec3>& vertices = pieces_[candidate.order[i]].hull.vertices;
      points.insert(points.end(), vertices.begin(), vertices.end());
    }
    return make_piece(points, workshop_.thickness);
  }

  // As much of the candidate as surely fits: what came in first, by bisection, since less always fits better.
  [[nodiscard]] Candidate proven(Candidate candidate) const {
    std::size_t fits = candidate.seed;
    std::size_t fails = candidate.order.size() + 1;
    std::size_t asked = candidate.order.size();
    while (fits + 1 < fails) {
      (workshop_.clearance.is_clear(hull(candidate, asked)) ? fits : fails) = asked;
      asked = (fits + fails) / 2;
    }
    const std::size_t left_out = candidate.order.size() - fits;
    Candidate left = without_last(std::move(candidate), left_out);
    left.is_proven = true;
    return left;
  }

 private:
  // A piece that may fit, and the least volume that it would make.
  using Prospect = std::pair<double, Index>;
  struct Grown {
    Index atom = 0;
    Piece outline;
  };

  // Takes the piece out of `open` that makes the least volume, and all that no longer fit: they fit no larger hull
  // either.
  [[nodiscard]] std::optional<Grown> least(std::set<Prospect>& open, const Piece& outline) const {
    std::optional<Grown> best;
    while (!open.empty() && (!best || open.begin()->first < best->outline.volume)) {
      const Index atom = open.begin()->second;
      open.erase(open.begin());
      std::optional<Piece> both = fitting(outline, atom);
      if (!both) {
        continue;
      }
      if (best && both->volume >= best->outline.volume) {
        open.insert({both->volume, atom});
        continue;
      }
      if (best) {
        open.insert({best->outline.volume, best->atom});
      }
      best = Grown{atom, std::move(*both)};
    }
    return best;
  }

  [[nodiscard]] std::optional<Piece> fitting(const Piece& outline, Index atom) const {
    const Piece& piece = pieces_[atom].outline;
    if (!may_fit(outline, piece, workshop_.clearance)) {
      return std::nullopt;
    }
    Piece both = joined_outline(outline, piece);
    return workshop_.clearance.seems_clear(both) ? std::optional(std::move(both)) : std::nullopt;
  }

  const std::vector<Chunk>& pieces_;
  const Workshop& workshop_;
};

std::size_t fresh_count(const Candidate& candidate, const Members& covered) {
  return static_cast<std::size_t>(
      std::count_if(candidate.order.begin(), candidate.order.end(), [&](Index atom) { return covered[atom] == 0; }));
}

// Greedy: the candidate that holds most of what is not covered yet; of equals the smaller hull, then the earlier one.
// What is chosen must be proven first, and may lose its turn by that.
std::vector<std::size_t> chosen(std::vector<Candidate>& candidates, const Growing& growing, std::size_t piece_count) {
  Members covered(piece_count, 0);
  std::vector<std::size_t> taken;
  while (std::count(covered.begin(), covered.end(), 0) > 0) {
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const std::size_t fresh = fresh_count(candidates[i], covered);
      if (fresh > most || (fresh == most && fresh > 0 && candidates[i].volume < candidates[best].volume)) {
        most = fresh;
        best = i;
      }
    }
    if (!candidates[best].is_proven) {
      candidates[best] = growing.proven(std::move(candidates[best]));
      continue;
    }
    taken.push_back(best);
    for (const Index atom : candidates[best].order) {
      covered[atom] = 1;
    }
  }
  return taken;
}

// Drops sets all of whose pieces are in others, the smallest first.
std::vector<std::size_t> needed(std::vector<std::size_t> taken, const std::vector<Candidate>& candidates,
                                std::size_t piece_count) {
  std::vector<std::size_t> uses(piece_count, 0);
  for (const std::size_t set : taken) {
    for (std::size_t atom = 0; atom < piece_count; ++atom) {
      uses[atom] += candidates[set].members[atom] != 0 ? 1U : 0U;
    }
  }
  std::stable_sort(taken.begin(), taken.end(), [&](std::size_t a, std::size_t b) {
    return candidates[a].order.size() < candidates[b].order.size();
  });
  std::erase_if(taken, [&](std::size_t set) {
    const Members& members = candidates[set].members;
    for (std::size_t atom = 0; atom < piece_count; ++atom) {
      if (members[atom] != 0 && uses[atom] == 1) {
        return false;
      }
    }
    for (std::size_t atom = 0; atom < piece_count; ++atom) {
      uses[atom] -= members[atom] != 0 ? 1U : 0U;
    }
    return true;
  });
  return taken;
}

// Each piece to one of its sets: those with a single one first, the others where they add least to what is there.
class SharingOut {
 public:
  SharingOut(const std::vector<Chunk>& pieces, double thickness, std::size_t sets)
      : pieces_(pieces), thickness_(thickness), groups_(sets) {}

  std::vector<Group> run(const std::vector<std::vector<std::size_t>>& homes) {
    for (Index atom = 0; atom < pieces_.size(); ++atom) {
      if (homes[atom].size() == 1) {
        put(atom, homes[atom].front());
      }
    }
    for (Index atom = 0; atom < pieces_.size(); ++atom) {
      if (homes[atom].size() > 1) {
        put(atom, cheapest(atom, homes[atom]));
      }
    }
    std::erase_if(groups_, [](const Group& group) { return group.atoms.empty(); });
    return std::move(groups_);
  }

 private:
  void put(Index atom, std::size_t set) {
    Group& group = groups_[set];
    group.chunk =
        group.atoms.empty() ? pieces_[atom] : make_chunk(joined(group.chunk.hull, pieces_[atom].hull, thickness_));
    group.atoms.push_back(atom);
    std::sort(group.atoms.begin(), group.atoms.end());
  }
  [[nodiscard]] std::size_t cheapest(Index atom, const std::vector<std::size_t>& homes) const {
    std::size_t best = homes.front();
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t set : homes) {
      const Piece& there = groups_[set].chunk.outline;
      const Piece& piece = pieces_[atom].outline;
      const double added =
          groups_[set].atoms.empty() ? piece.volume : joined_outline(there, piece).volume - there.volume;
      if (added < least) {
        least = added;
        best = set;
      }
    }
    return best;
  }

  const std::vector<Chunk>& pieces_;
  double thickness_;
  std::vector<Group> groups_;
};

std::vector<std::vector<std::size_t>> homes_of(const std::vector<std::size_t>& taken,
                                               const std::vector<Candidate>& candidates, std::size_t piece_count) {
  std::vector<std::vector<std::size_t>> homes(piece_count);
  for (std::size_t set = 0; set < taken.size(); ++set) {
    for (const Index atom : candidates[taken[set]].order) {
      homes[atom].push_back(set);
    }
  }
  return homes;
}

}  // namespace

std::vector<Group> cover(const std::vector<Chunk>& pieces, std::vector<Group> groups, const Workshop& workshop) {
  if (groups.size() < 3 || pieces.size() > most_covered) {
    return groups;
  }
  const std::size_t seeds = pieces.size() <= most_seeds ? pieces.size() : 0;
  std::vector<Candidate> candidates(groups.size() + seeds);
  const Growing growing(pieces, workshop);
  visit_at_once(candidates.size(), [&](std::size_t i) {
    if (i < groups.size()) {
      candidates[i] = growing.grown(groups[i].atoms, groups[i].chunk.outline);
    } else {
      const auto atom = static_cast<Index>(i - groups.size());
      candidates[i] = growing.grown({atom}, pieces[atom].outline);
    }
  });
  std::vector<std::size_t> taken = chosen(candidates, growing, pieces.size());
  taken = needed(std::move(taken), candidates, pieces.size());
  if (taken.size() >= groups.size()) {
    return groups;
  }
  return SharingOut(pieces, workshop.thickness, taken.size()).run(homes_of(taken, candidates, pieces.size()));
}

}  // namespace firstcontact
