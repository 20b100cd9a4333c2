// Vectors in registers, one per lane (core/lanes.hpp: no inline function of a library here).
#pragma once

#include "core/lanes.hpp"

namespace firstcontact {
namespace {

template <class R>
using Numbers = typename R::Numbers;
template <class R>
inline constexpr typename R::Number zero = 0;
template <class R>
inline constexpr typename R::Number one = 1;

template <class R>
struct Vectors {
  Numbers<R> x, y, z;
};

template <class R>
inline Vectors<R> plus(const Vectors<R>& u, const Vectors<R>& v) {
  return {u.x + v.x, u.y + v.y, u.z + v.z};
}
template <class R>
inline Vectors<R> minus(const Vectors<R>& u, const Vectors<R>& v) {
  return {u.x - v.x, u.y - v.y, u.z - v.z};
}
template <class R>
inline Vectors<R> each(const Vectors<R>& u, const Vectors<R>& v) {
  return {u.x * v.x, u.y * v.y, u.z * v.z};
}
template <class R>
inline Vectors<R> times(const Numbers<R>& s, const Vectors<R>& v) {
  return {s * v.x, s * v.y, s * v.z};
}
template <class R>
inline Numbers<R> dot(const Vectors<R>& u, const Vectors<R>& v) {
  return u.x * v.x + u.y * v.y + u.z * v.z;
}
template <class R>
inline Vectors<R> cross(const Vectors<R>& u, const Vectors<R>& v) {
  return {u.y * v.z - v.y * u.z, u.z * v.x - v.z * u.x, u.x * v.y - v.x * u.y};
}
template <class R>
inline Numbers<R> larger(const Numbers<R>& a, const Numbers<R>& b) {
  return a < b ? b : a;
}
template <class R>
inline Numbers<R> smaller(const Numbers<R>& a, const Numbers<R>& b) {
  return b < a ? b : a;
}
template <class R>
inline Numbers<R> size_of(const Numbers<R>& a) {
  return a < zero<R> ? -a : a;
}
template <class R>
inline Numbers<R> square_root(const Numbers<R>& a) {
#if defined(__AVX2__)
  if constexpr (R::width == 4 && sizeof(typename R::Number) == 8) {
    return __builtin_ia32_sqrtpd256(a);
  }
  if constexpr (R::width == 8) {
    return __builtin_ia32_sqrtps256(a);
  }
#endif
#if defined(__SSE2__)
  if constexpr (R::width == 4 && sizeof(typename R::Number) == 4) {
    return __builtin_ia32_sqrtps(a);
  }
#endif
  Numbers<R> root{};
  for (int lane = 0; lane < R::width; ++lane) {
    root[lane] = static_cast<typename R::Number>(__builtin_sqrt(a[lane]));
  }
  return root;
}

}  // namespace
}  // namespace firstcontact
