#include <firstcontact/separation.hpp>

#include "core/arithmetic_mode.hpp"
#include "core/perpendicular.hpp"
#include "narrowphase/clipping.hpp"
#include "narrowphase/contact_patch.hpp"
#include "narrowphase/doors.hpp"
#include "narrowphase/smooth_manifold.hpp"
#include "narrowphase/support.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

// Where two near shapes bear on each other: the reference face (the one that faces the other shape best), the incident
// feature (the opposite face, segment or point) cut to the reference face's outline, and of what is left the few points
// that a solver needs. Everything is computed with a's position as origin and axes parallel to the world's, so that a
// scene far from the world's origin keeps its digits.

namespace firstcontact {

namespace {

constexpr double aligned = 1.0 - 5e-5;  // cosine of 1e-2 rad: further apart, it is an edge or a vertex that bears
// Two faces that face each other equally well would take turns being the reference; a has it unless b is clearly
// better.
constexpr double reference_bias = 1e-6;
constexpr double parallel_sine = 1e-3;    // capsules more askew than this touch in one point
constexpr double clip_tolerance = 1e-9;   // of the reference shape's radius: corners on the outline stay whole
constexpr double level_of_margin = 1e-3;  // corners nearest to within this part of the margin count as equally near
constexpr std::uint32_t clip_flag = 1U << 23U;
constexpr std::uint64_t side_bit = 1ULL << 63U;

struct Placed {
  const ConvexShape& shape;
  Mat3 axes;
  Vec3 origin;
};

Vec3 vertex_of(const Placed& body, Index index) { return body.origin + body.axes * body.shape.core.vertices[index]; }

// The face that lies lowest along `direction`: of those with the furthest vertex and the next lowest beside it, the one
// that looks along it best. (The face that looks along it best of all may be another, high above an edge that bears.)
// Of equals the first.
Index lowest_face(const Placed& body, const Vec3& direction) {
  const ConvexShape& shape = body.shape;
  const Vec3 local = into_frame(body.axes, direction);
  const auto reach_of = [&](Index vertex) { return glm::dot(shape.core.vertices[vertex], local); };
  const Index furthest = furthest_vertex(shape, local).index;
  const std::span<const RimEdge> rim(shape.rim.data() + shape.rim_begin[furthest],
                                     shape.rim.data() + shape.rim_begin[furthest + 1]);
  double last_reach = reach_of(rim.back().vertex);
  Index best = 0;
  double best_reach = -std::numeric_limits<double>::infinity();
  double best_cosine = -1.0;
  for (const RimEdge& edge : rim) {
    const double next_reach = reach_of(edge.vertex);
    const double reach = std::max(next_reach, last_reach);
    const double cosine = glm::dot(shape.core.faces[edge.face].normal, local);
    if (std::tuple(reach, cosine, best) > std::tuple(best_reach, best_cosine, edge.face)) {
      best = edge.face;
      best_reach = reach;
      best_cosine = cosine;
    }
    last_reach = next_reach;
  }
  return best;
}

// The face, segment or point of `body` that looks along `direction`, with room for `cuts` more corners.
ClipPolygon incident_feature(ClipMemory& memory, const Placed& body, const Vec3& direction, std::size_t cuts) {
  const Hull& core = body.shape.core;
  if (core.faces.empty()) {
    ClipPolygon polygon = memory.polygon(core.vertices.size() + cuts);
    for (Index i = 0; i < core.vertices.size(); ++i) {
      polygon.push_back({vertex_of(body, i), i});
    }
    return polygon;
  }
  const HullFace& face = core.faces[lowest_face(body, direction)];
  ClipPolygon polygon = memory.polygon(face.count + cuts);
  for (Index half_edge = face.first; half_edge < face.first + face.count; ++half_edge) {
    ClipCorner& corner = polygon.emplace_back();
    corner.point = vertex_of(body, core.face_vertices[half_edge]);
    corner.leaving = half_edge;
  }
  return polygon;
}

struct Candidate {
  Vec3 reference_point;  // on the reference shape's surface
  double separation;     // m
  std::uint64_t feature;
};

using Candidates = pmr::vector<Candidate>;

// The incident feature cut by every side of the reference face, to and fro between two polygons.
ClipPolygon clipped_to_face(ClipMemory& memory, const Placed& reference, const HullFace& face, const Placed& incident) {
  const Hull& core = reference.shape.core;
  const Vec3 normal = reference.axes * face.normal;
  const double tolerance = clip_tolerance * reference.shape.radius;
  ClipPolygon polygon = incident_feature(memory, incident, -normal, face.count);  // every cut adds one at most
  ClipPolygon next = memory.polygon(polygon.capacity());
  Vec3 there = vertex_of(reference, core.face_vertices[face.first]);
  for (Index i = 0; i < face.count; ++i) {
    const Vec3 here = there;
    there = vertex_of(reference, core.face_vertices[face.first + (i + 1 < face.count ? i + 1 : 0)]);
    const Vec3 outward = normalized_or(glm::cross(there - here, normal), normal);
    const ClipPlane plane{outward, glm::dot(outward, here), clip_flag | i};
    if (cuts(polygon, plane, tolerance)) {
      clip(polygon, plane, tolerance, next);
      polygon.swap(next);
    }
  }
  return polygon;
}

// Points of `incident` that face the reference face, measured along its normal.
Candidates face_candidates(ClipMemory& memory, const Placed& reference, Index face_index, const Placed& incident) {
  const HullFace& face = reference.shape.core.faces[face_index];
  const Vec3 normal = reference.axes * face.normal;
  const double offset = glm::dot(normal, reference.origin) + face.offset;
  const ClipPolygon polygon = clipped_to_face(memory, reference, face, incident);
  Candidates candidates(polygon.get_allocator().resource());
  candidates.reserve(polygon.size());
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3& point = polygon[i].point;
    const double height = glm::dot(normal, point) - offset;
    Candidate& candidate = candidates.emplace_back();
    candidate.reference_point = point - height * normal;
    candidate.separation = height - incident.shape.rounding;
    candidate.feature = (std::uint64_t{face_index} << 48U) ^ corner_name(polygon, i);
  }
  return candidates;
}

double nearest_separation(const Candidates& candidates) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const Candidate& candidate : candidates) {
    nearest = std::min(nearest, candidate.separation);
  }
  return nearest;
}

// The candidates in the plane of the reference face.
pmr::vector<glm::dvec2> flattened(const Candidates& candidates, const Vec3& normal) {
  const Vec3 right = perpendicular_of_unit(normal);
  const Vec3 up = glm::cross(normal, right);
  pmr::vector<glm::dvec2> ring(candidates.get_allocator().resource());
  ring.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    const Vec3 arm = candidate.reference_point - candidates.front().reference_point;
    ring.emplace_back(glm::dot(right, arm), glm::dot(up, arm));
  }
  return ring;
}

// Of a patch of many corners four stay: one that is nearest, because it bears most, and the three that with it keep
// most of the area. Corners nearest to within `level` metres count as equal and are all tried (of a large patch some:
// on a smooth rim neighbours are as good); an equal area does not replace the one found first, or rounding would choose
// another four in every step.
void keep_four(Candidates& candidates, const Vec3& normal, double level) {
  constexpr std::size_t most_tried = 8;
  constexpr double clearly = 1.0 + 1e-6;
  if (candidates.size() <= 4) {
    return;
  }
  const double nearest = nearest_separation(candidates);
  const pmr::vector<glm::dvec2> ring = flattened(candidates, normal);
  const std::size_t stride = (candidates.size() + most_tried - 1) / most_tried;
  Quadrilateral best{{}, -1.0};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool is_nearest = candidates[i].separation <= nearest;
    if (is_nearest || (i % stride == 0 && candidates[i].separation <= nearest + level)) {
      const Quadrilateral found = greatest_quadrilateral(ring, i);
      best = found.area > clearly * best.area ? found : best;
    }
  }
  std::sort(best.corner.begin(), best.corner.end());
  for (std::size_t i = 0; i < 4; ++i) {
    candidates[i] = candidates[best.corner[i]];
  }
  candidates.resize(4);
}

// `normal` is the reference's outward normal; `sign` is +1 when the reference is a, whose normals point to b.
Manifold manifold_of(const Candidates& candidates, const Vec3& normal, double sign) {
  Manifold manifold;
  manifold.normal = sign * normal;
  for (const Candidate& candidate : candidates) {
    manifold.points[static_cast<std::size_t>(manifold.count++)] = {
        candidate.reference_point + (0.5 * candidate.separation) * normal, candidate.separation,
        candidate.feature | (sign < 0.0 ? side_bit : 0U)};
  }
  return manifold;
}

struct Case {
  Placed a, b;
  const Separation& separation;
  double margin;
};

Manifold one_point(const Case& given) {
  const Separation& s = given.separation;
  Manifold manifold;
  manifold.normal = s.normal;
  manifold.count = 1;
  manifold.points[0].point = 0.5 * (s.point_a + s.point_b);
  manifold.points[0].separation = glm::dot(s.normal, s.point_b - s.point_a);
  const Vec3 local_a = into_frame(given.a.axes, s.normal);
  const Vec3 local_b = -into_frame(given.b.axes, s.normal);
  manifold.points[0].feature = (std::uint64_t{furthest_vertex(given.a.shape, local_a).index} << 24U) |
                               furthest_vertex(given.b.shape, local_b).index;
  return manifold;
}

// Face against whatever the other shape turns towards it; empty when that does not lie over the face, or lies further
// off than what the witness points show.
Manifold face_manifold(const Case& given, const Placed& reference, Index face, double sign) {
  const Placed& incident = sign > 0.0 ? given.b : given.a;
  ClipMemory memory;
  Candidates candidates = face_candidates(memory, reference, face, incident);
  const double nearest = nearest_separation(candidates);
  if (!(nearest <= given.separation.distance + 0.1 * given.margin)) {
    return {};
  }
  const double limit = std::max(given.margin, nearest);
  std::erase_if(candidates, [limit](const Candidate& candidate) { return candidate.separation > limit; });
  const Vec3 normal = reference.axes * reference.shape.core.faces[face].normal;
  keep_four(candidates, normal, level_of_margin * given.margin);
  return manifold_of(candidates, normal, sign);
}

bool is_segment(const ConvexShape& shape) { return shape.core.faces.empty() && shape.core.vertices.size() == 2; }

// Two capsules side by side bear on each other along a line: the two ends of their common stretch.
Manifold parallel_capsules(const Case& given) {
  const Vec3 start = vertex_of(given.a, 0);
  const Vec3 whole = vertex_of(given.a, 1) - start;
  const Vec3 other = vertex_of(given.b, 1) - vertex_of(given.b, 0);
  const double length = std::sqrt(squared_length(whole));
  const double size = length * std::sqrt(squared_length(other));
  if (!(size > 0.0) || std::sqrt(squared_length(glm::cross(whole, other))) > parallel_sine * size) {
    return {};
  }
  const Vec3 along = whole / length;
  const double ends[2] = {glm::dot(along, vertex_of(given.b, 0) - start),
                          glm::dot(along, vertex_of(given.b, 1) - start)};
  const double low = std::max(0.0, std::min(ends[0], ends[1]));
  const double high = std::min(length, std::max(ends[0], ends[1]));
  if (!(low < high)) {
    return {};
  }
  const Vec3& normal = given.separation.normal;
  Manifold manifold;
  manifold.normal = normal;
  for (const double place : {low, high}) {
    const Vec3 on_a = start + place * along;
    const Vec3 on_b = vertex_of(given.b, 0) + ((place - ends[0]) / (ends[1] - ends[0])) * other;
    const double gap = glm::dot(normal, on_b - on_a) - given.a.shape.rounding - given.b.shape.rounding;
    if (gap <= std::max(given.margin, given.separation.distance)) {
      manifold.points[static_cast<std::size_t>(manifold.count++)] = {
          on_a + (given.a.shape.rounding + 0.5 * gap) * normal, gap, place == low ? 1U : 2U};
    }
  }
  return manifold;
}

// Where both have a face for it, the larger shape's is the reference: a floor keeps its normal under a box that stands
// on it a little askew, and what slides on it feels the floor's slope, not its own.
double bias_towards_a(const Case& given) {
  return squared_length(given.b.shape.half_extents) > squared_length(given.a.shape.half_extents) ? -reference_bias
                                                                                                 : reference_bias;
}

Manifold manifold_at_a(const Case& given) {
  const FaceMatch face_a = best_face(given.a.shape, into_frame(given.a.axes, given.separation.normal));
  const FaceMatch face_b = best_face(given.b.shape, into_frame(given.b.axes, -given.separation.normal));
  const bool b_first = face_b.cosine > face_a.cosine + bias_towards_a(given);
  if (std::max(face_a.cosine, face_b.cosine) > aligned) {
    const Manifold manifold =
        b_first ? face_manifold(given, given.b, face_b.face, -1.0) : face_manifold(given, given.a, face_a.face, 1.0);
    if (manifold.count > 0) {
      return manifold;
    }
  }
  if (is_segment(given.a.shape) && is_segment(given.b.shape)) {
    const Manifold manifold = parallel_capsules(given);
    if (manifold.count > 0) {
      return manifold;
    }
  }
  return one_point(given);
}

// Only a normal of some length has sides; what is said of vertices is not asked.
void require_separation(const Separation& found, double margin) {
  constexpr double some = 1e-3;
  require(std::abs(squared_length(found.normal) - 1.0) <= some, "contact_manifold: the normal must be of unit length");
  require(is_within(found.point_a, limits::of_query) && is_within(found.point_b, limits::of_query) &&
              std::abs(margin) <= limits::of_query && std::abs(found.distance) <= limits::of_query,
          "contact_manifold: points, distance and margin must be finite and within 1e50 m");
}

}  // namespace

Manifold contact_manifold(const PosedShape& a, const PosedShape& b, const Separation& separation, double margin) {
  const ArithmeticMode mode;
  if (!is_sound(a) || !is_sound(b)) {
    return contact_manifold(mended(a, "contact_manifold"), mended(b, "contact_manifold"), separation, margin);
  }
  require_separation(separation, margin);
  Separation near_a = separation;
  near_a.point_a -= a.pose.position;
  near_a.point_b -= a.pose.position;
  const Case given{{*a.shape, rotation_matrix(a.pose.orientation), Vec3(0.0)},
                   {*b.shape, rotation_matrix(b.pose.orientation), b.pose.position - a.pose.position},
                   near_a,
                   margin};
  const bool is_one_smooth = is_smooth(*a.shape) || is_smooth(*b.shape);
  Manifold manifold = is_one_smooth ? smooth_manifold(a, b, near_a, margin) : manifold_at_a(given);
  for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
    manifold.points[i].point += a.pose.position;
  }
  return manifold;
}

}  // namespace firstcontact
