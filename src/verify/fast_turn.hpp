// Torque-free rotation by any angle, enclosed in closed form: where series would take a node for every eighth radian,
// this takes the same time for any spin (rotation.hpp has those series, for what turns little).
//
// Angular momentum L stands still in the world. In principal axes it runs along the curve where its length and the
// energy are what they are, as Jacobi's elliptic functions of (u0 + rate t) (Landau, Lifshitz, Mechanics, section 37),
// and the body's turning about L is an integral of the third kind. The functions come from Gauss's transformation, the
// integrals from Carlson's duplication; every step is done on intervals, and what a series leaves out is added. A phase
// that is known to d moves each function by d at most, since no derivative is greater than 1. Two equal moments: a turn
// about L and one about the body's axis.
#pragma once

#include <firstcontact/math.hpp>

#include <optional>
#include <vector>

#include "verify/interval_elliptic.hpp"
#include "verify/interval_geometry.hpp"

namespace firstcontact::verify {

/// What a body that turns freely has at some time.
struct FastTurned {
  IntervalMatrix rotation;  // world from principal axes
  IntervalVector spin;      // rad/s, principal axes
};

/// A body's torque-free rotation from its start on.
class FastTurn {
 public:
  /// @param attitude  world from principal axes, at the start
  /// @param spin  rad/s, principal axes, at the start
  /// Nothing where the closed form cannot tell one axis from another: three equal moments, or a spin too near the
  /// boundary between turning about one axis and about another.
  [[nodiscard]] static std::optional<FastTurn> find(const IntervalQuaternion& attitude, const IntervalVector& spin,
                                                    const Vec3& moments);
  /// `elapsed`: s, a hair wide. Nothing where the angle turned by is so large that nothing is known of it.
  [[nodiscard]] std::optional<FastTurned> at(const Interval& elapsed) const;

 private:
  enum class Way { symmetric, steady, general };
  struct Functions {
    Interval sn, cn, dn;
  };
  struct Means {
    Interval arithmetic, geometric;
  };
  struct Place {
    Functions functions;
    Interval integral;  // of sn^2 / (1 + excess sn^2)
  };
  [[nodiscard]] bool find_polhode(int around);
  [[nodiscard]] bool find_turning();
  [[nodiscard]] bool find_means();
  [[nodiscard]] Functions functions_at(double argument) const;
  [[nodiscard]] std::optional<Place> place_at(const Interval& argument) const;
  [[nodiscard]] FastTurned symmetric_at(const Interval& elapsed) const;
  [[nodiscard]] FastTurned steady_at(const Interval& elapsed) const;
  [[nodiscard]] std::optional<FastTurned> general_at(const Interval& elapsed) const;

  Way way_ = Way::general;
  Vec3 moments_{0.0};
  IntervalQuaternion attitude_;
  IntervalMatrix rotation_;  // the same
  IntervalVector spin_;
  Interval size_;                            // of L
  std::array<Interval, 3> direction_;        // of L, principal axes
  int around_ = 0, middle_ = 1, other_ = 2;  // dn, sn, cn run along these
  std::array<Interval, 3> squares_;          // of what each component gets to
  Interval parameter_, complement_;          // m, 1 - m
  Interval rate_;                            // of the argument, by |L|
  int pole_ = 0;                             // the axis that turning about L is told by
  Interval share_, excess_, far_moment_;
  std::vector<Means> means_;
  Interval common_;    // mean of all
  Interval quarter_;   // K
  Interval complete_;  // the integral up to K
  Interval argument_;  // at the start
  Interval integral_;  // at the start
};

}  // namespace firstcontact::verify
