// The passes of row_lanes.hpp (core/lanes.hpp: no inline function of a library here).
#pragma once

#include "dynamics/lane_sides.hpp"
#include "dynamics/row_lanes.hpp"

namespace firstcontact {
namespace {

/// Of the square of a compliance: what rounding leaves of a determinant.
template <class Number>
inline constexpr Number singular = sizeof(Number) == 4 ? Number(1e-5) : Number(1e-14);

/// Half a batch, or all of it: as many pairs as R is wide, from lane `from` on.
template <class L, class R>
class Batch {
  using Row = typename L::Row;
  using Change = typename L::Change;
  using Number = typename L::Number;

 public:
  Batch(const typename L::View& view, typename L::Pairs& pairs, int from)
      : bodies_(view.bodies),
        pairs_(pairs),
        part_{from},
        a_(load_side<L, R>(view.bodies, pairs.a, pairs.inverse_mass_a, pairs.inverse_inertia_a, part_)),
        b_(load_side<L, R>(view.bodies, pairs.b, pairs.inverse_mass_b, pairs.inverse_inertia_b, part_)) {}

  void keep_velocities() {
    store_velocity<L, R>(a_, bodies_, pairs_.a, pairs_.moves_a);
    store_velocity<L, R>(b_, bodies_, pairs_.b, pairs_.moves_b);
  }

  // Notes whose speeds were changed.
  void stir(std::uint32_t* stirred, const typename L::Sweep& sweep) const {
    const auto changed = static_cast<std::uint32_t>(bits_of<R>(largest_ > Numbers<R>{} + sweep.little));
    for (std::uint32_t lanes = changed; lanes != 0; lanes &= lanes - 1) {
      const int lane = part_.from + __builtin_ctz(lanes);
      if ((pairs_.moves_a >> lane & 1U) != 0) {
        stirred[pairs_.a[lane]] = sweep.number;
      }
      if ((pairs_.moves_b >> lane & 1U) != 0) {
        stirred[pairs_.b[lane]] = sweep.number;
      }
    }
  }

  void prepare(Row& row) const {
    const Vectors<R> normal = part_.load(row.normal);
    const Vectors<R> first = part_.load(row.first);
    const Vectors<R> second = cross<R>(normal, first);
    const Vectors<R> to_first = response(row, first);
    const Vectors<R> to_second = response(row, second);
    const Numbers<R> compliance = dot<R>(normal, response(row, normal));
    part_.store(row.normal_first, dot<R>(normal, to_first));
    part_.store(row.normal_second, dot<R>(normal, to_second));
    part_.store(row.compliance, compliance);
    part_.store(row.mass, compliance > zero<R> ? one<R> / compliance : compliance * zero<R>);
    set_tangents_mass(row, dot<R>(first, to_first), dot<R>(first, to_second), dot<R>(second, to_second));
  }

  void warm_start(const Row& row) {
    push(row, part_.load(row.normal), part_.load(row.first),
         {part_.load(row.normal_impulse), part_.load(row.first_impulse), part_.load(row.second_impulse)});
  }

  // The normal last, because the motion must keep the gaps.
  void visit_both(Row& row, Change& change) {
    if (holds_nothing(row)) {
      visit_normal(row, change, [this, &row](const Numbers<R>& held, const Numbers<R>& speed) {
        return next_normal_impulse(row.push, held, speed);
      });
      return;
    }
    const Vectors<R> normal = part_.load(row.normal);
    const Vectors<R> first = part_.load(row.first);
    Along speeds = speeds_at(row, normal, first);
    Along impulse = solve_friction(row, speeds);
    const Numbers<R> held = part_.load(row.normal_impulse);
    const Numbers<R> next = next_normal_impulse(row.push, held, speeds.normal);
    part_.store(row.normal_impulse, next);
    impulse.normal = next - held;
    push(row, normal, first, impulse);
    note(change_of_speed(row, impulse), change);
  }

  void visit_relaxed_normal(Row& row, Change& change) {
    visit_normal(row, change, [this, &row](const Numbers<R>& held, const Numbers<R>& speed) {
      return larger<R>(Numbers<R>{}, held - part_.load(row.mass) * (speed + part_.load(row.relax_bias)));
    });
  }

  // next_of(the impulse held, the normal speed): the impulse to hold.
  template <class Next>
  void visit_normal(Row& row, Change& change, const Next& next_of) {
    const Vectors<R> normal = part_.load(row.normal);
    const Numbers<R> held = part_.load(row.normal_impulse);
    const Numbers<R> next = next_of(held, normal_speed(row, normal));
    const Numbers<R> by = next - held;
    if (bits_of<R>(by != zero<R>) == 0) {
      return;
    }
    part_.store(row.normal_impulse, next);
    push(row, times<R>(by, normal));
    note(part_.load(row.compliance) * size_of<R>(by), change);
  }

  void visit_friction(Row& row, Change& change) {
    if (holds_nothing(row)) {
      return;
    }
    const Vectors<R> normal = part_.load(row.normal);
    const Vectors<R> first = part_.load(row.first);
    Along speeds = speeds_at(row, normal, first);
    const Along impulse = solve_friction(row, speeds);
    push(row, normal, first, impulse);
    note(change_of_speed(row, impulse), change);
  }

  void advance(Row& row, Number duration) const {
    const Numbers<R> speed = normal_speed(row, part_.load(row.normal));
    part_.store(row.separation, part_.load(row.separation) + duration * speed);
  }

 private:
  /// Speeds of b's surface at the point against a's, or impulses on b, along the row's axes.
  struct Along {
    Numbers<R> normal{}, first{}, second{};
  };

  [[nodiscard]] Vectors<R> response(const Side<L, R>& side, const Vectors<R>& arm, const Vectors<R>& impulse) const {
    return plus<R>(each<R>(side.inverse_mass, impulse), cross<R>(turned<L, R>(side, cross<R>(arm, impulse)), arm));
  }

  [[nodiscard]] Vectors<R> response(const Row& row, const Vectors<R>& impulse) const {
    return plus<R>(response(a_, part_.load(row.arm_a), impulse), response(b_, part_.load(row.arm_b), impulse));
  }

  // Where locked axes let the point slide one way alone, the inverse is that of this way.
  void set_tangents_mass(Row& row, const Numbers<R>& first, const Numbers<R>& cross_compliance,
                         const Numbers<R>& second) const {
    const Numbers<R> determinant = first * second - cross_compliance * cross_compliance;
    const Numbers<R> none{};
    const Numbers<R> sliding = first + second;
    const Numbers<R> squares = sliding * sliding;
    const typename R::Masks any = sliding > zero<R>;
    const typename R::Masks both = determinant > singular<Number> * squares;
    const Numbers<R> divisor = both ? determinant : any ? squares : none + one<R>;
    part_.store(row.first_mass, (both ? second : first) / divisor);
    part_.store(row.cross_mass, (both ? -cross_compliance : cross_compliance) / divisor);
    part_.store(row.second_mass, (both ? first : second) / divisor);
    part_.store(row.sliding_compliance, sliding);
    part_.store(row.sliding_mass, any ? one<R> / (any ? sliding : none + one<R>) : none);
  }

  [[nodiscard]] Vectors<R> velocity_at(const Row& row) const {
    const Vectors<R> of_b = plus<R>(b_.linear, cross<R>(b_.angular, part_.load(row.arm_b)));
    return minus<R>(minus<R>(of_b, a_.linear), cross<R>(a_.angular, part_.load(row.arm_a)));
  }

  [[nodiscard]] Numbers<R> normal_speed(const Row& row, const Vectors<R>& normal) const {
    return dot<R>(normal, velocity_at(row));
  }

  [[nodiscard]] Along speeds_at(const Row& row, const Vectors<R>& normal, const Vectors<R>& first) const {
    const Vectors<R> velocity = velocity_at(row);
    return {dot<R>(normal, velocity), dot<R>(first, velocity) + part_.load(row.belt_first),
            dot<R>(cross<R>(normal, first), velocity) + part_.load(row.belt_second)};
  }

  // What nothing can move keeps its velocity; where no lane's body can, nothing need be worked out.
  void push(const Row& row, const Vectors<R>& impulse) {
    if (pairs_.moves_a != 0) {
      const Vectors<R> spin = turned<L, R>(a_, cross<R>(part_.load(row.arm_a), impulse));
      a_.linear = minus<R>(a_.linear, each<R>(a_.inverse_mass, impulse));
      a_.angular = minus<R>(a_.angular, spin);
    }
    if (pairs_.moves_b != 0) {
      const Vectors<R> spin = turned<L, R>(b_, cross<R>(part_.load(row.arm_b), impulse));
      b_.linear = plus<R>(b_.linear, each<R>(b_.inverse_mass, impulse));
      b_.angular = plus<R>(b_.angular, spin);
    }
  }

  void push(const Row& row, const Vectors<R>& normal, const Vectors<R>& first, const Along& impulse) {
    const Vectors<R> second = cross<R>(normal, first);
    push(row, plus<R>(plus<R>(times<R>(impulse.normal, normal), times<R>(impulse.first, first)),
                      times<R>(impulse.second, second)));
  }

  // Then it has no friction to give, and only its normal speed matters.
  [[nodiscard]] bool holds_nothing(const Row& row) const {
    return bits_of<R>((part_.load(row.normal_impulse) != zero<R>) | (part_.load(row.first_impulse) != zero<R>) |
                      (part_.load(row.second_impulse) != zero<R>)) == 0;
  }

  // Stops the sliding, as far as the cone lets it: its section is a disc, not a box. Beyond it friction turns against
  // the sliding itself, which what would stop it does not. Keeps the normal speed up to date; returns the changes.
  Along solve_friction(Row& row, Along& speeds) const {
    const Numbers<R> first_held = part_.load(row.first_impulse);
    const Numbers<R> second_held = part_.load(row.second_impulse);
    const Numbers<R> cross_mass = part_.load(row.cross_mass);
    const Numbers<R> limit = part_.load(row.friction) * part_.load(row.normal_impulse);
    Numbers<R> first = first_held - part_.load(row.first_mass) * speeds.first - cross_mass * speeds.second;
    Numbers<R> second = second_held - cross_mass * speeds.first - part_.load(row.second_mass) * speeds.second;
    const typename R::Masks slides = first * first + second * second > limit * limit;
    if (bits_of<R>(slides) != 0) {
      const Numbers<R> sliding_mass = part_.load(row.sliding_mass);
      const Numbers<R> along_first = first_held - sliding_mass * speeds.first;
      const Numbers<R> along_second = second_held - sliding_mass * speeds.second;
      const Numbers<R> size = square_root<R>(along_first * along_first + along_second * along_second);
      const Numbers<R> share = size > limit ? limit / size : Numbers<R>{} + one<R>;
      first = slides ? along_first * share : first;
      second = slides ? along_second * share : second;
    }
    // What holds nothing may stand beside what does, or not: both must come to the same.
    first = limit > zero<R> ? first : Numbers<R>{};
    second = limit > zero<R> ? second : Numbers<R>{};
    part_.store(row.first_impulse, first);
    part_.store(row.second_impulse, second);
    const Along change{Numbers<R>{}, first - first_held, second - second_held};
    speeds.normal =
        speeds.normal + (part_.load(row.normal_first) * change.first + part_.load(row.normal_second) * change.second);
    return change;
  }

  // N s: the normal impulse that `target` asks for at that speed.
  [[nodiscard]] Numbers<R> next_normal_impulse(const typename L::NormalTargets& target, const Numbers<R>& held,
                                               const Numbers<R>& speed) const {
    const Numbers<R> next = held - part_.load(target.mass) * (speed + part_.load(target.bias)) -
                            part_.load(target.leak) * (held - part_.load(target.kept));
    return larger<R>(Numbers<R>{}, next);
  }

  // m/s: the greatest change of a speed that these impulses make.
  [[nodiscard]] Numbers<R> change_of_speed(const Row& row, const Along& impulse) const {
    const Numbers<R> sliding = larger<R>(size_of<R>(impulse.first), size_of<R>(impulse.second));
    return larger<R>(part_.load(row.compliance) * size_of<R>(impulse.normal),
                     part_.load(row.sliding_compliance) * sliding);
  }

  void note(const Numbers<R>& speed, Change& change) {
    largest_ = larger<R>(largest_, speed);
    part_.store(change.largest, larger<R>(part_.load(change.largest), speed));
    part_.store(change.squares, part_.load(change.squares) + speed * speed);
  }

  typename L::Body* bodies_;
  typename L::Pairs& pairs_;
  Part<L, R> part_;
  Side<L, R> a_, b_;
  Numbers<R> largest_{};  // m/s: change of a row's speed
};

// Only what is pressed is lifted, and what is too near for certificates. A body that merely stands or flies by within
// the gap is touched by nothing, and keeps what gap it has.
//
// Above the rest gap the point may close it within the round, hard; below it is only held, which makes no energy; and
// below the lift gap a damped spring lifts it back, where somebody can pay for it. The spring gives way but a little to
// what the point has borne in the last round: so a heap does not sag by its load, and what is squeezed is not pressed
// ever harder.
template <class L, class R>
inline void aim_row(typename L::Row& row, Part<L, R> part, const LaneAim& aim) {
  const auto number = [](double value) { return static_cast<typename L::Number>(value); };
  const Numbers<R> none{};
  const Numbers<R> separation = part.load(row.separation);
  const Numbers<R> rest_gap = part.load(row.rest_gap);
  const Numbers<R> pressed = part.load(row.normal_impulse);
  const Numbers<R> mass = part.load(row.mass);
  const Numbers<R> excess = separation - rest_gap;
  const typename R::Masks closes = excess > zero<R>;
  const typename R::Masks is_lifted = (pressed > zero<R>) | (separation < rest_gap * number(aim.least_share));
  const Numbers<R> below = is_lifted ? number(aim.lift) * smaller<R>(none, separation - part.load(row.lift_gap)) : none;
  const Numbers<R> share = below < zero<R> ? none + number(aim.remembered_share) : none + one<R>;
  const Numbers<R> lifting = larger<R>(number(aim.softness.bias_rate) * below, none - number(aim.push_speed));
  part.store(row.push.bias, closes ? excess / number(aim.duration) : lifting);
  part.store(row.push.mass, closes ? mass : mass * number(aim.softness.mass_scale));
  part.store(row.push.leak, closes ? none : none + number(aim.softness.impulse_scale));
  part.store(row.push.kept, closes ? none : share * pressed);
  part.store(row.relax_bias, larger<R>(none, excess) / number(aim.duration));
}

template <class L, class R>
inline void add_up_row(typename L::Row& row, Part<L, R> part) {
  const auto add = [part](typename L::Each& sum, const typename L::Each& impulse) {
    part.store(sum, part.load(sum) + part.load(impulse));
  };
  add(row.normal_sum, row.normal_impulse);
  add(row.first_sum, row.first_impulse);
  add(row.second_sum, row.second_impulse);
}

/// The passes with `width` lanes at a time.
template <class L, int width>
struct PassesOf {
  using R = Registers<typename L::Number, width>;
  using View = typename L::View;
  using Row = typename L::Row;
  using Change = typename L::Change;

  /// Calls visit(batch, row) for every row of the range, and keeps the velocities when asked to.
  template <bool keeps_velocities, class Visit>
  static void for_each_row(const View& view, PairRange range, const Visit& visit) {
    for (std::uint32_t i = range.first; i < range.end; ++i) {
      typename L::Pairs& pairs = view.pairs[i];
      for (int from = 0; from < static_cast<int>(pairs.used); from += width) {
        Batch<L, R> batch(view, pairs, from);
        for (std::uint32_t row = pairs.first_row; row < pairs.end_row; ++row) {
          visit(batch, view.rows[row]);
        }
        if constexpr (keeps_velocities) {
          batch.keep_velocities();
        }
      }
    }
  }

  // What cannot move is never stirred.
  static bool is_restless(const View& view, const typename L::Pairs& pairs, std::uint32_t since) {
    std::uint32_t last = 0;
    for (std::uint32_t lane = 0; lane < L::lanes; ++lane) {
      const std::uint32_t a = view.stirred[pairs.a[lane]];
      const std::uint32_t b = view.stirred[pairs.b[lane]];
      last = last < a ? a : last;
      last = last < b ? b : last;
    }
    return last >= since;
  }

  /// A sweep, or half of one: calls visit(batch, row) for every row of the range that it visits.
  template <class Visit>
  static void sweep_rows(const View& view, PairRange range, const typename L::Sweep& sweep, const Visit& visit) {
    for (std::uint32_t i = range.first; i < range.end; ++i) {
      typename L::Pairs& pairs = view.pairs[i];
      if (!is_restless(view, pairs, sweep.since)) {
        continue;
      }
      for (int from = 0; from < static_cast<int>(pairs.used); from += width) {
        Batch<L, R> batch(view, pairs, from);
        for (std::uint32_t row = pairs.first_row; row < pairs.end_row; ++row) {
          visit(batch, view.rows[row]);
        }
        batch.keep_velocities();
        batch.stir(view.stirred, sweep);
      }
    }
  }

  /// Calls visit(row, part) for every row of the range, which needs no velocities.
  template <class Visit>
  static void for_each_bare_row(const View& view, PairRange range, const Visit& visit) {
    for (std::uint32_t i = range.first; i < range.end; ++i) {
      const typename L::Pairs& pairs = view.pairs[i];
      for (int from = 0; from < static_cast<int>(pairs.used); from += width) {
        for (std::uint32_t row = pairs.first_row; row < pairs.end_row; ++row) {
          visit(view.rows[row], Part<L, R>{from});
        }
      }
    }
  }

  static void prepare(const View& view, PairRange range) {
    for_each_row<false>(view, range, [](Batch<L, R>& batch, Row& row) { batch.prepare(row); });
  }
  static void aim(const View& view, PairRange range, const LaneAim& aim) {
    for_each_bare_row(view, range, [&](Row& row, Part<L, R> part) { aim_row<L, R>(row, part, aim); });
  }
  static void warm_start(const View& view, PairRange range) {
    for_each_row<true>(view, range, [](Batch<L, R>& batch, Row& row) { batch.warm_start(row); });
  }
  static void sweep_with_push(const View& view, PairRange range, const typename L::Sweep& sweep, Change& change) {
    sweep_rows(view, range, sweep, [&](Batch<L, R>& batch, Row& row) { batch.visit_both(row, change); });
  }
  static void sweep_normals(const View& view, PairRange range, const typename L::Sweep& sweep, Change& change) {
    sweep_rows(view, range, sweep, [&](Batch<L, R>& batch, Row& row) { batch.visit_relaxed_normal(row, change); });
  }
  static void sweep_friction(const View& view, PairRange range, const typename L::Sweep& sweep, Change& change) {
    sweep_rows(view, range, sweep, [&](Batch<L, R>& batch, Row& row) { batch.visit_friction(row, change); });
  }
  static void advance(const View& view, PairRange range, double duration) {
    const auto by = static_cast<typename L::Number>(duration);
    for_each_row<false>(view, range, [&](Batch<L, R>& batch, Row& row) { batch.advance(row, by); });
  }
  static void add_up(const View& view, PairRange range) {
    for_each_bare_row(view, range, [](Row& row, Part<L, R> part) { add_up_row<L, R>(row, part); });
  }
};

template <class L, int width>
inline constexpr typename L::Passes passes_of{PassesOf<L, width>::prepare,       PassesOf<L, width>::aim,
                                              PassesOf<L, width>::warm_start,    PassesOf<L, width>::sweep_with_push,
                                              PassesOf<L, width>::sweep_normals, PassesOf<L, width>::sweep_friction,
                                              PassesOf<L, width>::advance,       PassesOf<L, width>::add_up};

}  // namespace
}  // namespace firstcontact
