#include <firstcontact/separation.hpp>

#include "narrowphase/clipping.hpp"
#include "narrowphase/support.hpp"

#include <algorithm>
#include <cmath>

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
constexpr double parallel_sine = 1e-3;   // capsules more askew than this touch in one point
constexpr double clip_tolerance = 1e-9;  // of the reference shape's radius: corners on the outline stay whole
constexpr std::uint32_t clip_flag = 1U << 23U;
constexpr std::uint64_t side_bit = 1ULL << 63U;

struct Placed {
  const ConvexShape& shape;
  Mat3 axes;
  Vec3 origin;
};

Vec3 vertex_of(const Placed& body, Index index) { return body.origin + body.axes * body.shape.core.vertices[index]; }

struct FaceMatch {
  Index face = 0;
  double cosine = -1.0;
};

FaceMatch best_face(const Placed& body, const Vec3& direction) {
  const Vec3 local = into_frame(body.axes, direction);
  FaceMatch best;
  for (Index i = 0; i < body.shape.core.faces.size(); ++i) {
    const double cosine = glm::dot(body.shape.core.faces[i].normal, local);
    best = cosine > best.cosine ? FaceMatch{i, cosine} : best;
  }
  return best;
}

// The face, segment or point of `body` that looks along `direction`.
ClipPolygon incident_feature(const Placed& body, const Vec3& direction) {
  ClipPolygon polygon;
  const Hull& core = body.shape.core;
  if (core.faces.empty()) {
    for (Index i = 0; i < core.vertices.size(); ++i) {
      polygon.corner[static_cast<std::size_t>(polygon.count++)] = {vertex_of(body, i), i};
    }
    return polygon;
  }
  const HullFace& face = core.faces[best_face(body, direction).face];
  const Index count = std::min<Index>(face.count, ClipPolygon::capacity / 2);
  for (Index i = 0; i < count; ++i) {
    const Index half_edge = face.first + i;
    polygon.corner[i] = {vertex_of(body, core.face_vertices[half_edge]), half_edge};
  }
  polygon.count = static_cast<int>(count);
  return polygon;
}

struct Candidate {       // no defaults: a list has room for many more than it holds
  Vec3 reference_point;  // on the reference shape's surface
  double separation;     // m
  std::uint64_t feature;
};

struct Candidates {
  std::array<Candidate, ClipPolygon::capacity> point;
  int count = 0;
};

void clip_to_face(ClipPolygon& polygon, const Placed& body, const HullFace& face, const Vec3& normal) {
  const Hull& core = body.shape.core;
  for (Index i = 0; i < face.count; ++i) {
    const Vec3 here = vertex_of(body, core.face_vertices[face.first + i]);
    const Vec3 next = vertex_of(body, core.face_vertices[face.first + (i + 1 < face.count ? i + 1 : 0)]);
    const Vec3 outward = normalized_or(glm::cross(next - here, normal), normal);
    clip(polygon, {outward, glm::dot(outward, here), clip_flag | i}, clip_tolerance * body.shape.radius);
  }
}

// Points of `incident` that face the reference face, measured along its normal.
Candidates face_candidates(const Placed& reference, Index face_index, const Placed& incident) {
  const HullFace& face = reference.shape.core.faces[face_index];
  const Vec3 normal = reference.axes * face.normal;
  const double offset = glm::dot(normal, reference.origin) + face.offset;
  ClipPolygon polygon = incident_feature(incident, -normal);
  clip_to_face(polygon, reference, face, normal);
  Candidates candidates;
  for (int i = 0; i < polygon.count; ++i) {
    const Vec3& point = polygon.corner[static_cast<std::size_t>(i)].point;
    const double height = glm::dot(normal, point) - offset;
    Candidate& candidate = candidates.point[static_cast<std::size_t>(candidates.count++)];
    candidate.reference_point = point - height * normal;
    candidate.separation = height - incident.shape.rounding;
    candidate.feature = (std::uint64_t{face_index} << 48U) ^ corner_name(polygon, i);
  }
  return candidates;
}

double nearest_separation(const Candidates& candidates) {
  double nearest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < candidates.count; ++i) {
    nearest = std::min(nearest, candidates.point[static_cast<std::size_t>(i)].separation);
  }
  return nearest;
}

// Drops what is further away than `limit`, keeping the order.
void drop_far(Candidates& candidates, double limit) {
  int kept = 0;
  for (int i = 0; i < candidates.count; ++i) {
    const Candidate candidate = candidates.point[static_cast<std::size_t>(i)];
    if (candidate.separation <= limit) {
      candidates.point[static_cast<std::size_t>(kept++)] = candidate;
    }
  }
  candidates.count = kept;
}

// The index of the candidate with the greatest score; the first one wins a tie.
template <class Score>
std::size_t best_by(const Candidates& candidates, const Score& score) {
  std::size_t best = 0;
  double best_score = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < static_cast<std::size_t>(candidates.count); ++i) {
    const double value = score(candidates.point[i]);
    if (value > best_score) {
      best = i;
      best_score = value;
    }
  }
  return best;
}

double signed_area(const Vec3& normal, const Candidate& p, const Candidate& q, const Candidate& r) {
  return glm::dot(normal, glm::cross(q.reference_point - p.reference_point, r.reference_point - p.reference_point));
}

// Four points that keep the patch: the nearest one, the one furthest from it, and on either side of that diagonal the
// one that adds the greatest triangle.
void keep_four(Candidates& candidates, const Vec3& normal) {
  if (candidates.count <= 4) {
    return;
  }
  const Candidate first = candidates.point[best_by(candidates, [](const Candidate& c) { return -c.separation; })];
  const Candidate second = candidates.point[best_by(
      candidates, [&](const Candidate& c) { return squared_length(c.reference_point - first.reference_point); })];
  const Candidate left =
      candidates.point[best_by(candidates, [&](const Candidate& c) { return signed_area(normal, first, second, c); })];
  const Candidate right =
      candidates.point[best_by(candidates, [&](const Candidate& c) { return -signed_area(normal, first, second, c); })];
  candidates.count = 0;
  for (const Candidate& kept : {first, second, left, right}) {
    bool repeated = false;
    for (std::size_t i = 0; i < static_cast<std::size_t>(candidates.count); ++i) {
      repeated = repeated || candidates.point[i].feature == kept.feature;
    }
    if (!repeated) {
      candidates.point[static_cast<std::size_t>(candidates.count++)] = kept;
    }
  }
}

// `normal` is the reference's outward normal; `sign` is +1 when the reference is a, whose normals point to b.
Manifold manifold_of(const Candidates& candidates, const Vec3& normal, double sign) {
  Manifold manifold;
  manifold.normal = sign * normal;
  manifold.count = candidates.count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(candidates.count); ++i) {
    const Candidate& candidate = candidates.point[i];
    manifold.points[i] = {candidate.reference_point + (0.5 * candidate.separation) * normal, candidate.separation,
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
  Candidates candidates = face_candidates(reference, face, incident);
  const double nearest = nearest_separation(candidates);
  if (!(nearest <= given.separation.distance + 0.1 * given.margin)) {
    return {};
  }
  drop_far(candidates, std::max(given.margin, nearest));
  const Vec3 normal = reference.axes * reference.shape.core.faces[face].normal;
  keep_four(candidates, normal);
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

Manifold manifold_at_a(const Case& given) {
  const FaceMatch face_a = best_face(given.a, given.separation.normal);
  const FaceMatch face_b = best_face(given.b, -given.separation.normal);
  const bool b_first = face_b.cosine > face_a.cosine + reference_bias;
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

}  // namespace

Manifold contact_manifold(const PosedShape& a, const PosedShape& b, const Separation& separation, double margin) {
  require(a.shape != nullptr && b.shape != nullptr, "contact_manifold: a shape is missing");
  Separation near_a = separation;
  near_a.point_a -= a.pose.position;
  near_a.point_b -= a.pose.position;
  const Case given{{*a.shape, rotation_matrix(a.pose.orientation), Vec3(0.0)},
                   {*b.shape, rotation_matrix(b.pose.orientation), b.pose.position - a.pose.position},
                   near_a,
                   margin};
  Manifold manifold = manifold_at_a(given);
  for (std::size_t i = 0; i < static_cast<std::size_t>(manifold.count); ++i) {
    manifold.points[i].point += a.pose.position;
  }
  return manifold;
}

}  // namespace firstcontact
