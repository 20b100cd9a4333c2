#include <firstcontact/hull.hpp>

#include "geometry/point_set.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace firstcontact {
namespace {

using testing_support::Random;

std::vector<Vec3> box_corners(const Vec3& half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1) != 0 ? half.x : -half.x, (i & 2) != 0 ? half.y : -half.y,
                         (i & 4) != 0 ? half.z : -half.z);
  }
  return corners;
}

std::vector<Vec3> random_points(Random& random, int count, const Vec3& half) {
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    points.push_back(half * random.vector(1.0));
  }
  return points;
}

void turn_and_move(std::vector<Vec3>& points, const Quat& rotation, const Vec3& offset) {
  for (Vec3& point : points) {
    point = offset + rotate(rotation, point);
  }
}

// The promises every hull keeps, to the promised fraction of its longest side.
void expect_good(const Result<Hull>& hull, const std::vector<Vec3>& points) {
  ASSERT_TRUE(hull.ok()) << hull.error().message;
  const HullCheck checked = check(hull.value());
  const double promised = 1.01e-9 * longest_side(points);
  EXPECT_TRUE(checked.is_closed);
  EXPECT_LE(checked.convexity_defect, promised);
  EXPECT_LE(outside_distance(hull.value(), points), promised);
  for (const HullFace& face : hull.value().faces) {
    EXPECT_NEAR(squared_length(face.normal), 1.0, 1e-14);
    EXPECT_GE(face.count, 3U);
  }
}

void expect_same(const Hull& a, const Hull& b) {
  ASSERT_EQ(a.vertices.size(), b.vertices.size());
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.face_vertices, b.face_vertices);
  ASSERT_EQ(a.faces.size(), b.faces.size());
  for (std::size_t i = 0; i < a.faces.size(); ++i) {
    EXPECT_EQ(a.faces[i].normal, b.faces[i].normal);
    EXPECT_EQ(a.faces[i].offset, b.faces[i].offset);
  }
}

std::string message_of(const Result<Hull>& hull) { return hull.ok() ? "no error" : hull.error().message; }

// --- closed form -----------------------------------------------------------------------------------------------------

TEST(Hull, BoxHasSixQuadsWithItsPlanes) {
  const Hull box = make_box({0.5, 1.0, 2.0});
  EXPECT_EQ(box.vertices.size(), 8U);
  EXPECT_EQ(box.edges.size(), 12U);
  EXPECT_EQ(box.half_edges.size(), 24U);
  ASSERT_EQ(box.faces.size(), 6U);
  for (const HullFace& face : box.faces) {
    EXPECT_EQ(face.count, 4U);
    EXPECT_EQ(face.offset, std::abs(face.normal.x) * 0.5 + std::abs(face.normal.y) + std::abs(face.normal.z) * 2.0);
  }
  EXPECT_TRUE(check(box).is_closed);
  EXPECT_EQ(check(box).convexity_defect, 0.0);
}

TEST(Hull, MadeBoxIsTheHullOfItsCorners) {
  const std::vector<Vec3> corners = box_corners({0.5, 1.0, 2.0});
  const Result<Hull> hull = convex_hull(corners);
  ASSERT_TRUE(hull.ok());
  expect_same(hull.value(), make_box({0.5, 1.0, 2.0}));
}

TEST(Hull, TetrahedronHasFourTriangles) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Result<Hull> hull = convex_hull(points);
  expect_good(hull, points);
  EXPECT_EQ(hull.value().vertices.size(), 4U);
  EXPECT_EQ(hull.value().faces.size(), 4U);
  EXPECT_EQ(hull.value().edges.size(), 6U);
}

TEST(Hull, GridOfPointsIsABox) {
  std::vector<Vec3> points;
  for (int i = 0; i < 125; ++i) {
    points.emplace_back(0.1 * (i % 5), 0.1 * (i / 5 % 5), 0.1 * (i / 25));
  }
  const Result<Hull> hull = convex_hull(points);
  expect_good(hull, points);
  EXPECT_EQ(hull.value().vertices.size(), 8U);
  EXPECT_EQ(hull.value().faces.size(), 6U);
}

TEST(Hull, EdgesNameTheirFacesInWalkingOrder) {
  const Hull box = make_box({1.0, 2.0, 3.0});
  for (const HullEdge& edge : box.edges) {
    const auto runs_along = [&](const HalfEdge& half) {
      return half.origin == edge.vertex[0] && box.half_edges[half.next].origin == edge.vertex[1];
    };
    const auto found = std::find_if(box.half_edges.begin(), box.half_edges.end(), runs_along);
    ASSERT_NE(found, box.half_edges.end());
    EXPECT_EQ(found->face, edge.face[0]);
    EXPECT_EQ(box.half_edges[found->twin].face, edge.face[1]);
  }
}

// --- shapes that break hull codes
// --------------------------------------------------------------------------------------

TEST(Hull, TiltedBoxWithPointsOnItsFacesHasSixFaces) {
  Random random(1);
  for (int run = 0; run < 300; ++run) {
    std::vector<Vec3> points = box_corners({1.0, 0.7, 1.3});
    for (int i = 0; i < 40; ++i) {
      Vec3 point = Vec3(1.0, 0.7, 1.3) * random.vector(1.0);
      point[i % 3] = Vec3(1.0, 0.7, 1.3)[i % 3] * ((i & 1) != 0 ? 1.0 : -1.0);
      points.push_back(point);
    }
    turn_and_move(points, random.rotation(), random.vector(100.0));
    const Result<Hull> hull = convex_hull(points);
    expect_good(hull, points);
    ASSERT_EQ(hull.value().faces.size(), 6U) << "seed 1, run " << run;
    ASSERT_EQ(hull.value().vertices.size(), 8U) << "seed 1, run " << run;
  }
}

TEST(Hull, CosphericalPointsKeepTheirQuads) {
  Random random(2);
  for (int run = 0; run < 20; ++run) {
    std::vector<Vec3> points;
    for (int i = 0; i < 16 * 9; ++i) {
      const SineCosine turn = sine_cosine(0.39269908169872414 * (i % 16));
      const SineCosine lift = sine_cosine(0.39269908169872414 * (i / 16));
      points.emplace_back(turn.cosine * lift.sine, lift.cosine, turn.sine * lift.sine);
    }
    turn_and_move(points, random.rotation(), Vec3(0.0));
    const Result<Hull> hull = convex_hull(points);
    expect_good(hull, points);
    ASSERT_EQ(hull.value().faces.size(), 128U) << "seed 2, run " << run;
  }
}

TEST(Hull, ThinPlateIsABox) {
  Random random(3);
  for (int run = 0; run < 100; ++run) {
    std::vector<Vec3> points = box_corners({0.5, 0.00025, 0.5});
    turn_and_move(points, random.rotation(), random.vector(10.0));
    const Result<Hull> hull = convex_hull(points);
    expect_good(hull, points);
    ASSERT_EQ(hull.value().faces.size(), 6U) << "seed 3, run " << run;
  }
}

TEST(Hull, NeedlesOfAspectAThousandAreClosed) {
  Random random(4);
  for (int run = 0; run < 200; ++run) {
    std::vector<Vec3> points = random_points(random, 30, {0.5, 0.0005, 0.0005});
    turn_and_move(points, random.rotation(), random.vector(1.0));
    expect_good(convex_hull(points), points);
  }
}

TEST(Hull, SizesFromAMillimetreToAKilometreFarFromTheOriginAreClosed) {
  Random random(5);
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (int run = 0; run < 50; ++run) {
      std::vector<Vec3> points = random_points(random, 40, Vec3(size));
      turn_and_move(points, random.rotation(), random.vector(1000.0 * size));
      expect_good(convex_hull(points), points);
    }
  }
}

TEST(Hull, NearlyCoplanarNoiseOfAnySizeIsClosed) {
  Random random(6);
  for (int run = 0; run < 300; ++run) {
    const double noise = std::ldexp(1.0, -20 - run % 32);  // through the tolerance, where merging is in doubt
    std::vector<Vec3> points = box_corners(Vec3(1.0));
    for (int i = 0; i < 30; ++i) {
      Vec3 point = random.vector(1.0);
      point[i % 3] = (i & 1) != 0 ? 1.0 : -1.0;
      points.push_back(point + random.vector(noise));
    }
    expect_good(convex_hull(points), points);
  }
}

// --- properties
// --------------------------------------------------------------------------------------------------------

TEST(Hull, OfAHullIsTheSameHull) {
  Random random(7);
  for (int run = 0; run < 50; ++run) {
    const Result<Hull> once = convex_hull(random_points(random, 60, Vec3(1.0)));
    ASSERT_TRUE(once.ok());
    const Result<Hull> twice = convex_hull(once.value().vertices);
    ASSERT_TRUE(twice.ok());
    expect_same(once.value(), twice.value());
  }
}

TEST(Hull, DependsNeitherOnOrderNorOnDuplicates) {
  Random random(8);
  for (int run = 0; run < 50; ++run) {
    std::vector<Vec3> points = random_points(random, 40, {1.0, 0.2, 3.0});
    const Result<Hull> before = convex_hull(points);
    points.insert(points.end(), points.begin(), points.begin() + 20);
    for (std::size_t i = points.size() - 1; i > 0; --i) {
      std::swap(points[i], points[random.next() % (i + 1)]);
    }
    const Result<Hull> after = convex_hull(points);
    ASSERT_TRUE(before.ok() && after.ok());
    expect_same(before.value(), after.value());
  }
}

TEST(Hull, ScaledByTwoHasScaledPlanes) {
  Random random(9);
  std::vector<Vec3> points = random_points(random, 50, Vec3(1.0));
  const Result<Hull> small = convex_hull(points);
  for (Vec3& point : points) {
    point *= 2.0;
  }
  const Result<Hull> large = convex_hull(points);
  ASSERT_TRUE(small.ok() && large.ok());
  ASSERT_EQ(small.value().faces.size(), large.value().faces.size());
  for (std::size_t i = 0; i < small.value().faces.size(); ++i) {
    EXPECT_EQ(2.0 * small.value().faces[i].offset, large.value().faces[i].offset);
  }
}

// --- oracle
// ------------------------------------------------------------------------------------------------------------

// A point is a corner when it is in a plane through three points that has all others on one side (points in general
// position): every triple, every point.
std::vector<Vec3> corners_by_brute_force(const std::vector<Vec3>& points) {
  std::vector<bool> is_corner(points.size(), false);
  const auto bounds = [&](const Vec3& a, const Vec3& normal, double side) {
    return std::all_of(points.begin(), points.end(),
                       [&](const Vec3& p) { return side * glm::dot(normal, p - a) <= 1e-14; });
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      for (std::size_t k = j + 1; k < points.size(); ++k) {
        const Vec3 normal = glm::cross(points[j] - points[i], points[k] - points[i]);
        if (bounds(points[i], normal, 1.0) || bounds(points[i], normal, -1.0)) {
          is_corner[i] = is_corner[j] = is_corner[k] = true;
        }
      }
    }
  }
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (is_corner[i]) {
      corners.push_back(points[i]);
    }
  }
  return distinct_points(corners, 0.0);
}

TEST(Hull, AgreesWithAllPlanesByBruteForce) {
  Random random(10);
  for (int run = 0; run < 60; ++run) {
    const std::vector<Vec3> points = random_points(random, 5 + run % 16, Vec3(1.0));
    const Result<Hull> hull = convex_hull(points);
    expect_good(hull, points);
    const std::vector<Vec3> expected = corners_by_brute_force(points);
    ASSERT_EQ(hull.value().vertices, expected) << "seed 10, run " << run;
    EXPECT_EQ(hull.value().faces.size(), 2 * expected.size() - 4);  // all triangles: Euler
  }
}

// --- bad data
// ----------------------------------------------------------------------------------------------------------

TEST(Hull, OfBadPointsSaysWhatIsWrong) {
  const double nan = std::nan("");
  const std::vector<Vec3> three{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Vec3> not_finite{{0, 0, 0}, {1, 0, 0}, {0, nan, 0}, {0, 0, 1}};
  const std::vector<Vec3> same(5, Vec3(3.0));
  const std::vector<Vec3> line{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}};
  const std::vector<Vec3> flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 1e-12}, {0.2, 0.3, 0}};
  EXPECT_NE(message_of(convex_hull({})).find("at least 4 points, found 0"), std::string::npos);
  EXPECT_NE(message_of(convex_hull(three)).find("at least 4 points, found 3"), std::string::npos);
  EXPECT_NE(message_of(convex_hull(not_finite)).find("point 2 is not finite"), std::string::npos);
  EXPECT_NE(message_of(convex_hull(same)).find("coincide"), std::string::npos);
  EXPECT_NE(message_of(convex_hull(line)).find("on a line"), std::string::npos);
  EXPECT_NE(message_of(convex_hull(flat)).find("flat"), std::string::npos);
  EXPECT_NE(message_of(convex_hull(flat)).find("e-1"), std::string::npos) << message_of(convex_hull(flat));
}

TEST(Hull, BoxWithoutSizeIsACallersMistake) {
  EXPECT_THROW(static_cast<void>(make_box({1.0, 0.0, 1.0})), ContractViolation);
}

// --- from faces
// --------------------------------------------------------------------------------------------------------

struct Faces {
  std::vector<Vec3> vertices;
  std::vector<std::vector<Index>> faces;
};

Faces faces_of(const Hull& hull) {
  Faces given{hull.vertices, {}};
  for (const HullFace& face : hull.faces) {
    const auto first = hull.face_vertices.begin() + face.first;
    given.faces.emplace_back(first, first + face.count);
  }
  return given;
}

TEST(HullFromFaces, TakesAHullsOwnFaces) {
  Random random(11);
  for (int run = 0; run < 50; ++run) {
    const Result<Hull> hull = convex_hull(random_points(random, 30, Vec3(1.0)));
    ASSERT_TRUE(hull.ok());
    const Faces given = faces_of(hull.value());
    const Result<Hull> again = hull_from_faces(given.vertices, given.faces);
    ASSERT_TRUE(again.ok()) << again.error().message;
    expect_same(hull.value(), again.value());
  }
}

TEST(HullFromFaces, DropsCollinearVerticesAndMergesTriangles) {
  Faces given = faces_of(make_box(Vec3(1.0)));
  // A vertex on the edge from 0 to 1, listed in both its faces; and the first quad that has neither cut in two.
  given.vertices.emplace_back(-1.0, -1.0, 0.0);
  for (std::vector<Index>& face : given.faces) {
    for (std::size_t i = 0; i < face.size(); ++i) {
      const Index from = face[i];
      const Index to = face[(i + 1) % face.size()];
      if (from + to == 1) {
        face.insert(face.begin() + static_cast<std::ptrdiff_t>(i) + 1, 8);
        break;
      }
    }
  }
  std::vector<Index>& last = given.faces.back();
  ASSERT_EQ(last.size(), 4U);
  const std::vector<Index> half{last[0], last[2], last[3]};
  last.pop_back();
  given.faces.push_back(half);
  const Result<Hull> hull = hull_from_faces(given.vertices, given.faces);
  ASSERT_TRUE(hull.ok()) << hull.error().message;
  expect_same(hull.value(), make_box(Vec3(1.0)));
}

TEST(HullFromFaces, RefusesWhatIsNotAClosedConvexSurface) {
  const Faces box = faces_of(make_box(Vec3(1.0)));
  Faces open = box;
  open.faces.pop_back();
  Faces inside_out = box;
  for (std::vector<Index>& face : inside_out.faces) {
    std::reverse(face.begin(), face.end());
  }
  Faces dented = box;
  dented.vertices[7] = Vec3(0.1);
  Faces wild = box;
  wild.faces[2][1] = 99;
  Faces thin = box;
  thin.faces[3].resize(2);
  const auto message = [](const Faces& given) { return message_of(hull_from_faces(given.vertices, given.faces)); };
  EXPECT_NE(message(open).find("do not close"), std::string::npos);
  EXPECT_NE(message(inside_out).find("is not a face of a convex polyhedron"), std::string::npos);
  EXPECT_NE(message(dented).find("is not a face of a convex polyhedron"), std::string::npos);
  EXPECT_NE(message(wild).find("face 2 names vertex 99, expected less than 8"), std::string::npos);
  EXPECT_NE(message(thin).find("face 3 has 2 corners"), std::string::npos);
}

TEST(HullCheck, SeesABrokenHull) {
  Hull hull = make_box(Vec3(1.0));
  hull.half_edges[3].twin = 5;
  EXPECT_FALSE(check(hull).is_closed);
  hull = make_box(Vec3(1.0));
  hull.vertices[0] *= 1.5;
  EXPECT_NEAR(check(hull).convexity_defect, 0.5, 1e-12);
  EXPECT_FALSE(check(Hull{}).is_closed);
}

}  // namespace
}  // namespace firstcontact
