// Registers of `width` doubles, for loops that are written once and compiled twice: for any x86-64 (or whatever else
// the target is), and, in a file of its own, for machines with AVX2. Both give the same bits: every operation rounds
// each double by itself (the project compiles without contraction).
//
// Everything here is in an unnamed namespace and calls no inline function of a library: a function shared between the
// two files would be kept once, perhaps the copy that needs AVX2.
#pragma once

namespace firstcontact {
namespace {

template <int width>
struct Lanes {
  using Doubles __attribute__((vector_size(width * sizeof(double)))) = double;
  using Masks __attribute__((vector_size(width * sizeof(double)))) = long long;
};

// One bit per lane of a comparison's result.
template <int width>
inline int bits_of(const typename Lanes<width>::Masks& mask) {
#if defined(__AVX2__)
  if constexpr (width == 4) {
    return __builtin_ia32_movmskpd256(__builtin_bit_cast(typename Lanes<width>::Doubles, mask));
  }
#endif
#if defined(__SSE2__)
  if constexpr (width == 2) {
    return __builtin_ia32_movmskpd(__builtin_bit_cast(typename Lanes<width>::Doubles, mask));
  }
#endif
  int bits = 0;
  for (int lane = 0; lane < width; ++lane) {
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
