// The loops over a core's vertices, written once for registers of `width` doubles and compiled twice (core/lanes.hpp).
//
// Both give the same bits: each vertex's product is (x dx + y dy) + z dz in separate roundings, a maximum does not
// depend on its order, and of equal maxima the vertex with the lowest index wins. Test:
// Support.EveryPathGivesTheSameBits.
#pragma once

#include "core/lanes.hpp"
#include "geometry/support_kernels.hpp"

namespace firstcontact {
namespace {

inline constexpr std::size_t block = 4;  // doubles; the vertices are padded to a multiple of it
inline constexpr std::size_t most_kept = 64;

// The products of one register of vertices with the direction.
template <int width>
inline typename Lanes<width>::Doubles along(const VertexLanes& vertices, const Direction& d, std::size_t i) {
  using Doubles = typename Lanes<width>::Doubles;
  Doubles x;
  Doubles y;
  Doubles z;
  __builtin_memcpy(&x, vertices.x + i, sizeof(Doubles));
  __builtin_memcpy(&y, vertices.y + i, sizeof(Doubles));
  __builtin_memcpy(&z, vertices.z + i, sizeof(Doubles));
  return (x * d.x + y * d.y) + z * d.z;
}

// Of two zeros that differ in sign either may come out first: whoever hands it on adds zero.
template <int width>
inline double largest_of(const typename Lanes<width>::Doubles& values) {
  if constexpr (width == 2) {
    return values[0] > values[1] ? values[0] : values[1];
  } else {
    typename Lanes<2>::Doubles half[2];
    __builtin_memcpy(half, &values, sizeof(values));
    return largest_of<2>(half[0] > half[1] ? half[0] : half[1]);
  }
}

template <int width>
inline double reach_in_lanes(const VertexLanes& vertices, const Direction& d) {
  using Doubles = typename Lanes<width>::Doubles;
  constexpr std::size_t step = width;
  Doubles best = along<width>(vertices, d, 0);
  for (std::size_t i = step; i < block; i += step) {
    const Doubles here = along<width>(vertices, d, i);
    best = here > best ? here : best;
  }
  for (std::size_t i = block; i < vertices.size; i += step) {
    const Doubles here = along<width>(vertices, d, i);
    best = here > best ? here : best;
  }
  return largest_of<width>(best) + 0.0;
}

// A product with the opposite direction is the opposite product: no second one is made.
template <int width>
inline TwoWayReaches reaches_in_lanes(const VertexLanes& vertices, const Directions& directions) {
  using Doubles = typename Lanes<width>::Doubles;
  constexpr std::size_t step = width;
  TwoWayReaches reaches{};
  for (std::size_t axis = 0; axis < directions.size(); ++axis) {
    Doubles most = along<width>(vertices, directions[axis], 0);
    Doubles least = most;
    for (std::size_t i = step; i < vertices.size; i += step) {
      const Doubles here = along<width>(vertices, directions[axis], i);
      most = here > most ? here : most;
      least = here < least ? here : least;
    }
    reaches[axis] = {-(largest_of<width>(-least) + 0.0), largest_of<width>(most) + 0.0};
  }
  return reaches;
}

// How many lanes reach to within `below` of the furthest; the padding counts with vertex 0.
template <int width>
inline Flush flush_in_lanes(const VertexLanes& vertices, const Direction& d, double below) {
  using Masks = typename Lanes<width>::Masks;
  constexpr std::size_t step = width;
  const double least = reach_in_lanes<width>(vertices, d) - below;
  Masks minus_count{};
  for (std::size_t i = 0; i < vertices.size; i += step) {
    minus_count += along<width>(vertices, d, i) >= least;
  }
  long long count = 0;
  for (int lane = 0; lane < width; ++lane) {
    count -= minus_count[lane];
  }
  const bool first = (vertices.x[0] * d.x + vertices.y[0] * d.y) + vertices.z[0] * d.z >= least;
  return {static_cast<std::size_t>(count), first};
}

// Up to `most` vertices from `from` on, the products held in registers where the number of loops is known: the largest
// product first, then who has it first. Two passes are faster than carrying the indices along: the second only
// compares.
template <int width, std::size_t most>
inline Furthest furthest_of_part(const VertexLanes& vertices, const Direction& d, std::size_t from, std::size_t count) {
  using Doubles = typename Lanes<width>::Doubles;
  constexpr std::size_t step = width;
  Doubles products[most / step];
  products[0] = along<width>(vertices, d, from);
  Doubles best = products[0];
  Doubles other = products[0];  // two, so that neither waits for the other
  std::size_t i = 1;
  for (; i + 1 < count / step; i += 2) {
    products[i] = along<width>(vertices, d, from + i * step);
    products[i + 1] = along<width>(vertices, d, from + (i + 1) * step);
    best = products[i] > best ? products[i] : best;
    other = products[i + 1] > other ? products[i + 1] : other;
  }
  if (i < count / step) {
    products[i] = along<width>(vertices, d, from + i * step);
    best = products[i] > best ? products[i] : best;
  }
  const double largest = largest_of<width>(best > other ? best : other);
  const Doubles wanted = broadcast<width>(largest);
  unsigned long long bits = 0;  // one per vertex, without a jump: nobody can foretell where the furthest is
  for (i = 0; i < count / step; ++i) {
    bits |= static_cast<unsigned long long>(bits_of<Registers<double, width>>(products[i] == wanted)) << (i * step);
  }
  if (bits == 0) {
    return {from, largest + 0.0};  // not a number: any vertex is as good
  }
  return {from + static_cast<std::size_t>(__builtin_ctzll(bits)), largest + 0.0};
}

// Any number of them. Away from the small ones, which then need no room on the stack.
template <int width>
[[gnu::noinline]] Furthest furthest_of_many(const VertexLanes& vertices, const Direction& d) {
  const std::size_t first_part = vertices.size < most_kept ? vertices.size : most_kept;
  Furthest best = furthest_of_part<width, most_kept>(vertices, d, 0, first_part);
  for (std::size_t from = most_kept; from < vertices.size; from += most_kept) {
    const std::size_t rest = vertices.size - from;
    const Furthest here = furthest_of_part<width, most_kept>(vertices, d, from, rest < most_kept ? rest : most_kept);
    best = here.along > best.along ? here : best;
  }
  return best;
}

template <int width>
inline Furthest furthest_in_lanes(const VertexLanes& vertices, const Direction& d) {
  switch (vertices.size) {  // unrolled: the products stay in registers
    case 8:
      return furthest_of_part<width, 8>(vertices, d, 0, 8);
    case 12:
      return furthest_of_part<width, 12>(vertices, d, 0, 12);
    case 16:
      return furthest_of_part<width, 16>(vertices, d, 0, 16);
    case 20:
      return furthest_of_part<width, 20>(vertices, d, 0, 20);
    case 24:
      return furthest_of_part<width, 24>(vertices, d, 0, 24);
    case 28:
      return furthest_of_part<width, 28>(vertices, d, 0, 28);
    case 32:
      return furthest_of_part<width, 32>(vertices, d, 0, 32);
    default:
      return furthest_of_many<width>(vertices, d);
  }
}

template <int width>
FurthestOfBoth furthest_of_both_in_lanes(const Asked& a, const Asked& b) {
  return {furthest_in_lanes<width>(a.vertices, a.direction).index,
          furthest_in_lanes<width>(b.vertices, b.direction).index};
}

template <int width>
double reach_of_both_in_lanes(const Asked& a, const Asked& b) {
  return reach_in_lanes<width>(a.vertices, a.direction) + reach_in_lanes<width>(b.vertices, b.direction);
}

}  // namespace
}  // namespace firstcontact
