#include "dynamics/friction_disc.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// Of the matrix' trace: less is rounding, where a direction cannot give way.
constexpr double rounding = 1e-14;
constexpr double precision = 1e-15;  // of the radius
constexpr int most_steps = 50;

double length_of(const glm::dvec2& v) { return std::sqrt(glm::dot(v, v)); }

glm::dvec2 solve(const Symmetric2& k, const glm::dvec2& right) {
  const double determinant = k.xx * k.yy - k.xy * k.xy;
  return glm::dvec2(k.yy * right.x - k.xy * right.y, k.xx * right.y - k.xy * right.x) / determinant;
}

Symmetric2 shifted(const Symmetric2& k, double by) { return {k.xx + by, k.xy, k.yy + by}; }

}  // namespace

glm::dvec2 least_in_disc(const Symmetric2& k, const glm::dvec2& g, double radius) {
  const double push = length_of(g);
  const double trace = k.xx + k.yy;
  if (!(radius > 0.0) || push == 0.0 || !(trace > 0.0)) {
    return glm::dvec2(0.0);
  }
  const double least = k.xx * k.yy - k.xy * k.xy > rounding * trace * trace ? 0.0 : rounding * trace;
  const glm::dvec2 inside = solve(shifted(k, least), -g);
  if (length_of(inside) <= radius) {
    return inside;
  }
  // |f| is no less than |g| / (trace + lambda): from here on Newton's steps only grow.
  double lambda = std::max(least, push / radius - trace);
  glm::dvec2 f = solve(shifted(k, lambda), -g);
  for (int step = 0; step < most_steps; ++step) {
    const double size = length_of(f);
    if (size <= radius * (1.0 + precision)) {
      break;
    }
    const double slope = glm::dot(f, solve(shifted(k, lambda), f)) / size;  // of |f|, downwards
    lambda += (size / radius) * (size - radius) / slope;
    f = solve(shifted(k, lambda), -g);
  }
  return f * std::min(1.0, radius / length_of(f));
}

}  // namespace firstcontact
