// How far a computed solution of Euler's equations may be from the true one, carried from node to node.
//
// A bound on the length alone grows exponentially, by (R2), though the true error grows but linearly: two spins that
// conserve almost the same energy and momentum run along almost the same polhode, one a little ahead. So the error is
// kept as a box in axes of its own, Q r with |r_i| <= radius_i, which the flow's derivative J turns along:
// R. Lohner, 'Enclosing the solutions of ordinary initial and boundary value problems', 1987. By the mean value theorem
// the error after a step lies in J Q r plus what the step itself errs, J enclosed over all spins of the box; new axes
// are the columns of J Q, the longest first, made orthogonal.
//
// J solves Y' = 2 B(w(t), Y), whose Taylor coefficients obey |Y_k| <= (k + 1) (rho W)^k (as in rotation.hpp: the
// majorant is (1 - rho W t)^-2). It multiplies errors of 1e-13, so a few orders will do.
#pragma once

#include <array>

#include "verify/interval_geometry.hpp"

namespace firstcontact::verify {

struct SpinError {
  std::array<Vec3, 3> axes{Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};  // about orthonormal
  std::array<double, 3> radii{};                                          // rad/s

  /// No error is longer (rad/s).
  [[nodiscard]] double bound() const;
  /// Grows by an error of any direction up to `length`.
  void add(double length);
};

/// The error `time` seconds after the spin `start` had the error `error`. `rate` is of Euler's equations.
[[nodiscard]] SpinError carried(const SpinError& error, const IntervalVector& rate, const Vec3& start,
                                const Interval& time);

}  // namespace firstcontact::verify
