#include "narrowphase/smooth_patch.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "geometry/smooth_core.hpp"
#include "narrowphase/smooth_distance.hpp"

namespace firstcontact {

namespace {

constexpr double flush = 1e-2;          // rad: further from level, it is a point that bears (as in manifold.cpp)
constexpr double aligned = 1.0 - 5e-5;  // the cosine of that

Vec3 in_world(const PlacedShape& body, const Vec3& local) { return body.origin + body.axes * local; }

// The two points that are the furthest along `local`, of a core that has a line there; else one.
void add_end(std::vector<Vec3>& ends, double& reach, const Vec3& at, const Vec3& local) {
  const double along = glm::dot(at, local);
  if (ends.empty() || along > reach) {
    ends.insert(ends.begin(), at);
    reach = along;
  } else {
    ends.push_back(at);
  }
}

Patch line_or_point(const PlacedShape& body, const std::vector<Vec3>& ends, const Vec3& local) {
  Patch patch;
  patch.rounding = body.shape.rounding;
  const Vec3& first = ends.front();
  std::optional<Vec3> second;
  double least = flush;
  for (const Vec3& end : ends) {
    const double apart = length(end - first);
    const double slope = apart > 0.0 ? glm::dot(first - end, local) / apart : flush;
    if (slope < least) {
      least = slope;
      second = end;
    }
  }
  patch.corners.push_back(in_world(body, first));
  if (second) {
    patch.kind = PatchKind::segment;
    patch.corners.push_back(in_world(body, *second));
  }
  return patch;
}

std::optional<Patch> disc_of(const PlacedShape& body, const Vec3& local) {
  std::optional<Patch> patch;
  double reach = -std::numeric_limits<double>::infinity();
  for (const Ellipsoid& ellipsoid : body.shape.ellipsoids) {
    const Vec3 normal = disc_normal(ellipsoid);
    const double cosine = glm::dot(normal, local);
    const double along = reach_along(ellipsoid, local);
    if (std::abs(cosine) > aligned && along > reach) {
      reach = along;
      patch = Patch{};
      patch->kind = PatchKind::disc;
      patch->corners = {in_world(body, ellipsoid.center)};
      patch->normal = body.axes * (cosine < 0.0 ? -normal : normal);
      patch->radius = std::sqrt(std::max(square_of(ellipsoid.semi_axes[0]), square_of(ellipsoid.semi_axes[2])));
      patch->cosine = std::abs(cosine);
      patch->rounding = body.shape.rounding;
    }
  }
  // The apex of a cone looks along its base's axis, too.
  const bool is_foremost = patch && reach >= core_reach(body.shape, local) - flush * patch->radius;
  return is_foremost ? patch : std::nullopt;
}

Patch smooth_patch(const PlacedShape& body, const Vec3& local) {
  if (auto disc = disc_of(body, local)) {
    return *std::move(disc);
  }
  std::vector<Vec3> ends;
  double reach = 0.0;
  for (const Ellipsoid& ellipsoid : body.shape.ellipsoids) {
    add_end(ends, reach, furthest_point(ellipsoid, local), local);
  }
  for (const Vec3& vertex : body.shape.core.vertices) {
    add_end(ends, reach, vertex, local);
  }
  return line_or_point(body, ends, local);
}

Patch face_patch(const PlacedShape& body, const FaceMatch& match) {
  const Hull& core = body.shape.core;
  const HullFace& face = core.faces[match.face];
  Patch patch;
  patch.kind = PatchKind::polygon;
  patch.normal = body.axes * face.normal;
  patch.cosine = match.cosine;
  patch.rounding = body.shape.rounding;
  for (Index i = 0; i < face.count; ++i) {
    patch.corners.push_back(in_world(body, core.vertices[core.face_vertices[face.first + i]]));
  }
  return patch;
}

Patch polyhedron_patch(const PlacedShape& body, const Vec3& local) {
  const FaceMatch match = best_face(body.shape, local);
  if (match.cosine > aligned) {
    return face_patch(body, match);
  }
  const ConvexShape& shape = body.shape;
  const Index furthest = furthest_vertex(shape, local).index;
  std::vector<Vec3> ends{shape.core.vertices[furthest]};
  for (Index i = shape.rim_begin[furthest]; i < shape.rim_begin[furthest + 1]; ++i) {
    ends.push_back(shape.core.vertices[shape.rim[i].vertex]);
  }
  return line_or_point(body, ends, local);
}

}  // namespace

Patch patch_of(const PlacedShape& body, const Vec3& direction) {
  const Vec3 local = into_frame(body.axes, direction);
  if (is_smooth(body.shape)) {
    return smooth_patch(body, local);
  }
  if (!body.shape.core.faces.empty()) {
    return polyhedron_patch(body, local);
  }
  std::vector<Vec3> ends;
  double reach = 0.0;
  for (const Vec3& vertex : body.shape.core.vertices) {
    add_end(ends, reach, vertex, local);
  }
  return line_or_point(body, ends, local);
}

}  // namespace firstcontact
