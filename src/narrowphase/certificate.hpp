// How long one separating axis is certain to keep two moving cores apart: the first-order certificate (conservative
// advancement) and the second-order one (a chord that sags by no more than its curvature allows). Both hold for every
// pair of vertices at once, whatever axis they are given. Proofs: docs/method.md, sections 3 to 5.
#pragma once

#include "narrowphase/pair_motion.hpp"

namespace firstcontact {

/// With which body an axis turns, when it is with one: its curvature is then half known beforehand.
enum class TurnsWith : std::uint8_t { anything, a, b };

/// An axis that turns at a constant rate, or stands (turn zero).
struct TurningAxis {
  Vec3 normal{0.0, 1.0, 0.0};  // unit, world, from a to b, at the moment under discussion
  Vec3 turn{0.0};              // rad/s, world
  TurnsWith with = TurnsWith::anything;
};
/// The same axis `duration` seconds later.
[[nodiscard]] TurningAxis turned(const TurningAxis& axis, double duration);

/// |normal x spin| of both bodies, rad/s, and never less: how fast each tilts against the axis. Every bound needs them.
struct Tilts {
  double a = 0.0, b = 0.0;
};
[[nodiscard]] Tilts tilts(const PairMotion& pair, const Vec3& normal);

/// How fast both spins together can move any two vertices towards each other, along whatever axis, m/s.
[[nodiscard]] inline double fastest_vertices(const PairMotion& pair) {
  return pair.a().rate * pair.a().orbit + pair.b().rate * pair.b().orbit;
}

/// The separation along a standing axis can shrink by no more than speed h + acceleration h^2 / 2 within h seconds.
/// (method 3.1)
struct ClosingBound {
  double speed = 0.0;         // m/s, may be negative: opening
  double acceleration = 0.0;  // m/s^2, >= 0
};
[[nodiscard]] ClosingBound closing_bound(const PairMotion& pair, const Vec3& normal, double time);
[[nodiscard]] ClosingBound closing_bound(const PairMotion& pair, const Vec3& normal, double time, const Tilts& tilts);

/// True when `gap` (m) cannot be used up within `duration`.
[[nodiscard]] bool outlasts(const ClosingBound& bound, double gap, double duration);
/// The seconds within which `gap` cannot be used up; infinity when it never can.
[[nodiscard]] double safe_time(const ClosingBound& bound, double gap);

/// An upper bound of the second derivative (m/s^2) of every vertex pair's separation along an axis, in two parts: what
/// holds at all times, and what depends on where the reference points are. (method 4.3)
struct Curvature {
  Vec3 turn{0.0};
  double always = 0.0;
  double across = 0.0;       // rad/s: |normal x turn|; times |turn x offset|, the part that depends on time
  bool accelerates = false;  // then the reference points' relative velocity is no constant either
};
[[nodiscard]] Curvature curvature_of(const PairMotion& pair, const TurningAxis& axis, const Tilts& tilts);
/// The bound for [time, time + span].
[[nodiscard]] double curvature_bound(const PairMotion& pair, const Curvature& curvature, double time, double span);
[[nodiscard]] double curvature_bound(const PairMotion& pair, const TurningAxis& axis, double time, double span);

/// What rounding may cost a chord whose axis turns for `span` seconds, beyond the pair's slack, m: the direction at its
/// far end, and what is left of products of nearly parallel vectors in its curvature. (method 6.6)
[[nodiscard]] double turning_slack(const PairMotion& pair, const TurningAxis& axis, double span);

/// A separation seen at both ends of a span, `gap` (m) above what must be kept at the first and `drop` less at the
/// second. In between the separation is at least the chord less its sag (method 4.1).
struct Chord {
  double gap = 0.0;
  double drop = 0.0;       // m, separation at the start minus separation at the end
  double curvature = 0.0;  // m/s^2
  double span = 0.0;       // s
};
/// The part of the span, in seconds, for which the gap is certain to stay positive; at least `span` when it is all.
/// (method 4.2)
[[nodiscard]] double certified_part(const Chord& chord);

}  // namespace firstcontact
