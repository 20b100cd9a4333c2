#include "narrowphase/seams.hpp"

#include <gtest/gtest.h>
#include <firstcontact/triangle_surface.hpp>

#include <cmath>

namespace firstcontact {
namespace {

std::vector<ConvexShape> triangles_of(const Mesh& mesh) {
  const TriangleSurface surface = triangle_surface(mesh, "seam.obj").value();
  return {shape_of_triangle(surface, 0), shape_of_triangle(surface, 1)};
}

// Two triangles along the seam z = 0 from x = -1 to 1; the one at z > 0 is bent down by `angle` (rad). The first one's
// edge 0 is the seam.
std::vector<ConvexShape> bent(double angle) {
  Mesh mesh;
  mesh.vertices = {{-1, 0, 0}, {1, 0, 0}, {0, 0, -1}, {0, -std::sin(angle), std::cos(angle)}};
  mesh.parts = {{"bent", {{0, 1, 2}, {0, 3, 1}}}};
  return triangles_of(mesh);
}

// Leans over the seam by `angle` from straight up.
Vec3 leaning(double angle) { return {0.0, std::cos(angle), std::sin(angle)}; }

constexpr BearingFeature seam{{0, 1, 0}, 2};
constexpr BearingFeature corner{{1, 0, 0}, 1};
constexpr BearingFeature free_corner{{2, 0, 0}, 1};
constexpr BearingFeature face{{0, 1, 2}, 3};

TEST(Seams, ANormalMayLeanAsFarAsTheSurfaceBeyondDoes) {
  for (const double angle : {0.3, 1.0, 1.5}) {
    const ConvexShape first = bent(angle)[0];
    ASSERT_NEAR(first.core.faces[0].normal.y, 1.0, 1e-12);
    for (const BearingFeature& feature : {seam, corner}) {
      EXPECT_TRUE(is_own_contact(first, feature, leaning(0.99 * angle)));
      EXPECT_FALSE(is_own_contact(first, feature, leaning(1.01 * angle)));
      EXPECT_TRUE(is_own_contact(first, feature, leaning(-0.5)));  // leans away: another edge's matter
    }
    EXPECT_TRUE(is_own_contact(first, face, leaning(0.5)));
  }
}

// However sharp the ridge is, every contact on it is one of the two triangles'.
TEST(Seams, NoContactOnARidgeIsLost) {
  for (const double angle : {0.1, 1.0, 2.0, 3.0}) {
    const auto shapes = bent(angle);
    ASSERT_EQ(shapes[1].core.vertices[2], shapes[0].core.vertices[1]);
    constexpr BearingFeature seam_of_second{{0, 2, 0}, 2};
    for (double lean = 0.0; lean <= angle; lean += 0.01) {
      EXPECT_TRUE(is_own_contact(shapes[0], seam, leaning(lean)) ||
                  is_own_contact(shapes[1], seam_of_second, leaning(lean)))
          << angle << " " << lean;
    }
  }
}

TEST(Seams, OnAFlatOrHollowSeamOnlyTheFacesBear) {
  for (const double angle : {0.0, -0.5}) {
    const ConvexShape first = bent(angle)[0];
    EXPECT_FALSE(is_own_contact(first, seam, leaning(0.1)));
    EXPECT_FALSE(is_own_contact(first, seam, leaning(1.2)));
    EXPECT_TRUE(is_own_contact(first, seam, leaning(1e-3)));
  }
}

TEST(Seams, FromBelowAHollowIsARidge) {
  const ConvexShape first = bent(-0.5)[0];  // bent up: from below it sticks out
  EXPECT_TRUE(is_own_contact(first, seam, -leaning(-0.4)));
  EXPECT_FALSE(is_own_contact(first, seam, -leaning(-0.6)));
  EXPECT_FALSE(is_own_contact(bent(0.5)[0], seam, -leaning(-0.1)));
}

TEST(Seams, TrianglesThatDisagreeOnWhatIsAboveAreNeighboursAllTheSame) {
  Mesh mesh;
  mesh.vertices = {{-1, 0, 0}, {1, 0, 0}, {0, 0, -1}, {0, 0, 1}};
  mesh.parts = {{"flat", {{0, 1, 2}, {0, 1, 3}}}};
  const auto shapes = triangles_of(mesh);
  EXPECT_FALSE(is_own_contact(shapes[0], seam, leaning(0.1)));
  EXPECT_FALSE(is_own_contact(shapes[1], seam, leaning(-0.1)));
}

TEST(Seams, FreeEdgesAndLoneTrianglesKeepEveryContact) {
  const ConvexShape first = bent(0.0)[0];
  EXPECT_TRUE(is_own_contact(first, free_corner, Vec3(0.0, 0.6, -0.8)));
  const ConvexShape lone = make_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_TRUE(is_own_contact(lone, seam, leaning(1.0)));
}

}  // namespace
}  // namespace firstcontact
