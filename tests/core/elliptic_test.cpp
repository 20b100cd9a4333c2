// Against the C++ library's own elliptic integrals, which know nothing of ours, and against closed forms.
#include "core/elliptic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/random.hpp"

namespace firstcontact {
namespace {

using testing_support::Random;

double squared(double x) { return x * x; }

// F(phi, k) and Pi(phi, n, k) of Legendre, by Carlson's two.
double first_kind(double phi, double m) {
  const double sine = std::sin(phi);
  return sine * carlson_rf(squared(std::cos(phi)), 1.0 - m * sine * sine, 1.0);
}
double third_kind(double phi, double n, double m) {
  const double sine = std::sin(phi);
  const double square = sine * sine;
  return first_kind(phi, m) +
         n / 3.0 * sine * square * carlson_rj(squared(std::cos(phi)), 1.0 - m * square, 1.0, 1.0 - n * square);
}

TEST(Elliptic, IntegralsAreThoseOfTheLibrary) {
  Random random(71);
  for (int i = 0; i < 4000; ++i) {
    const double m = i % 3 == 0 ? 1.0 - std::pow(10.0, random.between(-12.0, -1.0)) : random.between(0.0, 0.999);
    const double phi = random.between(0.001, 0.5 * std::numbers::pi);
    const double n = -std::pow(10.0, random.between(-6.0, 5.0));
    EXPECT_NEAR(first_kind(phi, m) / std::ellint_1(std::sqrt(m), phi), 1.0, 1e-9) << m << " " << phi;
    EXPECT_NEAR(third_kind(phi, n, m) / std::ellint_3(std::sqrt(m), n, phi), 1.0, 1e-8) << m << " " << phi << " " << n;
  }
}

TEST(Elliptic, DegenerateIntegralsAreElementary) {
  for (const double x : {0.0, 1e-8, 0.1, 0.7, 0.999}) {
    EXPECT_NEAR(carlson_rf(x, 1.0, 1.0) * std::sqrt(1.0 - x), std::acos(std::sqrt(x)), 2e-15) << x;
  }
  for (const double y : {1e-300, 1e-20, 1e-4, 1.0}) {  // ln(4 / sqrt(y)) of the complete one, to order y
    if (y < 1e-10) {
      EXPECT_NEAR(carlson_rf(0.0, y, 1.0) / std::log(4.0 / std::sqrt(y)), 1.0, 3e-15) << y;
    }
  }
  for (const double x : {0.5, 1.0, 7.0}) {
    EXPECT_NEAR(carlson_rj(x, x, x, x) * x * std::sqrt(x), 1.0, 1e-15);
  }
  // R_J(0, 1, 1, p) = 3 pi / (2 (p + sqrt(p))) (DLMF 19.20.10).
  for (const double p : {1.0, 1.5, 40.0, 1e6, 1e12}) {
    EXPECT_NEAR(carlson_rj(0.0, 1.0, 1.0, p) * (p + std::sqrt(p)) / (1.5 * std::numbers::pi), 1.0, 3e-15) << p;
  }
}

TEST(Elliptic, FunctionsInvertTheIntegral) {
  Random random(72);
  for (int i = 0; i < 4000; ++i) {
    const double complement = i % 3 == 0 ? std::pow(10.0, random.between(-20.0, 0.0)) : random.between(1e-3, 1.0);
    const EllipticFunctions functions(complement);
    const double sine = random.between(-1.0, 1.0);
    const double cosine = std::sqrt((1.0 - sine) * (1.0 + sine));
    const double dn = std::sqrt(cosine * cosine + complement * sine * sine);
    const double u = sine * carlson_rf(cosine * cosine, dn * dn, 1.0);
    ASSERT_LE(std::abs(u), functions.quarter_period() * (1.0 + 1e-15));
    const JacobiFunctions at = functions.at(u);
    EXPECT_NEAR(at.sn, sine, 2e-15);
    EXPECT_NEAR(at.cn, cosine, 4e-15);
    EXPECT_NEAR(at.dn, dn, 4e-15);
  }
}

TEST(Elliptic, FunctionsOfTheParametersEndsAreCirclesAndHyperbolas) {
  for (const double u : {-1.2, -0.3, 0.0, 1e-120, 1e-9, 0.5, 1.5}) {
    const JacobiFunctions circular = EllipticFunctions(1.0).at(u);
    EXPECT_NEAR(circular.sn, std::sin(u), 1e-15);
    EXPECT_NEAR(circular.cn, std::cos(u), 1e-15);
    EXPECT_EQ(circular.dn, 1.0);
  }
  for (const double u : {-30.0, -1.2, 1e-9, 0.5, 5.0, 80.0}) {
    const JacobiFunctions hyperbolic = EllipticFunctions(1e-300).at(u);
    EXPECT_NEAR(hyperbolic.sn, std::tanh(u), 2e-15);
    EXPECT_NEAR(hyperbolic.cn, 1.0 / std::cosh(u), 2e-15);
    EXPECT_NEAR(hyperbolic.dn, 1.0 / std::cosh(u), 2e-15);
  }
}

}  // namespace
}  // namespace firstcontact
