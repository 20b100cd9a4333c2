// How a body turns during one motion segment, enclosed: with constant spin (a screw), or freely (Euler's equations).
//
// Free rotation, in principal axes: w' = B(w, w) = rate * (w_y w_z, w_z w_x, w_x w_y), rate_x = (I_y - I_z) / I_x and
// so on, and q' = q w / 2. With rho = max |rate_i|, |B(u, v)| <= rho |u| |v|, so by induction over the Cauchy products
// of their Taylor series the coefficients obey
//     |w_k| <= W (rho W)^k        |q_k| <= |q| c^k,   c = max(rho, 1/2) W,   W = |w_0|,                           (R1)
// and what is left out after order p at |t| <= h is at most W (rho W h)^(p+1) / (1 - rho W h), |q| (c h)^(p+1) / (1 - c
// h). No enclosure has to be guessed first: a quadratic equation brings its own majorant.
//
// The series starts anew at nodes, from a rounded state; how far the true one is from that is carried from node to node
// (spin_error.hpp), and between a node and the times that are asked for by a simpler bound. Let w and w~ be two
// solutions: (w - w~)' = J ((w + w~) / 2) (w - w~), J the derivative of B, so |w - w~| grows at most by e^(mu h), mu
// the greatest eigenvalue of J's symmetric part. That is traceless, with (rate_i + rate_j) w_k / 2 off its diagonal, so
// (its greatest eigenvalue is at most sqrt(2/3) of its Frobenius norm)
//     mu <= max |rate_i + rate_j| / sqrt(3) * |w|,                                                                (R2)
// and the angle between two attitudes grows at most by |w - w~| a second.                                         (R3)
//
// What turns by more than a few radians in a segment is enclosed in closed form instead (fast_turn.hpp).
#pragma once

#include <firstcontact/flow.hpp>
#include <optional>
#include <vector>

#include "verify/fast_turn.hpp"
#include "verify/interval_geometry.hpp"
#include "verify/spin_error.hpp"

namespace firstcontact::verify {

/// A body's attitude and spin at one instant.
struct Attitude {
  IntervalMatrix rotation;  // local to world
  IntervalVector spin;      // rad/s, world frame
  bool is_known = true;     // false: the spin is beyond all sense, and nothing is known
};

/// Bounds on a body's turning over a span of time.
struct TurnBounds {
  double spin = 0.0;                  // rad/s: |spin| is never greater
  double angular_acceleration = 0.0;  // rad/s^2: |d spin / dt| is never greater
  bool is_known = true;               // false: the span is too long for a bound
};

/// The rotation of one segment from its start on, for `duration` seconds. Pure once made: ask it from any thread.
class Rotation {
 public:
  Rotation() = default;
  Rotation(const MotionSegment& segment, const InertiaFrame& inertia, double duration);

  /// Holds the attitude and spin at every time (s after the segment's start) in `elapsed`, which must be a hair wide at
  /// most, at a time of 0 to `duration`.
  [[nodiscard]] Attitude at(const Interval& elapsed) const;
  /// Bounds for all times within `half_span` seconds of the time that `attitude` is of.
  [[nodiscard]] TurnBounds bounds(const Attitude& attitude, double half_span) const;
  /// True when the attitude never changes.
  [[nodiscard]] bool stands() const { return kind_ == Kind::none; }

 private:
  enum class Kind { none, constant, free };
  struct Node {
    double time = 0.0;                         // s after the segment's start: where its series are about
    SpinError spin_error;                      // the true spin is this near the series' own start
    double angle_error = 0.0;                  // rad: the same of the attitude
    double spin_bound = 0.0;                   // rad/s: W of (R1), of the series' start
    double attitude_length = 0.0;              // |q| of the series' start
    std::vector<IntervalVector> spin;          // Taylor coefficients, principal axes
    std::vector<IntervalQuaternion> attitude;  // world from principal axes
    bool is_known = true;
  };
  struct NodeState {
    IntervalQuaternion attitude;
    IntervalVector spin;       // of the series
    double spin_error = 0.0;   // rad/s
    double angle_error = 0.0;  // rad
    bool is_known = true;
  };
  void lay_nodes(const IntervalQuaternion& attitude, const IntervalVector& spin, double duration);
  void expand(Node& node, std::size_t order) const;
  [[nodiscard]] NodeState state_after(const Node& node, const Interval& time) const;
  [[nodiscard]] Attitude fast_attitude(const Interval& elapsed) const;
  [[nodiscard]] Attitude free_attitude(const Interval& elapsed) const;
  [[nodiscard]] Node node_at(const NodeState& state, double time) const;
  [[nodiscard]] Node next_node(const Node& node, double time) const;

  Kind kind_ = Kind::none;
  IntervalMatrix start_rotation_;
  IntervalQuaternion start_;
  Vec3 constant_spin_{0.0};            // rad/s, world frame
  IntervalVector rate_;                // of Euler's equations
  double rho_ = 0.0;                   // max |rate_i|, and
  double growth_ = 0.0;                // mu / |w| of (R2)
  IntervalQuaternion principal_axes_;  // body from principal axes
  IntervalMatrix axes_;                // the same
  std::optional<FastTurn> fast_;       // of what turns far
  std::vector<Node> nodes_;            // of what does not
};

}  // namespace firstcontact::verify
