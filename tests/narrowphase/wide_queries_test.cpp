// The short run of the long test: random queries over the whole promised range against the support oracle, and that
// oracle against the brute-force one. The long run is the program firstcontact_oracle.
#include "oracle_check.hpp"
#include "slow_oracle.hpp"
#include "support_oracle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace firstcontact::test {
namespace {

constexpr std::uint64_t seed = 20;
constexpr std::uint64_t short_run = 3000;

TEST(SupportOracle, AgreesWithTheBruteForceDistance) {
  Random random(91);
  for (int i = 0; i < 1500; ++i) {
    SCOPED_TRACE(i);
    RandomCase given = random_case(random, 0.0, 0.0);
    given.motion_b.start.position = given.motion_a.start.position + random.in_cube(1.0);
    OracleCorral corral;
    const OracleDistance found = oracle_distance(oracle_scene(given.a(), given.b(), 0.0), corral);
    const double slow = slow_distance({&given.shape_a, given.motion_a.start}, {&given.shape_b, given.motion_b.start});
    EXPECT_LE(found.lower, slow + 1e-12);
    EXPECT_GE(found.upper, slow > 0.0 ? slow - 1e-12 : -10.0);
    if (slow > 0.0) {
      EXPECT_NEAR(found.lower, slow, 1e-9);
      EXPECT_NEAR(found.upper, slow, 1e-9);
    }
  }
}

TEST(SupportOracle, SeesABladeMeetAPostAtTheAngleOfTheClosedForm) {
  // The rod's side, 0.02 from its middle line, meets a ball of radius 0.1 at 0.8 from the hub: sin(angle) = 0.12 / 0.8.
  const ConvexShape rod = make_shape(make_box({1.0, 0.02, 0.02}));
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.1);
  MovingShape spinning{&rod, {}};
  spinning.motion.angular_velocity = {0.0, 3.0, 0.0};
  MovingShape post{&ball, {}};
  post.motion.start.position = {0.0, 0.0, -0.8};
  const double contact = (std::acos(0.0) - std::asin(0.12 / 0.8)) / 3.0;
  const OracleSweep sweep = oracle_sweep(spinning, post, 1.0, 1e-6);
  EXPECT_TRUE(sweep.reached);
  EXPECT_FALSE(sweep.capped);
  EXPECT_NEAR(sweep.time, contact, 2e-6);
  EXPECT_FALSE(oracle_sweep(spinning, post, contact - 1e-5, 1e-6).reached);
}

// An answer in the thick of the series: contact at some time, at the full target.
struct GoodAnswer {
  WideQuery query;
  TimeOfImpact found;
};

std::vector<GoodAnswer> good_answers() {
  std::vector<GoodAnswer> answers;
  for (std::uint64_t index = 0; index < 100; ++index) {
    const WideQuery query = wide_query(seed, index);
    const TimeOfImpact found = time_of_impact(query.given.a(), query.given.b(), query.options);
    if (found.status == ImpactStatus::touches && found.time > 1e-3 * query.options.duration &&
        found.target == query.options.target) {
      answers.push_back({query, found});
    }
  }
  return answers;
}

TEST(OracleCheck, SeesEveryKindOfWrongAnswer) {
  const std::vector<GoodAnswer> answers = good_answers();
  ASSERT_GT(answers.size(), 20U);
  for (const GoodAnswer& good : answers) {
    const WideQuery& query = good.query;
    EXPECT_FALSE(judge(query, good.found).is_wrong());
    TimeOfImpact wrong = good.found;
    wrong.target *= 1.3;  // it came nearer than that before
    EXPECT_TRUE(judge(query, wrong).is_late);
    wrong.status = ImpactStatus::clear;
    EXPECT_TRUE(judge(query, wrong).is_missed);
    wrong.status = ImpactStatus::overlaps;
    EXPECT_TRUE(judge(query, wrong).is_wrong_overlap);
    wrong = good.found;
    wrong.gap += query.options.tolerance;
    EXPECT_TRUE(judge(query, wrong).is_wrong_gap);
    wrong = good.found;
    wrong.normal = -wrong.normal;
    EXPECT_TRUE(judge(query, wrong).is_wrong_gap);
    wrong = good.found;
    wrong.target *= 0.5;  // contact, says this answer, at half the gap there is
    EXPECT_TRUE(judge(query, wrong).is_early);
  }
}

TEST(WideQueries, CoverWhatTheyPromise) {
  std::size_t fewest = 1000;
  std::size_t most = 0;
  double furthest = 0.0;
  double fastest = 0.0;
  double smallest = 1e300;
  double largest = 0.0;
  int instants = 0;
  for (std::uint64_t index = 0; index < 600; ++index) {
    const WideQuery query = wide_query(seed, index);
    const RandomCase& given = query.given;
    if (!given.shape_a.core.faces.empty()) {
      fewest = std::min(fewest, given.shape_a.core.vertices.size());
      most = std::max(most, given.shape_a.core.vertices.size());
    }
    furthest = std::max(furthest, glm::length(given.motion_a.start.position));
    fastest = std::max(fastest, query.options.duration * glm::length(given.motion_a.angular_velocity));
    instants += query.options.duration == 0.0 ? 1 : 0;
    smallest = std::min(smallest, given.shape_a.radius);
    largest = std::max(largest, given.shape_a.radius);
  }
  EXPECT_EQ(fewest, 4U);
  EXPECT_GT(most, 230U);
  EXPECT_GT(furthest, 5e5);
  EXPECT_GT(fastest, 58.0);
  EXPECT_LT(smallest, 1e-3);
  EXPECT_GT(largest, 450.0);
  EXPECT_GT(instants, 3);
}

TEST(WideQueries, AreAnsweredWithoutAMissALateTimeOrADoubt) {
  OracleTally tally;
  for (std::uint64_t index = 0; index < short_run; ++index) {
    const WideQuery query = wide_query(seed, index);
    const OracleVerdict verdict = judge(query);
    count(tally, verdict);
    EXPECT_FALSE(verdict.is_wrong() || verdict.is_undecided)
        << "firstcontact_oracle 1 " << seed << ' ' << index << ": " << described(query, verdict);
  }
  EXPECT_GT(tally.touches, short_run / 3);
  EXPECT_GT(tally.clear, short_run / 6);
  EXPECT_GT(tally.overlaps, short_run / 50);
  EXPECT_LT(tally.capped, short_run / 500);
}

// A bound that is carried over a step holds along an axis that stands in the world. Where it was taken for one that
// turns with a, the answer of this query named another normal than the one it had certified.
TEST(WideQueries, ABoundIsCarriedOnAnAxisThatStandsInTheWorld) {
  constexpr std::uint64_t turning_a = 19621;
  const WideQuery query = wide_query(1, turning_a);
  const OracleVerdict verdict = judge(query);
  EXPECT_EQ(verdict.status, ImpactStatus::touches);
  EXPECT_FALSE(verdict.is_wrong() || verdict.is_undecided) << described(query, verdict);
}

}  // namespace
}  // namespace firstcontact::test
