#include <firstcontact/cast.hpp>

#include "core/arithmetic_mode.hpp"
#include "narrowphase/doors.hpp"
#include "narrowphase/gjk.hpp"
#include "narrowphase/overlap_proof.hpp"
#include "narrowphase/ray_cast.hpp"
#include "narrowphase/smooth_distance.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

constexpr double unit_roundoff = 1.1102230246251565e-16;

// A sphere or a capsule.
bool is_round(const ConvexShape& shape) {
  return shape.core.faces.empty() && shape.core.vertices.size() <= 2 && !is_smooth(shape);
}

bool is_ball(const ConvexShape& shape) { return shape.core.vertices.size() == 1; }

LocalRay local_ray(const Pose& pose, const Ray& ray) {
  return {rotate_inverse(pose.orientation, ray.origin - pose.position),
          rotate_inverse(pose.orientation, ray.displacement)};
}

CastHit clear_hit(const Vec3& displacement) {
  CastHit hit;
  hit.status = CastStatus::clear;
  hit.fraction = 1.0;
  hit.normal = normalized_or(-displacement, Vec3(0.0, 1.0, 0.0));
  return hit;
}

CastHit hit_of(const std::optional<LocalHit>& found, const Pose& pose, const Ray& ray) {
  if (!found) {
    return clear_hit(ray.displacement);
  }
  CastHit hit;
  hit.status = found->depth >= 0.0 ? CastStatus::inside : CastStatus::hits;
  hit.fraction = found->fraction;
  hit.normal = rotate(pose.orientation, found->normal);
  hit.point = ray.origin + found->fraction * ray.displacement;
  hit.depth = std::max(0.0, found->depth);
  return hit;
}

// A ball that sweeps is a ray against a shape that is thicker by its radius. `round` is the other one: ball or capsule.
CastHit sweep_of_ball(const PosedShape& round, double rounding, const Ray& ray) {
  return hit_of(hit_round(*round.shape, rounding, local_ray(round.pose, ray)), round.pose, ray);
}

Vec3 center_of(const PosedShape& ball) { return to_world(ball.pose, ball.shape->core.vertices.front()); }

// Neither shape turns, one is a ball and both are round: the closed form.
std::optional<CastHit> exact_cast(const PosedShape& a, const ShapeSweep& b) {
  if (b.rotation != Vec3(0.0) || !is_round(*a.shape) || !is_round(*b.start.shape)) {
    return std::nullopt;
  }
  const double rounding = a.shape->rounding + b.start.shape->rounding;
  if (is_ball(*b.start.shape)) {
    CastHit hit = sweep_of_ball(a, rounding, {center_of(b.start), b.displacement});
    hit.point -= (b.start.shape->rounding - 0.5 * hit.depth) * hit.normal;
    return hit;
  }
  if (is_ball(*a.shape)) {
    // Seen from b, it is the ball that comes, from the other side.
    CastHit hit = sweep_of_ball(b.start, rounding, {center_of(a), -b.displacement});
    hit.normal = -hit.normal;
    hit.point = center_of(a) + (a.shape->rounding - 0.5 * hit.depth) * hit.normal;
    return hit;
  }
  return std::nullopt;
}

CastStatus cast_status(ImpactStatus status) {
  switch (status) {
    case ImpactStatus::clear:
      return CastStatus::clear;
    case ImpactStatus::touches:
      return CastStatus::hits;
    case ImpactStatus::overlaps:
      return CastStatus::inside;
    default:
      return CastStatus::undecided;
  }
}

CastHit certified_cast(const PosedShape& a, const ShapeSweep& b, const CastOptions& options) {
  TimeOfImpactOptions impact;
  impact.duration = 1.0;  // the fraction is the time
  impact.target = options.gap;
  impact.tolerance = options.tolerance;
  MovingShape standing{a.shape, {}};
  standing.motion.start = a.pose;
  MovingShape sweeping{b.start.shape, {}};
  sweeping.motion.start = b.start.pose;
  sweeping.motion.linear_velocity = b.displacement;
  sweeping.motion.angular_velocity = b.rotation;
  const TimeOfImpact found = time_of_impact(standing, sweeping, impact);
  return {cast_status(found.status), found.time, found.normal, found.point, found.gap, found.depth};
}

}  // namespace

bool overlap(const PosedShape& a, const PosedShape& b) {
  const ArithmeticMode mode;
  if (!is_sound(a) || !is_sound(b)) {
    return overlap(mended(a, "overlap"), mended(b, "overlap"));
  }
  const Vec3 offset = b.pose.position - a.pose.position;
  const double reach = a.shape->radius + b.shape->radius;
  const double slack = 80.0 * unit_roundoff * (reach + length(offset));
  if (length(offset) > reach + slack) {
    return false;
  }
  const CorePair pair{*a.shape, *b.shape,
                      relative_pose(rotation_matrix(a.pose.orientation), rotation_matrix(b.pose.orientation), offset)};
  const double thickness = a.shape->rounding + b.shape->rounding;
  const double kept = thickness + slack;
  // Any axis will do: this goal is reached by the first that shows more than `kept`.
  constexpr double any_gap = 1e15;
  Simplex simplex{};
  const Distance distance =
      is_smooth(pair)
          ? smooth_distance(pair, {kept, any_gap, 0.0}, unit_or(pair.pose.origin, Vec3(0.0, 1.0, 0.0))).distance
          : core_distance(pair, {kept, any_gap, 0.0}, simplex);
  if (distance.lower > kept) {
    return false;
  }
  const bool has_near_points = !distance.origin_inside && distance.upper < thickness - slack;
  if (has_near_points || holds_origin(simplex, slack)) {
    return true;
  }
  // Near enough to doubt GJK: all axes are asked.
  return !(separation(a, b).lower_bound > slack);
}

CastHit ray_cast(const PosedShape& a, const Ray& ray) {
  const ArithmeticMode mode;
  if (!is_sound(a)) {
    return ray_cast(mended(a, "ray_cast"), ray);
  }
  require_within(ray.origin, limits::of_query, "ray_cast", "the ray's origin");
  require_within(ray.displacement, limits::of_query, "ray_cast", "the ray's displacement");
  if (is_round(*a.shape)) {
    return hit_of(hit_round(*a.shape, a.shape->rounding, local_ray(a.pose, ray)), a.pose, ray);
  }
  if (a.shape->rounding == 0.0 && !is_smooth(*a.shape)) {
    return hit_of(hit_polyhedron(*a.shape, local_ray(a.pose, ray)), a.pose, ray);
  }
  // A polyhedron with a rounding has no closed form, a smooth shape none here: the ray is a ball of hardly any radius.
  const double finest = 1e-12 * (a.shape->radius + length(ray.origin - a.pose.position) + length(ray.displacement));
  const ConvexShape point = make_sphere(Vec3(0.0), finest);
  CastHit hit = certified_cast(a, {{&point, {ray.origin, Quat(1.0, 0.0, 0.0, 0.0)}}, ray.displacement, Vec3(0.0)},
                               {finest, finest});
  hit.gap = 0.0;
  return hit;
}

CastHit shape_cast(const PosedShape& a, const ShapeSweep& b, const CastOptions& options) {
  const ArithmeticMode mode;
  if (!is_sound(a) || !is_sound(b.start)) {
    return shape_cast(mended(a, "shape_cast"), {mended(b.start, "shape_cast"), b.displacement, b.rotation}, options);
  }
  require_within(b.displacement, limits::of_query, "shape_cast", "the displacement");
  require_within(b.rotation, limits::turn, "shape_cast", "the rotation");
  require_options({1.0, options.gap, options.tolerance}, "shape_cast");
  const std::optional<CastHit> exact = exact_cast(a, b);
  return exact ? *exact : certified_cast(a, b, options);
}

}  // namespace firstcontact
