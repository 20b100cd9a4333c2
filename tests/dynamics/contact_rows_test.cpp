// Rows of the soft solver side by side: what stands beside what, the two builds of the passes, and the impulses that
// sweeps in either order come to.
#include "dynamics/contact_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>
#include <vector>

#include "core/processor.hpp"
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
  const std::vector<RowBatch> batches = plan_by_colour(crowd.points, crowd.bodies).batches;
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

/// The data of some rows, for passes over them one by one.
struct Lanes {
  std::vector<LanePairs> pairs;
  std::vector<LaneRow> rows;
  std::vector<LaneBody> bodies;

  LaneView view() { return {pairs.data(), rows.data(), bodies.data()}; }
  [[nodiscard]] bool is_same_as(const Lanes& other) const {
    return std::memcmp(rows.data(), other.rows.data(), rows.size() * sizeof(LaneRow)) == 0 &&
           std::memcmp(bodies.data(), other.bodies.data(), bodies.size() * sizeof(LaneBody)) == 0;
  }
};

void fill(Random& random, FourVectors& four) {
  for (Four* part : {&four.x, &four.y, &four.z}) {
    for (double& lane : part->lane) {
      lane = random.between(-1.0, 1.0);
    }
  }
}

// Numbers of any kind: the passes only have to agree on them.
Lanes random_lanes(std::uint64_t seed) {
  constexpr std::uint32_t batches = 40;
  Random random(seed);
  Lanes lanes{std::vector<LanePairs>(batches), std::vector<LaneRow>(std::size_t{3} * batches),
              std::vector<LaneBody>(std::size_t{8} * batches)};
  std::memset(lanes.rows.data(), 0, lanes.rows.size() * sizeof(LaneRow));
  for (LaneBody& body : lanes.bodies) {
    body = {{random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0},
            {random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0}};
  }
  for (std::uint32_t i = 0; i < batches; ++i) {
    LanePairs& pairs = lanes.pairs[i];
    pairs.first_row = 3 * i;
    pairs.end_row = 3 * i + 3;
    pairs.used = 4;
    pairs.moves_a = pairs.moves_b = 15U;
    for (std::uint32_t lane = 0; lane < row_lanes; ++lane) {
      pairs.a[lane] = 2 * ((7 * i + lane) % (4 * batches));
      pairs.b[lane] = pairs.a[lane] + 1;
    }
    for (FourVectors* four : {&pairs.inverse_mass_a, &pairs.inverse_mass_b}) {
      fill(random, *four);
    }
    for (int column = 0; column < 3; ++column) {
      fill(random, pairs.inverse_inertia_a[column]);
      fill(random, pairs.inverse_inertia_b[column]);
    }
  }
  for (LaneRow& row : lanes.rows) {
    for (FourVectors* four : {&row.normal, &row.first, &row.arm_a, &row.arm_b}) {
      fill(random, *four);
    }
    for (std::uint32_t lane = 0; lane < row_lanes; ++lane) {
      row.friction.lane[lane] = random.between(0.0, 1.0);
      row.normal_impulse.lane[lane] = std::max(0.0, random.between(-3.0, 1.0));
      row.separation.lane[lane] = random.between(0.0, 2.0);
      row.rest_gap.lane[lane] = 1.0;
      row.lift_gap.lane[lane] = 0.5;
    }
  }
  return lanes;
}

TEST(RowLanes, BothBuildsGiveTheSameBits) {
  if (!has_avx2()) {
    GTEST_SKIP() << "this processor has no AVX2";
  }
  Lanes plain = random_lanes(5);
  Lanes wide = plain;
  const PairRange all{0, static_cast<std::uint32_t>(plain.pairs.size())};
  const LaneAim aim{contact_softness(0.01), 0.01, 0.1, 0.9, 0.5, 1.0};
  LaneChange plain_change{};
  LaneChange wide_change{};
  baseline::row_passes.prepare(plain.view(), all);
  avx2::row_passes.prepare(wide.view(), all);
  ASSERT_TRUE(plain.is_same_as(wide));
  for (int round = 0; round < 3; ++round) {
    baseline::row_passes.aim(plain.view(), all, aim);
    avx2::row_passes.aim(wide.view(), all, aim);
    baseline::row_passes.warm_start(plain.view(), all);
    avx2::row_passes.warm_start(wide.view(), all);
    baseline::row_passes.sweep_with_push(plain.view(), all, plain_change);
    avx2::row_passes.sweep_with_push(wide.view(), all, wide_change);
    baseline::row_passes.advance(plain.view(), all, 0.01);
    avx2::row_passes.advance(wide.view(), all, 0.01);
    ASSERT_TRUE(plain.is_same_as(wide)) << round;
    baseline::row_passes.sweep_normals(plain.view(), all, plain_change);
    avx2::row_passes.sweep_normals(wide.view(), all, wide_change);
    baseline::row_passes.sweep_friction(plain.view(), all, plain_change);
    avx2::row_passes.sweep_friction(wide.view(), all, wide_change);
    baseline::row_passes.add_up(plain.view(), all);
    avx2::row_passes.add_up(wide.view(), all);
    ASSERT_TRUE(plain.is_same_as(wide)) << round;
    ASSERT_EQ(std::memcmp(&plain_change, &wide_change, sizeof plain_change), 0) << round;
  }
}

TEST(ContactRows, HaveTheSameBitsWithTwoThreads) {
  Crowd alone = random_crowd(7, 400, 0.4);
  Crowd together = alone;
  const RowPlan plan = plan_by_colour(alone.points, alone.bodies);
  ASSERT_GT(plan.groups.front().end - plan.groups.front().first, 1U) << "nothing to share";
  const auto sweep = [](Crowd& crowd, int threads) {
    ContactRows rows(crowd.points, crowd.bodies, RowOrder::coloured, 1.0, threads);
    SweepChange change;
    for (int round = 0; round < 3; ++round) {
      rows.aim(0.01);
      rows.take_velocities();
      rows.warm_start();
      change = rows.sweep_with_push();
      rows.advance(0.01);
      change.mean += rows.sweep_relaxed().mean;
      rows.give_velocities();
      rows.add_up();
    }
    rows.keep_sums();
    return change.mean;
  };
  EXPECT_EQ(sweep(alone, 1), sweep(together, 2));
  for (std::size_t i = 0; i < alone.bodies.size(); ++i) {
    EXPECT_EQ(alone.bodies[i].velocity.linear, together.bodies[i].velocity.linear) << i;
    EXPECT_EQ(alone.bodies[i].velocity.angular, together.bodies[i].velocity.angular) << i;
  }
  for (std::size_t i = 0; i < alone.points.size(); ++i) {
    EXPECT_EQ(alone.points[i].normal_impulse, together.points[i].normal_impulse) << i;
    EXPECT_EQ(alone.points[i].friction_impulse, together.points[i].friction_impulse) << i;
  }
}

// Without friction the impulses of a round solve a linear complementarity problem, whose velocities are unique: pairs
// in any order come to them.
TEST(ContactRows, ComeToTheSameVelocitiesInEitherOrder) {
  Crowd given = random_crowd(3, 30, 0.0);
  Crowd coloured = given;
  const auto solve = [](Crowd& crowd, RowOrder order) {
    ContactRows rows(crowd.points, crowd.bodies, order, 1.0);
    rows.aim(0.01);
    rows.take_velocities();
    rows.warm_start();
    double change = 0.0;
    for (int i = 0; i < 4000; ++i) {
      change = rows.sweep_relaxed().largest;
    }
    rows.give_velocities();
    return change;
  };
  EXPECT_LT(solve(given, RowOrder::given), 1e-12);
  EXPECT_LT(solve(coloured, RowOrder::coloured), 1e-12);
  double fastest = 0.0;
  for (std::size_t i = 0; i < given.bodies.size(); ++i) {
    const Vec3 difference = given.bodies[i].velocity.linear - coloured.bodies[i].velocity.linear;
    EXPECT_LT(glm::length(difference), 1e-9) << i;
    fastest = std::max(fastest, glm::length(given.bodies[i].velocity.linear));
  }
  EXPECT_GT(fastest, 0.1);
}

}  // namespace
}  // namespace firstcontact
