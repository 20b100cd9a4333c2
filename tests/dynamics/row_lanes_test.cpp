// The passes over rows side by side: the same bits from both builds and for any number of threads, and in single
// precision what comes of them in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/processor.hpp"
#include "dynamics/contact_rows.hpp"
#include "dynamics/crowd.hpp"
#include "dynamics/row_batches.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Crowd;
using testing_support::Random;
using testing_support::random_crowd;

template <class L>
class RowLanesOf : public testing::Test {};
using BothPrecisions = testing::Types<FineLanes, CoarseLanes>;
TYPED_TEST_SUITE(RowLanesOf, BothPrecisions);

/// The data of some rows, for passes over them one by one.
template <class L>
struct LaneData {
  std::vector<typename L::Pairs> pairs;
  std::vector<typename L::Row> rows;
  std::vector<typename L::Body> bodies;
  std::vector<std::uint32_t> stirred;

  typename L::View view() { return {pairs.data(), rows.data(), bodies.data(), stirred.data()}; }
  [[nodiscard]] bool is_same_as(const LaneData& other) const {
    return stirred == other.stirred &&
           std::memcmp(rows.data(), other.rows.data(), rows.size() * sizeof(typename L::Row)) == 0 &&
           std::memcmp(bodies.data(), other.bodies.data(), bodies.size() * sizeof(typename L::Body)) == 0;
  }
};

template <class L>
void fill(Random& random, typename L::EachVector& vectors) {
  for (typename L::Each* part : {&vectors.x, &vectors.y, &vectors.z}) {
    for (auto& lane : part->lane) {
      lane = static_cast<typename L::Number>(random.between(-1.0, 1.0));
    }
  }
}

// Numbers of any kind: the passes only have to agree on them.
template <class L>
LaneData<L> random_lanes(std::uint64_t seed) {
  constexpr std::uint32_t batches = 40;
  Random random(seed);
  const auto number = [&](double low, double high) {
    return static_cast<typename L::Number>(random.between(low, high));
  };
  LaneData<L> lanes{std::vector<typename L::Pairs>(batches), std::vector<typename L::Row>(std::size_t{3} * batches),
                    std::vector<typename L::Body>(std::size_t{2} * L::lanes * batches),
                    std::vector<std::uint32_t>(std::size_t{2} * L::lanes * batches, 0)};
  std::memset(lanes.rows.data(), 0, lanes.rows.size() * sizeof(typename L::Row));
  for (auto& body : lanes.bodies) {
    body = {{number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0), 0},
            {number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0), 0}};
  }
  for (std::uint32_t i = 0; i < batches; ++i) {
    auto& pairs = lanes.pairs[i];
    pairs.first_row = 3 * i;
    pairs.end_row = 3 * i + 3;
    pairs.used = L::lanes;
    pairs.moves_a = pairs.moves_b = (1U << L::lanes) - 1U;
    for (std::uint32_t lane = 0; lane < L::lanes; ++lane) {
      pairs.a[lane] = 2 * ((7 * i + lane) % (L::lanes * batches));
      pairs.b[lane] = pairs.a[lane] + 1;
    }
    for (auto* vectors : {&pairs.inverse_mass_a, &pairs.inverse_mass_b}) {
      fill<L>(random, *vectors);
    }
    for (int column = 0; column < 3; ++column) {
      fill<L>(random, pairs.inverse_inertia_a[column]);
      fill<L>(random, pairs.inverse_inertia_b[column]);
    }
  }
  for (auto& row : lanes.rows) {
    for (auto* vectors : {&row.normal, &row.first, &row.arm_a, &row.arm_b}) {
      fill<L>(random, *vectors);
    }
    for (std::uint32_t lane = 0; lane < L::lanes; ++lane) {
      row.friction.lane[lane] = number(0.0, 1.0);
      row.normal_impulse.lane[lane] = number(-3.0, 1.0);
      row.normal_impulse.lane[lane] = std::max(typename L::Number{0}, row.normal_impulse.lane[lane]);
      row.separation.lane[lane] = number(0.0, 2.0);
      row.rest_gap.lane[lane] = 1;
      row.lift_gap.lane[lane] = static_cast<typename L::Number>(0.5);
    }
  }
  return lanes;
}

template <class L>
const typename L::Passes& passes_of(bool is_wide) {
  if constexpr (std::is_same_v<L, FineLanes>) {
    return is_wide ? avx2::fine_passes : baseline::fine_passes;
  } else {
    return is_wide ? avx2::coarse_passes : baseline::coarse_passes;
  }
}

TYPED_TEST(RowLanesOf, BothBuildsGiveTheSameBits) {
  if (!has_avx2()) {
    GTEST_SKIP() << "this processor has no AVX2";
  }
  LaneData<TypeParam> plain = random_lanes<TypeParam>(5);
  LaneData<TypeParam> wide = plain;
  const PairRange all{0, static_cast<std::uint32_t>(plain.pairs.size())};
  const LaneAim aim{contact_softness(0.01), 0.01, 0.1, 0.9, 0.5, 1.0};
  typename TypeParam::Change plain_change{};
  typename TypeParam::Change wide_change{};
  const auto on_both = [&](auto pass, const auto&... arguments) {
    (passes_of<TypeParam>(false).*pass)(plain.view(), all, arguments...);
    (passes_of<TypeParam>(true).*pass)(wide.view(), all, arguments...);
  };
  typename TypeParam::Sweep sweep{0, 0, 3};  // what changes by more is stirred: a part of them
  const auto sweep_both = [&](auto pass) {
    (passes_of<TypeParam>(false).*pass)(plain.view(), all, sweep, plain_change);
    (passes_of<TypeParam>(true).*pass)(wide.view(), all, sweep, wide_change);
  };
  const auto sweep_next = [&](bool only_restless) { sweep = {sweep.number + 1, only_restless ? sweep.number : 0, 3}; };
  using Passes = typename TypeParam::Passes;
  on_both(&Passes::prepare);
  ASSERT_TRUE(plain.is_same_as(wide));
  for (int round = 0; round < 3; ++round) {
    on_both(&Passes::aim, aim);
    on_both(&Passes::warm_start);
    sweep_next(false);
    sweep_both(&Passes::sweep_with_push);
    const auto stirred = std::count(plain.stirred.begin(), plain.stirred.end(), sweep.number);
    EXPECT_TRUE(stirred > 0 && stirred < static_cast<std::ptrdiff_t>(plain.stirred.size())) << stirred;
    sweep_next(true);
    sweep_both(&Passes::sweep_with_push);
    on_both(&Passes::advance, 0.01);
    ASSERT_TRUE(plain.is_same_as(wide)) << round;
    sweep_next(round == 2);
    sweep_both(&Passes::sweep_normals);
    sweep_both(&Passes::sweep_friction);
    on_both(&Passes::add_up);
    ASSERT_TRUE(plain.is_same_as(wide)) << round;
    ASSERT_EQ(std::memcmp(&plain_change, &wide_change, sizeof plain_change), 0) << round;
  }
}

// Some rounds, and what the last sweeps changed on the average.
template <class L>
double solve_rounds(Crowd& crowd, int rounds, int threads) {
  ContactRowsIn<L> rows(crowd.points, crowd.bodies, RowOrder::coloured, 1.0, threads);
  double change = 0.0;
  for (int round = 0; round < rounds; ++round) {
    rows.aim(0.01);
    rows.take_velocities();
    rows.warm_start();
    change = rows.sweep_with_push().mean;
    rows.advance(0.01);
    change += rows.sweep_relaxed().mean;
    rows.give_velocities();
    rows.add_up();
  }
  rows.keep_sums();
  return change;
}

TYPED_TEST(RowLanesOf, HaveTheSameBitsWithSeveralThreads) {
  const Crowd crowd = random_crowd(7, 8000, 0.4, 2000);
  const RowPlan plan = plan_by_colour(crowd.points, crowd.bodies, TypeParam::lanes);
  ASSERT_GE(crowd.points.size(), fewest_points_for_team) << "nothing is shared";
  ASSERT_GE(plan.groups.front().end - plan.groups.front().first, 8) << "nothing to share";
  Crowd alone = crowd;
  const double change = solve_rounds<TypeParam>(alone, 3, 1);
  for (const int threads : {2, 5}) {
    Crowd together = crowd;
    EXPECT_EQ(solve_rounds<TypeParam>(together, 3, threads), change);
    for (std::size_t i = 0; i < alone.bodies.size(); ++i) {
      EXPECT_EQ(alone.bodies[i].velocity.linear, together.bodies[i].velocity.linear) << i;
      EXPECT_EQ(alone.bodies[i].velocity.angular, together.bodies[i].velocity.angular) << i;
    }
    for (std::size_t i = 0; i < alone.points.size(); ++i) {
      EXPECT_EQ(alone.points[i].normal_impulse, together.points[i].normal_impulse) << i;
      EXPECT_EQ(alone.points[i].friction_impulse, together.points[i].friction_impulse) << i;
    }
  }
}

// One round: what closes its gap in it is left at the rest gap, give or take a rounding, and that decides of how it is
// held in the next.
TEST(CoarseLanes, ComeToWhatFineOnesDoButForRounding) {
  Crowd fine = random_crowd(11, 100, 0.4);
  Crowd coarse = fine;
  const double change = solve_rounds<FineLanes>(fine, 1, 1);
  EXPECT_NEAR(solve_rounds<CoarseLanes>(coarse, 1, 1), change, 1e-5 * change);
  double fastest = 0.0;
  for (std::size_t i = 0; i < fine.bodies.size(); ++i) {
    EXPECT_LT(glm::length(fine.bodies[i].velocity.linear - coarse.bodies[i].velocity.linear), 2e-6) << i;
    EXPECT_LT(glm::length(fine.bodies[i].velocity.angular - coarse.bodies[i].velocity.angular), 5e-6) << i;
    fastest = std::max(fastest, glm::length(fine.bodies[i].velocity.linear));
  }
  EXPECT_GT(fastest, 0.1);
}

// Whom no impulse reaches goes on as he did, and not with what single precision makes of his speed.
TEST(CoarseLanes, LeaveThoseAloneWhomNothingTouches) {
  Crowd crowd = random_crowd(11, 10, 0.4);
  crowd.bodies.push_back(crowd.bodies.back());
  crowd.bodies.back().velocity.linear = Vec3(0.1, 1.0 / 3.0, 1e-9);
  const Velocity before = crowd.bodies.back().velocity;
  solve_rounds<CoarseLanes>(crowd, 2, 1);
  EXPECT_EQ(crowd.bodies.back().velocity.linear, before.linear);
  EXPECT_EQ(crowd.bodies.back().velocity.angular, before.angular);
}

}  // namespace
}  // namespace firstcontact
