#include "narrowphase/seams.hpp"

#include <cmath>

namespace firstcontact {

namespace {

// Cosine of 1e-2 rad: nearer to the face's normal, it is the face that bears (as in manifold.cpp).
constexpr double aligned = 1.0 - 5e-5;

// Whether the edge from corner `i` to the next holds one of the corners that bear.
bool touches_edge(const BearingFeature& feature, Index i) {
  const Index next = (i + 1) % 3;
  for (int k = 0; k < feature.count; ++k) {
    const Index vertex = feature.vertex[static_cast<std::size_t>(k)];
    if (vertex == i || vertex == next) {
      return true;
    }
  }
  return false;
}

// An edge bears with both its corners, a corner belongs to two edges.
bool bears_on(const BearingFeature& feature, Index i) {
  if (feature.count == 1) {
    return touches_edge(feature, i);
  }
  const Index a = feature.vertex[0];
  const Index b = feature.vertex[1];
  const Index next = (i + 1) % 3;
  return (a == i && b == next) || (a == next && b == i);
}

}  // namespace

bool is_own_contact(const ConvexShape& shape, const BearingFeature& feature, const Vec3& normal_local) {
  if (shape.beyond_edges.empty() || feature.count >= 3) {
    return true;
  }
  const double side = glm::dot(normal_local, shape.core.faces[0].normal) < 0.0 ? -1.0 : 1.0;
  const Vec3 face = side * shape.core.faces[0].normal;
  const double up = glm::dot(normal_local, face);
  if (up > aligned) {
    return true;
  }
  for (Index i = 0; i < 3; ++i) {
    const Vec3 beyond = side * shape.beyond_edges[i];
    const Vec3& outward = shape.core.faces[2 + i].normal;
    const double lean = glm::dot(normal_local, outward);
    if (beyond == Vec3(0.0) || !bears_on(feature, i) || lean <= 0.0) {
      continue;
    }
    // Both as angles from the face's normal towards the outside of the edge; at most half a turn.
    if (std::atan2(lean, up) > std::atan2(glm::dot(beyond, outward), glm::dot(beyond, face))) {
      return false;
    }
  }
  return true;
}

}  // namespace firstcontact
