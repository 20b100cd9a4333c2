#include "dynamics/contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/tolerances.hpp"
#include "dynamics/contact_rows.hpp"

namespace firstcontact {

namespace {

void add_share(std::span<const Velocity> kicks, double share, std::span<Responder> responders) {
  for (std::size_t i = 0; i < responders.size(); ++i) {
    responders[i].velocity.linear += share * kicks[i].linear;
    responders[i].velocity.angular += share * kicks[i].angular;
  }
}

/// The rounds of a span: what each begins with, and what they come to together.
class Rounds {
 public:
  Rounds(std::span<ContactPoint> points, std::span<Responder> responders, std::span<const Velocity> kicks,
         const SolverSpan& span)
      : points_(points),
        responders_(responders),
        kicks_(kicks),
        share_(1.0 / span.rounds),
        length_(span.duration / span.rounds),
        softness_(contact_softness(length_)),
        are_few_(points.size() <= tolerances::few_points),
        motions_{std::vector<Velocity>(responders.size()), std::vector<Velocity>(responders.size())},
        wholes_(points.size()) {
    rows_.reserve(points.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
      wholes_[i].separation = points_[i].separation;
      points_[i].normal_impulse *= share_;
      points_[i].friction_impulse *= share_;
      rows_.push_back(make_row(points_[i], responders_, softness_, length_));
    }
    if (span.rounds > 1) {
      add_share(kicks_, share_ - 1.0, responders_);
    }
    for (const Velocity& kick : kicks_) {
      kick_ = std::max(kick_, share_ * std::sqrt(squared_length(kick.linear)));
    }
  }

  void first() { solve(); }

  void next() {
    add_share(kicks_, share_, responders_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      points_[i].normal_impulse = rows_[i].normal_impulse;
      points_[i].turning_impulse = Vec3(0.0);
      aim(rows_[i], points_[i], softness_, length_);
    }
    solve();
  }

  SolvedMotions finish() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      points_[i].separation = wholes_[i].separation;
      points_[i].normal_impulse = wholes_[i].normal;
      points_[i].friction_impulse = wholes_[i].friction;
      points_[i].turning_impulse = wholes_[i].turning;
    }
    return std::move(motions_);
  }

 private:
  void solve() {
    agreement_ = tolerances::agreement_of_few * fastest_normal_speed(rows_, responders_);
    warm_start(rows_, responders_);
    if (are_few_) {
      push_faces(points_, &Row::push, rows_, responders_);
    }
    SweepChange change;
    for (int i = 0; i < fewest_sweeps() || is_worth_more(change, i); ++i) {
      change = sweep_with_push(points_, rows_, responders_);
    }
    move();
    if (are_few_) {
      push_faces(points_, &Row::relax, rows_, responders_);
    }
    for (int i = 0; i < tolerances::relax_iterations || ((are_few_ || share_ < 1.0) && is_worth_more(change, i)); ++i) {
      change = sweep_relaxed(points_, rows_, responders_);
    }
    add_to(motions_.relaxed);
    add_impulses();
  }

  [[nodiscard]] int fewest_sweeps() const { return share_ < 1.0 ? 1 : tolerances::solver_iterations; }

  // Few points are worth many sweeps: a box that lands gets the spin it should only where its corners have come to
  // agree, and friction stops only as much as the corners it acts at bear. At rest they agree from the start. In a heap
  // sweeps end where all nearly agree, and where nothing will.
  [[nodiscard]] bool is_worth_more(const SweepChange& change, int sweeps) const {
    if (are_few_) {
      return sweeps < tolerances::most_sweeps_of_few && change.largest > agreement_;
    }
    return sweeps < tolerances::solver_iterations && change.mean > tolerances::settled_change * kick_ &&
           change.mean < tolerances::violent_change * kick_;
  }

  void add_to(std::vector<Velocity>& motion) const {
    for (std::size_t i = 0; i < motion.size(); ++i) {
      motion[i].linear += share_ * responders_[i].velocity.linear;
      motion[i].angular += share_ * responders_[i].velocity.angular;
    }
  }

  void move() {
    add_to(motions_.pushed);
    for (std::size_t i = 0; i < rows_.size() && share_ < 1.0; ++i) {
      points_[i].separation += length_ * normal_speed(rows_[i], responders_);
    }
  }

  void add_impulses() {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const Row& row = rows_[i];
      wholes_[i].normal += row.normal_impulse;
      wholes_[i].friction += row.first_impulse * row.first + row.second_impulse * row.second;
      wholes_[i].turning += points_[i].turning_impulse;
    }
  }

  /// Of a point, over the whole span.
  struct Whole {
    double separation = 0.0;  // m, at its start
    double normal = 0.0;      // N s
    Vec3 friction{0.0};       // N s
    Vec3 turning{0.0};        // N m s
  };

  std::span<ContactPoint> points_;
  std::span<Responder> responders_;
  std::span<const Velocity> kicks_;
  double share_;   // of the span, in a round
  double length_;  // s, of a round
  Softness softness_;
  bool are_few_;            // points
  double kick_ = 0.0;       // m/s: the greatest, in a round
  double agreement_ = 0.0;  // m/s: changes of few points' speeds that are none
  std::vector<Row> rows_;
  SolvedMotions motions_;
  std::vector<Whole> wholes_;
};

}  // namespace

SolvedMotions solve_contacts(std::span<ContactPoint> points, std::span<Responder> responders,
                             std::span<const Velocity> kicks, const SolverSpan& span) {
  Rounds rounds(points, responders, kicks, span);
  rounds.first();
  for (int i = 1; i < span.rounds; ++i) {
    rounds.next();
  }
  return rounds.finish();
}

}  // namespace firstcontact
