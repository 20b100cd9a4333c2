#include "narrowphase/certificate.hpp"

#include "narrowphase/quick_answers.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// |x cross y| is right to some 4 u |x| |y|, which is nothing beside it unless the two are nearly parallel. (method 6.6)
constexpr double cross_rounding = 1e-15;

// The smaller root of g - b h - c h^2 / 2 for c >= 0, in the form that does not cancel: (method 3.2)
double first_root(double gap, double speed, double acceleration) {
  // Most pairs share their acceleration; the root of a square is then exact, and need not be waited for.
  const double root = acceleration == 0.0 ? std::abs(speed) : std::sqrt(speed * speed + 2.0 * acceleration * gap);
  if (speed >= 0.0) {
    return speed + root > 0.0 ? 2.0 * gap / (speed + root) : std::numeric_limits<double>::infinity();
  }
  return acceleration > 0.0 ? (root - speed) / acceleration : std::numeric_limits<double>::infinity();
}

// Method (4.5): seen from an axis that turns, only the difference of the two spins is left.
double turning_curvature(const Spinning& body, const Vec3& turn) {
  const Vec3 difference = body.spin - turn;
  return (square_of(difference) + length(glm::cross(difference, turn))) * body.radius;
}

double turning_curvature(const PairMotion& pair, const TurningAxis& axis) {
  switch (axis.with) {
    case TurnsWith::a:
      return pair.relative_turn() * pair.b().radius;
    case TurnsWith::b:
      return pair.relative_turn() * pair.a().radius;
    default:
      return turning_curvature(pair.a(), axis.turn) + turning_curvature(pair.b(), axis.turn);
  }
}

double tilt_of(const TurningAxis& axis, const Tilts& tilts) {
  switch (axis.with) {
    case TurnsWith::a:
      return tilts.a;
    case TurnsWith::b:
      return tilts.b;
    default:
      return length(glm::cross(axis.normal, axis.turn)) + cross_rounding * at_most(axis.turn);
  }
}

// Method (4.6), Coriolis: the reference points' own speed across the turning frame.
double coriolis(const Vec3& turn, double across, const Vec3& velocity) {
  return 2.0 * std::sqrt(std::min(square_of(velocity) * across * across, square_of(glm::cross(turn, velocity))));
}

// Velocity is linear in time, so its norms are convex and largest at an end of the span.
double largest_coriolis(const PairMotion& pair, const Curvature& curvature, double time, double span) {
  const Vec3 first = pair.velocity_at(time);
  const Vec3 last = pair.velocity_at(time + span);
  const double speed2 = std::max(square_of(first), square_of(last));
  const double turned2 =
      std::max(square_of(glm::cross(curvature.turn, first)), square_of(glm::cross(curvature.turn, last)));
  return 2.0 * std::sqrt(std::min(speed2 * curvature.across * curvature.across, turned2));
}

}  // namespace

TurningAxis turned(const TurningAxis& axis, double duration) {
  if (axis.turn == Vec3(0.0)) {
    return axis;
  }
  return {rotate(quaternion_from_rotation_vector(axis.turn * duration), axis.normal), axis.turn, axis.with};
}

Tilts tilts(const PairMotion& pair, const Vec3& normal) {
  return {length(glm::cross(normal, pair.a().spin)) + cross_rounding * pair.a().rate,
          length(glm::cross(normal, pair.b().spin)) + cross_rounding * pair.b().rate};
}

ClosingBound closing_bound(const PairMotion& pair, const Vec3& normal, double time) {
  return closing_bound(pair, normal, time, tilts(pair, normal));
}

ClosingBound closing_bound(const PairMotion& pair, const Vec3& normal, double time, const Tilts& tilts) {
  const double speed = tilts.a * pair.a().orbit + tilts.b * pair.b().orbit - glm::dot(normal, pair.velocity_at(time));
  return {speed, std::max(0.0, -glm::dot(normal, pair.acceleration()))};
}

bool outlasts(const ClosingBound& bound, double gap, double duration) {
  // A concave function that is positive at both ends is positive in between.
  return gap > 0.0 && gap - duration * (bound.speed + 0.5 * bound.acceleration * duration) > 0.0;
}

double safe_time(const ClosingBound& bound, double gap) {
  return gap > 0.0 ? first_root(gap, bound.speed, bound.acceleration) * (1.0 - 1e-12) : 0.0;
}

Curvature curvature_of(const PairMotion& pair, const TurningAxis& axis, const Tilts& tilts) {
  Curvature curvature;
  if (axis.turn == Vec3(0.0)) {
    // Method (4.4): a body seen from a standing axis moves on circles about its spin axis. Only a separation that bends
    // upwards sags below its chord, hence the sign of n.a matters.
    const double turning = pair.a().rate * tilts.a * pair.a().orbit + pair.b().rate * tilts.b * pair.b().orbit;
    curvature.always = std::max(0.0, turning + glm::dot(axis.normal, pair.acceleration()));
    return curvature;
  }
  curvature.turn = axis.turn;
  curvature.across = tilt_of(axis, tilts);
  curvature.accelerates = pair.acceleration() != Vec3(0.0);
  curvature.always = turning_curvature(pair, axis);
  curvature.always +=
      curvature.accelerates ? length(pair.acceleration()) : coriolis(axis.turn, curvature.across, pair.velocity());
  return curvature;
}

double curvature_bound(const PairMotion& pair, const Curvature& curvature, double time, double span) {
  if (curvature.across == 0.0 && !curvature.accelerates) {
    return curvature.always;
  }
  const Vec3& turn = curvature.turn;
  const double first = square_of(glm::cross(turn, pair.offset_at(time)));
  const double last = span > 0.0 ? square_of(glm::cross(turn, pair.offset_at(time + span))) : first;
  const double arm = std::sqrt(std::max(first, last));
  if (!curvature.accelerates) {
    return curvature.always + curvature.across * arm;
  }
  // The offset is a parabola: it leaves its chord by at most |a| span^2 / 8.
  const double sagitta = length(glm::cross(turn, pair.acceleration())) * span * span * 0.125;
  return curvature.always + curvature.across * (arm + sagitta) + largest_coriolis(pair, curvature, time, span);
}

double curvature_bound(const PairMotion& pair, const TurningAxis& axis, double time, double span) {
  return curvature_bound(pair, curvature_of(pair, axis, tilts(pair, axis.normal)), time, span);
}

double turning_slack(const PairMotion& pair, const TurningAxis& axis, double span) {
  if (axis.turn == Vec3(0.0)) {
    return 0.0;
  }
  constexpr double unit_roundoff = 1.1102230246251565e-16;
  const double duration = pair.duration();
  const double reach = at_most(pair.offset_at(0.0)) + pair.a().radius + pair.b().radius +
                       2.0 * duration * (at_most(pair.velocity()) + duration * at_most(pair.acceleration()));
  const double spins = pair.a().rate + pair.b().rate;
  const double angle = span * (at_most(axis.turn) + spins);
  return unit_roundoff * (96.0 + 4.0 * duration * spins + angle * (16.0 + 2.0 * angle)) * reach;
}

double certified_part(const Chord& chord) {
  if (!(chord.gap > 0.0)) {
    return 0.0;
  }
  const double curvature = chord.curvature * (1.0 + 1e-9);
  const double slope = chord.drop / chord.span + 0.5 * curvature * chord.span;
  const double discriminant = slope * slope - 2.0 * curvature * chord.gap;
  if (slope <= 0.0 || discriminant < 0.0) {
    return chord.span;
  }
  const double part = 2.0 * chord.gap / (slope + std::sqrt(discriminant));
  // The haircut is for the rounding of this very line; a whole span needs none, its end is measured.
  return part >= chord.span ? chord.span : part * (1.0 - 1e-12);
}

}  // namespace firstcontact
