#include "decomposition/dissolving.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace firstcontact {

namespace {

// With more pieces than this no group is taken apart: each costs the number of pieces times that of groups.
constexpr std::size_t most_pieces = 700;
// Of a group whose last pieces find no room, so many may have others moved out of their way.
constexpr std::size_t most_moves = 6;

// Groups as they would be, where they differ from what they are.
using Changes = std::map<std::size_t, Group>;

// A group that could take a piece, and what that would add to its volume.
struct Room {
  double added = 0.0;
  std::size_t group = 0;
  bool operator<(const Room& other) const { return added != other.added ? added < other.added : group < other.group; }
};

class Dissolving {
 public:
  Dissolving(const std::vector<Chunk>& pieces, std::vector<Group> groups, const Workshop& workshop)
      : pieces_(pieces), groups_(std::move(groups)), workshop_(workshop) {}

  std::vector<Group> run() {
    bool has_changed = true;
    while (has_changed && groups_.size() > 1) {
      has_changed = false;
      for (const std::size_t group : smallest_first()) {
        if (workshop_.is_over()) {
          return std::move(groups_);
        }
        if (take_apart(group)) {
          has_changed = true;
          break;  // the numbers are others now
        }
      }
    }
    return std::move(groups_);
  }

 private:
  [[nodiscard]] std::vector<std::size_t> smallest_first() const {
    std::vector<std::size_t> order(groups_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return groups_[a].chunk.outline.volume < groups_[b].chunk.outline.volume;
    });
    return order;
  }

  // Finds room for all of the group's pieces, and makes it so. False, and nothing is changed, where one has none.
  bool take_apart(std::size_t gone) {
    Changes changes;
    std::size_t moves = 0;
    for (const Index atom : groups_[gone].atoms) {
      if (!put(atom, {gone}, changes) && (++moves > most_moves || !make_room(atom, gone, changes))) {
        return false;
      }
    }
    for (auto& [number, group] : changes) {
      groups_[number] = std::move(group);
    }
    groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(gone));
    return true;
  }

  [[nodiscard]] const Group& now(std::size_t group, const Changes& changes) const {
    const auto changed = changes.find(group);
    return changed == changes.end() ? groups_[group] : changed->second;
  }

  // The piece goes where it adds least.
  bool put(Index atom, const std::vector<std::size_t>& not_there, Changes& changes) const {
    for (const Room& room : rooms(atom, not_there, changes)) {
      const Group& there = now(room.group, changes);
      Piece both = joined(there.chunk.hull, pieces_[atom].hull, workshop_.thickness);
      if (workshop_.clearance.is_clear(both)) {
        std::vector<Index> atoms = there.atoms;
        atoms.push_back(atom);
        changes[room.group] = Group{std::move(atoms), make_chunk(std::move(both))};
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::vector<Room> rooms(Index atom, const std::vector<std::size_t>& not_there,
                                        const Changes& changes) const {
    const Piece& piece = pieces_[atom].outline;
    std::vector<Room> found;
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const Piece& there = now(i, changes).chunk.outline;
      if (std::find(not_there.begin(), not_there.end(), i) != not_there.end() ||
          !may_fit(there, piece, workshop_.clearance)) {
        continue;
      }
      const Piece both = joined_outline(there, piece);
      if (workshop_.clearance.seems_clear(both)) {
        found.push_back({both.volume - there.volume, i});
      }
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  // Some group has room for the piece once it has handed on one of its own.
  bool make_room(Index atom, std::size_t gone, Changes& changes) const {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const Group& there = now(i, changes);
      const bool is_near =
          overlaps(grown(there.chunk.outline.box, workshop_.clearance.tolerance()), pieces_[atom].outline.box);
      if (i == gone || !is_near || there.atoms.size() < 2) {
        continue;
      }
      for (const Index handed_on : there.atoms) {
        if (workshop_.is_over()) {
          return false;
        }
        Changes trial = changes;
        if (exchange(i, handed_on, atom, trial) && put(handed_on, {gone, i}, trial)) {
          changes = std::move(trial);
          return true;
        }
      }
    }
    return false;
  }

  // Puts one piece into the group and takes another out.
  bool exchange(std::size_t group, Index out, Index in, Changes& changes) const {
    std::vector<Index> atoms = now(group, changes).atoms;
    std::replace(atoms.begin(), atoms.end(), out, in);
    if (!workshop_.clearance.seems_clear(make_outline(points_of(atoms, &Chunk::outline)))) {
      return false;
    }
    Piece hull = make_piece(points_of(atoms, &Chunk::hull), workshop_.thickness);
    if (!workshop_.clearance.is_clear(hull)) {
      return false;
    }
    changes[group] = Group{std::move(atoms), make_chunk(std::move(hull))};
    return true;
  }

  [[nodiscard]] std::vector<Vec3> points_of(const std::vector<Index>& atoms, Piece Chunk::*part) const {
    std::vector<Vec3> points;
    for (const Index atom : atoms) {
      const std::vector<Vec3>& vertices = (pieces_[atom].*part).vertices;
      points.insert(points.end(), vertices.begin(), vertices.end());
    }
    return points;
  }

  const std::vector<Chunk>& pieces_;
  std::vector<Group> groups_;
  const Workshop& workshop_;
};

}  // namespace

std::vector<Group> dissolve(const std::vector<Chunk>& pieces, std::vector<Group> groups, const Workshop& workshop) {
  return pieces.size() > most_pieces ? groups : Dissolving(pieces, std::move(groups), workshop).run();
}

}  // namespace firstcontact
