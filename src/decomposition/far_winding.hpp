// What triangles far away add to a winding number: the first three terms of their series in size over distance. The
// first is the dipole of Barill et al. 2018 ('Fast winding numbers for soups and clouds'); three err ten times less.
//
// A small area A at p + d winds around p by A . d / (4 pi |d|^3). For areas A at c + e, with d = c - p, Taylor's series
// in e gives sums over the areas of A . x, (A . x)(e . x) and (A . x)(e . x)^2: forms in x of which only the harmonic
// part counts, taken at x = d.
#pragma once

#include <firstcontact/math.hpp>

#include <array>
#include <cmath>

namespace firstcontact {

/// Coefficients of a form in x, y, z.
struct QuadraticForm {
  double xx = 0.0, yy = 0.0, zz = 0.0, xy = 0.0, xz = 0.0, yz = 0.0;
};
struct CubicForm {
  double xxx = 0.0, yyy = 0.0, zzz = 0.0, xxy = 0.0, xxz = 0.0, xyy = 0.0, yyz = 0.0, xzz = 0.0, yzz = 0.0, xyz = 0.0;
};

/// Sums over triangles, their places e taken from some centre.
struct AreaMoments {
  Vec3 area{0.0};       // A: half the cross products of two sides
  QuadraticForm first;  // (A . x)(e . x)
  CubicForm second;     // (A . x)(e . x)^2
};

/// Of one triangle, from its corners' places.
[[nodiscard]] AreaMoments area_moments(const std::array<Vec3, 3>& corners);

/// The same from a centre that is `offset` further back: all places are larger by that.
[[nodiscard]] AreaMoments moved(const AreaMoments& moments, const Vec3& offset);

[[nodiscard]] AreaMoments sum(const AreaMoments& a, const AreaMoments& b);

/// The terms of the series as they are asked for.
struct FarWinding {
  FarWinding() = default;
  explicit FarWinding(const AreaMoments& moments);

  /// The solid angle seen from a point; `d` leads from there to the moments' centre, `squared` is its squared length.
  [[nodiscard]] double angle(const Vec3& d, double squared) const {
    const Vec3 square = d * d;
    const double xy = d.x * d.y;
    const double xz = d.x * d.z;
    const double yz = d.y * d.z;
    const double two = quadratic.xx * square.x + quadratic.yy * square.y + quadratic.zz * square.z + quadratic.xy * xy +
                       quadratic.xz * xz + quadratic.yz * yz;
    const double three = d.x * (cubic.xxx * square.x + cubic.xyy * square.y + cubic.xzz * square.z + cubic.xyz * yz) +
                         d.y * (cubic.yyy * square.y + cubic.xxy * square.x + cubic.yzz * square.z) +
                         d.z * (cubic.zzz * square.z + cubic.xxz * square.x + cubic.yyz * square.y);
    const double less = 1.0 / squared;
    return (glm::dot(d, area) + less * (two + less * three)) * (less * std::sqrt(less));
  }

  Vec3 area{0.0};
  QuadraticForm quadratic;
  CubicForm cubic;
};

}  // namespace firstcontact
