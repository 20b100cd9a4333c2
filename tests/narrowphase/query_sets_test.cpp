// Queries with known answers: nothing missed, nothing late, no contact reported beyond the tolerance.
#include "query_set.hpp"

#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

namespace firstcontact::test {
namespace {

constexpr double target = 1e-4;
constexpr double tolerance = 1e-5;

TimeOfImpact answer_of(const QuerySet& set, const KnownQuery& query) {
  TimeOfImpactOptions options;
  options.target = target;
  options.tolerance = tolerance;
  return time_of_impact({&set.shapes[query.a], query.motion_a}, {&set.shapes[query.b], query.motion_b}, options);
}

void expect_hit(const QuerySet& set, const KnownQuery& query, const TimeOfImpact& found) {
  ASSERT_EQ(found.status, ImpactStatus::touches) << set.name << ' ' << query.id;
  EXPECT_LE(found.time, query.t_high) << set.name << ' ' << query.id;
  const Separation there = separation({&set.shapes[query.a], pose_at(query.motion_a, found.time)},
                                      {&set.shapes[query.b], pose_at(query.motion_b, found.time)});
  EXPECT_GT(there.distance, 0.0) << set.name << ' ' << query.id;
  EXPECT_LE(there.distance, target + tolerance) << set.name << ' ' << query.id;
  EXPECT_NEAR(there.distance, found.gap, 0.2 * tolerance) << set.name << ' ' << query.id;
}

void expect_miss(const QuerySet& set, const KnownQuery& query, const TimeOfImpact& found) {
  if (found.status == ImpactStatus::touches) {
    EXPECT_LE(query.nearest_low, target + tolerance) << set.name << ' ' << query.id;
  } else {
    EXPECT_EQ(found.status, ImpactStatus::clear) << set.name << ' ' << query.id;
  }
}

void expect_overlap(const QuerySet& set, const KnownQuery& query, const TimeOfImpact& found) {
  EXPECT_EQ(found.status, ImpactStatus::overlaps) << set.name << ' ' << query.id;
  EXPECT_EQ(found.time, 0.0);
  // The files give depths with six significant digits.
  EXPECT_NEAR(found.depth, query.depth, 6e-6 * query.depth) << set.name << ' ' << query.id;
}

class QuerySets : public testing::TestWithParam<const char*> {};

TEST_P(QuerySets, AreAnsweredWithoutAMissOrALateTime) {
  const QuerySet set = read_query_set(GetParam());
  for (const KnownQuery& query : set.queries) {
    const TimeOfImpact found = answer_of(set, query);
    if (query.kind == "hit") {
      expect_hit(set, query, found);
    } else if (query.kind == "miss") {
      expect_miss(set, query, found);
    } else if (query.kind == "overlap0") {
      expect_overlap(set, query, found);
    }
  }
}

TEST_P(QuerySets, GiveTheSameBitsTwiceAndTheOppositeNormalSwapped) {
  const QuerySet set = read_query_set(GetParam());
  for (const KnownQuery& query : set.queries) {
    const TimeOfImpact first = answer_of(set, query);
    const TimeOfImpact again = answer_of(set, query);
    EXPECT_EQ(first.time, again.time);
    EXPECT_EQ(first.normal, again.normal);
    KnownQuery swapped = query;
    std::swap(swapped.a, swapped.b);
    std::swap(swapped.motion_a, swapped.motion_b);
    const TimeOfImpact mirrored = answer_of(set, swapped);
    if (first.status == ImpactStatus::touches && mirrored.status == ImpactStatus::touches) {
      const MovingShape a{&set.shapes[query.a], query.motion_a};
      const MovingShape b{&set.shapes[query.b], query.motion_b};
      // The two times may differ by what the tolerance of gap allows, so it is the gap that is compared.
      const double gap =
          separation({a.shape, pose_at(a.motion, mirrored.time)}, {b.shape, pose_at(b.motion, mirrored.time)}).distance;
      EXPECT_NEAR(gap, first.gap, 1.2 * tolerance) << set.name << ' ' << query.id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Public, QuerySets, testing::Values("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"));

}  // namespace
}  // namespace firstcontact::test
