#include <firstcontact/math.hpp>

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// pi/2 in three parts; the first two have 33 significant bits, so that n * part is exact for |n| < 2^20 (Cody, Waite
// 1980).
constexpr double half_pi_high = 1.57079632673412561417e+00;
constexpr double half_pi_middle = 6.07710050630396597660e-11;
constexpr double half_pi_low = 2.02226624879595063154e-21;
constexpr double two_over_pi = 6.36619772367581382433e-01;

// Taylor series on |r| <= pi/4: the first term left out is below 1e-19 of the result.
double sine_near_zero(double r) {
  const double s = r * r;
  double sum = -1.0 / 121645100408832000.0;  // -1/19!
  sum = 1.0 / 355687428096000.0 + s * sum;
  sum = -1.0 / 1307674368000.0 + s * sum;
  sum = 1.0 / 6227020800.0 + s * sum;
  sum = -1.0 / 39916800.0 + s * sum;
  sum = 1.0 / 362880.0 + s * sum;
  sum = -1.0 / 5040.0 + s * sum;
  sum = 1.0 / 120.0 + s * sum;
  sum = -1.0 / 6.0 + s * sum;
  return r + r * (s * sum);
}

double cosine_near_zero(double r) {
  const double s = r * r;
  double sum = -1.0 / 6402373705728000.0;  // -1/18!
  sum = 1.0 / 20922789888000.0 + s * sum;
  sum = -1.0 / 87178291200.0 + s * sum;
  sum = 1.0 / 479001600.0 + s * sum;
  sum = -1.0 / 3628800.0 + s * sum;
  sum = 1.0 / 40320.0 + s * sum;
  sum = -1.0 / 720.0 + s * sum;
  sum = 1.0 / 24.0 + s * sum;
  return 1.0 - 0.5 * s + s * (s * sum);
}

}  // namespace

SineCosine sine_cosine(double angle) {
  constexpr double near_zero = 0.78;  // less than half of a quarter turn: what follows would take nothing off
  if (std::abs(angle) < near_zero) {
    return {sine_near_zero(angle), cosine_near_zero(angle)};
  }
  const double quarter_turns = std::floor(angle * two_over_pi + 0.5);
  const double rest =
      ((angle - quarter_turns * half_pi_high) - quarter_turns * half_pi_middle) - quarter_turns * half_pi_low;
  const double r = std::clamp(rest, -1.0, 1.0);  // of an angle beyond 1e15 rounding leaves nothing
  const double quadrant = quarter_turns - 4.0 * std::floor(quarter_turns * 0.25);
  const double sine = sine_near_zero(r);
  const double cosine = cosine_near_zero(r);
  if (quadrant == 1.0) {
    return {cosine, -sine};
  }
  if (quadrant == 2.0) {
    return {-sine, -cosine};
  }
  if (quadrant == 3.0) {
    return {-cosine, sine};
  }
  return {sine, cosine};
}

Quat quaternion_from_rotation_vector(const Vec3& rotation_vector) {
  const double angle = std::sqrt(squared_length(rotation_vector));
  if (angle == 0.0) {
    return {1.0, 0.5 * rotation_vector.x, 0.5 * rotation_vector.y,
            0.5 * rotation_vector.z};  // what follows, to the bit
  }
  const SineCosine half = sine_cosine(0.5 * angle);
  // sin(x/2)/x loses its digits by division only near zero, where two terms of its series are exact.
  const double scale = angle > 1e-4 ? half.sine / angle : 0.5 - angle * angle / 48.0;
  return {half.cosine, scale * rotation_vector.x, scale * rotation_vector.y, scale * rotation_vector.z};
}

Vec3 normalized_or(const Vec3& v, const Vec3& fallback) {
  const double largest = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  if (!(largest > 1e-150)) {
    return fallback;
  }
  const Vec3 scaled = v / largest;  // so that squares neither overflow nor vanish
  return scaled / std::sqrt(squared_length(scaled));
}

Vec3 any_perpendicular(const Vec3& v) {
  const Vec3 size = glm::abs(v);
  const Vec3 least = size.x <= size.y && size.x <= size.z ? Vec3(1.0, 0.0, 0.0)
                     : size.y <= size.z                   ? Vec3(0.0, 1.0, 0.0)
                                                          : Vec3(0.0, 0.0, 1.0);
  return normalized_or(glm::cross(v, least), Vec3(1.0, 0.0, 0.0));
}

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool is_finite(const Quat& q) {
  return std::isfinite(q.w) && std::isfinite(q.x) && std::isfinite(q.y) && std::isfinite(q.z);
}

}  // namespace firstcontact
