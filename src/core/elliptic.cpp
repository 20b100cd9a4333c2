#include "core/elliptic.hpp"

#include <firstcontact/math.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace firstcontact {

namespace {

// Means that differ by less have a common one that is right to the square of it.
constexpr double means_agree = 1e-9;
// Of the mean: where arguments differ by less, the first terms left out of their series, of order eight, are below
// 1e-17.
constexpr double arguments_agree = 5e-3;
constexpr int most_duplications = 40;  // 1e-300 and 1 take 16

/// Elementary symmetric functions of what the arguments differ from their mean by, whose sum vanishes.
struct Symmetric {
  double e2, e3, e4, e5;
};

// DLMF 19.36.2, to order seven; with two of the numbers gone it is 19.36.1.
double series_of_rj(const Symmetric& s) {
  const double e2 = s.e2;
  return 1.0 - 3.0 * e2 / 14.0 + s.e3 / 6.0 + 9.0 * e2 * e2 / 88.0 - 3.0 * s.e4 / 22.0 - 9.0 * e2 * s.e3 / 52.0 +
         3.0 * s.e5 / 26.0 - e2 * e2 * e2 / 16.0 + 3.0 * s.e3 * s.e3 / 40.0 + 3.0 * e2 * s.e4 / 20.0 +
         45.0 * e2 * e2 * s.e3 / 272.0 - 9.0 * (s.e3 * s.e4 + e2 * s.e5) / 68.0;
}

// R_C(1, 1 + e) = atan(sqrt(e)) / sqrt(e) for e in [0, 1]: the angle is halved until its series converges fast.
double arc_tangent_over_tangent(double e) {
  constexpr double small = 0.01;
  constexpr int terms = 8;
  double factor = 1.0;
  while (e > small) {
    const double denominator = 1.0 + std::sqrt(1.0 + e);
    e /= denominator * denominator;
    factor *= 2.0 / denominator;
  }
  double sum = 0.0;
  for (int k = terms; k >= 0; --k) {
    sum = 1.0 / static_cast<double>(2 * k + 1) - e * sum;
  }
  return factor * sum;
}

}  // namespace

EllipticFunctions::EllipticFunctions(double complement) {
  Means means{1.0, std::sqrt(complement)};
  while (means.arithmetic - means.geometric > means_agree * means.arithmetic && count_ + 1 < means_.size()) {
    means_[count_++] = means;
    means = {0.5 * (means.arithmetic + means.geometric), std::sqrt(means.arithmetic * means.geometric)};
  }
  means_[count_++] = means;
  common_ = 0.5 * (means.arithmetic + means.geometric);
}

double EllipticFunctions::quarter_period() const { return 0.5 * std::numbers::pi / common_; }

// Gauss's transformation in terms of cs = cn / sn and dn, from the common mean, where cs is a cotangent and dn is 1, up
// to the first: with x = a cs of the mean above, dn = (b + x^2 / a') / (a + x^2 / a') and the next x is x dn.
JacobiFunctions EllipticFunctions::at(double u) const {
  const SineCosine last = sine_cosine(common_ * u);
  if (std::abs(last.sine) < 1e-100) {
    return {last.sine / common_, 1.0, 1.0};
  }
  double x = common_ * (last.cosine / last.sine);
  double above = common_;
  double dn = 1.0;
  for (std::size_t i = count_; i-- > 0;) {
    const double square = x * x / above;
    x *= dn;
    dn = (means_[i].geometric + square) / (means_[i].arithmetic + square);
    above = means_[i].arithmetic;
  }
  const double sn = std::copysign(1.0 / std::sqrt(1.0 + x * x), last.sine);
  return {sn, x * sn, dn};
}

double carlson_rf(double x, double y, double z) {
  for (int i = 0; i < most_duplications; ++i) {
    const double mean = (x + y + z) / 3.0;
    const double dx = 1.0 - x / mean;
    const double dy = 1.0 - y / mean;
    const double dz = -dx - dy;
    if (std::max({std::abs(dx), std::abs(dy), std::abs(dz)}) < arguments_agree) {
      const double e2 = dx * dy - dz * dz;
      const double e3 = dx * dy * dz;
      const double series = 1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0 -
                            5.0 * e2 * e2 * e2 / 208.0 + 3.0 * e3 * e3 / 104.0 + e2 * e2 * e3 / 16.0;
      return series / std::sqrt(mean);
    }
    const double root_x = std::sqrt(x);
    const double root_y = std::sqrt(y);
    const double root_z = std::sqrt(z);
    const double lambda = root_x * root_y + root_y * root_z + root_z * root_x;
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
  }
  return 1.0 / std::sqrt(z);
}

double carlson_rj(double x, double y, double z, double p) {
  double product = (p - x) * (p - y) * (p - z);
  double sum = 0.0;
  double share = 1.0;
  for (int i = 0; i < most_duplications; ++i) {
    const double mean = 0.2 * (x + y + z + 2.0 * p);
    const double dx = 1.0 - x / mean;
    const double dy = 1.0 - y / mean;
    const double dz = 1.0 - z / mean;
    const double dp = -0.5 * (dx + dy + dz);
    if (std::max({std::abs(dx), std::abs(dy), std::abs(dz), std::abs(dp)}) < arguments_agree) {
      const double dxyz = dx * dy * dz;
      const double e2 = dx * dy + dx * dz + dy * dz - 3.0 * dp * dp;
      const Symmetric symmetric{e2, dxyz + 2.0 * e2 * dp + 4.0 * dp * dp * dp,
                                (2.0 * dxyz + e2 * dp + 3.0 * dp * dp * dp) * dp, dxyz * dp * dp};
      return share * series_of_rj(symmetric) / (mean * std::sqrt(mean)) + 6.0 * sum;
    }
    const double root_x = std::sqrt(x);
    const double root_y = std::sqrt(y);
    const double root_z = std::sqrt(z);
    const double root_p = std::sqrt(p);
    const double divisor = (root_p + root_x) * (root_p + root_y) * (root_p + root_z);
    sum += share / divisor * arc_tangent_over_tangent(product / (divisor * divisor));
    const double lambda = root_x * root_y + root_y * root_z + root_z * root_x;
    x = 0.25 * (x + lambda);
    y = 0.25 * (y + lambda);
    z = 0.25 * (z + lambda);
    p = 0.25 * (p + lambda);
    product *= 1.0 / 64.0;
    share *= 0.25;
  }
  return share / (p * std::sqrt(p)) + 6.0 * sum;
}

}  // namespace firstcontact
