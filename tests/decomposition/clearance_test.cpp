// How far pieces reach out of an open mesh, against points without number and winding numbers summed up triangle by
// triangle.
#include "decomposition/clearance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "decomposition/judging.hpp"
#include "decomposition/solids.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

constexpr int per_side = 13;  // points of a box

// An open mesh as the decomposition has it.
struct OpenMesh {
  explicit OpenMesh(const Mesh& mesh) : prepared(prepare(mesh, "").value()) {
    for (const Triangle& t : prepared.mesh.triangles) {
      const std::vector<Vec3>& vertices = prepared.mesh.vertices;
      triangles.push_back({vertices[t[0]], vertices[t[1]], vertices[t[2]]});
    }
    for (const Vec3& vertex : prepared.mesh.vertices) {
      box = merged(box, vertex);
    }
  }
  PreparedMesh prepared;
  std::vector<std::array<Vec3, 3>> triangles;
  Aabb box;
};

Aabb random_box(Random& random) {
  const Vec3 middle = random.vector(0.45);
  const Vec3 half = random.vector(0.15) + 0.16;
  return {middle - half, middle + half};
}

// The furthest of a grid of points in the box that are wound around by no more than `limit`.
double furthest(const OpenMesh& mesh, const Aabb& box, double limit) {
  const Vec3 step = (box.high - box.low) / (per_side - 1.0);
  double found = 0.0;
  for (int i = 0; i < per_side * per_side * per_side; ++i) {
    const Vec3 at(i % per_side, i / per_side % per_side, i / (per_side * per_side));
    const Vec3 point = box.low + at * step;
    const double away = distance(mesh.triangles, point);
    if (away > found && std::abs(winding_number(mesh.triangles, point)) <= limit) {
      found = away;
    }
  }
  return found;
}

// Between the points of the grid there may be some further out, by no more than half a cell's diagonal.
TEST(Clearance, MeasuresWhatAnOpenMeshDoesNotWindAround) {
  const OpenMesh mesh(cup());
  const TriangleTree tree(mesh.prepared.mesh);
  const BorderTree border(mesh.prepared.mesh, mesh.prepared.edges);
  constexpr double tolerance = 0.1;
  const Clearance clearance(tree, border, mesh.box, {tolerance, Inside::by_winding}, [] { return false; });
  std::array<int, 2> count{};
  Random random(3);
  for (int i = 0; i < 40; ++i) {
    const Aabb box = random_box(random);
    const Piece piece = box_piece(box, 0.0);
    const double seen = furthest(mesh, box, 0.5);
    const double between = 0.5 * glm::length((box.high - box.low) / (per_side - 1.0));
    const Puffing found = clearance.puffing(piece, 0.01, 20'000);
    EXPECT_GE(found.bound, seen);
    EXPECT_LE(found.reached, std::max(furthest(mesh, box, 0.5 + 2.0 * winding_error), seen) + between);
    const bool is_clear = clearance.is_clear(piece);
    EXPECT_LE(is_clear ? seen : 0.0, tolerance);
    EXPECT_TRUE(is_clear || found.reached > 0.9 * tolerance);
    ++count.at(is_clear ? 1 : 0);
  }
  EXPECT_GT(count[0], 5);
  EXPECT_GT(count[1], 5);
}

}  // namespace
}  // namespace firstcontact
