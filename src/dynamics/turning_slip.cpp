#include "dynamics/turning_slip.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

using Series = SlipSeries::Series;

// Coefficient k of the product of two series.
double product(const Series& a, const Series& b, std::size_t k) {
  double sum = 0.0;
  for (std::size_t i = 0; i <= k; ++i) {
    sum += a[i] * b[k - i];
  }
  return sum;
}

// Coefficient k of the root of x^2 + y^2, those before it being known.
double next_of_root(const Series& x, const Series& y, const Series& root, std::size_t k) {
  double sum = x[0] * x[k] + y[0] * y[k];
  const std::size_t half = k / 2;
  for (std::size_t i = 1; 2 * i < k; ++i) {
    sum += x[i] * x[k - i] + y[i] * y[k - i] - root[i] * root[k - i];
  }
  if (k == 2 * half) {
    sum += 0.5 * (x[half] * x[half] + y[half] * y[half] - root[half] * root[half]);
  }
  return sum / root[0];
}

}  // namespace

SlipSeries::SlipSeries(const PlaneCompliance& compliance, double friction, const SlipState& start) {
  x[0] = start.slip.x;
  y[0] = start.slip.y;
  speed[0] = std::sqrt(glm::dot(start.slip, start.slip));
  impulse[0] = start.normal_impulse;
  velocity[0] = start.normal_velocity;
  work[0] = start.normal_work;
  for (std::size_t k = 0; k < order; ++k) {
    const auto next = static_cast<double>(k + 1);
    const glm::dvec2 slip(x[k], y[k]);
    const glm::dvec2 change = speed[k] * compliance.coupling - friction * (compliance.slip * slip);
    x[k + 1] = change.x / next;
    y[k + 1] = change.y / next;
    impulse[k + 1] = speed[k] / next;
    velocity[k + 1] = (speed[k] * compliance.normal - friction * glm::dot(compliance.coupling, slip)) / next;
    work[k + 1] = product(velocity, speed, k) / next;
    speed[k + 1] = next_of_root(x, y, speed, k + 1);
  }
}

double SlipSeries::reach(double most, double precision) const {
  constexpr double shorter = 0.75;
  const auto last = [&](std::size_t k) { return std::abs(x[k]) + std::abs(y[k]) + std::abs(speed[k]); };
  const double highest = last(order);
  const double allowed = precision * speed[0];
  double t = most;
  if (highest > 0.0) {
    t = std::min(most, std::sqrt(std::sqrt(std::sqrt(std::sqrt(allowed / highest)))));
  }
  const auto left_out = [&] {
    double power = 1.0;
    for (std::size_t i = 0; i + 1 < order; ++i) {
      power *= t;
    }
    return power * (last(order - 1) + t * highest);
  };
  while (left_out() > 4.0 * allowed) {
    t *= shorter;
  }
  return t;
}

double value_at(const SlipSeries::Series& series, double t) {
  double value = 0.0;
  for (std::size_t i = series.size(); i-- > 0;) {
    value = value * t + series[i];
  }
  return value;
}

}  // namespace firstcontact
