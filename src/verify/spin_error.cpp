#include "verify/spin_error.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstcontact::verify {
namespace {

constexpr std::size_t order = 8;

using Columns = std::array<IntervalVector, 3>;

IntervalVector sum_of_products(const Columns& matrix, const std::array<Interval, 3>& factors) {
  return factors[0] * matrix[0] + (factors[1] * matrix[1] + factors[2] * matrix[2]);
}

// rate * (p_y w_z + p_z w_y, ...): twice the symmetric form B of Euler's equations.
IntervalVector doubled_form(const IntervalVector& rate, const IntervalVector& p, const IntervalVector& w) {
  return {rate.x * (p.y * w.z + p.z * w.y), rate.y * (p.z * w.x + p.x * w.z), rate.z * (p.x * w.y + p.y * w.x)};
}

IntervalVector widened_by(const IntervalVector& v, double radius) {
  return {widened(v.x, radius), widened(v.y, radius), widened(v.z, radius)};
}

// Sum over k > order of (k + 1) x^k <= (order + 2) x^(order + 1) / (1 - x)^2.
double tail(double x) {
  double power = x;
  for (std::size_t k = 0; k < order; ++k) {
    power = product_up(power, x);
  }
  const double rest = below(1.0 - x);
  return above(product_up(static_cast<double>(order + 2), power) / below(rest * rest));
}

// The derivative of the spin after `time` by the spin at the start, for all starts in the box.
Columns derivative(const IntervalVector& rate, const IntervalVector& start, const Interval& time) {
  std::vector<IntervalVector> spin{start};
  std::vector<Columns> columns{
      {IntervalVector(Vec3(1, 0, 0)), IntervalVector(Vec3(0, 1, 0)), IntervalVector(Vec3(0, 0, 1))}};
  for (std::size_t k = 0; k < order; ++k) {
    const Interval share = Interval(1.0) / Interval(static_cast<double>(k + 1));
    IntervalVector next;
    Columns next_columns;
    for (std::size_t i = 0; i <= k; ++i) {
      next = next + Interval(0.5) * doubled_form(rate, spin[i], spin[k - i]);
      for (std::size_t c = 0; c < 3; ++c) {
        next_columns[c] = next_columns[c] + doubled_form(rate, spin[i], columns[k - i][c]);
      }
    }
    spin.push_back(share * next);
    for (IntervalVector& column : next_columns) {
      column = share * column;
    }
    columns.push_back(next_columns);
  }
  const double rho = std::max({magnitude(rate.x), magnitude(rate.y), magnitude(rate.z)});
  const double left_out = tail(product_up(product_up(rho, greatest_length(start)), magnitude(time)));
  Columns sum = columns[order];
  for (std::size_t k = order; k-- > 0;) {
    for (std::size_t c = 0; c < 3; ++c) {
      sum[c] = columns[k][c] + time * sum[c];
    }
  }
  for (IntervalVector& column : sum) {
    column = widened_by(column, left_out);
  }
  return sum;
}

double length_of(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }
double plain_dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// Gram and Schmidt, twice over for the rounding's sake; the columns that matter most first.
std::array<Vec3, 3> orthogonal_axes(const Columns& columns, const std::array<double, 3>& radii) {
  std::array<std::size_t, 3> order_of{0, 1, 2};
  const auto weight = [&](std::size_t c) { return length_of(middle(columns[c])) * radii[c]; };
  std::stable_sort(order_of.begin(), order_of.end(),
                   [&](std::size_t p, std::size_t q) { return weight(p) > weight(q); });
  std::array<Vec3, 3> axes{Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
  for (std::size_t i = 0; i < 3; ++i) {
    Vec3 axis = middle(columns[order_of[i]]);
    for (int twice = 0; twice < 2; ++twice) {
      for (std::size_t j = 0; j < i; ++j) {
        axis -= plain_dot(axis, axes[j]) * axes[j];
      }
      axis /= std::max(length_of(axis), 1e-300);
    }
    axes[i] = axis;
  }
  return axes;
}

// How far Q^T Q is from 1: at most this in any entry.
double defect_of(const std::array<Vec3, 3>& axes) {
  double worst = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const Interval product = dot(IntervalVector(axes[i]), IntervalVector(axes[j])) - Interval(i == j ? 1.0 : 0.0);
      worst = std::max(worst, magnitude(product));
    }
  }
  return worst;
}

}  // namespace

double SpinError::bound() const {
  IntervalVector reach;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 size = glm::abs(axes[i]);
    reach = reach + Interval(radii[i]) * IntervalVector(size);
  }
  return greatest_length(reach);
}

// Axes that are orthonormal to 1e-14 hold a ball within a box of its radius and a hair.
void SpinError::add(double length) {
  for (double& radius : radii) {
    radius = sum_up(radius, product_up(1.0 + 1e-12, length));
  }
}

SpinError carried(const SpinError& error, const IntervalVector& rate, const Vec3& start, const Interval& time) {
  const Columns flow = derivative(rate, widened_by(IntervalVector(start), error.bound()), time);
  Columns moved;  // J Q
  for (std::size_t i = 0; i < 3; ++i) {
    moved[i] = sum_of_products(flow, {Interval(error.axes[i].x), Interval(error.axes[i].y), Interval(error.axes[i].z)});
  }
  SpinError later;
  const std::array<Vec3, 3> axes = orthogonal_axes(moved, error.radii);
  const double defect = defect_of(axes);
  if (defect < 1e-13) {
    later.axes = axes;  // else the world's own do
  }
  double total = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    double radius = 0.0;
    for (std::size_t j = 0; j < 3; ++j) {
      radius = sum_up(radius, product_up(magnitude(dot(IntervalVector(later.axes[i]), moved[j])), error.radii[j]));
    }
    later.radii[i] = radius;
    total = sum_up(total, radius);
  }
  // Q^-1 = (Q^T Q)^-1 Q^T, and (1 + E)^-1 differs from 1 by less than 4 times E's largest entry in any entry.
  for (double& radius : later.radii) {
    radius = sum_up(radius, product_up(1e-12, total));
  }
  return later;
}

}  // namespace firstcontact::verify
