// The other methods fail where they are known to fail, and the safe ones do not: first the tunnelling, then the catch.
#include "query_set.hpp"
#include "random_shapes.hpp"
#include "slow_oracle.hpp"

#include <firstcontact/impact_methods.hpp>
#include <firstcontact/separation.hpp>

#include <gtest/gtest.h>

namespace firstcontact::test {
namespace {

constexpr double pi = 3.14159265358979323846;

TimeOfImpact by(ImpactMethod method, const MovingShape& a, const MovingShape& b, int samples = 16) {
  return time_of_impact_by(a, b, {method, {}, samples});
}

TEST(ImpactMethods, HaveNamesThatLeadBackToThem) {
  const auto names = impact_method_names();
  ASSERT_EQ(names.size(), 6U);
  EXPECT_EQ(names.front(), "certified");
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(impact_method_named(names[i]), static_cast<ImpactMethod>(i));
  }
  EXPECT_EQ(impact_method_named("Discrete"), std::nullopt);
}

// 1000 m/s for one sixtieth of a second through a wall of 1 mm: 16.7 m, so that even 16 looks see nothing.
TEST(ImpactMethods, ThatOnlyLookAtPosesLetABulletThroughAWall) {
  const ConvexShape bullet = make_shape(make_box({0.01, 0.005, 0.005}));
  const ConvexShape wall = make_shape(make_box({0.0005, 2.0, 2.0}));
  MovingShape flying{&bullet, {}};
  flying.motion.start.position = {-5.0, 0.1, 0.2};
  flying.motion.linear_velocity = {1000.0 / 60.0, 0.0, 0.0};
  const MovingShape standing{&wall, {}};
  EXPECT_EQ(by(ImpactMethod::discrete, flying, standing).status, ImpactStatus::clear);
  EXPECT_EQ(by(ImpactMethod::sampled, flying, standing).status, ImpactStatus::clear);
  EXPECT_EQ(by(ImpactMethod::sampled, flying, standing, 2000).status, ImpactStatus::touches);
  for (const ImpactMethod method :
       {ImpactMethod::swept_faces, ImpactMethod::swept_full, ImpactMethod::advancement, ImpactMethod::certified}) {
    const TimeOfImpact found = by(method, flying, standing);
    EXPECT_EQ(found.status, ImpactStatus::touches);
    EXPECT_NEAR(found.time, (5.0 - 0.0105) * 60.0 / 1000.0, 1e-5);
  }
}

// A whole turn ends where it began; the blade passes the post twice in between.
TEST(ImpactMethods, ThatIgnoreSpinLetABladeThroughAPost) {
  const ConvexShape blade = make_shape(make_box({1.0, 0.01, 0.05}));
  const ConvexShape post = make_shape(make_box({0.02, 1.0, 0.02}));
  MovingShape spinning{&blade, {}};
  spinning.motion.angular_velocity = {0.0, 2.0 * pi, 0.0};
  MovingShape standing{&post, {}};
  standing.motion.start.position = {0.0, 0.0, 0.9};
  for (const ImpactMethod method : {ImpactMethod::discrete, ImpactMethod::swept_faces, ImpactMethod::swept_full}) {
    EXPECT_EQ(by(method, spinning, standing).status, ImpactStatus::clear);
  }
  for (const ImpactMethod method : {ImpactMethod::advancement, ImpactMethod::certified}) {
    EXPECT_EQ(by(method, spinning, standing).status, ImpactStatus::touches);
  }
}

TEST(ImpactMethods, ThatLookAtPosesReportTheFirstPoseInContact) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  MovingShape coming{&box, {}};
  coming.motion.start.position = {2.0, 0.0, 0.0};
  coming.motion.linear_velocity = {-1.5, 0.0, 0.0};
  const MovingShape standing{&box, {}};  // they meet at 2/3
  EXPECT_EQ(by(ImpactMethod::discrete, standing, coming).time, 1.0);
  EXPECT_EQ(by(ImpactMethod::sampled, standing, coming, 8).time, 0.75);
  coming.motion.start.position = {0.9, 0.0, 0.0};
  const TimeOfImpact deep = by(ImpactMethod::discrete, standing, coming);
  EXPECT_EQ(deep.status, ImpactStatus::overlaps);
  EXPECT_NEAR(deep.depth, 0.1, 1e-12);
}

TEST(ImpactMethods, AdvancementIsAsSafeAsTheCertifiedOne) {
  Random random(81);
  int touches = 0;
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 6.0, 2.0);
    const TimeOfImpact found = by(ImpactMethod::advancement, given.a(), given.b());
    ASSERT_NE(found.status, ImpactStatus::undecided);
    EXPECT_FALSE(slow_sweep(given.a(), given.b(), found.time, 1e-4 - 1e-9).reached);
    if (found.status == ImpactStatus::touches) {
      ++touches;
      EXPECT_LE(slow_distance({&given.shape_a, slow_pose(given.motion_a, found.time)},
                              {&given.shape_b, slow_pose(given.motion_b, found.time)}),
                1.1e-4 + 1e-9);
    }
  }
  EXPECT_GT(touches, 50);
}

// How many known hits of a set a method misses or reports too late.
int failures(const char* name, ImpactMethod method) {
  const QuerySet set = read_query_set(name);
  int count = 0;
  for (const KnownQuery& query : set.queries) {
    const TimeOfImpact found =
        by(method, {&set.shapes[query.a], query.motion_a}, {&set.shapes[query.b], query.motion_b});
    count += query.kind == "hit" && (found.status == ImpactStatus::clear || found.time > query.t_high) ? 1 : 0;
  }
  return count;
}

TEST(ImpactMethods, FailOnTheSetsThatTellThemApart) {
  EXPECT_GT(failures("S8", ImpactMethod::discrete), 15);
  EXPECT_GT(failures("S8", ImpactMethod::sampled), 15);
  EXPECT_EQ(failures("S1", ImpactMethod::swept_faces), 0);  // without spin the article's method is never late
  EXPECT_EQ(failures("S1", ImpactMethod::swept_full), 0);
  EXPECT_GT(failures("S4", ImpactMethod::swept_faces), 10);
  EXPECT_GT(failures("S4", ImpactMethod::swept_full), 10);
  for (const char* const name : {"S1", "S3", "S4", "S8"}) {
    EXPECT_EQ(failures(name, ImpactMethod::advancement), 0) << name;
    EXPECT_EQ(failures(name, ImpactMethod::certified), 0) << name;
  }
}

TEST(ImpactMethods, RefuseWhatMakesNoSense) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const MovingShape good{&box, {}};
  EXPECT_THROW(static_cast<void>(by(ImpactMethod::sampled, good, good, 0)), ContractViolation);
  EXPECT_THROW(static_cast<void>(by(ImpactMethod::discrete, {}, good)), ContractViolation);
}

}  // namespace
}  // namespace firstcontact::test
