// Rows of the soft solver side by side: what stands beside what, the two builds of the passes, and the impulses that
// sweeps in either order come to.
#include "dynamics/contact_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>
#include <type_traits>
#include <vector>

#include "core/processor.hpp"
#include "dynamics/contact_solver.hpp"
#include "dynamics/row_batches.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

/// Bodies that touch at random points; the first two cannot move.
struct Crowd {
  std::vector<Responder> bodies;
  std::vector<ContactPoint> points;
};

Responder random_body(Random& random) {
  Responder body;
  body.velocity = {random.vector(1.0), random.vector(1.0)};
  body.inverse_mass = Vec3(random.between(0.5, 2.0));
  const Mat3 turn = glm::mat3_cast(random.rotation());
  const Mat3 principal(random.between(2.0, 9.0), 0.0, 0.0, 0.0, random.between(2.0, 9.0), 0.0, 0.0, 0.0,
                       random.between(2.0, 9.0));
  body.inverse_inertia = turn * principal * glm::transpose(turn);
  return body;
}

ContactPoint random_point(Random& random, const Vec3& normal, double friction) {
  ContactPoint point;
  point.normal = normal;
  point.arm_a = 0.5 * normal + random.vector(0.3);
  point.arm_b = -0.5 * normal + random.vector(0.3);
  point.separation = random.between(0.0, 1e-3);
  point.rest_gap = 8e-4;
  point.lift_gap = 5e-4;
  point.friction = friction;
  point.normal_impulse = std::max(0.0, random.between(-0.5, 0.5));
  point.friction_impulse = 0.3 * point.normal_impulse * any_perpendicular(normal);
  return point;
}

Crowd random_crowd(std::uint64_t seed, std::size_t count, double friction) {
  Random random(seed);
  Crowd crowd;
  crowd.bodies.resize(2);
  while (crowd.bodies.size() < count) {
    crowd.bodies.push_back(random_body(random));
  }
  for (std::uint32_t b = 2; b < count; ++b) {
    std::uint64_t a = random.next() % 2;
    for (; a < b; a += 1 + random.next() % 7) {
      const Vec3 normal = glm::normalize(random.vector(1.0) + Vec3(0.0, 2.0, 0.0));
      for (std::uint64_t i = random.next() % 4 + 1; i > 0; --i) {
        crowd.points.push_back(random_point(random, normal, friction));
        crowd.points.back().a = static_cast<std::uint32_t>(a);
        crowd.points.back().b = b;
      }
    }
  }
  return crowd;
}

TEST(RowBatches, HoldEveryPairOnceAndNoBodyThatMovesTwice) {
  const Crowd crowd = random_crowd(1, 60, 0.5);
  std::vector<int> seen(crowd.points.size(), 0);
  std::size_t lanes = 0;
  const std::vector<RowBatch> batches = plan_by_colour(crowd.points, crowd.bodies, 4).batches;
  for (const RowBatch& batch : batches) {
    std::multiset<std::uint32_t> movers;
    for (std::uint32_t lane = 0; lane < batch.used; ++lane) {
      const PairRange pair = batch.points[lane];
      ++lanes;
      for (std::uint32_t i = pair.first; i < pair.end; ++i) {
        ++seen[i];
        EXPECT_EQ(crowd.points[i].a, crowd.points[pair.first].a);
        EXPECT_EQ(crowd.points[i].b, crowd.points[pair.first].b);
      }
      for (const std::uint32_t body : {crowd.points[pair.first].a, crowd.points[pair.first].b}) {
        if (body >= 2) {
          movers.insert(body);
          EXPECT_EQ(movers.count(body), 1U);
        }
      }
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
  EXPECT_GT(static_cast<double>(lanes), 2.0 * static_cast<double>(batches.size()));
}

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

TYPED_TEST(RowLanesOf, HaveTheSameBitsWithTwoThreads) {
  Crowd alone = random_crowd(7, 800, 0.4);
  Crowd together = alone;
  const RowPlan plan = plan_by_colour(alone.points, alone.bodies, TypeParam::lanes);
  ASSERT_GT(plan.groups.front().end - plan.groups.front().first, 1U) << "nothing to share";
  EXPECT_EQ(solve_rounds<TypeParam>(alone, 3, 1), solve_rounds<TypeParam>(together, 3, 2));
  for (std::size_t i = 0; i < alone.bodies.size(); ++i) {
    EXPECT_EQ(alone.bodies[i].velocity.linear, together.bodies[i].velocity.linear) << i;
    EXPECT_EQ(alone.bodies[i].velocity.angular, together.bodies[i].velocity.angular) << i;
  }
  for (std::size_t i = 0; i < alone.points.size(); ++i) {
    EXPECT_EQ(alone.points[i].normal_impulse, together.points[i].normal_impulse) << i;
    EXPECT_EQ(alone.points[i].friction_impulse, together.points[i].friction_impulse) << i;
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

Vec3 momentum_of(const Crowd& crowd) {
  Vec3 momentum(0.0);
  for (const Responder& body : crowd.bodies) {
    momentum += body.velocity.linear / body.inverse_mass;
  }
  return momentum;
}

// So many bodies are swept in single precision, which would be a millionth off.
TEST(SolveContacts, KeepsTheMomentumOfAHeapToRounding) {
  Crowd crowd = random_crowd(13, 200, 0.4);
  Random random(17);
  crowd.bodies[0] = random_body(random);
  crowd.bodies[1] = random_body(random);
  const Vec3 before = momentum_of(crowd);
  const std::vector<Velocity> kicks(crowd.bodies.size());
  static_cast<void>(solve_contacts(crowd.points, crowd.bodies, kicks, {0.01, 4, 1, true, false}));
  EXPECT_LT(glm::length(momentum_of(crowd) - before), 1e-12 * static_cast<double>(crowd.bodies.size()));
  EXPECT_TRUE(std::any_of(crowd.points.begin(), crowd.points.end(), is_pressed));
}

// Or `verify` would refute what was recorded of a heap: single precision is a ten-millionth outside.
TEST(SolveContacts, KeepsTheFrictionOfAHeapInItsCones) {
  Crowd crowd = random_crowd(13, 200, 0.4);
  const std::vector<Velocity> kicks(crowd.bodies.size());
  static_cast<void>(solve_contacts(crowd.points, crowd.bodies, kicks, {0.01, 4, 1, true, false}));
  int sliding = 0;
  for (const ContactPoint& point : crowd.points) {
    const double most = point.friction * point.normal_impulse;
    const double size = glm::length(point.friction_impulse);
    ASSERT_LE(size, most * (1.0 + 1e-15));
    sliding += most > 0.0 && size > 0.999 * most ? 1 : 0;
  }
  EXPECT_GT(sliding, 50);
}

// A thousand hulls would else jitter at 4e-7 m/s for ever, and come to 1e-9 as it is.
TEST(SolveContacts, RoundsNoImpulsesOfAHeapThatComesToRest) {
  const auto are_single = [](bool is_slow) {
    Crowd crowd = random_crowd(13, 200, 0.4);
    const std::vector<Velocity> kicks(crowd.bodies.size());
    static_cast<void>(solve_contacts(crowd.points, crowd.bodies, kicks, {0.01, 4, 1, true, is_slow}));
    return std::all_of(crowd.points.begin(), crowd.points.end(), [](const ContactPoint& point) {
      return static_cast<double>(static_cast<float>(point.normal_impulse)) == point.normal_impulse;
    });
  };
  EXPECT_TRUE(are_single(false));
  EXPECT_FALSE(are_single(true));
}

// Of masses so great the squares of impulses are none in single precision. A power of two changes no bit in double.
TEST(SolveContacts, LeavesMassesThatNoFloatHoldsToDoublePrecision) {
  const auto velocities = [](double scale, bool is_slow) {
    Crowd crowd = random_crowd(13, 200, 0.4);
    for (Responder& body : crowd.bodies) {
      body.inverse_mass /= scale;
      body.inverse_inertia /= scale;
    }
    for (ContactPoint& point : crowd.points) {
      point.normal_impulse *= scale;
      point.friction_impulse *= scale;
    }
    const std::vector<Velocity> kicks(crowd.bodies.size());
    static_cast<void>(solve_contacts(crowd.points, crowd.bodies, kicks, {0.01, 4, 1, true, is_slow}));
    std::vector<Vec3> found;
    for (const Responder& body : crowd.bodies) {
      found.push_back(body.velocity.linear);
    }
    return found;
  };
  EXPECT_EQ(velocities(0x1p80, false), velocities(1.0, true));
  EXPECT_EQ(velocities(0x1p-80, false), velocities(1.0, true));
}

// Without friction the impulses of a round solve a linear complementarity problem, whose velocities are unique: pairs
// in any order come to them.
// And so they do where sweeps pass over whom nothing stirs.
TEST(ContactRows, ComeToTheSameVelocitiesInEitherOrder) {
  Crowd given = random_crowd(3, 30, 0.0);
  Crowd coloured = given;
  Crowd restless = given;
  const auto solve = [](Crowd& crowd, RowOrder order, SweepExtent later = SweepExtent::all) {
    ContactRows rows(crowd.points, crowd.bodies, order, 1.0);
    rows.be_stirred_by_more_than(1e-13);
    rows.aim(0.01);
    rows.take_velocities();
    rows.warm_start();
    double change = rows.sweep_relaxed().largest;
    for (int i = 0; i < 4000; ++i) {
      change = rows.sweep_relaxed(later).largest;
    }
    rows.give_velocities();
    return change;
  };
  EXPECT_LT(solve(given, RowOrder::given), 1e-12);
  EXPECT_LT(solve(coloured, RowOrder::coloured), 1e-12);
  EXPECT_LT(solve(restless, RowOrder::coloured, SweepExtent::restless), 1e-12);
  double fastest = 0.0;
  for (std::size_t i = 0; i < given.bodies.size(); ++i) {
    const Vec3 difference = given.bodies[i].velocity.linear - coloured.bodies[i].velocity.linear;
    EXPECT_LT(glm::length(difference), 1e-9) << i;
    EXPECT_LT(glm::length(restless.bodies[i].velocity.linear - coloured.bodies[i].velocity.linear), 1e-9) << i;
    fastest = std::max(fastest, glm::length(given.bodies[i].velocity.linear));
  }
  EXPECT_GT(fastest, 0.1);
}

// Two by themselves run into each other, and two that stand apart are left out of the sweeps to come: even where they
// are given a speed that a sweep of all takes.
TEST(ContactRows, RestlessSweepsLeaveOutWhomTheLastOneHasNotStirred) {
  Random random(21);
  Crowd crowd;
  for (int i = 0; i < 4; ++i) {
    crowd.bodies.push_back(random_body(random));
    crowd.bodies.back().velocity = {};
  }
  const Vec3 up(0.0, 1.0, 0.0);
  for (std::uint32_t pair = 0; pair < 2; ++pair) {
    for (int i = 0; i < 3; ++i) {
      ContactPoint& point = crowd.points.emplace_back(random_point(random, up, 0.3));
      point.a = 2 * pair;
      point.b = 2 * pair + 1;
      point.separation = point.rest_gap;
      point.normal_impulse = 0.0;
      point.friction_impulse = Vec3(0.0);
    }
  }
  crowd.bodies[1].velocity.linear = -up;
  ContactRows rows(crowd.points, crowd.bodies, RowOrder::given, 1.0);
  rows.be_stirred_by_more_than(1e-9);
  rows.aim_to_stop();
  rows.take_velocities();
  static_cast<void>(rows.sweep_relaxed());
  rows.give_velocities();
  const Vec3 struck = crowd.bodies[1].velocity.angular;
  crowd.bodies[3].velocity.linear = -up;
  rows.take_velocities();
  static_cast<void>(rows.sweep_relaxed(SweepExtent::restless));
  rows.give_velocities();
  EXPECT_EQ(crowd.bodies[3].velocity.linear, -up);
  EXPECT_NE(crowd.bodies[1].velocity.angular, struck);
  static_cast<void>(rows.sweep_relaxed());
  rows.give_velocities();
  EXPECT_NE(crowd.bodies[3].velocity.linear, -up);
}

}  // namespace
}  // namespace firstcontact
