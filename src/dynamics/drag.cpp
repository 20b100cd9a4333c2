#include "dynamics/drag.hpp"

#include <algorithm>

namespace firstcontact {

// The series of `second`, sum over k of (-y)^k / (k + 2)!, for a y that is x halved until it is small; then doubled
// again by what e^-2y = (e^-y)^2 makes of all three, in which nothing cancels.
Decay decay(double x) {
  int halvings = 0;
  double y = x;
  for (; y > 0.5; y *= 0.5) {
    ++halvings;
  }
  constexpr int terms = 15;
  double second = 0.0;
  for (int k = terms; k >= 0; --k) {
    second = (1.0 - y * second) / (k + 2);
  }
  Decay found;
  found.second = second;
  found.mean = 1.0 - y * found.second;
  found.keep = 1.0 - y * found.mean;
  for (; halvings > 0; --halvings) {
    found.second = 0.5 * (found.second + 0.5 * found.mean * found.mean);
    found.mean = 0.5 * found.mean * (1.0 + found.keep);
    found.keep *= found.keep;
  }
  return found;
}

// The parabola covers duration (u + a duration / 2), the equation's solution duration (mean v + duration second a): it
// takes off with u = mean v - lead a. That is a kick against the pull, and where the body hardly moves along the pull
// it would win energy, which an impact on the way could make real. There, from about duration / 3 before the top of a
// flight to its like after, it takes off with mean v, which is second order. What it took off with tells which of the
// two it was: the two ranges of take-offs have no number in common.
namespace {

struct Near {
  double lead;   // s
  double above;  // s: of the fall that would stop the body: more of it left, and it takes off exactly
  double below;  // s: fallen for this long, the same
};

Near near_top(const DraggedFlight& flight) {
  const double lead = flight.duration * (0.5 - flight.decay.second);
  return {lead, lead / (1.0 - flight.decay.mean), 2.0 * lead / flight.decay.mean};
}

}  // namespace

Vec3 DraggedFlight::take_off(const Vec3& velocity, const Vec3& acceleration) const {
  const Vec3 kept = decay.mean * velocity;
  const Near near = near_top(*this);
  const double squares = squared_length(acceleration);
  if (!(near.lead > 0.0 && squares > 0.0)) {
    return kept;
  }
  const double fallen = glm::dot(velocity, acceleration) / squares;
  if (fallen <= -near.above || fallen >= near.below) {
    return kept - near.lead * acceleration;
  }
  constexpr double apart = 0.99;  // from what takes off exactly
  return kept - std::max(0.0, decay.mean * fallen - apart * near.lead) * acceleration;
}

Vec3 DraggedFlight::land(const Vec3& flown, const Vec3& acceleration) const {
  Vec3 before = flown;
  const Near near = near_top(*this);
  const double squares = squared_length(acceleration);
  if (near.lead > 0.0 && squares > 0.0) {
    const double fallen = glm::dot(flown, acceleration) / squares;
    const bool was_exact = fallen < -decay.mean * near.above - 0.5 * near.lead || fallen > 0.995 * near.lead;
    before += (was_exact ? near.lead : 0.0) * acceleration;
  }
  return (decay.keep / decay.mean) * before + (duration * decay.mean) * acceleration;
}

}  // namespace firstcontact
