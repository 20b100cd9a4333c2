#include "dynamics/free_rotation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace firstcontact {

namespace {

constexpr std::size_t taylor_order = 20;
// The spins have poles in complex time no nearer than (pi/2) / rate; with |rate h| <= 0.25 their terms fall at least as
// 0.16^k, so that term 21 is below 1e-16. The attitude's own series, exp(w h / 2), converges far faster at |w h| <= 1.
constexpr double largest_rate_step = 0.25;
constexpr double largest_spin_step = 1.0;
// Moments nearer than this count as equal: over 1e4 rad of rotation the attitude then errs by 1e-10 rad at most.
constexpr double equal_moments = 1e-14;

bool nearly_equal(double a, double b) { return std::abs(a - b) <= equal_moments * std::max(a, b); }

// The coefficients of the three spins and of the quaternion, highest order last, of time measured in substeps.
struct TaylorSeries {
  std::array<Vec3, taylor_order + 1> spin;
  std::array<Quat, taylor_order + 1> attitude;
};

Quat product_with_spin(const Quat& q, const Vec3& w) { return q * Quat(0.0, w.x, w.y, w.z); }

// Cauchy products of Euler's equations w' = rate * (w_y w_z, w_z w_x, w_x w_y) and of q' = q w / 2.
TaylorSeries expand(const Quat& attitude, const Vec3& spin, const Vec3& rate) {
  TaylorSeries series;
  series.spin[0] = spin;
  series.attitude[0] = attitude;
  for (std::size_t k = 0; k < taylor_order; ++k) {
    Vec3 spin_sum(0.0);
    Quat attitude_sum(0.0, 0.0, 0.0, 0.0);
    for (std::size_t i = 0; i <= k; ++i) {
      const Vec3& p = series.spin[i];
      const Vec3& w = series.spin[k - i];
      spin_sum += Vec3(p.y * w.z, p.z * w.x, p.x * w.y);
      attitude_sum = attitude_sum + product_with_spin(series.attitude[i], w);
    }
    const double divisor = static_cast<double>(k + 1);
    series.spin[k + 1] = rate * spin_sum / divisor;
    series.attitude[k + 1] = attitude_sum * (0.5 / divisor);
  }
  return series;
}

struct BodyRotation {
  Quat attitude;  // world from principal axes
  Vec3 spin;      // in principal axes
};

BodyRotation sum_at_one(const TaylorSeries& series) {
  BodyRotation sum{series.attitude[taylor_order], series.spin[taylor_order]};
  for (std::size_t k = taylor_order; k-- > 0;) {
    sum.attitude = sum.attitude + series.attitude[k];
    sum.spin += series.spin[k];
  }
  sum.attitude = glm::normalize(sum.attitude);
  return sum;
}

// How fast the spins change relative to themselves: the largest coefficient of Euler's linearised equations.
double fastest_rate(const Vec3& rate, double spin) {
  const Vec3 size = glm::abs(rate);
  const double product = std::max({size.x * size.y, size.y * size.z, size.z * size.x});
  return spin * std::sqrt(product);
}

Quat taylor_rotation(const Quat& attitude, const Vec3& moments, const Vec3& spin, double elapsed) {
  const Vec3 rate((moments.y - moments.z) / moments.x, (moments.z - moments.x) / moments.y,
                  (moments.x - moments.y) / moments.z);
  // Energy bounds every later spin: |w|^2 <= 2E / least moment.
  const double least = std::min({moments.x, moments.y, moments.z});
  const double greatest_spin = std::sqrt(glm::dot(spin, moments * spin) / least);
  const double need = std::abs(elapsed) * std::max(greatest_spin / largest_spin_step,
                                                   fastest_rate(rate, greatest_spin) / largest_rate_step);
  const double substeps = std::max(1.0, std::ceil(need));
  const double h = elapsed / substeps;
  BodyRotation now{attitude, spin * h};
  for (double done = 0.0; done < substeps; done += 1.0) {
    now = sum_at_one(expand(now.attitude, now.spin, rate));
  }
  return now.attitude;
}

// Axis `k` has its own moment, the other two share `shared`: precession about L, then spin about the body's axis.
Quat symmetric_rotation(const Quat& attitude, const Vec3& moments, const Vec3& spin, double elapsed, int k) {
  const double shared = moments[(k + 1) % 3];
  Vec3 axis(0.0);
  axis[k] = 1.0;
  const Vec3 momentum = rotate(attitude, moments * spin);
  const double own_rate = spin[k] - moments[k] * spin[k] / shared;
  const Quat precession = quaternion_from_rotation_vector(momentum * (elapsed / shared));
  return glm::normalize(precession * attitude * quaternion_from_rotation_vector(axis * (own_rate * elapsed)));
}

// The axis whose moment differs from the other two, 3 when all agree, -1 when all differ.
int axis_of_symmetry(const Vec3& moments) {
  const bool xy = nearly_equal(moments.x, moments.y);
  const bool yz = nearly_equal(moments.y, moments.z);
  const bool zx = nearly_equal(moments.z, moments.x);
  if (xy && yz && zx) {
    return 3;
  }
  return xy ? 2 : yz ? 0 : zx ? 1 : -1;
}

// Exactly a rotation, whatever the quaternion's length: normalizing what is nearly of unit length leaves it too long by
// 6e-17 on the average, every spin through it won by that, and a gas a millionth of a millionth of its energy in a
// million impacts.
Vec3 turned(const Quat& q, const Vec3& v) {
  const double twice_over_length = 2.0 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  const Vec3 u(q.x, q.y, q.z);
  const Vec3 t = twice_over_length * glm::cross(u, v);
  return v + q.w * t + glm::cross(u, t);
}

Vec3 turned_back(const Quat& q, const Vec3& v) { return turned(glm::conjugate(q), v); }

}  // namespace

FreeRotation rotate_freely(const FreeRotation& start, const InertiaFrame& inertia, double elapsed) {
  if (start.angular_velocity == Vec3(0.0) || elapsed == 0.0) {
    return start;
  }
  const Vec3& moments = inertia.principal_moments;
  const int symmetry = axis_of_symmetry(moments);
  if (symmetry == 3) {
    const Quat turn = quaternion_from_rotation_vector(start.angular_velocity * elapsed);
    return {glm::normalize(turn * start.orientation), start.angular_velocity};
  }
  const Quat attitude = start.orientation * inertia.principal_axes;
  const Vec3 spin = turned_back(attitude, start.angular_velocity);
  const Vec3 momentum = turned(attitude, moments * spin);
  const Quat later = symmetry >= 0 ? symmetric_rotation(attitude, moments, spin, elapsed, symmetry)
                                   : taylor_rotation(attitude, moments, spin, elapsed);
  return {glm::normalize(later * glm::conjugate(inertia.principal_axes)),
          turned(later, turned_back(later, momentum) / moments)};
}

}  // namespace firstcontact
