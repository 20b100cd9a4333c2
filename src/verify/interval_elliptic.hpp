// Turns, and elliptic integrals, enclosed: what the closed form of free rotation is made of (fast_turn.hpp).
#pragma once

#include "verify/interval_geometry.hpp"

namespace firstcontact::verify {

/// pi / 2.
inline const Interval quarter_turn{0x1.921fb54442d18p+0, 0x1.921fb54442d19p+0};

[[nodiscard]] inline Interval scaled(double factor, const Interval& x) { return Interval(factor) * x; }

/// Known relatively to `error`.
[[nodiscard]] inline Interval known_to(const Interval& x, double error) {
  return widened(x, product_up(magnitude(x), error));
}

/// Carlson's R_F(x, y, z), by duplication (DLMF 19.36); no more than one of them may be 0.
[[nodiscard]] Interval carlson_rf(Interval x, Interval y, Interval z);
/// Carlson's R_J(x, y, z, p), for p that is the greatest of the four but for rounding.
[[nodiscard]] Interval carlson_rj(Interval x, Interval y, Interval z, Interval p);

/// exp(v / 2) as a quaternion: the turn by |v| rad about v, known to about 1e-15 |v|.
[[nodiscard]] IntervalQuaternion turn_by(const IntervalVector& whole_vector);

}  // namespace firstcontact::verify
