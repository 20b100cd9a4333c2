#include "dynamics/contact_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <type_traits>
#include <utility>

#include "core/perpendicular.hpp"
#include "core/processor.hpp"
#include "core/tolerances.hpp"
#include "dynamics/lane_filling.hpp"
#include "dynamics/shared_push.hpp"
#include "dynamics/turning_friction.hpp"

namespace firstcontact {

namespace {

template <class L>
const typename L::Passes& passes() {
  if constexpr (std::is_same_v<L, FineLanes>) {
    return has_avx2() ? avx2::fine_passes : baseline::fine_passes;
  } else {
    return has_avx2() ? avx2::coarse_passes : baseline::coarse_passes;
  }
}

std::uint32_t rows_of(const RowBatch& batch) {
  std::uint32_t rows = 0;
  for (const PairRange& points : batch.points) {
    rows = std::max(rows, points.end - points.first);
  }
  return rows;
}

}  // namespace

Softness contact_softness(double duration) {
  const double omega = 2.0 * std::numbers::pi * tolerances::contact_hertz_per_substep / duration;
  const double a1 = 2.0 * tolerances::contact_damping_ratio + duration * omega;
  const double a2 = duration * omega * a1;
  const double a3 = 1.0 / (1.0 + a2);
  return {omega / a1, a2 * a3, a3};
}

template <class L>
ContactRowsIn<L>::ContactRowsIn(std::span<ContactPoint> points, std::span<Responder> responders, RowOrder order,
                                double share, int threads)
    : points_(points),
      responders_(responders),
      any_turns_(std::any_of(points.begin(), points.end(), has_turning_friction)),
      team_(order == RowOrder::coloured && !any_turns_ && points.size() >= fewest_points_for_team ? threads : 1),
      bodies_(responders.size() + 1),
      stirred_(responders.size() + 1, 0),
      places_(points.size()) {
  RowPlan plan = order == RowOrder::coloured ? plan_by_colour(points, responders, L::lanes) : plan_as_given(points);
  const std::vector<RowBatch>& batches = plan.batches;
  chunks_ = std::move(plan.chunks);
  share_out(plan.groups);
  changes_.resize(chunks_.size());
  batches_.resize(batches.size());
  if (any_turns_) {
    turning_.resize(batches.size());
    turning_sums_.resize(points.size(), Vec3(0.0));
  }
  std::uint32_t rows = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    batches_[i].first_row = rows;
    rows += rows_of(batches[i]);
    batches_[i].end_row = rows;
    batches_[i].used = batches[i].used;
  }
  rows_.resize(rows);
  visit_all([&](PairRange range) {
    for (std::uint32_t i = range.first; i < range.end; ++i) {
      fill(batches[i], i, share);
    }
    passes<L>().prepare(view(), range);
  });
}

// Who sweeps a chunk has filled it, and aims it: so it is in his cache.
template <class L>
void ContactRowsIn<L>::share_out(const std::vector<PairRange>& groups) {
  const std::uint32_t members = team_.size();
  groups_.reserve(groups.size() * (members + 1));
  for (const PairRange& group : groups) {
    add_equal_shares(group.first, group.end, members, groups_);
  }
  all_.reserve(members + 1);
  all_.push_back(0);
  by_owner_.reserve(chunks_.size());
  for (std::uint32_t member = 0; member < members; ++member) {
    for (std::size_t first = 0; first < groups_.size(); first += members + 1) {
      for (std::uint32_t i = groups_[first + member]; i < groups_[first + member + 1]; ++i) {
        by_owner_.push_back(i);
      }
    }
    all_.push_back(static_cast<std::uint32_t>(by_owner_.size()));
  }
}

// Every chunk has a change of its own, which are added up in their order: so sums do not depend on threads.
template <class L>
template <class Visit>
void ContactRowsIn<L>::visit_by_group(const Visit& visit) {
  const std::size_t bounds = team_.size() + 1;
  for (std::size_t first = 0; first < groups_.size(); first += bounds) {
    team_.visit_shares(std::span(groups_).subspan(first, bounds),
                       [&](std::uint32_t i) { visit(chunks_[i], changes_[i]); });
  }
}

// Where bodies' turning is rubbed against, a batch's points do so before its rows are visited.
template <class L>
template <class Visit>
void ContactRowsIn<L>::for_each_part(const PairRange& chunk, const Visit& visit) {
  if (!any_turns_) {
    visit(chunk);
    return;
  }
  for (std::uint32_t i = chunk.first; i < chunk.end; ++i) {
    turn(i);
    visit(PairRange{i, i + 1});
  }
}

template <class L>
template <class Visit>
void ContactRowsIn<L>::visit_all(const Visit& visit) {
  team_.visit_shares(all_, [&](std::uint32_t i) { visit(chunks_[by_owner_[i]]); });
}

template <class L>
template <class Visit>
void ContactRowsIn<L>::visit_each(std::size_t count, const Visit& visit) {
  const std::size_t piece = team_.size() > 1 ? 64 : std::max(count, std::size_t{1});
  std::vector<std::uint32_t> bounds;
  bounds.reserve(team_.size() + 1);
  add_equal_shares(0, static_cast<std::uint32_t>((count + piece - 1) / piece), team_.size(), bounds);
  team_.visit_shares(bounds, [&](std::uint32_t k) {
    for (std::size_t i = k * piece; i < std::min(count, (k + 1) * piece); ++i) {
      visit(i);
    }
  });
}

// Lanes that no pair uses refer to a body that is nobody's.
template <class L>
void ContactRowsIn<L>::fill(const RowBatch& from, std::uint32_t batch, double share) {
  const auto nobody = static_cast<std::uint32_t>(responders_.size());
  for (std::uint32_t lane = 0; lane < L::lanes; ++lane) {
    batches_[batch].a[lane] = nobody;
    batches_[batch].b[lane] = nobody;
    if (lane < from.used) {
      fill_lane(from.points[lane], batch, lane, share);
    }
  }
}

template <class L>
void ContactRowsIn<L>::fill_lane(const PairRange& points, std::uint32_t batch, std::uint32_t lane, double share) {
  typename L::Pairs& pairs = batches_[batch];
  const ContactPoint& first = points_[points.first];
  pairs.a[lane] = first.a;
  pairs.b[lane] = first.b;
  set_responses<L>(pairs, lane, responders_[first.a], responders_[first.b]);
  pairs.moves_a |= can_move(responders_[first.a]) ? 1U << lane : 0U;
  pairs.moves_b |= can_move(responders_[first.b]) ? 1U << lane : 0U;
  for (std::uint32_t i = points.first; i < points.end; ++i) {
    places_[i] = {pairs.first_row + i - points.first, lane};
    if (gives_way(points_[i], responders_, std::numeric_limits<typename L::Number>::epsilon())) {
      set_row<L>(rows_[places_[i].row], lane, points_[i], share);
    }
    if (has_turning_friction(points_[i])) {
      turning_[batch].push_back(i);
    }
  }
}

template <class L>
void ContactRowsIn<L>::aim(double duration, bool lifts, int rounds) {
  // A spring that is stiffer gives way to the impulses of one round, not of all.
  const LaneAim how{contact_softness(duration / rounds),
                    duration,
                    tolerances::floor_gap / tolerances::rest_gap,
                    1.0 - (1.0 - tolerances::remembered_share) / rounds,
                    tolerances::push_speed,
                    lifts ? 1.0 : 0.0};
  visit_all([&](PairRange range) { passes<L>().aim(view(), range, how); });
}

template <class L>
void ContactRowsIn<L>::aim_to_stop() {
  for (Row& row : rows_) {
    row.relax_bias = {};
  }
}

template <class L>
void ContactRowsIn<L>::take_velocities() {
  taken_.resize(is_fine ? 0 : bodies_.size());
  visit_each(responders_.size(), [&](std::size_t i) {
    bodies_[i] = body_of<L>(responders_[i].velocity);
    if constexpr (!is_fine) {
      taken_[i] = bodies_[i];
    }
  });
}

template <class L>
void ContactRowsIn<L>::give_velocities() {
  visit_each(responders_.size(), [&](std::size_t i) {
    if constexpr (is_fine) {
      responders_[i].velocity = velocity_of(bodies_[i]);
    } else {
      const Velocity change = change_of(taken_[i], bodies_[i]);
      responders_[i].velocity.linear += change.linear;
      responders_[i].velocity.angular += change.angular;
      taken_[i] = bodies_[i];
    }
  });
}

template <class L>
double ContactRowsIn<L>::fastest_normal_speed() const {
  double fastest = 0.0;
  for (const ContactPoint& point : points_) {
    fastest = std::max(fastest, std::abs(glm::dot(point.normal, velocity_between(point, responders_))));
  }
  return fastest;
}

template <class L>
void ContactRowsIn<L>::warm_start() {
  visit_by_group([this](PairRange range, Change& /*change*/) { passes<L>().warm_start(view(), range); });
}

template <class L>
void ContactRowsIn<L>::push_faces(FaceTargets targets) {
  std::vector<WantedSpeed> wanted;
  wanted.reserve(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto [row, lane] = places_[i];
    const double held = rows_[row].normal_impulse.lane[lane];
    const typename L::NormalTargets& aim = rows_[row].push;
    if (targets == FaceTargets::relaxed) {
      wanted.push_back({i, 0.0 - rows_[row].relax_bias.lane[lane], 0.0, held});
    } else {
      const double give = aim.mass.lane[lane] > 0.0 ? aim.leak.lane[lane] / aim.mass.lane[lane] : 0.0;
      wanted.push_back({i, give * aim.kept.lane[lane] - aim.bias.lane[lane], give, held});
    }
  }
  give_velocities();
  push_evenly(points_, wanted, responders_);
  take_velocities();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    LaneSetter<L>{places_[i].lane}(rows_[places_[i].row].normal_impulse, wanted[i].impulse);
  }
}

template <class L>
void ContactRowsIn<L>::turn(std::uint32_t batch) {
  for (const std::uint32_t i : turning_[batch]) {
    ContactPoint& point = points_[i];
    point.normal_impulse = rows_[places_[i].row].normal_impulse.lane[places_[i].lane];
    for (const std::uint32_t body : {point.a, point.b}) {
      responders_[body].velocity = velocity_of(bodies_[body]);
    }
    solve_turning(point, responders_);
    for (const std::uint32_t body : {point.a, point.b}) {
      bodies_[body] = body_of<L>(responders_[body].velocity);
    }
  }
}

template <class L>
SweepChange ContactRowsIn<L>::total() const {
  SweepChange total;
  double squares = 0.0;
  for (const Change& change : changes_) {
    for (std::uint32_t lane = 0; lane < L::lanes; ++lane) {
      total.largest = std::max(total.largest, static_cast<double>(change.largest.lane[lane]));
      squares += static_cast<double>(change.squares.lane[lane]);
    }
  }
  total.mean = points_.empty() ? 0.0 : std::sqrt(squares / static_cast<double>(points_.size()));
  return total;
}

template <class L>
typename L::Sweep ContactRowsIn<L>::begin_sweep(SweepExtent extent) {
  std::fill(changes_.begin(), changes_.end(), Change{});
  ++sweeps_;
  const bool of_all = extent == SweepExtent::all || any_turns_;
  return {sweeps_, of_all ? 0 : sweeps_ - 1, little_};
}

template <class L>
SweepChange ContactRowsIn<L>::sweep_with_push(SweepExtent extent) {
  const typename L::Sweep sweep = begin_sweep(extent);
  visit_by_group([&](PairRange chunk, Change& change) {
    for_each_part(chunk, [&](PairRange range) { passes<L>().sweep_with_push(view(), range, sweep, change); });
  });
  return total();
}

template <class L>
SweepChange ContactRowsIn<L>::sweep_relaxed(SweepExtent extent) {
  const typename L::Sweep sweep = begin_sweep(extent);
  visit_by_group([&](PairRange range, Change& change) { passes<L>().sweep_normals(view(), range, sweep, change); });
  // Last, because the push has leaked some of the normal impulse that friction is measured by.
  visit_by_group([&](PairRange chunk, Change& change) {
    for_each_part(chunk, [&](PairRange range) { passes<L>().sweep_friction(view(), range, sweep, change); });
  });
  return total();
}

template <class L>
void ContactRowsIn<L>::advance(double duration) {
  visit_all([&](PairRange range) { passes<L>().advance(view(), range, duration); });
}

template <class L>
void ContactRowsIn<L>::add_up() {
  visit_all([this](PairRange range) { passes<L>().add_up(view(), range); });
  for (const std::vector<std::uint32_t>& batch : turning_) {
    for (const std::uint32_t i : batch) {
      turning_sums_[i] += points_[i].turning_impulse;
      points_[i].turning_impulse = Vec3(0.0);
    }
  }
}

template <class L>
void ContactRowsIn<L>::keep_sums() {
  visit_each(points_.size(), [&](std::size_t i) {
    keep(i, {&Row::normal_sum, &Row::first_sum, &Row::second_sum});
    points_[i].turning_impulse = any_turns_ ? turning_sums_[i] : Vec3(0.0);
  });
}

template <class L>
void ContactRowsIn<L>::keep_impulses() {
  visit_each(points_.size(), [&](std::size_t i) {
    keep(i, {&Row::normal_impulse, &Row::first_impulse, &Row::second_impulse});
  });
}

template <class L>
void ContactRowsIn<L>::keep(std::size_t point, const Impulses& impulses) {
  const auto [index, lane] = places_[point];
  const Row& row = rows_[index];
  const Vec3 first = perpendicular_of_unit(points_[point].normal);
  const Vec3 second = glm::cross(points_[point].normal, first);
  points_[point].normal_impulse = (row.*impulses.normal).lane[lane];
  points_[point].friction_impulse = static_cast<double>((row.*impulses.first).lane[lane]) * first +
                                    static_cast<double>((row.*impulses.second).lane[lane]) * second;
}

template class ContactRowsIn<FineLanes>;
template class ContactRowsIn<CoarseLanes>;

}  // namespace firstcontact
