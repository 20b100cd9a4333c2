// What a caller remembers of a pair may be of shapes that are gone, or may be anything: it changes no answer's safety.
// Under address sanitizer this is also a test that nothing is read out of bounds.
#include <firstcontact/separation.hpp>
#include <firstcontact/time_of_impact.hpp>

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "narrowphase/random_shapes.hpp"

namespace firstcontact {
namespace {

using test::Random;

Index any_index(Random& random) {
  const std::array<double, 4> most{4.0, 40.0, 4000.0, 4294967295.0};
  return static_cast<Index>(random.between(0.0, most[static_cast<std::size_t>(random.between(0.0, 3.999))]));
}

NearestVertices any_vertices(Random& random, const ConvexShape& a, const ConvexShape& b) {
  NearestVertices vertices{&a, &b, {}, {}, static_cast<std::uint8_t>(random.between(0.0, 6.0))};
  if (random.between(0.0, 1.0) < 0.1) {
    vertices.count = 255;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    vertices.a[i] = any_index(random);
    vertices.b[i] = random.between(0.0, 1.0) < 0.3 ? vertices.a[i] : any_index(random);
  }
  return vertices;
}

double any_number(Random& random) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  const std::array<double, 8> numbers{0.0, -0.0, 1.0, -1e200, 1e-200, endless, -endless, std::nan("")};
  return numbers[static_cast<std::size_t>(random.between(0.0, 7.999))];
}

ConvexShape any_shape(Random& random) {
  return random.between(0.0, 1.0) < 0.2 ? make_sphere(random.in_cube(0.2), 0.4) : test::random_polyhedron(random);
}

TEST(Hints, OfSeparationChangeNoAnswer) {
  Random random(11);
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    const ConvexShape shape_a = any_shape(random);
    const ConvexShape shape_b = any_shape(random);
    const PosedShape a{&shape_a, {Vec3(0.0), random.orientation()}};
    const PosedShape b{&shape_b, {random.in_cube(3.0), random.orientation()}};
    const Separation plain = separation(a, b);
    const Separation hinted = separation(a, b, any_vertices(random, shape_a, shape_b));
    const Separation pointed = separation(a, b, Vec3{any_number(random), any_number(random), any_number(random)});
    for (const Separation& found : {hinted, pointed}) {
      EXPECT_NEAR(found.distance, plain.distance, 1e-9);
      EXPECT_NEAR(found.depth, plain.depth, 1e-9);
      EXPECT_LE(found.lower_bound, plain.distance - plain.depth + 1e-9);
      for (int k = 0; k < found.feature_a.count; ++k) {
        EXPECT_LT(found.feature_a.vertex[static_cast<std::size_t>(k)], shape_a.core.vertices.size());
      }
    }
  }
}

// The hull that was asked about is gone, and a smaller one, or another one in the same box, stands where it was.
TEST(Hints, OfAnotherHullAtTheSamePlaceAreNoHints) {
  Random random(12);
  const ConvexShape post = make_shape(make_box(Vec3(0.3)));
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    ConvexShape shape = test::random_polyhedron(random);
    const PosedShape a{&shape, {Vec3(0.0), random.orientation()}};
    const PosedShape b{&post, {1.5 * random.direction(), random.orientation()}};
    const NearestVertices stale = separation(a, b).nearest;
    shape = make_shape(make_box(random.in_cube(0.2) + Vec3(0.4)));
    shape.x.shrink_to_fit();
    EXPECT_NEAR(separation(a, b, stale).distance, separation(a, b).distance, 1e-9);
  }
}

struct Approach {
  ConvexShape shape_a, shape_b;
  RigidMotion motion_a, motion_b;
  [[nodiscard]] TimeOfImpact asked(AxisCache* cache) const {
    return time_of_impact({&shape_a, motion_a}, {&shape_b, motion_b}, {}, cache);
  }
};

Approach any_approach(Random& random) {
  Approach approach{any_shape(random), any_shape(random), {}, {}};
  approach.motion_a.start.orientation = random.orientation();
  approach.motion_b.start = {random.in_cube(3.0), random.orientation()};
  approach.motion_b.linear_velocity = random.in_cube(3.0);
  approach.motion_b.angular_velocity = random.in_cube(2.0);
  return approach;
}

void expect_same(const TimeOfImpact& found, const TimeOfImpact& plain) {
  ASSERT_NE(found.status, ImpactStatus::undecided);
  EXPECT_EQ(found.status == ImpactStatus::overlaps, plain.status == ImpactStatus::overlaps);
  if (found.status != plain.status) {
    // One that grazes the target may be told either way, at the very end of what is asked.
    EXPECT_LT(std::min(found.gap, plain.gap), 1.2e-4);
    return;
  }
  EXPECT_NEAR(found.time, plain.time, 1e-2);
}

TEST(Hints, OfTheTimeOfImpactChangeNoAnswer) {
  Random random(13);
  for (int i = 0; i < 1500; ++i) {
    SCOPED_TRACE(i);
    const Approach approach = any_approach(random);
    AxisCache cache;
    cache.axis_local_a = random.between(0.0, 1.0) < 0.5
                             ? random.direction()
                             : Vec3{any_number(random), any_number(random), any_number(random)};
    cache.nearest = any_vertices(random, approach.shape_a, approach.shape_b);
    expect_same(approach.asked(&cache), approach.asked(nullptr));
  }
}

// A cache that says 'far apart' of a small shape is not believed of a large one at its address, be it as round or in
// the same box.
TEST(Hints, OfASmallerShapeAtTheSamePlaceAreNotBelieved) {
  Random random(14);
  const Vec3 slim(0.1, 0.2, 0.7);
  for (int i = 0; i < 200; ++i) {
    SCOPED_TRACE(i);
    Approach approach{make_shape(make_box(slim)), make_shape(make_box(Vec3(0.1))), {}, {}};
    approach.motion_b.start.position = {0.5, 0.0, 0.0};
    approach.motion_b.angular_velocity = random.in_cube(0.1);
    AxisCache cache;
    EXPECT_EQ(approach.asked(&cache).status, ImpactStatus::clear);
    EXPECT_EQ(approach.asked(&cache).status, ImpactStatus::clear);
    approach.shape_a = i % 2 == 0 ? make_shape(make_box({slim.z, slim.y, slim.x})) : make_sphere(Vec3(0.0), 0.45);
    EXPECT_EQ(approach.asked(&cache).status, ImpactStatus::overlaps);
  }
}

}  // namespace
}  // namespace firstcontact
