// The answers that look at no vertex: the window in which two bounding spheres are near, against the same quadratic in
// long double, for pairs that come from afar.
#include "narrowphase/quick_answers.hpp"

#include "narrowphase/random_shapes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace firstcontact {
namespace {

using test::Random;

struct Visit {
  ConvexShape shape_a, shape_b;
  RigidMotion motion_a, motion_b;
};

// b flies by or into a, the whole way some 1 to 1e8 sizes long, and past it if there is time.
Visit random_visit(Random& random) {
  const double size = std::pow(10.0, random.between(-3.0, 0.0));
  Visit visit{make_sphere(Vec3(0.0), size), make_sphere(Vec3(0.0), size), {}, {}};
  const Vec3 way = random.direction();
  const double apart = size * std::pow(10.0, random.between(0.4, 8.0));
  visit.motion_b.start.position = apart * way + random.in_cube(2.0 * size);
  visit.motion_b.linear_velocity = -random.between(0.5, 3.0) * apart * way;
  return visit;
}

// The roots of |start + t velocity| = near within [0, 1]; entry above leave when there are none.
Window window_in_long_double(const Visit& visit, long double near) {
  const Vec3& p = visit.motion_b.start.position;
  const Vec3& v = visit.motion_b.linear_velocity;
  long double start = -near * near;
  long double along = 0.0L;
  long double whole = 0.0L;
  for (int i = 0; i < 3; ++i) {
    const long double place = p[i];
    const long double speed = v[i];
    start += place * place;
    along -= place * speed;
    whole += speed * speed;
  }
  const long double discriminant = along * along - whole * start;
  if (discriminant < 0.0L) {
    return {1.0, 0.0};
  }
  const long double root = std::sqrt(discriminant);
  return {static_cast<double>(std::max(0.0L, (along - root) / whole)),
          static_cast<double>(std::min(1.0L, (along + root) / whole))};
}

constexpr TimeOfImpactOptions options;

TEST(QuickAnswers, TheSpheresWindowHoldsEveryInstantTheyAreNear) {
  Random random(5);
  int met = 0;
  int narrow = 0;
  for (int i = 0; i < 20000; ++i) {
    const Visit visit = random_visit(random);
    const MovingShape a{&visit.shape_a, visit.motion_a};
    const MovingShape b{&visit.shape_b, visit.motion_b};
    const Window found = spheres_near({a, b, options, rounding_slack(a, b, 1.0)});
    const long double near = 2.0L * visit.shape_a.radius + options.target + options.tolerance;
    const Window exact = window_in_long_double(visit, near);
    if (exact.enter <= exact.leave) {
      ++met;
      ASSERT_LE(found.enter, exact.enter) << i;
      ASSERT_GE(found.leave, exact.leave) << i;
      narrow += found.leave - found.enter < 1.1 * (exact.leave - exact.enter) + 1e-9 ? 1 : 0;
    }
  }
  EXPECT_GT(met, 2000);
  EXPECT_GT(narrow, met / 2);  // it would hold everything if it were always the whole span
}

TEST(QuickAnswers, SpheresThatMeetAreNeverSaidToStayApart) {
  Random random(6);
  int met = 0;
  int far = 0;
  for (int i = 0; i < 20000; ++i) {
    const Visit visit = random_visit(random);
    const MovingShape a{&visit.shape_a, visit.motion_a};
    const MovingShape b{&visit.shape_b, visit.motion_b};
    const bool apart = spheres_stay_apart({a, b, options, rounding_slack(a, b, 1.0)});
    const Window exact = window_in_long_double(visit, 2.0L * visit.shape_a.radius + options.target);
    const bool meets = exact.enter <= exact.leave;
    ASSERT_FALSE(apart && meets) << i;
    met += meets ? 1 : 0;
    far += apart ? 1 : 0;
  }
  EXPECT_GT(met, 2000);
  EXPECT_GT(far, 500);
}

RigidMotion random_motion(Random& random) {
  const double size = std::pow(10.0, random.between(-3.0, 6.0));
  RigidMotion motion;
  motion.start.position = random.in_cube(size);
  motion.start.orientation = random.orientation();
  motion.linear_velocity = random.in_cube(std::pow(10.0, random.between(-3.0, 4.0)));
  motion.angular_velocity = random.in_cube(std::pow(10.0, random.between(-3.0, 3.0)));
  motion.linear_acceleration = random.in_cube(std::pow(10.0, random.between(-3.0, 3.0)));
  motion.deviation = random.between(0.0, 0.1);
  return motion;
}

TEST(QuickAnswers, TheCoarseSlackIsNeverLessThanTheFineOne) {
  Random random(8);
  for (int i = 0; i < 20000; ++i) {
    const ConvexShape shape = make_sphere(Vec3(0.0), std::pow(10.0, random.between(-3.0, 3.0)));
    const MovingShape a{&shape, random_motion(random)};
    const MovingShape b{&shape, random_motion(random)};
    const double duration = std::pow(10.0, random.between(-6.0, 3.0));
    const double numbers = all_numbers(a.motion, b.motion);
    ASSERT_GE(coarse_slack(a, b, duration, numbers), rounding_slack(a, b, duration)) << i;
  }
}

}  // namespace
}  // namespace firstcontact
