#include <firstcontact/hull.hpp>

#include <algorithm>

namespace firstcontact {

namespace {

bool is_linked(const Hull& hull, Index half_edge) {
  const HalfEdge& here = hull.half_edges[half_edge];
  if (here.twin >= hull.half_edges.size() || here.next >= hull.half_edges.size() || here.face >= hull.faces.size()) {
    return false;
  }
  const HalfEdge& there = hull.half_edges[here.twin];
  return here.twin != half_edge && there.twin == half_edge && here.origin == hull.face_vertices[half_edge] &&
         there.origin == hull.half_edges[here.next].origin && hull.half_edges[here.next].face == here.face &&
         there.face != here.face;
}

bool is_closed(const Hull& hull) {
  for (Index i = 0; i < hull.half_edges.size(); ++i) {
    if (!is_linked(hull, i)) {
      return false;
    }
  }
  return hull.vertices.size() >= 3 && hull.half_edges.size() == hull.face_vertices.size() &&
         hull.half_edges.size() == 2 * hull.edges.size() &&
         hull.vertices.size() + hull.faces.size() == hull.edges.size() + 2;
}

}  // namespace

HullCheck check(const Hull& hull) { return {is_closed(hull), outside_distance(hull, hull.vertices)}; }

double outside_distance(const Hull& hull, std::span<const Vec3> points) {
  double furthest = 0.0;
  for (const HullFace& face : hull.faces) {
    for (const Vec3& point : points) {
      furthest = std::max(furthest, glm::dot(face.normal, point) - face.offset);
    }
  }
  return furthest;
}

}  // namespace firstcontact
