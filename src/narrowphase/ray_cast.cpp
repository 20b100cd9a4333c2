#include "narrowphase/ray_cast.hpp"

#include "narrowphase/support.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

constexpr double unit_roundoff = 1.1102230246251565e-16;
constexpr double nowhere = std::numeric_limits<double>::infinity();

// The first s in [0, 1] at which |m + s r| <= radius, for |m| > radius; `nowhere` when there is none. Neither the
// difference of squares nor the discriminant cancels in this form: the second is Lagrange's identity. (method 9.2)
double ball_entry(const Vec3& m, const Vec3& r, double radius) {
  const double closing = -glm::dot(m, r);
  const double discriminant = square_of(r) * radius * radius - square_of(glm::cross(m, r));
  if (closing <= 0.0 || discriminant < 0.0) {
    return nowhere;
  }
  const double size = length(m);
  const double entry = (size - radius) * (size + radius) / (closing + std::sqrt(discriminant));
  if (!(entry <= 1.0)) {
    return nowhere;
  }
  return std::max(0.0, entry);
}

struct Segment {
  Vec3 start{0.0};
  Vec3 along{0.0};  // unit, or zero for a point
  double size = 0.0;
};

Segment segment_of(const ConvexShape& core) {
  const Vec3& start = core.core.vertices.front();
  const Vec3 whole = core.core.vertices.back() - start;
  const double size = length(whole);
  return {start, size > 0.0 ? whole / size : Vec3(0.0), size};
}

// From the nearest point of the segment to `place`.
Vec3 off_segment(const Segment& segment, const Vec3& place) {
  const Vec3 arm = place - segment.start;
  return arm - std::clamp(glm::dot(arm, segment.along), 0.0, segment.size) * segment.along;
}

// The side of a capsule between its two ends; the ends themselves are balls.
double side_entry(const Segment& segment, const LocalRay& ray, double radius) {
  const Vec3 arm = ray.origin - segment.start;
  const double height = glm::dot(arm, segment.along);
  const double climb = glm::dot(ray.way, segment.along);
  const Vec3 across = arm - height * segment.along;
  if (segment.size == 0.0 || square_of(across) <= radius * radius) {
    return nowhere;  // begins within the endless cylinder: only the ends can be met first
  }
  const double entry = ball_entry(across, ray.way - climb * segment.along, radius);
  const double there = height + entry * climb;
  if (!(entry <= 1.0 && there >= 0.0 && there <= segment.size)) {
    return nowhere;
  }
  return entry;
}

struct Slabs {
  double enter = -nowhere, leave = nowhere;  // fractions at which the ray is behind all, and no longer behind all faces
  const HullFace* entered = nullptr;         // the face that is passed last, inwards
  const HullFace* left = nullptr;            // the face that is passed first, outwards
  const HullFace* beyond = nullptr;          // a face the ray runs along, outside
  const HullFace* highest = nullptr;         // the face that the origin is furthest outside of, or least inside
  double height = -nowhere;                  // m: the origin over that face
};

// Behind a face the ray is from one moment to another: the polyhedron is what is behind all of them. Every face is
// moved out by `slack`, or a face that the ray runs along, to rounding, would claim any moment as its own. (method 9.3)
void pass(Slabs& slabs, const HullFace& face, const LocalRay& ray, double slack) {
  const double height = glm::dot(face.normal, ray.origin) - face.offset;
  const double climb = glm::dot(face.normal, ray.way);
  if (height > slabs.height) {
    slabs.height = height;
    slabs.highest = &face;
  }
  const double moment = (height - slack) / -climb;
  if (climb < 0.0 && moment > slabs.enter) {
    slabs.enter = moment;
    slabs.entered = &face;
  } else if (climb > 0.0 && moment < slabs.leave) {
    slabs.leave = moment;
    slabs.left = &face;
  } else if (climb == 0.0 && height > slack) {
    slabs.beyond = &face;
  }
}

// True when the whole way is outside along `axis`, of any length, by more than rounding: asked of all vertices, because
// a face that was merged from several may have corners a little outside its plane.
bool passes_outside(const ConvexShape& shape, const LocalRay& ray, const Vec3& axis, double slack) {
  const Vec3 unit = unit_or(axis, Vec3(0.0));
  if (unit == Vec3(0.0)) {
    return false;
  }
  const double start = glm::dot(unit, ray.origin) - reach_along(shape, unit);
  return std::min(start, start + glm::dot(unit, ray.way)) > slack;
}

// The axes that can show a miss: the face left too early, the face entered too late, and between the two the one square
// to the ray, which both of them lean on. (method 9.4)
bool misses(const ConvexShape& shape, const LocalRay& ray, const Slabs& slabs, double slack) {
  if (slabs.beyond != nullptr && passes_outside(shape, ray, slabs.beyond->normal, slack)) {
    return true;
  }
  if (slabs.leave < 0.0 && passes_outside(shape, ray, slabs.left->normal, slack)) {
    return true;
  }
  if (slabs.entered == nullptr) {
    return false;
  }
  if (slabs.enter > 1.0 && passes_outside(shape, ray, slabs.entered->normal, slack)) {
    return true;
  }
  if (slabs.enter <= slabs.leave || slabs.left == nullptr) {
    return false;
  }
  const Vec3 square = glm::dot(slabs.left->normal, ray.way) * slabs.entered->normal -
                      glm::dot(slabs.entered->normal, ray.way) * slabs.left->normal;
  return passes_outside(shape, ray, square, slack);
}

// Up to this fraction of the way the axis keeps the ray off all vertices.
double certain_entry(const ConvexShape& shape, const LocalRay& ray, const Vec3& normal, double slack) {
  return (glm::dot(normal, ray.origin) - reach_along(shape, normal) - slack) / -glm::dot(normal, ray.way);
}

// The best that any face can say, each asked of all vertices. For rays along a face that was merged from several: its
// corners stand out a little, and on so flat a way that little is long.
LocalHit best_entry(const ConvexShape& shape, const LocalRay& ray, double slack) {
  LocalHit best{-nowhere, Vec3(0.0), -1.0};
  for (const HullFace& face : shape.core.faces) {
    if (glm::dot(face.normal, ray.way) < 0.0) {
      const double entry = certain_entry(shape, ray, face.normal, slack);
      best = entry > best.fraction ? LocalHit{entry, face.normal, -1.0} : best;
    }
  }
  best.fraction = std::clamp(best.fraction, 0.0, 1.0);
  return best;
}

}  // namespace

double ray_slack(const LocalRay& ray, double radius) {
  return 32.0 * unit_roundoff * (length(ray.origin) + length(ray.way) + radius);
}

std::optional<LocalHit> hit_round(const ConvexShape& core, double rounding, const LocalRay& ray) {
  const Segment segment = segment_of(core);
  const double slack = ray_slack(ray, length(segment.start) + segment.size + rounding);
  const double radius = rounding + slack;
  const Vec3 off = off_segment(segment, ray.origin);
  if (square_of(off) <= radius * radius) {
    // On the core itself every way square to it is the shortest way out.
    const Vec3 out = segment.size > 0.0 ? any_perpendicular(segment.along) : Vec3(0.0, 1.0, 0.0);
    return LocalHit{0.0, unit_or(off, out), std::max(0.0, rounding - length(off))};
  }
  const Vec3 arm = ray.origin - segment.start;
  const double entry = std::min({side_entry(segment, ray, radius), ball_entry(arm, ray.way, radius),
                                 ball_entry(arm - segment.size * segment.along, ray.way, radius)});
  if (!(entry <= 1.0)) {
    return std::nullopt;
  }
  const Vec3 there = off_segment(segment, ray.origin + entry * ray.way);
  return LocalHit{entry, unit_or(there, unit_or(-ray.way, Vec3(0.0, 1.0, 0.0))), -1.0};
}

std::optional<LocalHit> hit_polyhedron(const ConvexShape& shape, const LocalRay& ray) {
  const double slack = ray_slack(ray, shape.radius);
  Slabs slabs;
  for (const HullFace& face : shape.core.faces) {
    pass(slabs, face, ray, slack);
  }
  if (slabs.height <= slack) {
    return LocalHit{0.0, slabs.highest->normal, std::max(0.0, -slabs.height)};
  }
  if (misses(shape, ray, slabs, slack)) {
    return std::nullopt;
  }
  if (slabs.entered == nullptr) {  // so near outside, and on its way out, that no axis can show it
    return LocalHit{0.0, slabs.highest->normal, 0.0};
  }
  constexpr double merged = 1e-8;  // of the radius: more than that a merged face's corners do not stand out of it
  const double entry = certain_entry(shape, ray, slabs.entered->normal, slack);
  if ((slabs.enter - entry) * length(ray.way) <= merged * shape.radius) {
    return LocalHit{std::clamp(entry, 0.0, 1.0), slabs.entered->normal, -1.0};
  }
  return best_entry(shape, ray, slack);
}

}  // namespace firstcontact
