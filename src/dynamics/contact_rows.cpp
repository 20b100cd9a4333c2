#include "dynamics/contact_rows.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "core/processor.hpp"
#include "core/tolerances.hpp"
#include "dynamics/row_batches.hpp"
#include "dynamics/shared_push.hpp"
#include "dynamics/turning_friction.hpp"

namespace firstcontact {

namespace {

const RowPasses& passes() { return has_avx2() ? avx2::row_passes : baseline::row_passes; }

void set(Four& four, std::uint32_t lane, double value) { four.lane[lane] = value; }

void set(FourVectors& four, std::uint32_t lane, const Vec3& value) {
  set(four.x, lane, value.x);
  set(four.y, lane, value.y);
  set(four.z, lane, value.z);
}

Vec3 at(const FourVectors& four, std::uint32_t lane) {
  return {four.x.lane[lane], four.y.lane[lane], four.z.lane[lane]};
}

// No negative zero, which an impulse of zero would or would not turn into a positive one, as the lanes beside it have
// it.
LaneBody body_of(const Velocity& velocity) {
  const Vec3 v = velocity.linear + 0.0;
  const Vec3 w = velocity.angular + 0.0;
  return {{v.x, v.y, v.z, 0.0}, {w.x, w.y, w.z, 0.0}};
}

Velocity velocity_of(const LaneBody& body) {
  return {Vec3(body.linear[0], body.linear[1], body.linear[2]),
          Vec3(body.angular[0], body.angular[1], body.angular[2])};
}

void set_responses(LanePairs& pairs, std::uint32_t lane, const Responder& a, const Responder& b) {
  set(pairs.inverse_mass_a, lane, a.inverse_mass);
  set(pairs.inverse_mass_b, lane, b.inverse_mass);
  for (int column = 0; column < 3; ++column) {
    set(pairs.inverse_inertia_a[column], lane, a.inverse_inertia[column]);
    set(pairs.inverse_inertia_b[column], lane, b.inverse_inertia[column]);
  }
}

void set_row(LaneRow& row, std::uint32_t lane, const ContactPoint& point, double share) {
  const Vec3 first = any_perpendicular(point.normal);
  const Vec3 second = glm::cross(point.normal, first);
  const Vec3 friction = point.friction_impulse * share;
  set(row.normal, lane, point.normal);
  set(row.first, lane, first);
  set(row.arm_a, lane, point.arm_a);
  set(row.arm_b, lane, point.arm_b);
  set(row.belt_first, lane, glm::dot(first, point.surface_velocity));
  set(row.belt_second, lane, glm::dot(second, point.surface_velocity));
  set(row.friction, lane, point.friction);
  set(row.separation, lane, point.separation);
  set(row.rest_gap, lane, point.rest_gap);
  set(row.lift_gap, lane, point.lift_gap);
  set(row.normal_impulse, lane, point.normal_impulse * share);
  set(row.first_impulse, lane, glm::dot(first, friction));
  set(row.second_impulse, lane, glm::dot(second, friction));
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

ContactRows::ContactRows(std::span<ContactPoint> points, std::span<Responder> responders, RowOrder order, double share,
                         int threads)
    : points_(points),
      responders_(responders),
      threads_(threads),
      any_turns_(std::any_of(points.begin(), points.end(), has_turning_friction)),
      bodies_(responders.size() + 1),
      places_(points.size()) {
  RowPlan plan = order == RowOrder::coloured ? plan_by_colour(points, responders) : plan_as_given(points);
  const std::vector<RowBatch>& batches = plan.batches;
  chunks_ = std::move(plan.chunks);
  groups_ = std::move(plan.groups);
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
  for (std::uint32_t i = 0; i < batches.size(); ++i) {
    for (std::uint32_t lane = 0; lane < row_lanes; ++lane) {
      batches_[i].a[lane] = static_cast<std::uint32_t>(responders.size());
      batches_[i].b[lane] = static_cast<std::uint32_t>(responders.size());
      if (lane < batches[i].used) {
        fill(batches[i].points[lane], i, lane);
      }
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    set_row(rows_[places_[i].row], places_[i].lane, points[i], share);
  }
  visit_all([this](PairRange range) { passes().prepare(view(), range); });
}

// Every chunk has a change of its own, which are added up in their order: so sums do not depend on threads.
template <class Visit>
void ContactRows::visit_group(const PairRange& group, const Visit& visit) {
  if (threads_ > 1 && !any_turns_ && group.end - group.first > 1) {
    oneapi::tbb::parallel_for(group.first, group.end, [&](std::uint32_t i) { visit(chunks_[i], changes_[i]); });
  } else {
    for (std::uint32_t i = group.first; i < group.end; ++i) {
      visit(chunks_[i], changes_[i]);
    }
  }
}

// Where bodies' turning is rubbed against, a batch's points do so before its rows are visited.
template <class Visit>
void ContactRows::for_each_part(const PairRange& chunk, const Visit& visit) {
  if (!any_turns_) {
    visit(chunk);
    return;
  }
  for (std::uint32_t i = chunk.first; i < chunk.end; ++i) {
    turn(i);
    visit(PairRange{i, i + 1});
  }
}

template <class Visit>
void ContactRows::visit_all(const Visit& visit) {
  visit_group({0, static_cast<std::uint32_t>(chunks_.size())},
              [&](PairRange range, LaneChange& /*change*/) { visit(range); });
}

void ContactRows::fill(const PairRange& points, std::uint32_t batch, std::uint32_t lane) {
  LanePairs& pairs = batches_[batch];
  const ContactPoint& first = points_[points.first];
  pairs.a[lane] = first.a;
  pairs.b[lane] = first.b;
  set_responses(pairs, lane, responders_[first.a], responders_[first.b]);
  pairs.moves_a |= can_move(responders_[first.a]) ? 1U << lane : 0U;
  pairs.moves_b |= can_move(responders_[first.b]) ? 1U << lane : 0U;
  for (std::uint32_t i = points.first; i < points.end; ++i) {
    places_[i] = {pairs.first_row + i - points.first, lane};
    if (has_turning_friction(points_[i])) {
      turning_[batch].push_back(i);
    }
  }
}

void ContactRows::aim(double duration, bool lifts) {
  const LaneAim how{contact_softness(duration),
                    duration,
                    tolerances::floor_gap / tolerances::rest_gap,
                    tolerances::remembered_share,
                    tolerances::push_speed,
                    lifts ? 1.0 : 0.0};
  visit_all([&](PairRange range) { passes().aim(view(), range, how); });
}

void ContactRows::aim_to_stop() {
  for (LaneRow& row : rows_) {
    row.relax_bias = {};
  }
}

void ContactRows::take_velocities() {
  for (std::size_t i = 0; i < responders_.size(); ++i) {
    bodies_[i] = body_of(responders_[i].velocity);
  }
}

void ContactRows::give_velocities() {
  for (std::size_t i = 0; i < responders_.size(); ++i) {
    responders_[i].velocity = velocity_of(bodies_[i]);
  }
}

double ContactRows::fastest_normal_speed() const {
  double fastest = 0.0;
  for (const ContactPoint& point : points_) {
    fastest = std::max(fastest, std::abs(glm::dot(point.normal, velocity_between(point, responders_))));
  }
  return fastest;
}

void ContactRows::warm_start() {
  for (const PairRange& group : groups_) {
    visit_group(group, [this](PairRange range, LaneChange& /*change*/) { passes().warm_start(view(), range); });
  }
}

void ContactRows::push_faces(FaceTargets targets) {
  std::vector<WantedSpeed> wanted;
  wanted.reserve(points_.size());
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto [row, lane] = places_[i];
    const double held = rows_[row].normal_impulse.lane[lane];
    const NormalTargets& aim = rows_[row].push;
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
    set(rows_[places_[i].row].normal_impulse, places_[i].lane, wanted[i].impulse);
  }
}

void ContactRows::turn(std::uint32_t batch) {
  for (const std::uint32_t i : turning_[batch]) {
    ContactPoint& point = points_[i];
    point.normal_impulse = rows_[places_[i].row].normal_impulse.lane[places_[i].lane];
    for (const std::uint32_t body : {point.a, point.b}) {
      responders_[body].velocity = velocity_of(bodies_[body]);
    }
    solve_turning(point, responders_);
    for (const std::uint32_t body : {point.a, point.b}) {
      bodies_[body] = body_of(responders_[body].velocity);
    }
  }
}

SweepChange ContactRows::total() const {
  SweepChange total;
  double squares = 0.0;
  for (const LaneChange& change : changes_) {
    for (std::uint32_t lane = 0; lane < row_lanes; ++lane) {
      total.largest = std::max(total.largest, change.largest.lane[lane]);
      squares += change.squares.lane[lane];
    }
  }
  total.mean = points_.empty() ? 0.0 : std::sqrt(squares / static_cast<double>(points_.size()));
  return total;
}

SweepChange ContactRows::sweep_with_push() {
  std::fill(changes_.begin(), changes_.end(), LaneChange{});
  for (const PairRange& group : groups_) {
    visit_group(group, [this](PairRange chunk, LaneChange& change) {
      for_each_part(chunk, [&](PairRange range) { passes().sweep_with_push(view(), range, change); });
    });
  }
  return total();
}

SweepChange ContactRows::sweep_relaxed() {
  std::fill(changes_.begin(), changes_.end(), LaneChange{});
  for (const PairRange& group : groups_) {
    visit_group(group, [this](PairRange range, LaneChange& change) { passes().sweep_normals(view(), range, change); });
  }
  // Last, because the push has leaked some of the normal impulse that friction is measured by.
  for (const PairRange& group : groups_) {
    visit_group(group, [this](PairRange chunk, LaneChange& change) {
      for_each_part(chunk, [&](PairRange range) { passes().sweep_friction(view(), range, change); });
    });
  }
  return total();
}

void ContactRows::advance(double duration) {
  visit_all([&](PairRange range) { passes().advance(view(), range, duration); });
}

void ContactRows::add_up() {
  visit_all([this](PairRange range) { passes().add_up(view(), range); });
  for (const std::vector<std::uint32_t>& batch : turning_) {
    for (const std::uint32_t i : batch) {
      turning_sums_[i] += points_[i].turning_impulse;
      points_[i].turning_impulse = Vec3(0.0);
    }
  }
}

void ContactRows::keep_sums() {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    keep(i, {&LaneRow::normal_sum, &LaneRow::first_sum, &LaneRow::second_sum});
    points_[i].turning_impulse = any_turns_ ? turning_sums_[i] : Vec3(0.0);
  }
}

void ContactRows::keep_impulses() {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    keep(i, {&LaneRow::normal_impulse, &LaneRow::first_impulse, &LaneRow::second_impulse});
  }
}

void ContactRows::keep(std::size_t point, const Impulses& impulses) {
  const auto [index, lane] = places_[point];
  const LaneRow& row = rows_[index];
  const Vec3 first = at(row.first, lane);
  const Vec3 second = glm::cross(points_[point].normal, first);
  points_[point].normal_impulse = (row.*impulses.normal).lane[lane];
  points_[point].friction_impulse =
      (row.*impulses.first).lane[lane] * first + (row.*impulses.second).lane[lane] * second;
}

}  // namespace firstcontact
