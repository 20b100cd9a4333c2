// Two moving cores seen as one relative motion: where they stand at time t, how far apart they are along an axis, and
// the constants (radii, orbits, rounding slack) that every certificate is made of. docs/method.md, sections 1 and 6.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include "core/vector_extensions.hpp"
#include "narrowphase/gjk.hpp"

namespace firstcontact {

/// One shape's rotation about its reference point.
struct Spinning {
  const ConvexShape* shape = nullptr;
  Vec3 spin{0.0};       // rad/s, world
  double rate = 0.0;    // |spin|
  double radius = 0.0;  // m: of the core about the reference point
  double orbit = 0.0;   // m: of the core about the line through the reference point along `spin`
};

/// A number of each body, a's first: what is done to both costs one operation.
using OfBoth __attribute__((vector_size(16))) = double;
struct VecOfBoth {
  OfBoth x, y, z;
};
struct MatOfBoth {
  VecOfBoth column[3];
};

/// The world seen from a's reference point at one instant; axes stay parallel to the world's.
struct Snapshot {
  Mat3 axes_a{1.0}, axes_b{1.0};  // columns: local axes in the world
  Vec3 offset{0.0};               // m: b's reference point minus a's
};

class PairMotion {
 public:
  PairMotion(const MovingShape& a, const MovingShape& b, double duration);
  /// `slack`: rounding_slack of the three, where it is known already.
  PairMotion(const MovingShape& a, const MovingShape& b, double duration, double slack);

  [[nodiscard]] Snapshot at(double time) const;
  /// b's reference point minus a's, and its rate, at `time`.
  [[nodiscard]] Vec3 offset_at(double time) const {
    return offset_ + time * (velocity_ + (0.5 * time) * acceleration_);
  }
  [[nodiscard]] Vec3 velocity_at(double time) const { return velocity_ + time * acceleration_; }
  /// Separation of the cores (m) along the unit world axis. (method 1.3)
  [[nodiscard]] double separation(const Snapshot& snapshot, const Vec3& axis) const;
  [[nodiscard]] CorePair cores(const Snapshot& snapshot) const;

  [[nodiscard]] const Spinning& a() const { return a_; }
  [[nodiscard]] const Spinning& b() const { return b_; }
  [[nodiscard]] const Vec3& velocity() const { return velocity_; }
  [[nodiscard]] const Vec3& acceleration() const { return acceleration_; }
  [[nodiscard]] double duration() const { return duration_; }
  /// Metres of core distance that are not gap: both roundings and both deviations. (method 1.2)
  [[nodiscard]] double thickness() const { return thickness_; }
  [[nodiscard]] double deviation() const { return deviation_; }
  /// |wA - wB|^2 + |wA x wB|, rad^2/s^2: what one body's turning looks like from the other. (method 4.5)
  [[nodiscard]] double relative_turn() const { return relative_turn_; }
  /// What rounding may have cost any separation of this pair, m. (method 6.3)
  [[nodiscard]] double slack() const { return slack_; }
  /// The smallest gap (m) that arithmetic can still tell from contact in this pair. (method 6.2)
  [[nodiscard]] double floor() const;

 private:
  void set_turning(const Quat& orientation_a, const Quat& orientation_b);

  Spinning a_, b_;
  // Rodrigues' formula: local axes in the world at t = start + sin(rate t) across + (1 - cos(rate t)) inward. The last
  // two are set if anything spins.
  MatOfBoth start_, across_, inward_;
  Vec3 offset_{0.0}, velocity_{0.0}, acceleration_{0.0};
  double duration_ = 0.0;
  double thickness_ = 0.0;
  double deviation_ = 0.0;
  double relative_turn_ = 0.0;
  double slack_ = 0.0;
};

}  // namespace firstcontact
