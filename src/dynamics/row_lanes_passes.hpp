// The passes of row_lanes.hpp, for registers of `width` doubles (core/lanes.hpp: no inline function of a library here).
#pragma once

#include "dynamics/lane_sides.hpp"
#include "dynamics/row_lanes.hpp"

namespace firstcontact {
namespace {

/// Half a batch, or all of it: `width` pairs from lane `from` on.
template <int width>
class Batch {
 public:
  Batch(const LaneView& view, LanePairs& pairs, int from)
      : bodies_(view.bodies),
        pairs_(pairs),
        from_(from),
        a_(load_side<width>(view.bodies, pairs.a, pairs.inverse_mass_a, pairs.inverse_inertia_a, from)),
        b_(load_side<width>(view.bodies, pairs.b, pairs.inverse_mass_b, pairs.inverse_inertia_b, from)) {}

  void keep_velocities() {
    store_velocity<width>(a_, bodies_, pairs_.a, pairs_.moves_a);
    store_velocity<width>(b_, bodies_, pairs_.b, pairs_.moves_b);
  }

  void prepare(LaneRow& row) const {
    const Vectors<width> normal = load<width>(row.normal, from_);
    const Vectors<width> first = load<width>(row.first, from_);
    const Vectors<width> second = cross<width>(normal, first);
    const Vectors<width> to_first = response(row, first);
    const Vectors<width> to_second = response(row, second);
    const Doubles<width> compliance = dot<width>(normal, response(row, normal));
    store<width>(row.normal_first, from_, dot<width>(normal, to_first));
    store<width>(row.normal_second, from_, dot<width>(normal, to_second));
    store<width>(row.compliance, from_, compliance);
    store<width>(row.mass, from_, compliance > 0.0 ? 1.0 / compliance : compliance * 0.0);
    set_tangents_mass(row, dot<width>(first, to_first), dot<width>(first, to_second), dot<width>(second, to_second));
  }

  void warm_start(const LaneRow& row) {
    push(row, load<width>(row.normal, from_), load<width>(row.first, from_),
         {load<width>(row.normal_impulse, from_), load<width>(row.first_impulse, from_),
          load<width>(row.second_impulse, from_)});
  }

  // The normal last, because the motion must keep the gaps.
  void visit_both(LaneRow& row, LaneChange& change) {
    if (holds_nothing(row)) {
      visit_normal(row, change, [this, &row](const Doubles<width>& held, const Doubles<width>& speed) {
        return next_normal_impulse(row.push, held, speed);
      });
      return;
    }
    const Vectors<width> normal = load<width>(row.normal, from_);
    const Vectors<width> first = load<width>(row.first, from_);
    Along speeds = speeds_at(row, normal, first);
    Along impulse = solve_friction(row, speeds);
    const Doubles<width> held = load<width>(row.normal_impulse, from_);
    const Doubles<width> next = next_normal_impulse(row.push, held, speeds.normal);
    store<width>(row.normal_impulse, from_, next);
    impulse.normal = next - held;
    push(row, normal, first, impulse);
    note(change_of_speed(row, impulse), change);
  }

  void visit_relaxed_normal(LaneRow& row, LaneChange& change) {
    visit_normal(row, change, [this, &row](const Doubles<width>& held, const Doubles<width>& speed) {
      return larger<width>(Doubles<width>{},
                           held - load<width>(row.mass, from_) * (speed + load<width>(row.relax_bias, from_)));
    });
  }

  // next_of(the impulse held, the normal speed): the impulse to hold.
  template <class Next>
  void visit_normal(LaneRow& row, LaneChange& change, const Next& next_of) {
    const Vectors<width> normal = load<width>(row.normal, from_);
    const Doubles<width> held = load<width>(row.normal_impulse, from_);
    const Doubles<width> next = next_of(held, normal_speed(row, normal));
    const Doubles<width> by = next - held;
    if (bits_of<width>(by != 0.0) == 0) {
      return;
    }
    store<width>(row.normal_impulse, from_, next);
    push(row, times<width>(by, normal));
    note(load<width>(row.compliance, from_) * size_of<width>(by), change);
  }

  void visit_friction(LaneRow& row, LaneChange& change) {
    if (holds_nothing(row)) {
      return;
    }
    const Vectors<width> normal = load<width>(row.normal, from_);
    const Vectors<width> first = load<width>(row.first, from_);
    Along speeds = speeds_at(row, normal, first);
    const Along impulse = solve_friction(row, speeds);
    push(row, normal, first, impulse);
    note(change_of_speed(row, impulse), change);
  }

  void advance(LaneRow& row, double duration) const {
    const Doubles<width> speed = normal_speed(row, load<width>(row.normal, from_));
    store<width>(row.separation, from_, load<width>(row.separation, from_) + duration * speed);
  }

 private:
  /// Speeds of b's surface at the point against a's, or impulses on b, along the row's axes.
  struct Along {
    Doubles<width> normal{}, first{}, second{};
  };

  [[nodiscard]] Vectors<width> response(const Side<width>& side, const Vectors<width>& arm,
                                        const Vectors<width>& impulse) const {
    return plus<width>(each<width>(side.inverse_mass, impulse),
                       cross<width>(turned<width>(side, cross<width>(arm, impulse)), arm));
  }

  [[nodiscard]] Vectors<width> response(const LaneRow& row, const Vectors<width>& impulse) const {
    return plus<width>(response(a_, load<width>(row.arm_a, from_), impulse),
                       response(b_, load<width>(row.arm_b, from_), impulse));
  }

  void set_tangents_mass(LaneRow& row, const Doubles<width>& first, const Doubles<width>& cross_compliance,
                         const Doubles<width>& second) const {
    const Doubles<width> determinant = first * second - cross_compliance * cross_compliance;
    const Doubles<width> none{};
    const Doubles<width> divisor = determinant > 0.0 ? determinant : none + 1.0;
    const Doubles<width> sliding = first + second;
    store<width>(row.first_mass, from_, determinant > 0.0 ? second / divisor : none);
    store<width>(row.cross_mass, from_, determinant > 0.0 ? -cross_compliance / divisor : none);
    store<width>(row.second_mass, from_, determinant > 0.0 ? first / divisor : none);
    store<width>(row.sliding_compliance, from_, determinant > 0.0 ? sliding : none);
    store<width>(row.sliding_mass, from_, determinant > 0.0 ? 1.0 / (determinant > 0.0 ? sliding : none + 1.0) : none);
  }

  [[nodiscard]] Vectors<width> velocity_at(const LaneRow& row) const {
    const Vectors<width> of_b = plus<width>(b_.linear, cross<width>(b_.angular, load<width>(row.arm_b, from_)));
    return minus<width>(minus<width>(of_b, a_.linear), cross<width>(a_.angular, load<width>(row.arm_a, from_)));
  }

  [[nodiscard]] Doubles<width> normal_speed(const LaneRow& row, const Vectors<width>& normal) const {
    return dot<width>(normal, velocity_at(row));
  }

  [[nodiscard]] Along speeds_at(const LaneRow& row, const Vectors<width>& normal, const Vectors<width>& first) const {
    const Vectors<width> velocity = velocity_at(row);
    return {dot<width>(normal, velocity), dot<width>(first, velocity) + load<width>(row.belt_first, from_),
            dot<width>(cross<width>(normal, first), velocity) + load<width>(row.belt_second, from_)};
  }

  // What nothing can move keeps its velocity; where no lane's body can, nothing need be worked out.
  void push(const LaneRow& row, const Vectors<width>& impulse) {
    if (pairs_.moves_a != 0) {
      const Vectors<width> spin = turned<width>(a_, cross<width>(load<width>(row.arm_a, from_), impulse));
      a_.linear = minus<width>(a_.linear, each<width>(a_.inverse_mass, impulse));
      a_.angular = minus<width>(a_.angular, spin);
    }
    if (pairs_.moves_b != 0) {
      const Vectors<width> spin = turned<width>(b_, cross<width>(load<width>(row.arm_b, from_), impulse));
      b_.linear = plus<width>(b_.linear, each<width>(b_.inverse_mass, impulse));
      b_.angular = plus<width>(b_.angular, spin);
    }
  }

  void push(const LaneRow& row, const Vectors<width>& normal, const Vectors<width>& first, const Along& impulse) {
    const Vectors<width> second = cross<width>(normal, first);
    push(row, plus<width>(plus<width>(times<width>(impulse.normal, normal), times<width>(impulse.first, first)),
                          times<width>(impulse.second, second)));
  }

  // Then it has no friction to give, and only its normal speed matters.
  [[nodiscard]] bool holds_nothing(const LaneRow& row) const {
    return bits_of<width>((load<width>(row.normal_impulse, from_) != 0.0) |
                          (load<width>(row.first_impulse, from_) != 0.0) |
                          (load<width>(row.second_impulse, from_) != 0.0)) == 0;
  }

  // Stops the sliding, as far as the cone lets it: its section is a disc, not a box. Beyond it friction turns against
  // the sliding itself, which what would stop it does not. Keeps the normal speed up to date; returns the changes.
  Along solve_friction(LaneRow& row, Along& speeds) const {
    const Doubles<width> first_held = load<width>(row.first_impulse, from_);
    const Doubles<width> second_held = load<width>(row.second_impulse, from_);
    const Doubles<width> cross_mass = load<width>(row.cross_mass, from_);
    const Doubles<width> limit = load<width>(row.friction, from_) * load<width>(row.normal_impulse, from_);
    Doubles<width> first = first_held - load<width>(row.first_mass, from_) * speeds.first - cross_mass * speeds.second;
    Doubles<width> second =
        second_held - cross_mass * speeds.first - load<width>(row.second_mass, from_) * speeds.second;
    const typename Lanes<width>::Masks slides = first * first + second * second > limit * limit;
    if (bits_of<width>(slides) != 0) {
      const Doubles<width> sliding_mass = load<width>(row.sliding_mass, from_);
      const Doubles<width> along_first = first_held - sliding_mass * speeds.first;
      const Doubles<width> along_second = second_held - sliding_mass * speeds.second;
      const Doubles<width> size = square_root<width>(along_first * along_first + along_second * along_second);
      const Doubles<width> share = size > limit ? limit / size : Doubles<width>{} + 1.0;
      first = slides ? along_first * share : first;
      second = slides ? along_second * share : second;
    }
    // What holds nothing may stand beside what does, or not: both must come to the same.
    first = limit > 0.0 ? first : Doubles<width>{};
    second = limit > 0.0 ? second : Doubles<width>{};
    store<width>(row.first_impulse, from_, first);
    store<width>(row.second_impulse, from_, second);
    const Along change{Doubles<width>{}, first - first_held, second - second_held};
    speeds.normal = speeds.normal + (load<width>(row.normal_first, from_) * change.first +
                                     load<width>(row.normal_second, from_) * change.second);
    return change;
  }

  // N s: the normal impulse that `target` asks for at that speed.
  [[nodiscard]] Doubles<width> next_normal_impulse(const NormalTargets& target, const Doubles<width>& held,
                                                   const Doubles<width>& speed) const {
    const Doubles<width> next = held - load<width>(target.mass, from_) * (speed + load<width>(target.bias, from_)) -
                                load<width>(target.leak, from_) * (held - load<width>(target.kept, from_));
    return larger<width>(Doubles<width>{}, next);
  }

  // m/s: the greatest change of a speed that these impulses make.
  [[nodiscard]] Doubles<width> change_of_speed(const LaneRow& row, const Along& impulse) const {
    const Doubles<width> sliding = larger<width>(size_of<width>(impulse.first), size_of<width>(impulse.second));
    return larger<width>(load<width>(row.compliance, from_) * size_of<width>(impulse.normal),
                         load<width>(row.sliding_compliance, from_) * sliding);
  }

  void note(const Doubles<width>& speed, LaneChange& change) const {
    store<width>(change.largest, from_, larger<width>(load<width>(change.largest, from_), speed));
    store<width>(change.squares, from_, load<width>(change.squares, from_) + speed * speed);
  }

  LaneBody* bodies_;
  LanePairs& pairs_;
  int from_;
  Side<width> a_, b_;
};

// Only what is pressed is lifted, and what is too near for certificates. A body that merely stands or flies by within
// the gap is touched by nothing, and keeps what gap it has.
//
// Above the rest gap the point may close it within the round, hard; below it is only held, which makes no energy; and
// below the lift gap a damped spring lifts it back, where somebody can pay for it. The spring gives way but a little to
// what the point has borne in the last round: so a heap does not sag by its load, and what is squeezed is not pressed
// ever harder.
template <int width>
inline void aim_row(LaneRow& row, int from, const LaneAim& aim) {
  const Doubles<width> none{};
  const Doubles<width> separation = load<width>(row.separation, from);
  const Doubles<width> rest_gap = load<width>(row.rest_gap, from);
  const Doubles<width> pressed = load<width>(row.normal_impulse, from);
  const Doubles<width> mass = load<width>(row.mass, from);
  const Doubles<width> excess = separation - rest_gap;
  const typename Lanes<width>::Masks closes = excess > 0.0;
  const typename Lanes<width>::Masks is_lifted = (pressed > 0.0) | (separation < rest_gap * aim.least_share);
  const Doubles<width> below =
      is_lifted ? aim.lift * smaller<width>(none, separation - load<width>(row.lift_gap, from)) : none;
  const Doubles<width> share = below < 0.0 ? none + aim.remembered_share : none + 1.0;
  const Doubles<width> lifting = larger<width>(aim.softness.bias_rate * below, none - aim.push_speed);
  store<width>(row.push.bias, from, closes ? excess / aim.duration : lifting);
  store<width>(row.push.mass, from, closes ? mass : mass * aim.softness.mass_scale);
  store<width>(row.push.leak, from, closes ? none : none + aim.softness.impulse_scale);
  store<width>(row.push.kept, from, closes ? none : share * pressed);
  store<width>(row.relax_bias, from, larger<width>(none, excess) / aim.duration);
}

template <int width>
inline void add_up_row(LaneRow& row, int from) {
  const auto add = [from](Four& sum, const Four& impulse) {
    store<width>(sum, from, load<width>(sum, from) + load<width>(impulse, from));
  };
  add(row.normal_sum, row.normal_impulse);
  add(row.first_sum, row.first_impulse);
  add(row.second_sum, row.second_impulse);
}

/// Calls visit(batch, row) for every row of the range, and keeps the velocities when asked to.
template <int width, bool keeps_velocities, class Visit>
inline void for_each_row(const LaneView& view, PairRange range, const Visit& visit) {
  for (std::uint32_t i = range.first; i < range.end; ++i) {
    LanePairs& pairs = view.pairs[i];
    for (int from = 0; from < static_cast<int>(pairs.used); from += width) {
      Batch<width> batch(view, pairs, from);
      for (std::uint32_t row = pairs.first_row; row < pairs.end_row; ++row) {
        visit(batch, view.rows[row]);
      }
      if constexpr (keeps_velocities) {
        batch.keep_velocities();
      }
    }
  }
}

/// Calls visit(row, from) for every row of the range, which needs no velocities.
template <int width, class Visit>
inline void for_each_bare_row(const LaneView& view, PairRange range, const Visit& visit) {
  for (std::uint32_t i = range.first; i < range.end; ++i) {
    const LanePairs& pairs = view.pairs[i];
    for (int from = 0; from < static_cast<int>(pairs.used); from += width) {
      for (std::uint32_t row = pairs.first_row; row < pairs.end_row; ++row) {
        visit(view.rows[row], from);
      }
    }
  }
}

template <int width>
void prepare_lanes(const LaneView& view, PairRange range) {
  for_each_row<width, false>(view, range, [](Batch<width>& batch, LaneRow& row) { batch.prepare(row); });
}
template <int width>
void aim_lanes(const LaneView& view, PairRange range, const LaneAim& aim) {
  for_each_bare_row<width>(view, range, [&](LaneRow& row, int from) { aim_row<width>(row, from, aim); });
}
template <int width>
void warm_start_lanes(const LaneView& view, PairRange range) {
  for_each_row<width, true>(view, range, [](Batch<width>& batch, LaneRow& row) { batch.warm_start(row); });
}
template <int width>
void sweep_with_push_lanes(const LaneView& view, PairRange range, LaneChange& change) {
  for_each_row<width, true>(view, range, [&](Batch<width>& batch, LaneRow& row) { batch.visit_both(row, change); });
}
template <int width>
void sweep_normals_lanes(const LaneView& view, PairRange range, LaneChange& change) {
  for_each_row<width, true>(view, range,
                            [&](Batch<width>& batch, LaneRow& row) { batch.visit_relaxed_normal(row, change); });
}
template <int width>
void sweep_friction_lanes(const LaneView& view, PairRange range, LaneChange& change) {
  for_each_row<width, true>(view, range, [&](Batch<width>& batch, LaneRow& row) { batch.visit_friction(row, change); });
}
template <int width>
void advance_lanes(const LaneView& view, PairRange range, double duration) {
  for_each_row<width, false>(view, range, [&](Batch<width>& batch, LaneRow& row) { batch.advance(row, duration); });
}
template <int width>
void add_up_lanes(const LaneView& view, PairRange range) {
  for_each_bare_row<width>(view, range, [](LaneRow& row, int from) { add_up_row<width>(row, from); });
}

template <int width>
inline constexpr RowPasses row_passes_of{prepare_lanes<width>,       aim_lanes<width>,
                                         warm_start_lanes<width>,    sweep_with_push_lanes<width>,
                                         sweep_normals_lanes<width>, sweep_friction_lanes<width>,
                                         advance_lanes<width>,       add_up_lanes<width>};

}  // namespace
}  // namespace firstcontact
