// The time of impact of cylinders, cones and ellipsoids: never late, never early by more than the tolerance, by looking
// at many instants; a wheel that rolls is asked about once; casts by the closed forms.
#include <firstcontact/cast.hpp>
#include <firstcontact/separation.hpp>
#include <firstcontact/time_of_impact.hpp>

#include <gtest/gtest.h>

#include "smooth_shapes.hpp"

namespace firstcontact::test {
namespace {

struct Question {
  ConvexShape a, b;
  MovingShape moving_a, moving_b;
};

void random_motion(Random& random, RigidMotion& motion, double spin) {
  motion.start.orientation = random.orientation();
  motion.linear_velocity = random.in_cube(2.0);
  motion.angular_velocity = random.in_cube(spin);
  motion.linear_acceleration = random.in_cube(1.0);
}

double gap_at(const Question& question, double time) {
  return separation({question.moving_a.shape, pose_at(question.moving_a.motion, time)},
                    {question.moving_b.shape, pose_at(question.moving_b.motion, time)})
      .distance;
}

void check(const Question& question, const TimeOfImpactOptions& options, AxisCache* cache, int number) {
  const TimeOfImpact found = time_of_impact(question.moving_a, question.moving_b, options, cache);
  ASSERT_NE(found.status, ImpactStatus::undecided) << number;
  if (found.status == ImpactStatus::overlaps) {
    EXPECT_EQ(gap_at(question, 0.0), 0.0) << number;
    return;
  }
  constexpr int looks = 200;
  for (int i = 0; i <= looks; ++i) {
    const double time = found.time * i / looks;
    ASSERT_GE(gap_at(question, time), found.target - 1e-12) << number << " at " << time << " of " << found.time;
  }
  if (found.status == ImpactStatus::touches) {
    EXPECT_LE(gap_at(question, found.time), found.target + options.tolerance + 1e-12) << number;
  }
}

TEST(SmoothImpact, IsNeverLateAndHardlyEarly) {
  Random random(11);
  int touches = 0;
  for (int i = 0; i < 400; ++i) {
    Question question;
    question.a = random_smooth(random).shape;
    question.b = random.between(0.0, 1.0) < 0.4 ? random_smooth(random).shape : random_shape(random);
    question.moving_a.shape = &question.a;
    question.moving_b.shape = &question.b;
    const double spin = i % 3 == 0 ? 0.0 : (i % 3 == 1 ? 3.0 : 30.0);
    random_motion(random, question.moving_a.motion, spin);
    random_motion(random, question.moving_b.motion, spin);
    question.moving_b.motion.start.position = 1.5 * random.direction();
    // Towards each other, mostly.
    question.moving_b.motion.linear_velocity -= 2.0 * question.moving_b.motion.start.position;
    TimeOfImpactOptions options;
    AxisCache cache;
    check(question, options, i % 2 == 0 ? nullptr : &cache, i);
    if (i % 2 == 1) {
      check(question, options, &cache, i);
    }
    touches += time_of_impact(question.moving_a, question.moving_b, options).status == ImpactStatus::touches ? 1 : 0;
  }
  EXPECT_GT(touches, 150);
}

// On the floor at a resting gap, rolling or spinning on the spot: the floor's normal holds for the whole of a step, at
// any speed. A prism would need as many looks as it has sides.
TEST(SmoothImpact, OfARollingWheelIsOneLook) {
  const ConvexShape floor = make_shape(make_box({20.0, 0.5, 20.0}));
  const ConvexShape wheel = cylinder_sample(0.2, 0.3).shape;
  for (const double speed : {0.1, 1.5, 30.0, 1000.0}) {
    MovingShape a{&floor, {}};
    a.motion.start.position = {0.0, -0.5, 0.0};
    MovingShape b{&wheel, {}};
    b.motion.start.position = {0.0, 0.2 + 1.5e-4, 0.0};
    b.motion.start.orientation = quaternion_from_rotation_vector({1.5707963267948966, 0.0, 0.0});
    b.motion.linear_velocity = {speed, 0.0, 0.0};
    b.motion.angular_velocity = {0.0, 0.0, -speed / 0.2};
    TimeOfImpactOptions options;
    options.duration = 1.0 / 240.0;
    const TimeOfImpact found = time_of_impact(a, b, options);
    EXPECT_EQ(found.status, ImpactStatus::clear) << speed;
    EXPECT_LE(found.iterations, 1) << speed;
  }
}

double cylinder_entry(double radius, double half_height, const Ray& ray) {
  const Vec3& o = ray.origin;
  const Vec3& d = ray.displacement;
  double enter = 0.0;
  double leave = 1.0;
  const double square = d.x * d.x + d.z * d.z;
  const double along = o.x * d.x + o.z * d.z;
  const double root2 = along * along - square * (o.x * o.x + o.z * o.z - radius * radius);
  if (root2 < 0.0) {
    return -1.0;
  }
  enter = std::max(enter, (-along - std::sqrt(root2)) / square);
  leave = std::min(leave, (-along + std::sqrt(root2)) / square);
  const double first = (-half_height - o.y) / d.y;
  const double second = (half_height - o.y) / d.y;
  enter = std::max(enter, std::min(first, second));
  leave = std::min(leave, std::max(first, second));
  return enter <= leave ? enter : -1.0;
}

TEST(SmoothCast, RaysHitACylinderWhereTheyDo) {
  Random random(12);
  int hits = 0;
  for (int i = 0; i < 1000; ++i) {
    const SmoothSample sample = cylinder_sample(random.between(0.05, 0.6), random.between(0.05, 0.6));
    const Vec3 origin = 1.5 * random.direction();
    const Ray ray{origin, -2.0 * origin + random.in_cube(0.8)};
    const double entry = cylinder_entry(sample.radius, sample.half_height, ray);
    const CastHit hit = ray_cast({&sample.shape, {}}, ray);
    EXPECT_EQ(hit.status, entry >= 0.0 ? CastStatus::hits : CastStatus::clear) << i;
    if (entry >= 0.0) {
      ++hits;
      EXPECT_NEAR(hit.fraction, entry, 1e-8) << i;
    }
  }
  EXPECT_GT(hits, 300);
}

TEST(SmoothCast, RaysHitAnEllipsoidWhereTheyDo) {
  Random random(13);
  for (int i = 0; i < 1000; ++i) {
    const SmoothSample sample = random_smooth(random);
    if (sample.kind != Smooth::ellipsoid) {
      continue;
    }
    const Vec3 origin = 1.5 * random.direction();
    const Ray ray{origin, -2.0 * origin + random.in_cube(0.8)};
    const Vec3 o = ray.origin / sample.semi_axes;
    const Vec3 d = ray.displacement / sample.semi_axes;
    const double root2 = glm::dot(o, d) * glm::dot(o, d) - glm::dot(d, d) * (glm::dot(o, o) - 1.0);
    const CastHit hit = ray_cast({&sample.shape, {}}, ray);
    EXPECT_EQ(hit.status, root2 >= 0.0 ? CastStatus::hits : CastStatus::clear) << i;
    if (root2 >= 0.0) {
      EXPECT_NEAR(hit.fraction, (-glm::dot(o, d) - std::sqrt(root2)) / glm::dot(d, d), 1e-8) << i;
    }
  }
}

TEST(SmoothCast, PointsInsideAreInside) {
  Random random(14);
  for (int i = 0; i < 500; ++i) {
    const SmoothSample sample = random_smooth(random);
    const Vec3 point = random.in_cube(0.6);
    const double outside = sample.outside(point);
    const ConvexShape ball = make_sphere(Vec3(0.0), 1e-9);
    const bool is_in = overlap({&sample.shape, {}}, {&ball, {point, Quat(1.0, 0.0, 0.0, 0.0)}});
    if (std::abs(outside) > 1e-6) {
      EXPECT_EQ(is_in, outside < 0.0) << i;
      EXPECT_EQ(ray_cast({&sample.shape, {}}, {point, Vec3(0.0)}).status == CastStatus::inside, outside < 0.0) << i;
    }
  }
}

}  // namespace
}  // namespace firstcontact::test
