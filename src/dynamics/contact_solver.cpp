#include "dynamics/contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/tolerances.hpp"
#include "dynamics/contact_rows.hpp"
#include "dynamics/standing.hpp"
#include "dynamics/steady_change.hpp"
#include "dynamics/turning_friction.hpp"

namespace firstcontact {

namespace {

void add_share(std::span<const Velocity> kicks, double share, std::span<Responder> responders) {
  for (std::size_t i = 0; i < responders.size(); ++i) {
    responders[i].velocity.linear += share * kicks[i].linear;
    responders[i].velocity.angular += share * kicks[i].angular;
  }
}

// A small heap can afford more of them, and has bodies wedged between walls that need them; a large one comes to rest
// with fewer.
int most_sweeps_of(std::size_t points) {
  const auto affordable = static_cast<int>(tolerances::row_visits_of_heap / std::max(points, std::size_t{1}));
  return std::clamp(affordable, tolerances::fewest_sweeps_of_heap, tolerances::most_sweeps_of_heap);
}

/// Rounds that are all alike, as nobody moves, and done at once.
struct Alike {
  int rounds = 1;
  double agreement = 0.0;  // m/s: sweeps end where they change speeds by no more
};

/// The rounds of a span: what each begins with, and what they come to together.
template <class Rows>
class Rounds {
 public:
  Rounds(std::span<ContactPoint> points, std::span<Responder> responders, std::span<const Velocity> kicks,
         const SolverSpan& span, const Alike& alike = {})
      : points_(points),
        responders_(responders),
        kicks_(kicks),
        met_(velocities_of(responders)),
        rounds_(span.rounds),
        alike_(alike.rounds),
        share_(1.0 / span.rounds),
        length_(span.duration / span.rounds),
        lifts_(span.lifts),
        are_few_(points.size() <= tolerances::few_points),
        most_sweeps_(most_sweeps_of(points.size())),
        agreement_(alike.agreement),
        rows_(points, responders, are_few_ ? RowOrder::given : RowOrder::coloured, share_, span.threads),
        motions_{std::vector<Velocity>(responders.size()), std::vector<Velocity>(responders.size())} {
    if (span.rounds > 1) {
      add_share(kicks_, share_ - 1.0, responders_);
      steady_.emplace(responders_, kicks_, share_);
    }
    for (const Velocity& kick : kicks_) {
      kick_ = std::max(kick_, share_ * std::sqrt(squared_length(kick.linear)));
    }
    rows_.be_stirred_by_more_than(agreement_);
  }

  void first() { solve(); }

  void next() {
    add_share(kicks_, share_, responders_);
    solve();
  }

  SolvedMotions finish() {
    rows_.keep_sums();
    const std::vector<bool> pressed = pressed_ones();
    for (std::size_t i = 0; i < responders_.size(); ++i) {
      if (is_coarse || !pressed[i]) {
        responders_[i].velocity = met_[i];  // not even what rounding leaves of impulses that were taken back
      }
    }
    if constexpr (is_coarse) {
      hold_in_cones();
      apply_sums();
    }
    if (steady_) {
      move_as_they_end(pressed);
    }
    return std::move(motions_);
  }

 private:
  static constexpr bool is_coarse = std::is_same_v<Rows, CoarseContactRows>;

  void solve() {
    rows_.aim(length_, lifts_, alike_);
    if (are_few_) {
      agreement_ = tolerances::agreement_of_few * rows_.fastest_normal_speed();
    }
    rows_.take_velocities();
    rows_.warm_start();
    if (are_few_) {
      rows_.push_faces(FaceTargets::pushed);
    }
    SweepChange change;
    for (int i = 0; i < fewest_sweeps() || is_worth_more(change, i); ++i) {
      change = rows_.sweep_with_push(extent_of(i));
    }
    rows_.give_velocities();
    add_to(motions_.pushed);
    if (share_ < 1.0) {
      rows_.advance(length_);  // for the rounds to come
    }
    if (are_few_) {
      rows_.push_faces(FaceTargets::relaxed);
    }
    for (int i = 0; i < tolerances::relax_iterations || ((are_few_ || are_many_rounds()) && is_worth_more(change, i));
         ++i) {
      change = rows_.sweep_relaxed(extent_of(i));
    }
    rows_.give_velocities();
    add_to(motions_.relaxed);
    rows_.add_up();
    if (steady_) {
      steady_->note_round(responders_);
    }
  }

  // By responder: has a point with an impulse.
  [[nodiscard]] std::vector<bool> pressed_ones() const {
    std::vector<bool> pressed(responders_.size(), false);
    for (const ContactPoint& point : points_) {
      if (is_pressed(point)) {
        pressed[point.a] = true;
        pressed[point.b] = true;
      }
    }
    return pressed;
  }

  // Impulses that were held in their cones in single precision may have left them by a rounding.
  void hold_in_cones() {
    for (ContactPoint& point : points_) {
      const double most = point.friction * point.normal_impulse;
      const double size = std::sqrt(squared_length(point.friction_impulse));
      if (size > most) {
        point.friction_impulse *= most / size;
      }
    }
  }

  // Sweeps in single precision round impulses and velocities each by themselves. What the impulses come to is a choice,
  // and theirs to be rounded; what they do to momenta is not.
  void apply_sums() {
    for (const ContactPoint& point : points_) {
      if (is_pressed(point)) {
        apply_impulse(point, point.normal_impulse * point.normal + point.friction_impulse, responders_);
      }
    }
  }

  // The rounds' mean is (n - 1)/2 changes behind the last where every round changes a velocity alike, and as the arms
  // are those of the start, a body that hangs between two others would swing higher and higher by it: its turn is to
  // follow from the spin that it ends with (docs/lasting.md). What lands keeps the mean, and what flies.
  void move_as_they_end(const std::vector<bool>& pressed) {
    const double late = 0.5 * (rounds_ - 1);
    for (std::size_t i = 0; i < responders_.size(); ++i) {
      const Velocity& change = steady_->of(i);
      if (pressed[i] && std::sqrt(squared_length(change.linear)) <= tolerances::steady_change * kick_) {
        for (Velocity* const motion : {&motions_.pushed[i], &motions_.relaxed[i]}) {
          motion->linear += late * change.linear;
          motion->angular += late * change.angular;
        }
      }
    }
  }

  [[nodiscard]] bool are_many_rounds() const { return rounds_ * alike_ > 1; }

  [[nodiscard]] int fewest_sweeps() const { return are_many_rounds() ? 1 : tolerances::solver_iterations; }

  // Where all stand but a few, later sweeps are for these. (While a heap settles, changes are everywhere.)
  [[nodiscard]] SweepExtent extent_of(int sweeps) const {
    return sweeps > 0 && alike_ > 1 ? SweepExtent::restless : SweepExtent::all;
  }

  // Few points are worth many sweeps: a box that lands gets the spin it should only where its corners have come to
  // agree, and friction stops only as much as the corners it acts at bear. At rest they agree from the start. In a heap
  // sweeps end where all nearly agree, and where nothing will.
  [[nodiscard]] bool is_worth_more(const SweepChange& change, int sweeps) const {
    if (are_few_) {
      return sweeps < tolerances::most_sweeps_of_few && change.largest > agreement_;
    }
    if (alike_ > 1) {
      return sweeps < tolerances::most_sweeps_of_standing && change.largest > agreement_;
    }
    return sweeps < most_sweeps_ && change.mean > tolerances::settled_change * kick_ &&
           change.mean < tolerances::violent_change * kick_;
  }

  void add_to(std::vector<Velocity>& motion) const {
    for (std::size_t i = 0; i < motion.size(); ++i) {
      motion[i].linear += share_ * responders_[i].velocity.linear;
      motion[i].angular += share_ * responders_[i].velocity.angular;
    }
  }

  std::span<ContactPoint> points_;
  std::span<Responder> responders_;
  std::span<const Velocity> kicks_;
  std::vector<Velocity> met_;  // per responder: what the impulses met, all kicks included
  int rounds_;
  int alike_;
  double share_;       // of the span, in a round
  double length_;      // s, of a round
  bool lifts_;         // contacts that are too near
  bool are_few_;       // points
  int most_sweeps_;    // in a round, where they are many
  double kick_ = 0.0;  // m/s: the greatest, in a round
  double agreement_;   // m/s: changes of speeds that are none, of few points or where all stand
  Rows rows_;
  SolvedMotions motions_;
  std::optional<SteadyChange> steady_;  // where there are several rounds
};

template <class Rows>
SolvedMotions solve_in_rounds(std::span<ContactPoint> points, std::span<Responder> responders,
                              std::span<const Velocity> kicks, const SolverSpan& span) {
  Rounds<Rows> rounds(points, responders, kicks, span);
  rounds.first();
  for (int i = 1; i < span.rounds; ++i) {
    rounds.next();
  }
  return rounds.finish();
}

double kick_of_round(std::span<const Velocity> kicks, int rounds) {
  double greatest = 0.0;
  for (const Velocity& kick : kicks) {
    greatest = std::max(greatest, std::sqrt(squared_length(kick.linear)) / rounds);
  }
  return greatest;
}

/// What a solution changes of points.
struct Impulses {
  double normal = 0.0;
  Vec3 friction, turning;
};

std::vector<Impulses> impulses_of(std::span<const ContactPoint> points) {
  std::vector<Impulses> impulses;
  impulses.reserve(points.size());
  for (const ContactPoint& point : points) {
    impulses.push_back({point.normal_impulse, point.friction_impulse, point.turning_impulse});
  }
  return impulses;
}

void give_back(const std::vector<Impulses>& impulses, std::span<ContactPoint> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].normal_impulse = impulses[i].normal;
    points[i].friction_impulse = impulses[i].friction;
    points[i].turning_impulse = impulses[i].turning;
  }
}

// Where nobody moves all rounds are alike, and done at once: impulses and kicks of all of them, contacts as stiff as in
// each. They are swept until they agree: in many rounds what a sweep leaves undone dies out, in one it would go on for
// ever. Nothing, with nothing changed, where somebody moves before or after that.
std::optional<SolvedMotions> solve_standing(std::span<ContactPoint> points, std::span<Responder> responders,
                                            std::span<const Velocity> kicks, const SolverSpan& span) {
  if (!span.is_slow || span.rounds == 1 || points.size() <= tolerances::few_points) {
    return std::nullopt;
  }
  const Standing standing(points, responders.size());
  const double kick = kick_of_round(kicks, span.rounds);
  const double most = tolerances::standing_speed * kick;
  const std::vector<Velocity> met = velocities_of(responders);
  std::vector<Velocity> before = met;
  for (std::size_t i = 0; i < before.size(); ++i) {
    before[i].linear -= kicks[i].linear;
    before[i].angular -= kicks[i].angular;
  }
  const double fastest = standing.fastest(before);
  if (fastest > most) {
    return std::nullopt;
  }
  const std::vector<Impulses> impulses = impulses_of(points);
  const double agreement = std::max(tolerances::standing_agreement * fastest, tolerances::standing_rounding * kick);
  SolverSpan at_once = span;
  at_once.rounds = 1;
  Rounds<ContactRows> rounds(points, responders, kicks, at_once, {span.rounds, agreement});
  rounds.first();
  SolvedMotions motions = rounds.finish();
  if (std::max(standing.fastest(motions.pushed), standing.fastest(motions.relaxed)) <= most) {
    return motions;
  }
  give_back(impulses, points);
  for (std::size_t i = 0; i < responders.size(); ++i) {
    responders[i].velocity = met[i];
  }
  return std::nullopt;
}

// Masses whose impulses, and these squared, are numbers in single precision.
bool is_ordinary(const Responder& responder) {
  constexpr double most = 1e12;
  constexpr double least = 1e-12;
  const auto is_between = [](double value) { return value == 0.0 || (value > least && value < most); };
  const Mat3& inertia = responder.inverse_inertia;
  return is_between(responder.inverse_mass.x) && is_between(responder.inverse_mass.y) &&
         is_between(responder.inverse_mass.z) && is_between(inertia[0][0]) && is_between(inertia[1][1]) &&
         is_between(inertia[2][2]);
}

// A heap's sweeps end long before they agree to what single precision can tell, and read half as much with it. But one
// that comes to rest would never do so: impulses that are rounded to a ten-millionth keep it at 4e-7 m/s.
bool do_in_single_precision(std::span<const ContactPoint> points, std::span<const Responder> responders,
                            const SolverSpan& span) {
  return span.rounds > 1 && !span.is_slow && responders.size() >= tolerances::fewest_in_heap &&
         points.size() > tolerances::few_points && std::none_of(points.begin(), points.end(), has_turning_friction) &&
         std::all_of(responders.begin(), responders.end(), is_ordinary);
}

}  // namespace

SolvedMotions solve_contacts(std::span<ContactPoint> points, std::span<Responder> responders,
                             std::span<const Velocity> kicks, const SolverSpan& span) {
  if (std::optional<SolvedMotions> motions = solve_standing(points, responders, kicks, span)) {
    return std::move(*motions);
  }
  return do_in_single_precision(points, responders, span)
             ? solve_in_rounds<CoarseContactRows>(points, responders, kicks, span)
             : solve_in_rounds<ContactRows>(points, responders, kicks, span);
}

}  // namespace firstcontact
