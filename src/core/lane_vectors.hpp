// Vectors in registers of `width` doubles, one per lane (core/lanes.hpp: no inline function of a library here).
#pragma once

#include "core/lanes.hpp"

namespace firstcontact {
namespace {

template <int width>
using Doubles = typename Lanes<width>::Doubles;

template <int width>
struct Vectors {
  Doubles<width> x, y, z;
};

template <int width>
inline Vectors<width> plus(const Vectors<width>& u, const Vectors<width>& v) {
  return {u.x + v.x, u.y + v.y, u.z + v.z};
}
template <int width>
inline Vectors<width> minus(const Vectors<width>& u, const Vectors<width>& v) {
  return {u.x - v.x, u.y - v.y, u.z - v.z};
}
template <int width>
inline Vectors<width> each(const Vectors<width>& u, const Vectors<width>& v) {
  return {u.x * v.x, u.y * v.y, u.z * v.z};
}
template <int width>
inline Vectors<width> times(const Doubles<width>& s, const Vectors<width>& v) {
  return {s * v.x, s * v.y, s * v.z};
}
template <int width>
inline Doubles<width> dot(const Vectors<width>& u, const Vectors<width>& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}
template <int width>
inline Vectors<width> cross(const Vectors<width>& u, const Vectors<width>& v) {
  return {u.y * v.z - v.y * u.z, u.z * v.x - v.z * u.x, u.x * v.y - v.x * u.y};
}
template <int width>
inline Doubles<width> larger(const Doubles<width>& a, const Doubles<width>& b) {
  return a < b ? b : a;
}
template <int width>
inline Doubles<width> smaller(const Doubles<width>& a, const Doubles<width>& b) {
  return b < a ? b : a;
}
template <int width>
inline Doubles<width> size_of(const Doubles<width>& a) {
  return a < 0.0 ? -a : a;
}
template <int width>
inline Doubles<width> square_root(const Doubles<width>& a) {
#if defined(__AVX2__)
  if constexpr (width == 4) {
    return __builtin_ia32_sqrtpd256(a);
  }
#endif
  Doubles<width> root{};
  for (int lane = 0; lane < width; ++lane) {
    root[lane] = __builtin_sqrt(a[lane]);
  }
  return root;
}

}  // namespace
}  // namespace firstcontact
