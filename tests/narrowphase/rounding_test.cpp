// The slack that every certificate takes off (docs/method.md, 6.3) against what rounding really does: the same
// separations in long double.
#include "narrowphase/certificate.hpp"

#include "wide_queries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace firstcontact::test {
namespace {

using Long = long double;
using LongVector = std::array<Long, 3>;

Long dot(const LongVector& p, const LongVector& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

LongVector cross(const LongVector& p, const LongVector& q) {
  return {p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]};
}

LongVector wide(const Vec3& v) { return {v.x, v.y, v.z}; }

// `v` turned by the angle |turn| about it (Rodrigues), with `sign` -1 the other way.
LongVector turned_by(const LongVector& v, const LongVector& turn, Long sign) {
  const Long angle = std::sqrt(dot(turn, turn));
  if (angle == 0.0L) {
    return v;
  }
  const LongVector axis{turn[0] / angle, turn[1] / angle, turn[2] / angle};
  const LongVector aside = cross(axis, v);
  const Long along = dot(axis, v);
  LongVector result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = std::cos(angle) * v[i] + sign * std::sin(angle) * aside[i] + (1.0L - std::cos(angle)) * along * axis[i];
  }
  return result;
}

// `v` in the frame of the quaternion, made unit: the inverse rotation.
LongVector into_local(const Quat& q, const LongVector& v) {
  const LongVector imaginary{q.x, q.y, q.z};
  const Long square = dot(imaginary, imaginary) + static_cast<Long>(q.w) * q.w;
  const LongVector once = cross(imaginary, v);
  const LongVector twice = cross(imaginary, once);
  LongVector result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = v[i] + 2.0L * (-static_cast<Long>(q.w) * once[i] + twice[i]) / square;
  }
  return result;
}

Long reach(const MovingShape& moving, const LongVector& normal, Long time) {
  LongVector turn = wide(moving.motion.angular_velocity);
  for (Long& component : turn) {
    component *= time;
  }
  const LongVector local = into_local(moving.motion.start.orientation, turned_by(normal, turn, -1.0L));
  Long furthest = -1e30L;
  for (const Vec3& vertex : moving.shape->core.vertices) {
    furthest = std::max(furthest, dot(local, wide(vertex)));
  }
  return furthest;
}

LongVector unit_of(LongVector v) {
  const Long size = std::sqrt(dot(v, v));
  for (Long& component : v) {
    component /= size;
  }
  return v;
}

Long exact_separation(const MovingShape& a, const MovingShape& b, const LongVector& unit, Long time) {
  LongVector offset{};
  for (int i = 0; i < 3; ++i) {
    const auto at = [&](const RigidMotion& motion) {
      return motion.start.position[i] + time * (static_cast<Long>(motion.linear_velocity[i]) +
                                                0.5L * time * static_cast<Long>(motion.linear_acceleration[i]));
    };
    offset[static_cast<std::size_t>(i)] = at(b.motion) - at(a.motion);
  }
  const LongVector opposite{-unit[0], -unit[1], -unit[2]};
  return dot(unit, offset) - reach(b, opposite, time) - reach(a, unit, time);
}

TEST(Rounding, IsCoveredByTheSlackWithRoomToSpare) {
  double worst = 0.0;
  for (std::uint64_t index = 0; index < 1500; ++index) {
    const WideQuery query = wide_query(31, index);
    Random random(index);
    const MovingShape a = query.given.a();
    const MovingShape b = query.given.b();
    const PairMotion pair(a, b, query.options.duration);
    const double time = random.between(0.0, query.options.duration);
    const Vec3 normal = random.direction();
    const double found = pair.separation(pair.at(time), normal);
    const auto error =
        static_cast<double>(static_cast<Long>(found) - exact_separation(a, b, unit_of(wide(normal)), time));
    ASSERT_LE(std::abs(error), pair.slack()) << index;
    worst = std::max(worst, std::abs(error) / pair.slack());
  }
  RecordProperty("worst_part_of_slack", std::to_string(worst));
  EXPECT_LT(worst, 0.5);   // the rest is for the stored poses, and for the proof's own worst case
  EXPECT_GT(worst, 0.01);  // a slack a hundred times too wide would only cost gap
}

// The axis at a chord's far end: turned by itself, or carried by the body that it turns with.
TEST(Rounding, OfAnAxisThatTurnsIsCoveredByItsOwnSlack) {
  double worst = 0.0;
  for (std::uint64_t index = 0; index < 1500; ++index) {
    const WideQuery query = wide_query(32, index);
    Random random(index);
    const MovingShape a = query.given.a();
    const MovingShape b = query.given.b();
    const PairMotion pair(a, b, query.options.duration);
    const double start = random.between(0.0, 0.5 * query.options.duration);
    const double end = random.between(start, query.options.duration);
    const Snapshot there = pair.at(end);
    const bool with_a = index % 2 == 0;
    const TurningAxis axis{random.direction(), with_a ? pair.a().spin : 3.0 * pair.b().spin};
    const Vec3 normal =
        with_a ? there.axes_a * into_frame(pair.at(start).axes_a, axis.normal) : turned(axis, end - start).normal;
    LongVector turn = wide(axis.turn);
    for (Long& component : turn) {
      component *= static_cast<Long>(end) - start;
    }
    const LongVector exact = unit_of(turned_by(wide(axis.normal), turn, 1.0L));
    const auto error = static_cast<double>(pair.separation(there, normal) - exact_separation(a, b, exact, end));
    const double allowed = pair.slack() + turning_slack(pair, axis, end - start);
    ASSERT_LE(std::abs(error), allowed) << index;
    worst = std::max(worst, std::abs(error) / allowed);
  }
  RecordProperty("worst_part_of_slack", std::to_string(worst));
  EXPECT_LT(worst, 0.5);
  EXPECT_GT(worst, 0.003);
}

TEST(Rounding, OfATiltIsUpwardsEvenAboutTheSpinItself) {
  Random random(33);
  MovingShape a{nullptr, {}};
  const ConvexShape ball = make_sphere(Vec3(0.0), 1.0);
  a.shape = &ball;
  for (int i = 0; i < 1000; ++i) {
    a.motion.angular_velocity = random.between(0.0, 100.0) * random.direction();
    const PairMotion pair(a, {&ball, {}}, 1.0);
    const Vec3 askew = 1e-16 * random.between(0.0, 10.0) * random.direction();
    const Vec3 normal = normalized_or(a.motion.angular_velocity, Vec3(1.0, 0.0, 0.0)) + askew;
    const LongVector exact = cross(wide(normal), wide(a.motion.angular_velocity));
    EXPECT_GE(tilts(pair, normal).a, static_cast<double>(std::sqrt(dot(exact, exact))));
  }
}

}  // namespace
}  // namespace firstcontact::test
