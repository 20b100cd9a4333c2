// Before their first step: bodies that a scene, or a user between two steps, has put exactly against each other get the
// gap that resting bodies keep, all at once and by moves that are as short as they can be. None turns: a gap along a
// fixed direction then grows by what the two move past each other along it, and what was found at the start holds
// wherever they come. Where there is no room (a shelf just above a stack, a plug in its slot), those in each other's
// way share what there is; where there is none at all they stay as they are, because a start without overlap must not
// be given one.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "calendar/world_state.hpp"
#include "core/disjoint_sets.hpp"
#include "core/tolerances.hpp"
#include "dynamics/least_moves.hpp"

namespace firstcontact {

namespace {

// A body that gives way to one may come near others: looked at again after the moves, so often at most.
constexpr int most_rounds = 20;
// Of the rest gap: what a pair may lack of what it is to have.
constexpr double may_lack = 1e-3;
// Cosine: rows along the same direction say the same.
constexpr double same_direction = 1.0 - 1e-15;
// Of what is left for those in each other's way: what they are given, for the next search to have some room.
constexpr double given_of_room = 0.9;
// Of the rest gap: where less is left, there is no room.
constexpr double least_share = 0.02;

/// Two bodies that are near, along one direction: of two shapes.
struct NearRow {
  BodyIndex a = 0, b = 0;
  Vec3 normal{0.0};    // from a to b
  double gap = 0.0;    // m, as the bodies stood at first; negative when they overlap
  double rest = 0.0;   // m: the gap at which the two rest
  double share = 1.0;  // of it: what they are to have; none: what they had
  double push = 0.0;   // m: of the last search
};

/// What is known of a pair.
struct NearPair {
  double share = 1.0;
  bool touches = false;
  std::vector<std::uint32_t> rows;
};

double wanted_of(const NearRow& row) {
  const double least = least_share * row.rest;
  return row.share > 0.0 ? row.share * row.rest : std::min(row.gap, least);
}

class SettingApart {
 public:
  explicit SettingApart(WorldState& world)
      : world_(world), start_(world.bodies.size(), Vec3(0.0)), moves_(world.bodies.size(), Vec3(0.0)) {
    for (const BodyIndex body : world.movers) {
      start_[body] = world.bodies[body].segment.pose.position;
    }
  }

  void run() {
    begin();
    if (rows_.empty()) {
      return;
    }
    for (int round = 0; !fresh_.empty() && round < most_rounds; ++round) {
      solve();
      look_again();
    }
    put_back_where_worse();
    report();
  }

 private:
  // The rows of bodies that touch, and of all that hang together with them: what is near and yet apart is left as the
  // scene has it where nobody has to move.
  void begin() {
    const std::vector<NearRow> near = all_near();
    if (std::none_of(near.begin(), near.end(), is_touching)) {
      return;
    }
    DisjointSets groups = groups_of(near);
    std::vector<bool> touches(world_.bodies.size(), false);
    for (const NearRow& row : near) {
      touches[groups.root(mover_of(row))] = touches[groups.root(mover_of(row))] || is_touching(row);
    }
    for (const NearRow& row : near) {
      if (touches[groups.root(mover_of(row))]) {
        add(row);
      }
    }
  }

  [[nodiscard]] static double touching_depth(const NearRow& row) {
    return tolerances::touching_depth / tolerances::rest_gap * row.rest;
  }
  [[nodiscard]] static bool is_touching(const NearRow& row) {
    return row.gap <= tolerances::floor_gap / tolerances::rest_gap * row.rest && row.gap >= -touching_depth(row);
  }

  [[nodiscard]] bool moves(BodyIndex body) const { return world_.is_new[body] && world_.bodies[body].is_dynamic(); }
  [[nodiscard]] BodyIndex mover_of(const NearRow& row) const { return moves(row.a) ? row.a : row.b; }

  std::vector<NearRow> all_near() {
    std::vector<NearRow> near;
    for (std::uint32_t i = 0; i < world_.pairs.size(); ++i) {
      if (moves(world_.pairs[i].a) || moves(world_.pairs[i].b)) {
        add_near(i, near);
      }
    }
    return near;
  }

  // Those of the pair's shapes that are nearer than they rest. Where the moves themselves made them overlap, the way
  // out is back: along what was between them at first.
  void add_near(std::uint32_t index, std::vector<NearRow>& near) {
    const PairRecord& pair = world_.pairs[index];
    const double rest = tolerances::rest_gap * pair.skin;
    const Vec3 moved = moves_[pair.b] - moves_[pair.a];
    FoundContact found = find_contact(world_, index, world_.time, rest);
    const bool overlaps = std::any_of(found.witnesses.begin(), found.witnesses.end(),
                                      [](const Witness& witness) { return witness.point.separation < 0.0; });
    const bool is_of_start = overlaps && moved != Vec3(0.0);
    if (is_of_start) {
      found = find_contact(posed_at_start(pair), rest + std::sqrt(squared_length(moved)));
    }
    for (const Witness& witness : found.witnesses) {
      const BearingPoint& at = witness.point;
      const double gap = is_of_start ? at.separation : at.separation - glm::dot(at.normal, moved);
      NearRow row{pair.a, pair.b, at.normal, gap, rest};
      row.share = gap < -touching_depth(row) ? 0.0 : 1.0;  // what truly overlaps is only kept from getting deeper
      near.push_back(row);
    }
  }

  [[nodiscard]] PosedPair posed_at_start(const PairRecord& pair) const {
    PosedPair posed = posed_pair(world_, pair, world_.time);
    posed.pose_a.position -= moves_[pair.a];
    posed.pose_b.position -= moves_[pair.b];
    return posed;
  }

  DisjointSets groups_of(const std::vector<NearRow>& rows) const {
    DisjointSets groups(world_.bodies.size());
    for (const NearRow& row : rows) {
      if (moves(row.a) && moves(row.b)) {
        groups.join(row.a, row.b);
      }
    }
    return groups;
  }

  void add(const NearRow& row) {
    NearPair& pair = pairs_[{row.a, row.b}];
    pair.touches = pair.touches || is_touching(row);
    pair.share = std::min(pair.share, row.share);
    pair.rows.push_back(static_cast<std::uint32_t>(rows_.size()));
    fresh_.push_back(pair.rows.back());
    rows_.push_back(row);
    rows_.back().share = pair.share;
  }

  // Group by group, of those that have a row that was not there when they were last solved.
  void solve() {
    DisjointSets groups = groups_of(rows_);
    std::vector<bool> is_asked(world_.bodies.size(), false);
    for (const std::uint32_t row : std::exchange(fresh_, {})) {
      is_asked[groups.root(mover_of(rows_[row]))] = true;
    }
    std::map<BodyIndex, std::vector<std::uint32_t>> rows_of;  // by the group's first body
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      const BodyIndex group = groups.root(mover_of(rows_[i]));
      if (is_asked[group]) {
        rows_of[group].push_back(i);
      }
    }
    for (const auto& [group, rows] : rows_of) {
      while (!solve_group(rows)) {
      }
    }
  }

  // False where there is no room, and rows were given less.
  bool solve_group(const std::vector<std::uint32_t>& rows) {
    std::vector<BodyIndex> bodies;
    std::vector<GapRow> gaps;
    for (const std::uint32_t i : rows) {
      const NearRow& row = rows_[i];
      const double wanted = wanted_of(row);
      gaps.push_back({place_of(row.a, bodies), place_of(row.b, bodies), row.normal, wanted - row.gap,
                      std::max(wanted, least_share * row.rest), row.push});
    }
    std::vector<Vec3> freedom;
    for (const BodyIndex body : bodies) {
      place_[body] = nowhere;
      freedom.push_back(moves(body) ? Vec3(glm::greaterThan(world_.bodies[body].inverse_mass, Vec3(0.0))) : Vec3(0.0));
    }
    const LeastMoves found = least_moves(gaps, freedom);
    if (!found.jam.empty()) {
      share_room(rows, found.jam);
      return false;
    }
    for (std::size_t k = 0; k < bodies.size(); ++k) {
      moves_[bodies[k]] = found.moves[k];
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows_[rows[k]].push = found.pushes[k];
    }
    return true;
  }

  // Of the bodies of a search, each of which is numbered when it is first met.
  std::uint32_t place_of(BodyIndex body, std::vector<BodyIndex>& bodies) {
    place_.resize(world_.bodies.size(), nowhere);
    if (place_[body] == nowhere) {
      place_[body] = static_cast<std::uint32_t>(bodies.size());
      bodies.push_back(body);
    }
    return place_[body];
  }

  // Whatever the moves, the weighted sum of those gaps stays what it was: so much there is to share.
  void share_room(const std::vector<std::uint32_t>& rows, const std::vector<double>& jam) {
    double room = 0.0;
    double asked = 0.0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const NearRow& row = rows_[rows[k]];
      room += jam[k] * (row.gap - (row.share > 0.0 ? 0.0 : wanted_of(row)));
      asked += row.share > 0.0 ? jam[k] * row.rest : 0.0;
    }
    for (std::size_t k = 0; k < rows.size(); ++k) {
      NearRow& row = rows_[rows[k]];
      row.push = 0.0;
      if (jam[k] > 0.0 && row.share > 0.0) {
        const double share = given_of_room * std::min(row.share, std::max(0.0, room / asked));
        row.share = share < least_share ? 0.0 : share;
        NearPair& pair = pairs_.at({row.a, row.b});
        pair.share = std::min(pair.share, row.share);
      }
    }
  }

  // Puts the bodies where they are to go, and looks who is too near now.
  void look_again() {
    const std::vector<BodyIndex> moved = place_bodies();
    keep_in_tracks(world_, moved);
    std::vector<NearRow> near;
    for (std::uint32_t i = 0; i < world_.pairs.size(); ++i) {
      if (moves_[world_.pairs[i].a] != moves_[world_.pairs[i].b]) {
        add_near(i, near);
      }
    }
    for (NearRow& row : near) {
      const NearPair& known = pairs_[{row.a, row.b}];
      row.share = std::min(known.share, row.share);
      if (gap_now(row) >= wanted_of(row) - may_lack * row.rest) {
        continue;
      }
      const auto same = std::find_if(known.rows.begin(), known.rows.end(), [&](std::uint32_t i) {
        return glm::dot(rows_[i].normal, row.normal) > same_direction;
      });
      if (same != known.rows.end()) {
        fresh_.push_back(*same);  // the search is to go on
      } else {
        add(row);
      }
    }
  }

  [[nodiscard]] double gap_now(const NearRow& row) const {
    return row.gap + glm::dot(row.normal, moves_[row.b] - moves_[row.a]);
  }

  std::vector<BodyIndex> place_bodies() {
    std::vector<BodyIndex> moved;
    for (const BodyIndex i : world_.movers) {
      const Vec3 place = start_[i] + moves_[i];
      if (moves(i) && world_.bodies[i].segment.pose.position != place) {
        FlowState state = state_of(world_, i, world_.time);
        state.pose.position = place;
        set_segment(world_, i, state, world_.time);
        moved.push_back(i);
      }
    }
    return moved;
  }

  // A search that took too long, or found no end of others in the way: who overlaps now and did not before goes back,
  // with all that hang together with it.
  void put_back_where_worse() {
    DisjointSets groups = groups_of(rows_);
    std::vector<bool> is_worse(world_.bodies.size(), false);
    bool any = false;
    for (const std::uint32_t i : fresh_) {
      const NearRow& row = rows_[i];
      if (row.gap > 0.0 && gap_now(row) <= 0.0) {
        is_worse[groups.root(mover_of(row))] = any = true;
      }
    }
    for (BodyIndex body = 0; any && body < moves_.size(); ++body) {
      moves_[body] = is_worse[groups.root(body)] ? Vec3(0.0) : moves_[body];
    }
    static_cast<void>(place_bodies());
  }

  void report() {
    SetApart& report = world_.statistics.set_apart;
    for (const auto& [bodies, pair] : pairs_) {
      report.pairs += pair.touches && pair.share > 0.0 ? 1U : 0U;
    }
    for (const BodyIndex i : world_.movers) {
      if (moves_[i] != Vec3(0.0)) {
        const RigidBody& body = world_.bodies[i];
        ++report.bodies;
        report.furthest = std::max(report.furthest, std::sqrt(squared_length(moves_[i])));
        report.energy -= body.mass * glm::dot(body.gravity, moves_[i]);
      }
    }
  }

  static constexpr std::uint32_t nowhere = ~0U;

  WorldState& world_;
  std::vector<Vec3> start_;                                    // m, by body
  std::vector<Vec3> moves_;                                    // m, by body
  std::vector<NearRow> rows_;                                  // all that were ever found too near
  std::vector<std::uint32_t> fresh_;                           // of these: not solved for yet
  std::map<std::pair<BodyIndex, BodyIndex>, NearPair> pairs_;  // of those rows
  std::vector<std::uint32_t> place_;                           // by body: in the search that is being set up
};

}  // namespace

void set_apart(WorldState& world) {
  world.step_end = world.time;
  const auto told = static_cast<std::ptrdiff_t>(world.events.size());
  lay_tracks(world);
  // Who is out of touch by now is told of with the step that begins.
  world.coming_events.insert(world.coming_events.end(), world.events.begin() + told, world.events.end());
  world.events.resize(static_cast<std::size_t>(told));
  SettingApart(world).run();
}

}  // namespace firstcontact
