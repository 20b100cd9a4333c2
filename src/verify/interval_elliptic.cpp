#include "verify/interval_elliptic.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact::verify {
namespace {

constexpr int most_duplications = 40;
// Of their mean: arguments that differ by less leave out of their series, of order eight, less than
constexpr double arguments_agree = 5e-3;
constexpr double left_out_of_integrals = 1e-16;

// cos and sin(x)/x by their alternating series, of s = x^2 in [0, 1/16]; what is left out is less than the next term.
struct HalfAngle {
  Interval cosine, sine_over_angle;
};
HalfAngle series_of(const Interval& s) {
  constexpr int terms = 8;
  Interval cosine(1.0);
  Interval sine(1.0);
  for (int k = terms; k > 0; --k) {
    cosine = Interval(1.0) - s * cosine / Interval(2.0 * k * (2.0 * k - 1.0));
    sine = Interval(1.0) - s * sine / Interval(2.0 * k * (2.0 * k + 1.0));
  }
  constexpr double left_out = 1e-26;  // > (1/16)^9 / 18! of the cosine, and of the sine less
  return {widened(cosine, left_out), widened(sine, left_out)};
}

double largest(std::initializer_list<Interval> values) {
  double most = 0.0;
  for (const Interval& value : values) {
    most = std::max(most, magnitude(value));
  }
  return most;
}

// atan(sqrt(e)) / sqrt(e) for e from 0 to about 1: by half the angle, until an alternating series does.
Interval arc_tangent_over_tangent(Interval e) {
  constexpr double small = 0.01;
  constexpr int terms = 8;
  Interval factor(1.0);
  for (int i = 0; i < most_duplications && e.high > small; ++i) {
    const Interval denominator = Interval(1.0) + square_root(Interval(1.0) + e);
    e = e / square(denominator);
    factor = factor * (Interval(2.0) / denominator);
  }
  Interval sum(0.0);
  for (int k = terms; k >= 0; --k) {
    sum = Interval(1.0) / Interval(2.0 * k + 1.0) - e * sum;
  }
  return factor * widened(sum, 1e-18);  // > 0.01^9 / 19
}

struct Differences {
  Interval x, y, z, p;
};

// DLMF 19.36.2.
Interval series_of_rj(const Differences& d) {
  const Interval xyz = d.x * d.y * d.z;
  const Interval p2 = square(d.p);
  const Interval p3 = p2 * d.p;
  const Interval e2 = d.x * d.y + (d.x * d.z + d.y * d.z) - scaled(3.0, p2);
  const Interval e3 = xyz + scaled(2.0, e2 * d.p) + scaled(4.0, p3);
  const Interval e4 = (scaled(2.0, xyz) + e2 * d.p + scaled(3.0, p3)) * d.p;
  const Interval e5 = xyz * p2;
  return Interval(1.0) - scaled(3.0, e2) / Interval(14.0) + e3 / Interval(6.0) + scaled(9.0, e2 * e2) / Interval(88.0) -
         scaled(3.0, e4) / Interval(22.0) - scaled(9.0, e2 * e3) / Interval(52.0) + scaled(3.0, e5) / Interval(26.0) -
         e2 * e2 * e2 / Interval(16.0) + scaled(3.0, e3 * e3) / Interval(40.0) + scaled(3.0, e2 * e4) / Interval(20.0) +
         scaled(45.0, e2 * e2 * e3) / Interval(272.0) - scaled(9.0, e3 * e4 + e2 * e5) / Interval(68.0);
}

// Two whole turns leave a quaternion as it is. Squaring would carry them along, and double what is not known as often.
IntervalVector without_whole_turns(const IntervalVector& v) {
  constexpr double long_one = 64.0;
  const Interval length = square_root(square(v.x) + square(v.y) + square(v.z));
  if (!(length.low > long_one)) {
    return v;
  }
  const Interval two_turns = scaled(8.0, quarter_turn);
  const Interval rest = length - Interval(std::floor(length.middle() / two_turns.middle())) * two_turns;
  return (rest / length) * v;
}

}  // namespace

Interval carlson_rf(Interval x, Interval y, Interval z) {
  for (int i = 0; i < most_duplications; ++i) {
    const Interval mean = (x + y + z) / Interval(3.0);
    const Interval dx = Interval(1.0) - x / mean;
    const Interval dy = Interval(1.0) - y / mean;
    const Interval dz = Interval(1.0) - z / mean;
    if (largest({dx, dy, dz}) < arguments_agree) {
      const Interval e2 = dx * dy + (dy * dz + dz * dx);
      const Interval e3 = dx * dy * dz;
      const Interval sum = Interval(1.0) - e2 / Interval(10.0) + e3 / Interval(14.0) + e2 * e2 / Interval(24.0) -
                           scaled(3.0, e2 * e3) / Interval(44.0) - scaled(5.0, e2 * e2 * e2) / Interval(208.0) +
                           scaled(3.0, e3 * e3) / Interval(104.0) + e2 * e2 * e3 / Interval(16.0);
      return known_to(sum / square_root(mean), left_out_of_integrals);
    }
    const Interval root_x = square_root(x);
    const Interval root_y = square_root(y);
    const Interval root_z = square_root(z);
    const Interval lambda = root_x * root_y + (root_y * root_z + root_z * root_x);
    x = scaled(0.25, x + lambda);
    y = scaled(0.25, y + lambda);
    z = scaled(0.25, z + lambda);
  }
  return {0.0, 1e300};  // never: they come nearer fourfold each time
}

Interval carlson_rj(Interval x, Interval y, Interval z, Interval p) {
  Interval product = (p - x) * (p - y) * (p - z);
  Interval sum(0.0);
  double share = 1.0;
  for (int i = 0; i < most_duplications; ++i) {
    const Interval mean = (x + y + (z + scaled(2.0, p))) / Interval(5.0);
    const Differences d{Interval(1.0) - x / mean, Interval(1.0) - y / mean, Interval(1.0) - z / mean,
                        Interval(1.0) - p / mean};
    if (largest({d.x, d.y, d.z, d.p}) < arguments_agree) {
      const Interval series = known_to(series_of_rj(d), left_out_of_integrals);
      return scaled(share, series) / (mean * square_root(mean)) + scaled(6.0, sum);
    }
    const Interval root_x = square_root(x);
    const Interval root_y = square_root(y);
    const Interval root_z = square_root(z);
    const Interval root_p = square_root(p);
    const Interval divisor = (root_p + root_x) * (root_p + root_y) * (root_p + root_z);
    const Interval ratio = product / square(divisor);
    sum += scaled(share, arc_tangent_over_tangent({std::max(0.0, ratio.low), std::max(0.0, ratio.high)})) / divisor;
    const Interval lambda = root_x * root_y + (root_y * root_z + root_z * root_x);
    x = scaled(0.25, x + lambda);
    y = scaled(0.25, y + lambda);
    z = scaled(0.25, z + lambda);
    p = scaled(0.25, p + lambda);
    product = scaled(1.0 / 64.0, product);
    share *= 0.25;
  }
  return {0.0, 1e300};
}

IntervalQuaternion turn_by(const IntervalVector& whole_vector) {
  const IntervalVector rotation_vector = without_whole_turns(whole_vector);
  int halvings = 1;
  for (double length = greatest_length(rotation_vector); length > 0.5; length *= 0.5) {
    ++halvings;
  }
  const IntervalVector half = Interval(std::ldexp(1.0, -halvings)) * rotation_vector;
  const HalfAngle angle = series_of(square(half.x) + square(half.y) + square(half.z));
  const IntervalVector axis = angle.sine_over_angle * half;
  IntervalQuaternion turn{angle.cosine, axis.x, axis.y, axis.z};
  for (int k = 1; k < halvings; ++k) {
    turn = turn * turn;
  }
  return turn;
}

}  // namespace firstcontact::verify
