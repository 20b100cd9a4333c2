// Overlap, rays and swept shapes: closed forms, and the oracles over random shapes. Nothing may pass through anything.
#include "random_shapes.hpp"
#include "slow_oracle.hpp"
#include "support_oracle.hpp"
#include "wide_queries.hpp"

#include <firstcontact/cast.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace firstcontact::test {
namespace {

constexpr double pi = 3.14159265358979323846;

PosedShape at(const ConvexShape& shape, const Vec3& position, const Vec3& turn = Vec3(0.0)) {
  return {&shape, {position, quaternion_from_rotation_vector(turn)}};
}

void expect_near(const Vec3& found, const Vec3& expected, double tolerance) {
  EXPECT_LE(glm::length(found - expected), tolerance) << found.x << ' ' << found.y << ' ' << found.z << " instead of "
                                                      << expected.x << ' ' << expected.y << ' ' << expected.z;
}

TEST(RayCast, OfABoxIsWhereTheLineCrossesItsFace) {
  const ConvexShape box = make_shape(make_box({1.0, 2.0, 3.0}));
  const CastHit hit = ray_cast(at(box, {10.0, 0.0, 0.0}), {{5.0, 0.5, 0.5}, {8.0, 0.0, 1.0}});
  EXPECT_EQ(hit.status, CastStatus::hits);
  EXPECT_NEAR(hit.fraction, 0.5, 1e-13);
  EXPECT_LE(hit.fraction, 0.5);
  expect_near(hit.point, {9.0, 0.5, 1.0}, 1e-12);
  expect_near(hit.normal, {-1.0, 0.0, 0.0}, 1e-15);
}

TEST(RayCast, OfABallAndACapsuleIsTheRootOfTheQuadratic) {
  const ConvexShape ball = make_sphere({0.0, 1.0, 0.0}, 0.5);
  const CastHit on_ball = ray_cast(at(ball, {3.0, 0.0, 0.0}), {{0.0, 1.3, 0.0}, {6.0, 0.0, 0.0}});
  EXPECT_EQ(on_ball.status, CastStatus::hits);
  EXPECT_NEAR(on_ball.fraction, (3.0 - 0.4) / 6.0, 1e-13);
  expect_near(on_ball.normal, {-0.8, 0.6, 0.0}, 1e-12);
  const ConvexShape capsule = make_capsule({0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}, 0.5);
  const CastHit on_side = ray_cast(at(capsule, Vec3(0.0)), {{-2.0, -1.0, 0.3}, {4.0, 2.0, 0.0}});
  EXPECT_NEAR(on_side.fraction, (2.0 - 0.4) / 4.0, 1e-13);
  expect_near(on_side.normal, {-0.8, 0.0, 0.6}, 1e-12);
  const CastHit on_end = ray_cast(at(capsule, Vec3(0.0)), {{0.0, 4.0, 0.0}, {0.0, -4.0, 0.0}});
  EXPECT_NEAR(on_end.fraction, 2.5 / 4.0, 1e-13);
  expect_near(on_end.normal, {0.0, 1.0, 0.0}, 1e-15);
}

TEST(RayCast, PassesBesideAndStopsShort) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.5);
  const ConvexShape capsule = make_capsule({0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}, 0.5);
  for (const ConvexShape* const shape : {&box, &ball, &capsule}) {
    const PosedShape a = at(*shape, {3.0, 0.0, 0.0});
    const auto status = [&](const Vec3& origin, const Vec3& way) { return ray_cast(a, {origin, way}).status; };
    EXPECT_EQ(status(Vec3(0.0), {2.499999, 0.0, 0.0}), CastStatus::clear);
    EXPECT_EQ(status(Vec3(0.0), {2.500001, 0.0, 0.0}), CastStatus::hits);
    EXPECT_EQ(status({0.0, 0.0, 0.500001}, {9.0, 0.0, 0.0}), CastStatus::clear);
    EXPECT_EQ(status({0.0, 0.0, 0.499999}, {9.0, 0.0, 0.0}), CastStatus::hits);
    EXPECT_EQ(status({6.0, 0.0, 0.0}, {9.0, 0.0, 0.0}), CastStatus::clear);
    EXPECT_EQ(status(Vec3(0.0), Vec3(0.0)), CastStatus::clear);
    EXPECT_EQ(status(Vec3(0.0), {2.0, 2.0, 2.0}), CastStatus::clear);
    EXPECT_EQ(ray_cast(a, {Vec3(0.0), {1.0, 0.0, 0.0}}).fraction, 1.0);
  }
}

TEST(RayCast, FromInsideSaysHowDeepAndWhichWayIsOut) {
  const ConvexShape box = make_shape(make_box({1.0, 2.0, 3.0}));
  const ConvexShape capsule = make_capsule({0.0, -1.0, 0.0}, {0.0, 1.0, 0.0}, 0.5);
  for (const Vec3 way : {Vec3(0.0), Vec3(10.0, 1.0, 0.0)}) {
    const CastHit in_box = ray_cast(at(box, Vec3(0.0)), {{0.2, 1.9, 0.0}, way});
    EXPECT_EQ(in_box.status, CastStatus::inside);
    EXPECT_EQ(in_box.fraction, 0.0);
    EXPECT_NEAR(in_box.depth, 0.1, 1e-14);
    expect_near(in_box.normal, {0.0, 1.0, 0.0}, 1e-15);
    const CastHit in_capsule = ray_cast(at(capsule, Vec3(0.0)), {{0.0, 0.5, -0.2}, way});
    EXPECT_EQ(in_capsule.status, CastStatus::inside);
    EXPECT_NEAR(in_capsule.depth, 0.3, 1e-14);
    expect_near(in_capsule.normal, {0.0, 0.0, -1.0}, 1e-14);
    const CastHit on_core = ray_cast(at(capsule, Vec3(0.0)), {{0.0, 0.5, 0.0}, way});
    EXPECT_NEAR(on_core.depth, 0.5, 1e-14);
    EXPECT_NEAR(on_core.normal.y, 0.0, 1e-14);
    EXPECT_NEAR(glm::length(on_core.normal), 1.0, 1e-14);
  }
}

TEST(RayCast, ThatBeginsOnTheSurfaceIsInside) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const CastHit hit = ray_cast(at(box, Vec3(0.0)), {{0.5, 0.1, 0.2}, {1.0, 0.0, 0.0}});
  EXPECT_EQ(hit.status, CastStatus::inside);
  EXPECT_EQ(hit.depth, 0.0);
  expect_near(hit.normal, {1.0, 0.0, 0.0}, 1e-15);
}

// Free up to the fraction and in touch at it, by the oracle, whose ray is a ball of hardly any radius.
void expect_right_ray(const PosedShape& a, const Ray& ray, const CastHit& hit) {
  const double scale = a.shape->radius + glm::length(ray.displacement) + glm::length(ray.origin - a.pose.position);
  const ConvexShape grain = make_sphere(Vec3(0.0), 1e-13 * scale);
  MovingShape standing{a.shape, {}};
  standing.motion.start = a.pose;
  MovingShape flying{&grain, {}};
  flying.motion.start.position = ray.origin;
  flying.motion.linear_velocity = ray.displacement;
  if (hit.status != CastStatus::inside) {
    // A hair before the hit nothing has been touched; a ray that passed through would be seen inside.
    const double end = hit.status == CastStatus::clear ? 1.0 : std::max(0.0, hit.fraction - 1e-9);
    EXPECT_FALSE(oracle_sweep(standing, flying, end, 0.0).reached);
  }
  if (hit.status != CastStatus::clear) {
    OracleCorral corral;
    EXPECT_LE(oracle_distance(oracle_scene(standing, flying, hit.fraction), corral).lower, 2e-9 * scale);
    EXPECT_NEAR(glm::length(hit.normal), 1.0, 1e-12);
  }
  if (hit.status == CastStatus::hits) {
    EXPECT_LE(glm::dot(hit.normal, ray.displacement), 1e-9 * glm::length(ray.displacement));
  }
}

TEST(RayCast, AgreesWithTheOracleOnShapesOfEverySize) {
  int hits = 0;
  int clear = 0;
  int inside = 0;
  for (std::uint64_t index = 0; index < 1200; ++index) {
    SCOPED_TRACE(index);
    const WideQuery query = wide_query(7, index);
    Random random(1000 + index);
    const PosedShape a{&query.given.shape_a, query.given.motion_a.start};
    const double radius = a.shape->radius;
    const Vec3 origin = a.pose.position + random.in_cube(1.5 * radius);
    const Vec3 goal = a.pose.position + random.in_cube(random.between(0.1, 1.0) * radius);
    const Ray ray{origin, random.between(0.5, 2.0) * (goal - origin)};
    const CastHit hit = ray_cast(a, ray);
    ASSERT_NE(hit.status, CastStatus::undecided);
    expect_right_ray(a, ray, hit);
    hits += hit.status == CastStatus::hits ? 1 : 0;
    clear += hit.status == CastStatus::clear ? 1 : 0;
    inside += hit.status == CastStatus::inside ? 1 : 0;
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(clear, 200);
  EXPECT_GT(inside, 10);
}

// Aimed exactly at corners, along edges and within faces: either answer, but never through.
TEST(RayCast, AimedAtCornersAndAlongFacesNeverPassesThrough) {
  Random random(93);
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape = random_polyhedron(random);
    const PosedShape a{&shape, {random.in_cube(2.0), random.orientation()}};
    const auto corner = [&] {
      const auto count = static_cast<double>(shape.core.vertices.size());
      return to_world(a.pose, shape.core.vertices[static_cast<std::size_t>(random.between(0.0, count))]);
    };
    const Vec3 first = corner();
    const Vec3 second = corner();
    const Vec3 way = first == second ? random.direction() : second - first;
    const Ray ray{first - 2.0 * way, 4.0 * way};
    const CastHit hit = ray_cast(a, ray);
    expect_right_ray(a, ray, hit);
    // A chord from corner to corner passes through the inside, or along an edge: both are contact.
    EXPECT_TRUE(first == second || hit.status == CastStatus::hits);
  }
}

TEST(ShapeCast, OfBallsIsTheRootOfTheQuadratic) {
  const ConvexShape small = make_sphere(Vec3(0.0), 0.25);
  const ConvexShape large = make_sphere({1.0, 0.0, 0.0}, 0.75);
  const CastHit hit = shape_cast(at(large, {4.0, 0.0, 0.0}), {at(small, {0.0, 0.6, 0.0}), {10.0, 0.0, 0.0}, Vec3(0.0)});
  EXPECT_EQ(hit.status, CastStatus::hits);
  EXPECT_NEAR(hit.fraction, (5.0 - 0.8) / 10.0, 1e-13);
  expect_near(hit.normal, {-0.8, 0.6, 0.0}, 1e-12);
  expect_near(hit.point, {5.0 - 0.75 * 0.8, 0.75 * 0.6, 0.0}, 1e-12);
  EXPECT_EQ(hit.gap, 0.0);
}

TEST(ShapeCast, OfABallAndACapsuleIsTheSameEitherWayRoundAndNearTheCertifiedOne) {
  Random random(94);
  int hits = 0;
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape ball = make_sphere(random.in_cube(0.1), random.between(0.05, 0.5));
    const ConvexShape capsule = make_capsule(random.in_cube(0.5), random.in_cube(0.5), random.between(0.05, 0.4));
    const PosedShape standing{&capsule, {random.in_cube(1.0), random.orientation()}};
    const PosedShape coming{&ball, {random.in_cube(3.0), random.orientation()}};
    const Vec3 way = 1.5 * (standing.pose.position + random.in_cube(0.8) - coming.pose.position);
    const CastHit one = shape_cast(standing, {coming, way, Vec3(0.0)});
    const CastHit other = shape_cast(coming, {standing, -way, Vec3(0.0)});
    EXPECT_EQ(one.status, other.status);
    EXPECT_NEAR(one.fraction, other.fraction, 1e-10);
    expect_near(one.normal, -other.normal, 1e-6);
    EXPECT_NEAR(one.depth, other.depth, 1e-12);
    // The least turn sends it the certified way.
    const CastHit certified = shape_cast(standing, {coming, way, Vec3(1e-12, 0.0, 0.0)}, {1e-7, 1e-8});
    if (one.status == CastStatus::hits && certified.status == CastStatus::hits) {
      ++hits;
      EXPECT_LE(certified.fraction, one.fraction + 1e-12);
      const PosedShape there{&ball, {coming.pose.position + certified.fraction * way, coming.pose.orientation}};
      EXPECT_LE(separation(standing, there).distance, 1.1e-7 + 1e-12);
      const PosedShape exact{&ball, {coming.pose.position + one.fraction * way, coming.pose.orientation}};
      const Separation touching = separation(standing, exact);
      EXPECT_NEAR(touching.distance - touching.depth, 0.0, 1e-11);
      expect_near(one.point, 0.5 * (touching.point_a + touching.point_b), 1e-6);
    }
  }
  EXPECT_GT(hits, 150);
}

TEST(ShapeCast, HonoursRotationOfAnyAngle) {
  // The rod's side, 0.02 from its middle line, meets a ball of radius 0.1 at 0.8 from the hub: sin(angle) = 0.12 / 0.8.
  const ConvexShape rod = make_shape(make_box({1.0, 0.02, 0.02}));
  const ConvexShape post = make_sphere(Vec3(0.0), 0.1);
  for (const double angle : {2.0, 2.0 * pi, 40.0}) {
    const CastHit hit = shape_cast(at(post, {0.0, 0.0, -0.8}), {at(rod, Vec3(0.0)), Vec3(0.0), {0.0, angle, 0.0}});
    EXPECT_EQ(hit.status, CastStatus::hits);
    const double contact = (0.5 * pi - std::asin(0.12 / 0.8)) / angle;
    EXPECT_LE(hit.fraction, contact);
    EXPECT_NEAR(hit.fraction, contact, 3e-5);
    EXPECT_LE(hit.gap, 1.1e-5);
  }
  const ShapeSweep short_of_it{at(rod, Vec3(0.0)), Vec3(0.0), {0.0, 1.4, 0.0}};
  EXPECT_EQ(shape_cast(at(post, {0.0, 0.0, -0.8}), short_of_it).status, CastStatus::clear);
}

TEST(ShapeCast, AgreesWithTheOracle) {
  Random random(95);
  const CastOptions options{1e-4, 1e-5};
  int hits = 0;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(i);
    const RandomCase given = random_case(random, 8.0, 0.0);
    MovingShape standing = given.a();
    standing.motion.linear_velocity = standing.motion.angular_velocity = Vec3(0.0);
    MovingShape coming = given.b();
    coming.motion.linear_velocity -= given.motion_a.linear_velocity;
    const CastHit hit = shape_cast(
        {standing.shape, standing.motion.start},
        {{coming.shape, coming.motion.start}, coming.motion.linear_velocity, coming.motion.angular_velocity}, options);
    ASSERT_TRUE(hit.status == CastStatus::hits || hit.status == CastStatus::clear);
    EXPECT_FALSE(oracle_sweep(standing, coming, hit.fraction, options.gap - 1e-9).reached);
    if (hit.status == CastStatus::hits) {
      ++hits;
      OracleCorral corral;
      EXPECT_LE(oracle_distance(oracle_scene(standing, coming, hit.fraction), corral).lower, 1.1e-4 + 1e-9);
    }
  }
  EXPECT_GT(hits, 100);
}

TEST(ShapeCast, FromInsideSaysHowDeepAndWhichWayIsOut) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const ConvexShape ball = make_sphere(Vec3(0.0), 0.5);
  const Vec3 way(5.0, 0.0, 0.0);
  for (const ConvexShape* const shape : {&box, &ball}) {
    const CastHit hit = shape_cast(at(*shape, Vec3(0.0)), {at(ball, {0.9, 0.0, 0.0}), way, Vec3(0.0)});
    EXPECT_EQ(hit.status, CastStatus::inside);
    EXPECT_EQ(hit.fraction, 0.0);
    EXPECT_NEAR(hit.depth, 0.1, 1e-12);
    expect_near(hit.normal, {1.0, 0.0, 0.0}, 1e-9);
    expect_near(hit.point, {0.45, 0.0, 0.0}, 1e-9);
  }
}

TEST(Overlap, IsWhatTheDistanceSays) {
  Random random(96);
  int overlapping = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape_a = random_shape(random);
    const ConvexShape shape_b = random_shape(random);
    const PosedShape a{&shape_a, {random.in_cube(0.5), random.orientation()}};
    const PosedShape b{&shape_b, {random.in_cube(1.0), random.orientation()}};
    const bool expected = slow_distance(a, b) <= 0.0;
    EXPECT_EQ(overlap(a, b), expected);
    EXPECT_EQ(overlap(b, a), expected);
    overlapping += expected ? 1 : 0;
  }
  EXPECT_GT(overlapping, 300);
}

// What the oracle knows for certain: an axis between them, or a common point.
void expect_right_overlap(const PosedShape& a, const PosedShape& b, double doubt) {
  MovingShape first{a.shape, {}};
  MovingShape second{b.shape, {}};
  first.motion.start = a.pose;
  second.motion.start = b.pose;
  OracleCorral corral;
  const OracleDistance known = oracle_distance(oracle_scene(first, second, 0.0), corral);
  if (known.lower > doubt) {
    EXPECT_FALSE(overlap(a, b)) << known.lower;
    EXPECT_FALSE(overlap(b, a)) << known.lower;
  } else if (known.upper < 0.0 || known.upper < 1e-3 * doubt) {
    EXPECT_TRUE(overlap(a, b)) << known.upper;
    EXPECT_TRUE(overlap(b, a)) << known.upper;
  }
}

TEST(Overlap, TellsAHairApartFromAHairDeep) {
  for (std::uint64_t index = 0; index < 400; ++index) {
    SCOPED_TRACE(index);
    const WideQuery query = wide_query(8, index);
    const PosedShape a{&query.given.shape_a, query.given.motion_a.start};
    PosedShape b{&query.given.shape_b, query.given.motion_b.start};
    expect_right_overlap(a, b, 1e-13 * (a.shape->radius + b.shape->radius));
    const Separation start = separation(a, b);
    const double scale = a.shape->radius + b.shape->radius + glm::length(b.pose.position - a.pose.position);
    const Vec3 touching = b.pose.position - (start.distance - start.depth) * start.normal;
    for (const double hair : {-1e-8, -1e-11, 0.0, 1e-11, 1e-8}) {
      b.pose.position = touching + hair * scale * start.normal;
      expect_right_overlap(a, b, 1e-13 * scale);
    }
  }
}

TEST(Casts, RefuseWhatIsNotFiniteOrMissing) {
  const ConvexShape box = make_shape(make_box(Vec3(0.5)));
  const PosedShape a = at(box, Vec3(0.0));
  const double nan = std::nan("");
  EXPECT_THROW(static_cast<void>(ray_cast({}, {})), ContractViolation);
  EXPECT_THROW(static_cast<void>(ray_cast(a, {{nan, 0.0, 0.0}, Vec3(0.0)})), ContractViolation);
  EXPECT_THROW(static_cast<void>(shape_cast(a, {})), ContractViolation);
  EXPECT_THROW(static_cast<void>(shape_cast(a, {a, {nan, 0.0, 0.0}, Vec3(0.0)})), ContractViolation);
  EXPECT_THROW(static_cast<void>(shape_cast(a, {a, Vec3(0.0), Vec3(0.0)}, {1e-5, 0.0})), ContractViolation);
  EXPECT_THROW(static_cast<void>(overlap(a, {})), ContractViolation);
}

}  // namespace
}  // namespace firstcontact::test
