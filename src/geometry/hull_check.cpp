#include <firstcontact/hull.hpp>

#include <algorithm>
#include <optional>

#include "core/arithmetic_mode.hpp"

namespace firstcontact {

namespace {

bool has_every_list(const Hull& hull) {
  const std::size_t corners = hull.face_vertices.size();
  const auto is_vertex = [&](Index i) { return i < hull.vertices.size(); };
  return hull.vertices.size() >= 3 && hull.half_edges.size() == corners && corners == 2 * hull.edges.size() &&
         hull.vertices.size() + hull.faces.size() == hull.edges.size() + 2 &&
         std::all_of(hull.face_vertices.begin(), hull.face_vertices.end(), is_vertex);
}

// Faces lie in the list of corners one after the other, and their half-edges go round them.
bool goes_round(const Hull& hull) {
  std::size_t first = 0;
  for (Index f = 0; f < hull.faces.size(); ++f) {
    const HullFace& face = hull.faces[f];
    if (face.first != first || face.count < 2 || face.count > hull.half_edges.size() - first) {
      return false;
    }
    for (Index i = 0; i < face.count; ++i) {
      const HalfEdge& half = hull.half_edges[face.first + i];
      if (half.face != f || half.next != face.first + (i + 1) % face.count) {
        return false;
      }
    }
    first += face.count;
  }
  return first == hull.half_edges.size();
}

bool is_linked(const Hull& hull, Index half_edge) {
  const HalfEdge& here = hull.half_edges[half_edge];
  if (here.twin >= hull.half_edges.size()) {
    return false;
  }
  const HalfEdge& there = hull.half_edges[here.twin];
  return here.twin != half_edge && there.twin == half_edge && here.origin == hull.face_vertices[half_edge] &&
         there.origin == hull.half_edges[here.next].origin && there.face != here.face;
}

// The half-edge of the edge's first face that runs from its one end to the other, if its twin is the second face's.
std::optional<Index> half_edge_of(const Hull& hull, const HullEdge& edge) {
  if (edge.face[0] >= hull.faces.size()) {
    return std::nullopt;
  }
  const HullFace& face = hull.faces[edge.face[0]];
  for (Index i = face.first; i < face.first + face.count; ++i) {
    const HalfEdge& half = hull.half_edges[i];
    if (half.origin == edge.vertex[0] && hull.half_edges[half.next].origin == edge.vertex[1]) {
      return hull.half_edges[half.twin].face == edge.face[1] ? std::optional(i) : std::nullopt;
    }
  }
  return std::nullopt;
}

bool has_every_edge_once(const Hull& hull) {
  std::vector<bool> is_named(hull.half_edges.size(), false);
  for (const HullEdge& edge : hull.edges) {
    const std::optional<Index> half = half_edge_of(hull, edge);
    if (!half || is_named[*half]) {
      return false;
    }
    is_named[*half] = true;
    is_named[hull.half_edges[*half].twin] = true;
  }
  return true;
}

// No index is followed before it is known to be within its list.
bool is_closed(const Hull& hull) {
  if (!has_every_list(hull) || !goes_round(hull)) {
    return false;
  }
  for (Index i = 0; i < hull.half_edges.size(); ++i) {
    if (!is_linked(hull, i)) {
      return false;
    }
  }
  return has_every_edge_once(hull);
}

}  // namespace

HullCheck check(const Hull& hull) {
  const ArithmeticMode mode;
  return {is_closed(hull), outside_distance(hull, hull.vertices)};
}

double outside_distance(const Hull& hull, std::span<const Vec3> points) {
  const ArithmeticMode mode;
  double furthest = 0.0;
  for (const HullFace& face : hull.faces) {
    for (const Vec3& point : points) {
      furthest = std::max(furthest, glm::dot(face.normal, point) - face.offset);
    }
  }
  return furthest;
}

}  // namespace firstcontact
