#include "decomposition/far_winding.hpp"

namespace firstcontact {

namespace {

// (a . x)(b . x)
QuadraticForm product(const Vec3& a, const Vec3& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z, a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x, a.y * b.z + a.z * b.y};
}

// q(x) (a . x)
CubicForm product(const QuadraticForm& q, const Vec3& a) {
  CubicForm form;
  form.xxx = q.xx * a.x;
  form.yyy = q.yy * a.y;
  form.zzz = q.zz * a.z;
  form.xxy = q.xx * a.y + q.xy * a.x;
  form.xxz = q.xx * a.z + q.xz * a.x;
  form.xyy = q.yy * a.x + q.xy * a.y;
  form.yyz = q.yy * a.z + q.yz * a.y;
  form.xzz = q.zz * a.x + q.xz * a.z;
  form.yzz = q.zz * a.y + q.yz * a.z;
  form.xyz = q.xy * a.z + q.xz * a.y + q.yz * a.x;
  return form;
}

QuadraticForm sum(const QuadraticForm& a, const QuadraticForm& b, double times = 1.0) {
  return {a.xx + times * b.xx, a.yy + times * b.yy, a.zz + times * b.zz,
          a.xy + times * b.xy, a.xz + times * b.xz, a.yz + times * b.yz};
}

CubicForm sum(const CubicForm& a, const CubicForm& b, double times = 1.0) {
  return {a.xxx + times * b.xxx, a.yyy + times * b.yyy, a.zzz + times * b.zzz, a.xxy + times * b.xxy,
          a.xxz + times * b.xxz, a.xyy + times * b.xyy, a.yyz + times * b.yyz, a.xzz + times * b.xzz,
          a.yzz + times * b.yzz, a.xyz + times * b.xyz};
}

// What a form has of |x|^2 times a lesser one is no part of the series: taken away, Laplace's operator gives 0.
QuadraticForm harmonic(const QuadraticForm& form) {
  const double third = (form.xx + form.yy + form.zz) / 3.0;
  return sum(form, {1.0, 1.0, 1.0, 0.0, 0.0, 0.0}, -third);
}

CubicForm harmonic(const CubicForm& form) {
  const Vec3 laplacian(6.0 * form.xxx + 2.0 * (form.xyy + form.xzz), 6.0 * form.yyy + 2.0 * (form.xxy + form.yzz),
                       6.0 * form.zzz + 2.0 * (form.xxz + form.yyz));
  return sum(form, product({1.0, 1.0, 1.0, 0.0, 0.0, 0.0}, laplacian), -0.1);
}

}  // namespace

// Over a triangle the mean of (e . x)^2 is a twelfth of its corners' and of their sum's.
AreaMoments area_moments(const std::array<Vec3, 3>& corners) {
  const auto& [a, b, c] = corners;
  const Vec3 whole = a + b + c;
  const QuadraticForm spread = sum(sum(product(a, a), product(b, b)), sum(product(c, c), product(whole, whole)));
  AreaMoments moments;
  moments.area = 0.5 * glm::cross(b - a, c - a);
  moments.first = product(moments.area, whole / 3.0);
  moments.second = product(spread, moments.area / 12.0);
  return moments;
}

AreaMoments moved(const AreaMoments& moments, const Vec3& offset) {
  AreaMoments there;
  there.area = moments.area;
  there.first = sum(moments.first, product(moments.area, offset));
  there.second =
      sum(sum(moments.second, product(moments.first, 2.0 * offset)), product(product(moments.area, offset), offset));
  return there;
}

AreaMoments sum(const AreaMoments& a, const AreaMoments& b) {
  return {a.area + b.area, sum(a.first, b.first), sum(a.second, b.second)};
}

FarWinding::FarWinding(const AreaMoments& moments)
    : area(moments.area),
      quadratic(sum({}, harmonic(moments.first), -3.0)),
      cubic(sum({}, harmonic(moments.second), 7.5)) {}

}  // namespace firstcontact
