#include "dynamics/least_moves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace firstcontact {

namespace {

// Of a row's gap: what may be missing in the end. Where many rows say nearly the same, pushes go on shifting from one
// to the other: after so many rounds the second is enough, and the moves are made longer by as much.
constexpr double precision = 1e-4;
constexpr int precise_rounds = 300;
constexpr double enough = 5e-3;
// Of the moves' sum of squares: how much less the least one may be.
constexpr double worth_of_less = 1e-4;
constexpr double worth_of_much_less = 1e-3;  // after the precise rounds
constexpr int most_rounds = 20'000;
constexpr int rounds_between_looks = 8;
// Of the greatest push in a jam: the least that is looked for.
constexpr double least_part = 1e-4;
// Of all gaps together: moves that are longer than this are none.
constexpr double longest_move = 2.0;

class MoveSearch {
 public:
  MoveSearch(std::span<const GapRow> rows, std::span<const Vec3> freedom)
      : rows_(rows), freedom_(freedom), moves_(freedom.size(), Vec3(0.0)) {
    find_stiffness();
    push_.reserve(rows.size());
    for (const GapRow& row : rows) {
      longest_ += longest_move * std::max(row.wanted, row.missing);
      push_.push_back(row.push);
    }
    ahead_ = push_;
    marked_ = push_;
  }

  LeastMoves run() {
    for (int round = 1; round <= most_rounds; ++round) {
      go_on();
      if (round % rounds_between_looks != 0 && round > rounds_between_looks) {
        continue;
      }
      move_by(push_);
      const double lacks = share_missing();
      const bool is_precise = round < precise_rounds;
      if (lacks <= (is_precise ? precision : enough) && is_least(is_precise ? worth_of_less : worth_of_much_less)) {
        return lengthened(lacks);
      }
      if (std::optional<std::vector<double>> jam = find_jam(round)) {
        return {{}, {}, *std::move(jam)};
      }
    }
    move_by(push_);
    return {moves_, push_, {}};
  }

  // By what is missing of them.
  LeastMoves lengthened(double lacks) {
    if (lacks > precision) {
      const double factor = 1.0 / (1.0 - lacks);
      std::for_each(moves_.begin(), moves_.end(), [&](Vec3& move) { move *= factor; });
      std::for_each(push_.begin(), push_.end(), [&](double& push) { push *= factor; });
    }
    return {moves_, push_, {}};
  }

 private:
  // Of each row: what bounds how far its own push, and all that share a body with it, move it. Rows that are square to
  // each other do not.
  void find_stiffness() {
    std::vector<Vec3> of_body(freedom_.size(), Vec3(0.0));
    for (const GapRow& row : rows_) {
      of_body[row.a] += freedom_[row.a] * glm::abs(row.normal);
      of_body[row.b] += freedom_[row.b] * glm::abs(row.normal);
    }
    stiffness_.reserve(rows_.size());
    for (const GapRow& row : rows_) {
      const Vec3 along = glm::abs(row.normal);
      stiffness_.push_back(glm::dot(along, freedom_[row.a] * of_body[row.a] + freedom_[row.b] * of_body[row.b]));
    }
  }

  // The moves that pushes along the rows make.
  void move_by(const std::vector<double>& push) {
    std::fill(moves_.begin(), moves_.end(), Vec3(0.0));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Vec3 way = push[i] * rows_[i].normal;
      moves_[rows_[i].a] -= way;
      moves_[rows_[i].b] += way;
    }
    for (std::size_t body = 0; body < moves_.size(); ++body) {
      moves_[body] *= freedom_[body];
    }
  }

  [[nodiscard]] double still_missing(const GapRow& row) const {
    return row.missing - glm::dot(row.normal, moves_[row.b] - moves_[row.a]);
  }

  void go_on() {
    move_by(ahead_);
    double overshoot = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (stiffness_[i] > 0.0) {
        const double next = std::max(0.0, ahead_[i] + still_missing(rows_[i]) / stiffness_[i]);
        overshoot += stiffness_[i] * (ahead_[i] - next) * (next - push_[i]);
        ahead_[i] = next;
      }
    }
    const double pace = overshoot > 0.0 ? 1.0 : pace_;
    pace_ = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * pace * pace));
    const double share = (pace - 1.0) / pace_;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const double next = ahead_[i];
      ahead_[i] = next + share * (next - push_[i]);
      push_[i] = next;
    }
  }

  // Of its gap, of the row that lacks most.
  [[nodiscard]] double share_missing() const {
    double most = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (stiffness_[i] > 0.0) {
        most = std::max(most, still_missing(rows_[i]) / rows_[i].wanted);
      }
    }
    return most;
  }

  // None pushes that need not, and none is moved further than counts.
  [[nodiscard]] bool is_least(double worth) const {
    double squares = 0.0;
    double in_vain = 0.0;
    for (const Vec3& move : moves_) {
      squares += squared_length(move);
    }
    if (squares > longest_ * longest_ * static_cast<double>(moves_.size())) {
      return false;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      in_vain += push_[i] * still_missing(rows_[i]);
    }
    return std::abs(in_vain) <= worth * squares;
  }

  // Pushes that grow for ever, and move nobody. (Farkas' lemma: moves no longer than `longest_` could never make up for
  // what is missing along them.) Those of the whole search, or of its later half, in which all others have settled.
  std::optional<std::vector<double>> find_jam(int round) {
    if (is_jam(push_)) {
      return strongest_jam(push_);
    }
    if (round < 2 * marked_round_) {
      return std::nullopt;
    }
    std::vector<double> since(push_.size());
    for (std::size_t i = 0; i < push_.size(); ++i) {
      since[i] = std::max(0.0, push_[i] - marked_[i]);
    }
    marked_ = push_;
    marked_round_ = round;
    return is_jam(since) ? std::optional(strongest_jam(since)) : std::nullopt;
  }

  // Of the rows the few that push most, as long as they are a jam without the others: what is moved elsewhere at the
  // same time is no part of it.
  std::vector<double> strongest_jam(const std::vector<double>& push) {
    const double most = *std::max_element(push.begin(), push.end());
    for (double share = 0.5; share > least_part; share *= 0.5) {
      std::vector<double> strong = push;
      for (double& own : strong) {
        own = own < share * most ? 0.0 : own;
      }
      if (is_jam(strong)) {
        return strong;
      }
    }
    return push;
  }

  bool is_jam(const std::vector<double>& push) {
    move_by(push);
    double missing = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      missing += push[i] * rows_[i].missing;
    }
    double way = 0.0;
    for (const Vec3& move : moves_) {
      way += std::sqrt(squared_length(move));
    }
    return missing > longest_ * way;
  }

  std::span<const GapRow> rows_;
  std::span<const Vec3> freedom_;
  std::vector<double> stiffness_;  // per row; 0: nobody can move along it
  std::vector<Vec3> moves_;        // m
  std::vector<double> push_;       // m, per row
  std::vector<double> ahead_;      // m: where the pushes are going
  std::vector<double> marked_;     // m: as they were in an earlier round
  int marked_round_ = 1;
  double pace_ = 1.0;
  double longest_ = 0.0;  // m
};

}  // namespace

LeastMoves least_moves(std::span<const GapRow> rows, std::span<const Vec3> freedom) {
  return MoveSearch(rows, freedom).run();
}

}  // namespace firstcontact
