#include "decomposition/joining.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "core/parallel.hpp"

namespace firstcontact {

namespace {

// Points along the lines between two pieces' vertices, a few of each, all of which a common hull would hold.
constexpr std::size_t lines_from = 8;  // vertices of each
// The work of joining grows with the square of the number of pieces. Of more than this, blocks are joined first; and
// where even that leaves more, it is left at that.
constexpr std::size_t most_together = 700;
constexpr std::size_t block_size = 150;
// How finely the hull of a forced pair is measured.
constexpr double forced_gap = 0.25;  // of the tolerance
constexpr std::size_t forced_boxes = 600;
// Of more groups than this, those forced together are found by volume alone: each measurement takes a millisecond.
constexpr std::size_t most_measured = 120;

bool line_is_forbidden(const Vec3& from, const Vec3& to, const Clearance& clearance) {
  constexpr std::array<double, 3> shares{0.5, 0.25, 0.75};
  return std::any_of(shares.begin(), shares.end(),
                     [&](double share) { return clearance.is_forbidden(from + share * (to - from)); });
}

bool line_is_forbidden(const Piece& a, const Piece& b, const Clearance& clearance) {
  const std::size_t step_a = a.vertices.size() / lines_from + 1;
  const std::size_t step_b = b.vertices.size() / lines_from + 1;
  for (std::size_t i = 0; i < a.vertices.size(); i += step_a) {
    for (std::size_t j = 0; j < b.vertices.size(); j += step_b) {
      if (line_is_forbidden(a.vertices[i], b.vertices[j], clearance)) {
        return true;
      }
    }
  }
  return false;
}

using Pair = std::pair<Index, Index>;

// A pair that could be one: what it would add to the volume.
struct Offer {
  double added = 0.0;
  Pair pair;
  bool operator<(const Offer& other) const { return added != other.added ? added < other.added : pair < other.pair; }
};

class Joining {
 public:
  Joining(std::vector<Group> groups, const Workshop& workshop) : workshop_(workshop), groups_(std::move(groups)) {}

  std::vector<Group> run() {
    std::vector<Pair> pairs;
    for (Index i = 0; i < groups_.size(); ++i) {
      for (Index j = i + 1; j < groups_.size(); ++j) {
        pairs.emplace_back(i, j);
      }
    }
    ask(pairs);
    const auto count = static_cast<double>(groups_.size());
    while (!offers_.empty() && !workshop_.is_over()) {
      const Pair pair = offers_.begin()->pair;
      offers_.erase(offers_.begin());
      Piece piece = joined(groups_[pair.first].chunk.hull, groups_[pair.second].chunk.hull, workshop_.thickness);
      if (!workshop_.clearance.is_clear(piece)) {
        continue;
      }
      accept(pair, std::move(piece));
      if (!workshop_.go_on(0.5 + 0.3 * (1.0 - static_cast<double>(alive()) / count), alive())) {
        break;
      }
    }
    std::vector<Group> left;
    for (Group& group : groups_) {
      if (!group.atoms.empty()) {
        left.push_back(std::move(group));
      }
    }
    return left;
  }

 private:
  [[nodiscard]] std::size_t alive() const {
    return static_cast<std::size_t>(
        std::count_if(groups_.begin(), groups_.end(), [](const Group& group) { return !group.atoms.empty(); }));
  }

  [[nodiscard]] std::optional<double> cost(const Pair& pair) const {
    const Piece& a = groups_[pair.first].chunk.outline;
    const Piece& b = groups_[pair.second].chunk.outline;
    if (workshop_.is_over() || !may_fit(a, b, workshop_.clearance)) {
      return std::nullopt;
    }
    const Piece both = joined_outline(a, b);
    if (!workshop_.clearance.seems_clear(both)) {
      return std::nullopt;
    }
    return both.volume - a.volume - b.volume;
  }

  void ask(const std::vector<Pair>& pairs) {
    std::vector<std::optional<double>> costs(pairs.size());
    visit_at_once(pairs.size(), [&](std::size_t i) { costs[i] = cost(pairs[i]); });
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (costs[i]) {
        offers_.insert({*costs[i], pairs[i]});
      }
    }
  }

  // The pair becomes the group of the smaller number; the other is left empty.
  void accept(const Pair& pair, Piece piece) {
    Group& kept = groups_[pair.first];
    Group& gone = groups_[pair.second];
    kept.atoms.insert(kept.atoms.end(), gone.atoms.begin(), gone.atoms.end());
    std::sort(kept.atoms.begin(), kept.atoms.end());
    kept.chunk = make_chunk(std::move(piece));
    gone = Group{};
    for (auto offer = offers_.begin(); offer != offers_.end();) {
      const bool is_stale = offer->pair.first == pair.first || offer->pair.second == pair.first ||
                            offer->pair.first == pair.second || offer->pair.second == pair.second;
      offer = is_stale ? offers_.erase(offer) : std::next(offer);
    }
    std::vector<Pair> pairs;
    for (Index i = 0; i < groups_.size(); ++i) {
      if (i != pair.first && !groups_[i].atoms.empty()) {
        pairs.emplace_back(std::min(i, pair.first), std::max(i, pair.first));
      }
    }
    ask(pairs);
  }

  const Workshop& workshop_;
  std::vector<Group> groups_;
  std::set<Offer> offers_;
};

// Neighbours in order are neighbours in space, for such is the order of cutting.
std::vector<Group> joined_in_blocks(std::vector<Group> groups, const Workshop& workshop) {
  std::vector<Group> left;
  for (std::size_t first = 0; first < groups.size(); first += block_size) {
    const std::size_t last = std::min(groups.size(), first + block_size);
    std::vector<Group> block(std::make_move_iterator(groups.begin() + static_cast<std::ptrdiff_t>(first)),
                             std::make_move_iterator(groups.begin() + static_cast<std::ptrdiff_t>(last)));
    for (Group& group : Joining(std::move(block), workshop).run()) {
      left.push_back(std::move(group));
    }
  }
  return left;
}

// Beyond the tolerance: the pair goes whose hull sticks out least.
class ForcedJoining {
 public:
  ForcedJoining(std::vector<Group> groups, const Workshop& workshop)
      : groups_(std::move(groups)), costs_(groups_.size() * groups_.size(), 0.0), workshop_(workshop) {}

  std::vector<Group> run(std::size_t max_hulls) {
    by_volume_ = groups_.size() > most_measured;
    measure(pairs_alive());
    for (std::size_t left = groups_.size(); left > max_hulls; --left) {
      if (by_volume_ && left <= most_measured) {
        by_volume_ = false;
        measure(pairs_alive());
      }
      accept(best_pair());
    }
    std::erase_if(groups_, [](const Group& group) { return group.atoms.empty(); });
    return std::move(groups_);
  }

 private:
  double& cost(const Pair& pair) { return costs_[pair.first * groups_.size() + pair.second]; }

  void measure(const std::vector<Pair>& pairs) {
    visit_at_once(pairs.size(), [&](std::size_t i) { cost(pairs[i]) = measured(pairs[i]); });
  }

  [[nodiscard]] double measured(const Pair& pair) const {
    const Piece& a = groups_[pair.first].chunk.outline;
    const Piece& b = groups_[pair.second].chunk.outline;
    const Piece both = joined_outline(a, b);
    if (by_volume_ || workshop_.is_over()) {
      return both.volume - a.volume - b.volume;
    }
    const Clearance& clearance = workshop_.clearance;
    return clearance.puffing(both, forced_gap * clearance.tolerance(), forced_boxes).reached;
  }

  [[nodiscard]] std::vector<Pair> pairs_alive() const {
    std::vector<Pair> pairs;
    for (Index i = 0; i < groups_.size(); ++i) {
      for (Index j = i + 1; j < groups_.size() && !groups_[i].atoms.empty(); ++j) {
        if (!groups_[j].atoms.empty()) {
          pairs.emplace_back(i, j);
        }
      }
    }
    return pairs;
  }

  Pair best_pair() {
    Pair best;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < groups_.size(); ++i) {
      for (Index j = i + 1; j < groups_.size(); ++j) {
        if (!groups_[i].atoms.empty() && !groups_[j].atoms.empty() && cost({i, j}) < least) {
          least = cost({i, j});
          best = {i, j};
        }
      }
    }
    return best;
  }

  void accept(const Pair& pair) {
    Group& kept = groups_[pair.first];
    Group& gone = groups_[pair.second];
    kept.chunk = make_chunk(joined(kept.chunk.hull, gone.chunk.hull, workshop_.thickness));
    kept.atoms.insert(kept.atoms.end(), gone.atoms.begin(), gone.atoms.end());
    gone = Group{};
    std::vector<Pair> pairs;
    for (Index i = 0; i < groups_.size(); ++i) {
      if (i != pair.first && !groups_[i].atoms.empty()) {
        pairs.emplace_back(std::min(i, pair.first), std::max(i, pair.first));
      }
    }
    measure(pairs);
  }

  std::vector<Group> groups_;
  std::vector<double> costs_;
  bool by_volume_ = false;
  const Workshop& workshop_;
};

}  // namespace

bool may_fit(const Piece& a, const Piece& b, const Clearance& clearance) {
  return overlaps(grown(a.box, 2.0 * clearance.tolerance()), b.box) && !line_is_forbidden(a, b, clearance);
}

std::vector<Group> join(const std::vector<Chunk>& pieces, const Workshop& workshop) {
  std::vector<Group> groups;
  for (Index i = 0; i < pieces.size(); ++i) {
    groups.push_back(Group{{i}, pieces[i]});
  }
  if (groups.size() > most_together) {
    groups = joined_in_blocks(std::move(groups), workshop);
  }
  return groups.size() > most_together ? groups : Joining(std::move(groups), workshop).run();
}

std::vector<Group> join_further(std::vector<Group> groups, std::size_t max_hulls, const Workshop& workshop) {
  return groups.size() > max_hulls ? ForcedJoining(std::move(groups), workshop).run(max_hulls) : groups;
}

}  // namespace firstcontact
