#include "scene/query_score.hpp"

#include <gtest/gtest.h>

#include "scene/query_samples.hpp"

namespace firstcontact {
namespace {

using testing::two_cubes;

constexpr std::string_view hit = "hit 0.25 0.25 1 0 0 0.25 0 -4 1 0 0";
constexpr std::string_view miss = "miss 1 1 1 0.5 0.5 1 0 0 1 0 0";
constexpr std::string_view overlap = "overlap0 0 0 0 0 0 0 0.125 0 1 0 0";
constexpr std::string_view touch = "touch 0 0 0 0 0 0 0 0 1 0 0";

TimeOfImpact answered(ImpactStatus status, double time, double depth = 0.0) {
  TimeOfImpact answer;
  answer.status = status;
  answer.time = time;
  answer.depth = depth;
  return answer;
}

Judgement judged(std::string_view known, const TimeOfImpact& answer) {
  const QuerySet set = parse_query_set(two_cubes(std::string(known)), "q.toi").value();
  return judge(set, set.queries.at(0), answer, {});
}

bool is_right(const Judgement& judgement) {
  return !judgement.is_missed && !judgement.is_late && !judgement.is_false_contact && !judgement.is_undecided &&
         !judgement.is_wrong_overlap;
}

TEST(Judge, AHitMustNotBeMissedNorLateNorFarTooEarly) {
  EXPECT_TRUE(is_right(judged(hit, answered(ImpactStatus::touches, 0.25 - 1e-5))));
  EXPECT_TRUE(is_right(judged(hit, answered(ImpactStatus::touches, 0.25))));
  EXPECT_TRUE(judged(hit, answered(ImpactStatus::clear, 1.0)).is_missed);
  EXPECT_TRUE(judged(hit, answered(ImpactStatus::touches, 0.250001)).is_late);
  EXPECT_TRUE(judged(hit, answered(ImpactStatus::touches, 0.24)).is_false_contact);  // 40 mm early
  EXPECT_TRUE(judged(hit, answered(ImpactStatus::touches, 0.24)).is_early);
  EXPECT_FALSE(judged(miss, answered(ImpactStatus::touches, 0.24)).is_early);
  EXPECT_TRUE(judged(hit, answered(ImpactStatus::overlaps, 0.0)).is_false_contact);
}

TEST(Judge, UndecidedBeforeTheHitIsNeitherMissedNorLate) {
  const Judgement before = judged(hit, answered(ImpactStatus::undecided, 0.2));
  EXPECT_TRUE(before.is_undecided);
  EXPECT_FALSE(before.is_missed || before.is_late || before.is_false_contact);
  EXPECT_TRUE(judged(hit, answered(ImpactStatus::undecided, 0.3)).is_late);  // 'safe' beyond the contact
}

TEST(Judge, ContactOnAMissIsRightOnlyNearTheTarget) {
  EXPECT_TRUE(is_right(judged(miss, answered(ImpactStatus::clear, 1.0))));
  EXPECT_TRUE(judged(miss, answered(ImpactStatus::touches, 0.25 - 1e-5)).is_false_contact);
  const std::string near_miss = "miss 1 1 1 1e-6 1e-6 1 0 0 1 0 0";
  EXPECT_TRUE(is_right(judged(near_miss, answered(ImpactStatus::touches, 0.25 - 1e-5))));
}

TEST(Judge, AnOverlapIsOneWithItsDepth) {
  EXPECT_TRUE(is_right(judged(overlap, answered(ImpactStatus::overlaps, 0.0, 0.125))));
  EXPECT_TRUE(judged(overlap, answered(ImpactStatus::overlaps, 0.0, 0.126)).is_wrong_overlap);
  EXPECT_TRUE(judged(overlap, answered(ImpactStatus::touches, 0.0, 0.125)).is_wrong_overlap);
  EXPECT_TRUE(judged(overlap, answered(ImpactStatus::clear, 1.0)).is_wrong_overlap);
}

TEST(Judge, ATouchIsNotScored) {
  EXPECT_TRUE(is_right(judged(touch, answered(ImpactStatus::clear, 1.0))));
  EXPECT_TRUE(is_right(judged(touch, answered(ImpactStatus::touches, 0.5))));
}

TEST(Score, CountsAndAddsUp) {
  const QuerySet set = parse_query_set(two_cubes(std::string(hit)), "q.toi").value();
  Score score;
  count(score, set.queries.at(0), {true, false, false, false, false}, 10.0);
  count(score, set.queries.at(0), {false, true, false, true, false, true}, 30.0);
  Score total;
  add(total, score);
  add(total, score);
  EXPECT_EQ(total.queries, 4U);
  EXPECT_EQ(total.hits, 4U);
  EXPECT_EQ(total.missed, 2U);
  EXPECT_EQ(total.late, 2U);
  EXPECT_EQ(total.early, 2U);
  EXPECT_EQ(total.undecided, 2U);
  EXPECT_EQ(total.nanoseconds.size(), 4U);
}

TEST(Quantile, IsTheNearestRank) {
  EXPECT_EQ(quantile({}, 0.5), 0.0);
  EXPECT_EQ(quantile({3.0, 1.0, 2.0}, 0.5), 2.0);
  EXPECT_EQ(quantile({4.0, 1.0, 2.0, 3.0}, 0.5), 2.0);
  EXPECT_EQ(quantile({4.0, 1.0, 2.0, 3.0}, 0.99), 4.0);
}

TEST(Answer, EveryMethodFindsTwoCubesMeet) {
  const QuerySet set = parse_query_set(two_cubes(std::string(hit)), "q.toi").value();
  for (const ImpactMethod method :
       {ImpactMethod::certified, ImpactMethod::swept_faces, ImpactMethod::swept_full, ImpactMethod::advancement}) {
    const TimedAnswer timed = answer(set, set.queries.at(0), {method, {}, 3});
    EXPECT_TRUE(is_right(judge(set, set.queries.at(0), timed.impact, {}))) << static_cast<int>(method);
    EXPECT_GT(timed.nanoseconds, 0.0);
  }
}

}  // namespace
}  // namespace firstcontact
