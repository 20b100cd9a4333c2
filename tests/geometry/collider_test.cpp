#include <firstcontact/shape.hpp>

#include "geometry/principal_axes.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace firstcontact {
namespace {

using testing_support::Random;

constexpr double pi = 3.14159265358979323846;

void expect_near(const Mat3& found, const Mat3& expected, double tolerance) {
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) {
      EXPECT_NEAR(found[column][row], expected[column][row], tolerance) << "column " << column << ", row " << row;
    }
  }
}

void expect_near(const Vec3& found, const Vec3& expected, double tolerance) {
  EXPECT_LE(std::sqrt(squared_length(found - expected)), tolerance);
}

Mat3 box_inertia(double mass, const Vec3& half) {
  const Vec3 square = half * half;
  Mat3 inertia(0.0);
  inertia[0][0] = mass / 3.0 * (square.y + square.z);
  inertia[1][1] = mass / 3.0 * (square.x + square.z);
  inertia[2][2] = mass / 3.0 * (square.x + square.y);
  return inertia;
}

Hull box_at(const Vec3& center, const Vec3& half) {
  std::vector<Vec3> corners = make_box(half).vertices;
  for (Vec3& corner : corners) {
    corner += center;
  }
  return convex_hull(corners).value();
}

const Collider& of(const Result<std::shared_ptr<const Collider>>& result) { return *result.value(); }

// --- closed form -----------------------------------------------------------------------------------------------------

TEST(MassProperties, BoxHasTheTextbookInertia) {
  const Vec3 half(0.5, 1.0, 2.0);
  const MassProperties box = mass_properties(make_box(half));
  EXPECT_NEAR(box.mass, 8.0, 1e-14);
  expect_near(box.center_of_mass, Vec3(0.0), 1e-15);
  expect_near(box.inertia, box_inertia(8.0, half), 1e-13);
}

TEST(MassProperties, CornerTetrahedronHasTheTextbookInertia) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const MassProperties found = mass_properties(convex_hull(points).value());
  EXPECT_NEAR(found.mass, 1.0 / 6.0, 1e-16);
  expect_near(found.center_of_mass, Vec3(0.25), 1e-16);
  // Integral of x^2 is 1/60, of xy 1/120; about the centre of mass 1/60 - 1/96 = 1/160 and 1/120 - 1/96 = -1/480.
  Mat3 expected(1.0 / 480.0);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      expected[i][j] = i == j ? 2.0 / 160.0 : 1.0 / 480.0;
    }
  }
  expect_near(found.inertia, expected, 1e-16);
}

TEST(MassProperties, SphereIsClosedForm) {
  const MassProperties found = mass_properties(make_sphere({1.0, 2.0, 3.0}, 0.5));
  const double mass = 4.0 / 3.0 * pi * 0.125;
  EXPECT_DOUBLE_EQ(found.mass, mass);
  EXPECT_EQ(found.center_of_mass, Vec3(1.0, 2.0, 3.0));
  expect_near(found.inertia, Mat3(0.4 * mass * 0.25), 1e-16);
}

// Simpson's rule over slices across the axis: exact for the polynomials a slice's integrals are.
TEST(MassProperties, CapsuleAgreesWithItsSlices) {
  const double r = 0.3;
  const double half = 0.7;
  const auto slice = [&](double y) {
    const double over = std::max(std::abs(y) - half, 0.0);
    return r * r - over * over;  // squared radius
  };
  double mass = 0.0;
  double along = 0.0;
  double across = 0.0;
  const auto add = [&](double low, double high) {
    constexpr int panels = 4000;
    const double step = (high - low) / (2 * panels);
    for (int i = 0; i <= 2 * panels; ++i) {
      const double y = low + step * i;
      const double weight = (i == 0 || i == 2 * panels ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * step / 3.0 * pi * slice(y);
      mass += weight;
      along += weight * slice(y) / 2.0;
      across += weight * (slice(y) / 4.0 + y * y);
    }
  };
  add(-half - r, -half);
  add(-half, half);
  add(half, half + r);
  const MassProperties found = mass_properties(make_capsule({0, -half, 0}, {0, half, 0}, r));
  EXPECT_NEAR(found.mass, mass, 1e-12);
  EXPECT_NEAR(found.inertia[1][1], along, 1e-12);
  EXPECT_NEAR(found.inertia[0][0], across, 1e-12);
  EXPECT_NEAR(found.inertia[2][2], across, 1e-12);
}

TEST(MassProperties, TwoHalfBoxesAreOneBox) {
  const Vec3 half(1.0, 0.5, 0.25);
  const std::vector<MassProperties> parts{mass_properties(box_at({-0.5, 3.0, 0.0}, {0.5, 0.5, 0.25})),
                                          mass_properties(box_at({0.5, 3.0, 0.0}, {0.5, 0.5, 0.25}))};
  const MassProperties whole = combined(parts);
  EXPECT_NEAR(whole.mass, 1.0, 1e-15);
  expect_near(whole.center_of_mass, {0.0, 3.0, 0.0}, 1e-15);
  expect_near(whole.inertia, box_inertia(1.0, half), 1e-14);
}

TEST(MassProperties, FarFromTheOriginKeepTheirDigits) {
  const Vec3 half(0.5, 0.25, 1.0);
  const MassProperties far = mass_properties(box_at({1024.0, -2048.0, 4096.0}, half));
  EXPECT_NEAR(far.mass, 1.0, 1e-14);
  expect_near(far.inertia, box_inertia(1.0, half), 1e-13);
}

// --- properties
// --------------------------------------------------------------------------------------------------------

TEST(MassProperties, TurnWithTheBodyAndScaleWithTheFifthPower) {
  Random random(21);
  for (int run = 0; run < 30; ++run) {
    std::vector<Vec3> points;
    for (int i = 0; i < 20; ++i) {
      points.push_back(random.vector(1.0));
    }
    const Quat turn = random.rotation();
    const MassProperties before = mass_properties(convex_hull(points).value());
    for (Vec3& point : points) {
      point = 2.0 * rotate(turn, point);
    }
    const MassProperties after = mass_properties(convex_hull(points).value());
    const Mat3 r = rotation_matrix(turn);
    EXPECT_NEAR(after.mass, 8.0 * before.mass, 1e-13);
    expect_near(after.center_of_mass, 2.0 * rotate(turn, before.center_of_mass), 1e-13);
    expect_near(after.inertia, 32.0 * (r * before.inertia * glm::transpose(r)), 1e-12);
  }
}

TEST(PrincipalAxes, DiagonaliseAnyTensor) {
  Random random(22);
  for (int run = 0; run < 500; ++run) {
    const Vec3 moments(random.between(0.1, 1.0), random.between(1.0, 2.0), run % 3 == 0 ? 1e-6 : 0.9);
    const Mat3 turn = rotation_matrix(random.rotation());
    Mat3 diagonal(0.0);
    for (int i = 0; i < 3; ++i) {
      diagonal[i][i] = moments[i];
    }
    const Mat3 tensor = turn * diagonal * glm::transpose(turn);
    const PrincipalAxes found = principal_axes(tensor);
    Mat3 again(0.0);
    for (int i = 0; i < 3; ++i) {
      again[i][i] = found.moments[i];
    }
    const Mat3 axes = rotation_matrix(found.axes);
    EXPECT_NEAR(glm::determinant(axes), 1.0, 1e-14);
    expect_near(axes * again * glm::transpose(axes), tensor, 1e-14);
  }
}

TEST(PrincipalAxes, DiagonalTensorKeepsItsAxes) {
  Mat3 tensor(0.0);
  tensor[0][0] = 3.0;
  tensor[1][1] = 1.0;
  tensor[2][2] = 1.0 + 1e-13;
  tensor[1][0] = tensor[0][1] = 1e-13;
  const PrincipalAxes found = principal_axes(tensor);
  EXPECT_EQ(found.axes, Quat(1.0, 0.0, 0.0, 0.0));
  EXPECT_EQ(found.moments.y, found.moments.z);
  EXPECT_EQ(found.moments.x, 3.0);
}

TEST(Collider, TurnedCubeIsASphericalTop) {
  Random random(23);
  for (int run = 0; run < 50; ++run) {
    std::vector<Vec3> corners = make_box(Vec3(0.5)).vertices;
    const Quat turn = random.rotation();
    for (Vec3& corner : corners) {
      corner = Vec3(1.0, 2.0, 3.0) + rotate(turn, corner);
    }
    const auto collider = make_hull_collider(corners);
    ASSERT_TRUE(collider.ok());
    EXPECT_EQ(of(collider).principal_moments.x, of(collider).principal_moments.y);
    EXPECT_EQ(of(collider).principal_moments.x, of(collider).principal_moments.z);
    EXPECT_EQ(of(collider).principal_axes, Quat(1.0, 0.0, 0.0, 0.0));
  }
}

TEST(Collider, MovesItsShapesToTheCenterOfMass) {
  const std::vector<ConvexShape> shapes{make_shape(box_at({1.0, 0.0, 0.0}, Vec3(0.5))),
                                        make_shape(box_at({4.0, 0.0, 0.0}, Vec3(0.5)))};
  const auto collider = make_collider(shapes);
  ASSERT_TRUE(collider.ok());
  expect_near(of(collider).mass.center_of_mass, {2.5, 0.0, 0.0}, 1e-15);
  expect_near(of(collider).half_extents, {2.0, 0.5, 0.5}, 1e-15);
  EXPECT_NEAR(of(collider).radius, std::sqrt(4.0 + 0.25 + 0.25), 1e-14);
  for (const ConvexShape& shape : of(collider).shapes) {
    EXPECT_TRUE(check(shape.core).is_closed);
    EXPECT_LE(check(shape.core).convexity_defect, 1e-15);
    EXPECT_EQ(shape.x[3], shape.core.vertices[3].x);
  }
}

TEST(Collider, CenteredBoxKeepsItsBits) {
  const auto collider = make_box_collider({0.1, 0.2, 0.3});
  ASSERT_TRUE(collider.ok());
  EXPECT_EQ(of(collider).mass.center_of_mass, Vec3(0.0));
  EXPECT_EQ(of(collider).half_extents, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(of(collider).shapes[0].core.vertices, make_box({0.1, 0.2, 0.3}).vertices);
}

TEST(Collider, PrimitivesBoundThemselves) {
  const auto sphere = make_sphere_collider(0.5);
  const auto capsule = make_capsule_collider(0.25, 1.0);
  const auto cylinder = make_cylinder_collider(1.0, 0.5);
  ASSERT_TRUE(sphere.ok() && capsule.ok() && cylinder.ok());
  EXPECT_EQ(of(sphere).half_extents, Vec3(0.5));
  EXPECT_EQ(of(sphere).shapes[0].core.vertices.size(), 1U);
  EXPECT_EQ(of(capsule).half_extents, Vec3(0.25, 1.25, 0.25));
  EXPECT_EQ(of(capsule).shapes[0].core.edges.size(), 1U);
  EXPECT_TRUE(is_smooth(of(cylinder).shapes[0]));
  EXPECT_EQ(of(cylinder).half_extents, Vec3(1.0, 0.5, 1.0));
  EXPECT_NEAR(of(cylinder).radius, std::sqrt(1.25), 3e-15);
}

TEST(Collider, SmoothOnesWeighWhatTheBooksSay) {
  const double r = 0.3;
  const double h = 0.8;  // the whole height
  const auto cylinder = make_cylinder_collider(r, 0.5 * h);
  const double drum = pi * r * r * h;
  EXPECT_NEAR(of(cylinder).mass.mass, drum, 1e-15);
  EXPECT_NEAR(of(cylinder).principal_moments.y, 0.5 * drum * r * r, 1e-15);
  EXPECT_NEAR(of(cylinder).principal_moments.x, drum * (3.0 * r * r + h * h) / 12.0, 1e-15);
  EXPECT_EQ(of(cylinder).principal_moments.x, of(cylinder).principal_moments.z);
  EXPECT_EQ(of(cylinder).principal_axes, Quat(1.0, 0.0, 0.0, 0.0));

  const auto cone = make_cone_collider(r, 0.5 * h);
  const double tip = pi * r * r * h / 3.0;
  EXPECT_NEAR(of(cone).mass.mass, tip, 1e-15);
  EXPECT_NEAR(of(cone).mass.center_of_mass.y, -0.25 * h, 1e-15);
  EXPECT_NEAR(of(cone).principal_moments.y, 0.3 * tip * r * r, 1e-15);
  EXPECT_NEAR(of(cone).principal_moments.x, tip * (0.15 * r * r + 0.0375 * h * h), 1e-15);
  EXPECT_NEAR(of(cone).radius, 0.75 * h, 1e-14);

  const Vec3 s(0.3, 0.5, 0.7);
  const auto ellipsoid = make_ellipsoid_collider(s);
  const double egg = 4.0 / 3.0 * pi * s.x * s.y * s.z;
  EXPECT_NEAR(of(ellipsoid).mass.mass, egg, 1e-14);
  EXPECT_NEAR(of(ellipsoid).principal_moments.x, 0.2 * egg * (s.y * s.y + s.z * s.z), 1e-14);
  EXPECT_NEAR(of(ellipsoid).principal_moments.y, 0.2 * egg * (s.x * s.x + s.z * s.z), 1e-14);
  EXPECT_EQ(of(ellipsoid).half_extents, s);
}

// Wherever they stand and however they lie: of a prism of many sides, which is integrated as a polyhedron.
TEST(Collider, SmoothShapesLieBetweenTheirPrisms) {
  constexpr int sides = 2000;
  const Vec3 base(0.3, -0.2, 0.5);
  const Vec3 apex(0.9, 0.6, 0.1);
  const double radius = 0.4;
  const Vec3 axis = glm::normalize(apex - base);
  const Vec3 right = any_perpendicular(axis);
  const Vec3 up = glm::cross(axis, right);
  std::vector<Vec3> prism;
  std::vector<Vec3> pyramid{apex};
  for (int i = 0; i < sides; ++i) {
    const SineCosine at = sine_cosine(2.0 * pi * i / sides);
    const Vec3 rim = radius * (at.cosine * right + at.sine * up);
    prism.push_back(base + rim);
    prism.push_back(apex + rim);
    pyramid.push_back(base + rim);
  }
  const auto expect_like = [](const MassProperties& round, const MassProperties& many) {
    const double close = 4e-6 * round.mass;
    EXPECT_NEAR(round.mass, many.mass, close);
    EXPECT_LE(glm::length(round.center_of_mass - many.center_of_mass), 1e-6);
    for (int column = 0; column < 3; ++column) {
      EXPECT_LE(glm::length(round.inertia[column] - many.inertia[column]), close);
    }
  };
  expect_like(mass_properties(make_cylinder(base, apex, radius)), mass_properties(convex_hull(prism).value()));
  expect_like(mass_properties(make_cone(base, apex, radius)), mass_properties(convex_hull(pyramid).value()));
}

TEST(Collider, RefusesSizesThatAreNone) {
  const double nan = std::nan("");
  EXPECT_FALSE(make_collider({}).ok());
  EXPECT_NE(make_box_collider({1.0, 0.0, 1.0}).error().message.find("found 1, 0, 1"), std::string::npos);
  EXPECT_FALSE(make_sphere_collider(-1.0).ok());
  EXPECT_FALSE(make_sphere_collider(nan).ok());
  EXPECT_FALSE(make_capsule_collider(1.0, 0.0).ok());
  EXPECT_FALSE(make_cylinder_collider(0.0, 1.0).ok());
  EXPECT_FALSE(make_cone_collider(1.0, nan).ok());
  EXPECT_NE(make_ellipsoid_collider({1.0, 2.0, 0.0}).error().message.find("found 1, 2, 0"), std::string::npos);
  EXPECT_THROW(static_cast<void>(make_cylinder(Vec3(1.0), Vec3(1.0), 1.0)), ContractViolation);
  EXPECT_THROW(static_cast<void>(make_ellipsoid({Vec3(0.0), Mat3(0.0)})), ContractViolation);
  EXPECT_FALSE(make_hull_collider({}).ok());
}

// Against the hull's own faces: round each vertex lie those that have it for a corner, each between two edges of its.
TEST(Shape, HasTheFacesOfEachVertexRoundIt) {
  Random random(36);
  std::vector<Vec3> points;
  for (int i = 0; i < 40; ++i) {
    points.push_back(random.vector(1.0));
  }
  for (const Hull& hull : {make_box(Vec3(1.0)), convex_hull(points).value()}) {
    const ConvexShape shape = make_shape(hull);
    const auto has_corner = [&](Index face, Index vertex) {
      const auto first = hull.face_vertices.begin() + hull.faces[face].first;
      return std::find(first, first + hull.faces[face].count, vertex) != first + hull.faces[face].count;
    };
    ASSERT_EQ(shape.rim_begin.size(), hull.vertices.size() + 1);
    for (Index vertex = 0; vertex < hull.vertices.size(); ++vertex) {
      std::set<Index> faces;
      Index before = shape.rim[shape.rim_begin[vertex + 1] - 1].vertex;
      for (Index k = shape.rim_begin[vertex]; k < shape.rim_begin[vertex + 1]; ++k) {
        const auto [neighbour, face] = shape.rim[k];
        EXPECT_TRUE(has_corner(face, vertex) && has_corner(face, neighbour) && has_corner(face, before));
        EXPECT_TRUE(faces.insert(face).second);
        before = neighbour;
      }
      for (Index face = 0; face < hull.faces.size(); ++face) {
        EXPECT_EQ(has_corner(face, vertex), faces.contains(face)) << vertex << ' ' << face;
      }
    }
  }
}

TEST(Shape, PadsItsCoordinatesWithTheFirstVertex) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, -1, -1}};
  const ConvexShape shape = make_shape(convex_hull(points).value());
  const std::size_t count = shape.core.vertices.size();
  ASSERT_EQ(shape.x.size(), (count + 3) / 4 * 4);
  for (std::size_t i = 0; i < shape.x.size(); ++i) {
    const Vec3& expected = shape.core.vertices[i < count ? i : 0];
    EXPECT_EQ(Vec3(shape.x[i], shape.y[i], shape.z[i]), expected);
  }
}

}  // namespace
}  // namespace firstcontact
