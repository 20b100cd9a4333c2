#include "contact/turning.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

constexpr int most_fixed_point_steps = 12;
constexpr int most_newton_steps = 30;
constexpr double precision = 1e-15;  // of the spin

/// The equation w1 = J^-1 exp(-h wm) pi, wm = (w0 + w1)/2 + extra, in principal axes.
struct TurnEquation {
  Vec3 momentum{0.0};  // pi: what the body has and is given
  Vec3 start{0.0};
  Vec3 given{0.0};
  Vec3 moments{0.0};
  double beyond = 0.0;  // 1/2, the body's share
  double duration = 0.0;

  [[nodiscard]] Vec3 mean(const Vec3& end) const { return 0.5 * (start + end) + extra(end); }
  // What is beyond 1/2 loses beyond * J^-1 given . J (w1 - w0): of what wobbles that may be less than nothing, and it
  // has none of it then.
  [[nodiscard]] Vec3 extra(const Vec3& end) const {
    const Vec3 turn = given / moments;
    const double square = glm::dot(given, turn);
    const double common = square > 0.0 ? std::clamp(glm::dot(given, end - start) / square, 0.0, 1.0) : 0.0;
    return (beyond * common * common * (3.0 - 2.0 * common)) * turn;  // smooth where what is common is all or nothing
  }
  [[nodiscard]] Vec3 image(const Vec3& end) const {
    return rotate_inverse(quaternion_from_rotation_vector(mean(end) * duration), momentum) / moments;
  }
};

bool agrees(const Vec3& change, const Vec3& spin) {
  return squared_length(change) <= precision * precision * (squared_length(spin) + 1e-20);
}

// By differences: the image is smooth, and close to linear where the turn is short.
Mat3 slope(const TurnEquation& equation, const Vec3& end, const Vec3& off) {
  const double step = 1e-6 * std::sqrt(squared_length(end)) + 1e-12;
  Mat3 slopes(0.0);
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 moved = end;
    moved[axis] += step;
    slopes[axis] = (moved - equation.image(moved) - off) / step;
  }
  return slopes;
}

// Its spin at the end, or as near as it came.
bool solve(const TurnEquation& equation, Vec3& end) {
  for (int i = 0; i < most_fixed_point_steps; ++i) {
    const Vec3 next = equation.image(end);
    const bool is_done = agrees(next - end, end);
    end = next;
    if (is_done) {
      return true;
    }
  }
  for (int i = 0; i < most_newton_steps; ++i) {
    const Vec3 off = end - equation.image(end);
    const Vec3 change = glm::inverse(slope(equation, end, off)) * off;
    end -= change;
    if (agrees(change, end)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Turning turning_of(const SolverBody& body, const Vec3& spin, const Vec3& moment, double duration) {
  const Quat axes = body.pose.orientation * body.inertia.principal_axes;
  Turning turning;
  turning.at_start = rotate_inverse(axes, spin);
  if (!body.turns_freely) {
    const Vec3 change = body.inverse_inertia * moment;
    turning.at_end = rotate_inverse(axes, spin + change);
    turning.mean = spin + body.share * change;
    return turning;
  }
  TurnEquation equation;
  equation.given = rotate_inverse(axes, moment);
  equation.moments = body.inertia.principal_moments;
  equation.start = turning.at_start;
  equation.momentum = equation.moments * equation.start + equation.given;
  equation.beyond = body.share - 0.5;
  equation.duration = duration;
  turning.at_end = equation.momentum / equation.moments;
  turning.has_converged = solve(equation, turning.at_end);
  turning.mean = rotate(axes, equation.mean(turning.at_end));
  return turning;
}

}  // namespace firstcontact
