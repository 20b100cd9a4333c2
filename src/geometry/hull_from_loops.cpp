#include "geometry/surface.hpp"

#include <algorithm>
#include <limits>

namespace firstcontact {

namespace {

// Newell's normal about the first corner: all corners have a say, so a face merged from several is fitted, not sampled;
// and about a corner, because about a distant origin its products would cancel.
Vec3 newell_normal(const Hull& hull, const HullFace& face) {
  const Vec3& anchor = hull.vertices[hull.face_vertices[face.first]];
  Vec3 area(0.0);
  for (Index i = 1; i + 1 < face.count; ++i) {
    area += glm::cross(hull.vertices[hull.face_vertices[face.first + i]] - anchor,
                       hull.vertices[hull.face_vertices[face.first + i + 1]] - anchor);
  }
  return normalized_or(area, Vec3(0.0, 1.0, 0.0));
}

double highest_corner(const Hull& hull, const HullFace& face) {
  double highest = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < face.count; ++i) {
    highest = std::max(highest, glm::dot(face.normal, hull.vertices[hull.face_vertices[face.first + i]]));
  }
  return highest;
}

void add_face(Hull& hull, const std::vector<Index>& loop) {
  HullFace face;
  face.first = static_cast<Index>(hull.face_vertices.size());
  face.count = static_cast<Index>(loop.size());
  hull.face_vertices.insert(hull.face_vertices.end(), loop.begin(), loop.end());
  face.normal = newell_normal(hull, face);
  face.offset = highest_corner(hull, face);
  hull.faces.push_back(face);
}

void add_half_edges(Hull& hull, const std::vector<Index>& twins) {
  for (Index f = 0; f < hull.faces.size(); ++f) {
    const HullFace& face = hull.faces[f];
    for (Index i = 0; i < face.count; ++i) {
      const Index here = face.first + i;
      hull.half_edges.push_back({hull.face_vertices[here], twins[here], face.first + (i + 1) % face.count, f});
    }
  }
}

void add_edges(Hull& hull) {
  for (Index i = 0; i < hull.half_edges.size(); ++i) {
    const HalfEdge& here = hull.half_edges[i];
    const HalfEdge& there = hull.half_edges[here.twin];
    if (i < here.twin) {
      hull.edges.push_back({{here.origin, there.origin}, {here.face, there.face}});
    }
  }
}

// New number of each point, those used by some loop counted up in order.
std::vector<Index> renumbering(std::size_t point_count, std::span<const std::vector<Index>> loops) {
  std::vector<Index> number(point_count, 0);
  for (const std::vector<Index>& loop : loops) {
    for (const Index corner : loop) {
      number[corner] = 1;
    }
  }
  Index next = 0;
  for (Index& entry : number) {
    entry = entry == 0 ? ~Index{0} : next++;
  }
  return number;
}

}  // namespace

Hull hull_from_loops(std::span<const Vec3> points, std::span<const std::vector<Index>> loops) {
  const std::vector<Index> number = renumbering(points.size(), loops);
  Hull hull;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (number[i] != ~Index{0}) {
      hull.vertices.push_back(points[i]);
    }
  }
  Loops renumbered(loops.begin(), loops.end());
  for (std::vector<Index>& loop : renumbered) {
    std::transform(loop.begin(), loop.end(), loop.begin(), [&](Index corner) { return number[corner]; });
    add_face(hull, loop);
  }
  const std::optional<std::vector<Index>> twins = twins_of(surface_of(renumbered));
  require(twins.has_value(), "hull_from_loops: the polygons must close a surface");
  add_half_edges(hull, *twins);
  add_edges(hull);
  return hull;
}

}  // namespace firstcontact
