#include "narrowphase/certificate.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

// The smaller root of g - b h - c h^2 / 2 for c >= 0, in the form that does not cancel: (method 3.2)
double first_root(double gap, double speed, double acceleration) {
  const double root = std::sqrt(speed * speed + 2.0 * acceleration * gap);
  if (speed >= 0.0) {
    return speed + root > 0.0 ? 2.0 * gap / (speed + root) : std::numeric_limits<double>::infinity();
  }
  return acceleration > 0.0 ? (root - speed) / acceleration : std::numeric_limits<double>::infinity();
}

// Method (4.4): a body seen from a standing axis moves on circles about its spin axis.
double standing_curvature(const Spinning& body, const Vec3& normal) {
  return body.rate > 0.0 ? body.rate * length(glm::cross(normal, body.spin)) * body.orbit : 0.0;
}

// Method (4.5): seen from an axis that turns, only the difference of the two spins is left.
double turning_curvature(const Spinning& body, const Vec3& turn) {
  if (body.spin == turn) {
    return 0.0;
  }
  const Vec3 difference = body.spin - turn;
  return (square_of(difference) + length(glm::cross(difference, turn))) * body.radius;
}

// Method (4.6): what the turning frame makes of the way of the reference points: Coriolis and centrifugal terms.
double frame_curvature(const PairMotion& pair, const TurningAxis& axis, double time, double span) {
  const Vec3& turn = axis.turn;
  const double across = length(glm::cross(axis.normal, turn));
  const Vec3 first_velocity = pair.velocity_at(time);
  const Vec3 last_velocity = pair.velocity_at(time + span);
  // Velocity is linear in time, so its norms are convex and largest at an end of the span.
  const double speed = std::sqrt(std::max(square_of(first_velocity), square_of(last_velocity)));
  const double coriolis =
      std::sqrt(std::max(square_of(glm::cross(turn, first_velocity)), square_of(glm::cross(turn, last_velocity))));
  // The offset is a parabola: it leaves its chord by at most |a| span^2 / 8.
  const double sagitta = length(glm::cross(turn, pair.acceleration())) * span * span * 0.125;
  const double arm = std::sqrt(std::max(square_of(glm::cross(turn, pair.offset_at(time))),
                                        square_of(glm::cross(turn, pair.offset_at(time + span)))));
  return 2.0 * std::min(speed * across, coriolis) + across * (arm + sagitta) + length(pair.acceleration());
}

}  // namespace

TurningAxis turned(const TurningAxis& axis, double duration) {
  if (axis.turn == Vec3(0.0)) {
    return axis;
  }
  return {rotate(quaternion_from_rotation_vector(axis.turn * duration), axis.normal), axis.turn};
}

ClosingBound closing_bound(const PairMotion& pair, const Vec3& normal, double time) {
  double speed = -glm::dot(normal, pair.velocity_at(time));
  if (pair.a().rate > 0.0) {
    speed += length(glm::cross(normal, pair.a().spin)) * pair.a().orbit;
  }
  if (pair.b().rate > 0.0) {
    speed += length(glm::cross(normal, pair.b().spin)) * pair.b().orbit;
  }
  return {speed, std::max(0.0, -glm::dot(normal, pair.acceleration()))};
}

bool outlasts(const ClosingBound& bound, double gap, double duration) {
  // A concave function that is positive at both ends is positive in between.
  return gap > 0.0 && gap - duration * (bound.speed + 0.5 * bound.acceleration * duration) > 0.0;
}

double safe_time(const ClosingBound& bound, double gap) {
  return gap > 0.0 ? first_root(gap, bound.speed, bound.acceleration) * (1.0 - 1e-12) : 0.0;
}

double curvature_bound(const PairMotion& pair, const TurningAxis& axis, double time, double span) {
  if (axis.turn == Vec3(0.0)) {
    const double turning = standing_curvature(pair.a(), axis.normal) + standing_curvature(pair.b(), axis.normal);
    // Only a separation that bends upwards sags below its chord, hence the sign of n.a matters.
    return std::max(0.0, turning + glm::dot(axis.normal, pair.acceleration()));
  }
  return turning_curvature(pair.a(), axis.turn) + turning_curvature(pair.b(), axis.turn) +
         frame_curvature(pair, axis, time, span);
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
