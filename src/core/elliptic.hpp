// Elliptic functions and integrals from +, -, *, / and square roots alone, so that the bits are the same everywhere: by
// the arithmetic-geometric mean (Abramowitz, Stegun, sections 16.12 and 17.6) and by duplication (Carlson 1995,
// 'Numerical computation of real or complex elliptic integrals'; DLMF 19.36).
#pragma once

#include <array>
#include <cstddef>

namespace firstcontact {

struct JacobiFunctions {
  double sn = 0.0, cn = 1.0, dn = 1.0;
};

/// The elliptic functions of one parameter m, which is given by its complement 1 - m, because that is what counts where
/// m comes near 1.
class EllipticFunctions {
 public:
  /// `complement`: in [1e-300, 1].
  explicit EllipticFunctions(double complement);

  /// K(m): where sn is 1 for the first time. 346 at most.
  [[nodiscard]] double quarter_period() const;
  /// At `u` in [-K, K]; absolute error below 1e-15.
  [[nodiscard]] JacobiFunctions at(double u) const;

 private:
  struct Means {
    double arithmetic, geometric;
  };
  std::array<Means, 24> means_{};  // of 1 and the complement's root: fewer than 16 are ever needed
  std::size_t count_ = 0;
  double common_ = 1.0;
};

/// Carlson's R_F(x, y, z); no more than one argument 0. Relative error below 1e-15.
[[nodiscard]] double carlson_rf(double x, double y, double z);
/// Carlson's R_J(x, y, z, p) where p is the greatest of the four; no more than one of the others 0. Relative error
/// below 2e-15.
[[nodiscard]] double carlson_rj(double x, double y, double z, double p);

}  // namespace firstcontact
