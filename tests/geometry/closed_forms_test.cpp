// Ten solids whose volume, centre of mass and inertia are known in closed form, to 1e-12; each also turned and moved.

#include <firstcontact/shape.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

constexpr double pi = 3.14159265358979323846;

struct Solid {
  std::string name;
  std::vector<Vec3> points;  // its corners
  MassProperties known;
};

Mat3 diagonal(double x, double y, double z) {
  Mat3 matrix(0.0);
  matrix[0][0] = x;
  matrix[1][1] = y;
  matrix[2][2] = z;
  return matrix;
}

Solid box(const Vec3& size) {
  Solid solid{"box", {}, {}};
  for (unsigned corner = 0; corner < 8; ++corner) {
    solid.points.emplace_back((corner & 1U) != 0U ? size.x : 0.0, (corner & 2U) != 0U ? size.y : 0.0,
                              (corner & 4U) != 0U ? size.z : 0.0);
  }
  const double mass = size.x * size.y * size.z;
  const Vec3 square = size * size;
  solid.known = {mass, 0.5 * size,
                 mass / 12.0 * diagonal(square.y + square.z, square.x + square.z, square.x + square.y)};
  return solid;
}

// Edge a: V = a^3 / (6 sqrt 2), I = m a^2 / 20.
Solid regular_tetrahedron() {
  const double edge = std::sqrt(8.0);
  const double mass = edge * edge * edge / (6.0 * std::sqrt(2.0));
  return {"regular tetrahedron",
          {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
          {mass, Vec3(0.0), Mat3(mass * edge * edge / 20.0)}};
}

// Edge a: V = sqrt 2 / 3 a^3, I = m a^2 / 10.
Solid octahedron() {
  const double edge = std::sqrt(2.0);
  const double mass = std::sqrt(2.0) / 3.0 * edge * edge * edge;
  return {"octahedron",
          {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
          {mass, Vec3(0.0), Mat3(mass * edge * edge / 10.0)}};
}

// Edge a: V = 5 (3 + sqrt 5) / 12 a^3, I = m a^2 golden^2 / 10 with the golden number (1 + sqrt 5) / 2.
Solid icosahedron() {
  const double golden = 0.5 * (1.0 + std::sqrt(5.0));
  const double edge = 2.0;
  const double mass = 5.0 * (3.0 + std::sqrt(5.0)) / 12.0 * edge * edge * edge;
  Solid solid{"icosahedron", {}, {mass, Vec3(0.0), Mat3(mass * edge * edge * golden * golden / 10.0)}};
  for (const double s : {-1.0, 1.0}) {
    for (const double g : {-golden, golden}) {
      solid.points.insert(solid.points.end(), {Vec3(0, s, g), Vec3(s, g, 0), Vec3(g, 0, s)});
    }
  }
  return solid;
}

// The corner that three planes through (a, 0, 0), (0, b, 0), (0, 0, c) cut off: c = (a, b, c) / 4, products of inertia
// included.
Solid corner_tetrahedron(double a, double b, double c) {
  const double mass = a * b * c / 6.0;
  const double part = mass / 80.0;
  Mat3 inertia = diagonal(3.0 * (b * b + c * c), 3.0 * (a * a + c * c), 3.0 * (a * a + b * b));
  inertia[0][1] = inertia[1][0] = a * b;
  inertia[0][2] = inertia[2][0] = a * c;
  inertia[1][2] = inertia[2][1] = b * c;
  return {"corner", {{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}}, {mass, Vec3(a, b, c) / 4.0, part * inertia}};
}

// About Y, n sides of circumscribed radius r: area n r^2 sin(2 pi / n) / 2, second moment of area about an axis in its
// plane (n r^4 / 24) sin(2 pi / n) (2 + cos(2 pi / n)).
Solid prism(int sides, double radius, double height) {
  Solid solid{"prism of " + std::to_string(sides), {}, {}};
  const double turn = 2.0 * pi / sides;
  for (int i = 0; i < sides; ++i) {
    for (const double y : {0.0, height}) {
      solid.points.emplace_back(radius * std::cos(turn * i), y, radius * std::sin(turn * i));
    }
  }
  const double area = 0.5 * sides * radius * radius * std::sin(turn);
  const double second = sides * std::pow(radius, 4) / 24.0 * std::sin(turn) * (2.0 + std::cos(turn));
  const double mass = area * height;
  const double across = second * height + mass * height * height / 12.0;
  solid.known = {mass, {0.0, 0.5 * height, 0.0}, diagonal(across, 2.0 * second * height, across)};
  return solid;
}

// Half sides a and b at the bottom, height h up Y: V = 4 a b h / 3, centre a quarter up.
Solid pyramid(double a, double b, double h) {
  const double mass = 4.0 * a * b * h / 3.0;
  const double own = 3.0 / 80.0 * h * h;
  return {"pyramid",
          {{a, 0, b}, {-a, 0, b}, {-a, 0, -b}, {a, 0, -b}, {0, h, 0}},
          {mass, {0.0, 0.25 * h, 0.0}, mass * diagonal(b * b / 5.0 + own, (a * a + b * b) / 5.0, a * a / 5.0 + own)}};
}

// A right triangle of legs a, b times a height h along Z.
Solid wedge(double a, double b, double h) {
  const double mass = 0.5 * a * b * h;
  Mat3 inertia = mass * diagonal(b * b / 18.0 + h * h / 12.0, a * a / 18.0 + h * h / 12.0, (a * a + b * b) / 18.0);
  inertia[0][1] = inertia[1][0] = mass * a * b / 36.0;
  return {"wedge",
          {{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, h}, {a, 0, h}, {0, b, h}},
          {mass, {a / 3.0, b / 3.0, 0.5 * h}, inertia}};
}

// The octahedron |x| / a + |y| / b + |z| / c <= 1: V = 4 a b c / 3, I = m (b^2 + c^2) / 10.
Solid bipyramid(double a, double b, double c) {
  const double mass = 4.0 / 3.0 * a * b * c;
  return {"bipyramid",
          {{a, 0, 0}, {-a, 0, 0}, {0, b, 0}, {0, -b, 0}, {0, 0, c}, {0, 0, -c}},
          {mass, Vec3(0.0), mass / 10.0 * diagonal(b * b + c * c, a * a + c * c, a * a + b * b)}};
}

// All permutations of (+-1, +-1, 0): a cube of half side 1 without its eight corners of legs 1.
Solid cuboctahedron() {
  Solid solid{"cuboctahedron", {}, {}};
  for (const double s : {-1.0, 1.0}) {
    for (const double t : {-1.0, 1.0}) {
      solid.points.insert(solid.points.end(), {Vec3(s, t, 0), Vec3(s, 0, t), Vec3(0, s, t)});
    }
  }
  // Of a corner with legs 1 the integrals of u^2 from its tip are 1/60, of u 1/24, and x = 1 - u there.
  const double corner = 1.0 / 6.0 - 2.0 / 24.0 + 1.0 / 60.0;
  const double square = 8.0 / 3.0 - 8.0 * corner;  // integral of x^2
  solid.known = {8.0 - 8.0 / 6.0, Vec3(0.0), Mat3(2.0 * square)};
  return solid;
}

std::vector<Solid> solids() {
  return {box({0.5, 1.0, 3.0}),        regular_tetrahedron(), octahedron(),        icosahedron(),
          corner_tetrahedron(1, 2, 3), prism(7, 0.8, 0.5),    prism(32, 1.0, 2.0), pyramid(1.0, 0.5, 2.0),
          wedge(1.0, 2.0, 0.7),        bipyramid(1, 2, 3),    cuboctahedron()};
}

double largest_difference(const Mat3& a, const Mat3& b) {
  double largest = 0.0;
  for (int column = 0; column < 3; ++column) {
    const Vec3 difference = glm::abs(a[column] - b[column]);
    largest = std::max({largest, difference.x, difference.y, difference.z});
  }
  return largest;
}

void expect_known(const Solid& solid, const std::vector<Vec3>& points, const MassProperties& known) {
  const auto hull = convex_hull(points);
  ASSERT_TRUE(hull) << solid.name << ": " << hull.error().message;
  const MassProperties found = mass_properties(hull.value());
  const double size = std::cbrt(known.mass);
  constexpr double promised = 1e-12;
  EXPECT_NEAR(found.mass, known.mass, promised * known.mass) << solid.name;
  EXPECT_LE(glm::length(found.center_of_mass - known.center_of_mass), promised * size) << solid.name;
  EXPECT_LE(largest_difference(found.inertia, known.inertia), promised * known.mass * size * size) << solid.name;
}

TEST(ClosedForms, TheSolidsAreAsTheTextbooksSay) {
  for (const Solid& solid : solids()) {
    expect_known(solid, solid.points, solid.known);
  }
}

TEST(ClosedForms, TurnedAndMovedTheyStaySo) {
  Random random(77);
  for (const Solid& solid : solids()) {
    const Quat rotation = random.rotation();
    const Vec3 offset = random.vector(5.0);
    const Mat3 axes = rotation_matrix(rotation);
    std::vector<Vec3> points;
    for (const Vec3& point : solid.points) {
      points.push_back(axes * point + offset);
    }
    MassProperties known = solid.known;
    known.center_of_mass = axes * known.center_of_mass + offset;
    known.inertia = axes * known.inertia * glm::transpose(axes);
    expect_known(solid, points, known);
  }
}

}  // namespace
}  // namespace firstcontact
