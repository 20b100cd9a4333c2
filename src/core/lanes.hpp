// Registers of `width` numbers, for loops that are written once and compiled twice: for any x86-64 (or whatever else
// the target is), and, in a file of its own, for machines with AVX2. Both give the same bits: every operation rounds
// each number by itself (the project compiles without contraction).
//
// Everything here is in an unnamed namespace and calls no inline function of a library: a function shared between the
// two files would be kept once, perhaps the copy that needs AVX2.
#pragma once

#include "core/vector_extensions.hpp"

namespace firstcontact {
namespace {

/// What a comparison of two numbers gives, lane by lane: all bits set, or none.
template <class Number>
struct MaskOf;
template <>
struct MaskOf<double> {
  using Type = long long;
};
template <>
struct MaskOf<float> {
  using Type = int;
};

template <class Number_, int width_>
struct Registers {
  using Number = Number_;
  static constexpr int width = width_;
  using Numbers __attribute__((vector_size(static_cast<unsigned>(width_) * sizeof(Number_)))) = Number_;
  using Masks __attribute__((vector_size(static_cast<unsigned>(width_) * sizeof(Number_)))) =
      typename MaskOf<Number_>::Type;
};

template <int width>
struct Lanes {
  using Doubles = typename Registers<double, width>::Numbers;
  using Masks = typename Registers<double, width>::Masks;
};

// One bit per lane of a comparison's result.
template <class R>
inline int bits_of(const typename R::Masks& mask) {
  using Numbers = typename R::Numbers;
#if defined(__AVX2__)
  if constexpr (R::width == 4 && sizeof(typename R::Number) == 8) {
    return __builtin_ia32_movmskpd256(__builtin_bit_cast(Numbers, mask));
  }
  if constexpr (R::width == 8) {
    return __builtin_ia32_movmskps256(__builtin_bit_cast(Numbers, mask));
  }
#endif
#if defined(__SSE2__)
  if constexpr (R::width == 2) {
    return __builtin_ia32_movmskpd(__builtin_bit_cast(Numbers, mask));
  }
  if constexpr (R::width == 4 && sizeof(typename R::Number) == 4) {
    return __builtin_ia32_movmskps(__builtin_bit_cast(Numbers, mask));
  }
#endif
  int bits = 0;
  for (int lane = 0; lane < R::width; ++lane) {
    bits |= mask[lane] != 0 ? 1 << lane : 0;
  }
  return bits;
}

template <int width>
inline typename Lanes<width>::Doubles broadcast(double value) {
  return typename Lanes<width>::Doubles{} + value;
}

}  // namespace
}  // namespace firstcontact
