#include "dynamics/turning_friction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/perpendicular.hpp"

namespace firstcontact {

namespace {

// Of a body's responses to moments: what is less where axes are locked is rounding.
constexpr double locked_rounding = std::numeric_limits<double>::epsilon();

// The greatest change of spin across the normal per unit of a moment impulse there: 1/(kg m^2).
double largest_response_across(const Vec3& normal, const Mat3& response) {
  const Vec3 u = perpendicular_of_unit(normal);
  const Vec3 v = glm::cross(normal, u);
  const double uu = glm::dot(u, response * u);
  const double vv = glm::dot(v, response * v);
  const double uv = glm::dot(u, response * v);
  return 0.5 * (uu + vv) + std::sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv);
}

}  // namespace

bool has_turning_friction(const ContactPoint& point) {
  return point.rolling_friction > 0.0 || point.spinning_friction > 0.0;
}

void apply_couple(const ContactPoint& point, const Vec3& couple, std::span<Responder> responders) {
  Responder& a = responders[point.a];
  Responder& b = responders[point.b];
  a.velocity.angular -= a.inverse_inertia * couple;
  b.velocity.angular += b.inverse_inertia * couple;
}

void solve_turning(ContactPoint& point, std::span<Responder> responders) {
  const Responder& a = responders[point.a];
  const Responder& b = responders[point.b];
  const Mat3 response = a.inverse_inertia + b.inverse_inertia;
  const double least = locked_rounding * (response[0][0] + response[1][1] + response[2][2]);
  const double about = glm::dot(point.normal, response * point.normal);
  const double across = largest_response_across(point.normal, response);
  const Vec3 spin = b.velocity.angular - a.velocity.angular;
  const double spinning = glm::dot(point.normal, spin);
  const double spun = glm::dot(point.normal, point.turning_impulse);
  const double spin_limit = point.spinning_friction * point.normal_impulse;
  const double spin_next = about > least ? std::clamp(spun - spinning / about, -spin_limit, spin_limit) : 0.0;
  Vec3 roll_next(0.0);
  if (across > least) {
    roll_next = point.turning_impulse - spun * point.normal - (spin - spinning * point.normal) / across;
    const double limit = point.rolling_friction * point.normal_impulse;
    const double size = std::sqrt(squared_length(roll_next));
    roll_next *= size > limit ? limit / size : 1.0;
  }
  const Vec3 next = roll_next + spin_next * point.normal;
  const Vec3 change = next - point.turning_impulse;
  apply_couple(point, change, responders);
  point.turning_impulse = next;
}

std::vector<Couple> resist_turning(std::span<const ContactPoint> points, std::span<const double> arms, double share,
                                   std::span<Responder> responders) {
  std::vector<Couple> couples;
  for (std::size_t first = 0, next = 0; first < points.size(); first = next) {
    const ContactPoint& point = points[first];
    double limit = 0.0;
    for (; next < points.size() && points[next].a == point.a && points[next].b == point.b; ++next) {
      limit += arms[next] * points[next].normal_impulse;
    }
    const Responder& a = responders[point.a];
    const Responder& b = responders[point.b];
    const Mat3 response = a.inverse_inertia + b.inverse_inertia;
    const double most = response[0][0] + response[1][1] + response[2][2];  // no less than its greatest eigenvalue
    if (!(limit > 0.0) || !(most > 0.0)) {
      continue;
    }
    Vec3 impulse = (share / most) * (a.velocity.angular - b.velocity.angular);
    const double size = std::sqrt(squared_length(impulse));
    impulse *= size > limit ? limit / size : 1.0;
    apply_couple(point, impulse, responders);
    couples.push_back({first, impulse});
  }
  return couples;
}

std::vector<Couple> turn_together(std::span<const ContactPoint> points, std::span<Responder> responders) {
  std::vector<Couple> couples;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0 && points[i].a == points[i - 1].a && points[i].b == points[i - 1].b) {
      continue;
    }
    const Responder& a = responders[points[i].a];
    const Responder& b = responders[points[i].b];
    const Mat3 response = a.inverse_inertia + b.inverse_inertia;
    if (glm::determinant(response) > 0.0) {  // not where both have an axis locked
      const Vec3 impulse = glm::inverse(response) * (a.velocity.angular - b.velocity.angular);
      apply_couple(points[i], impulse, responders);
      couples.push_back({i, impulse});
    }
  }
  return couples;
}

}  // namespace firstcontact
