// Random queries over everything the query promises to bear: hulls of 4 to 256 vertices, aspect ratios to 1000, sizes
// from 1 mm to 1 km, positions to 1e6 m, spins to 60 rad in the span, spans from nothing to 10 s; far, near, grazing
// and touching starts.
#pragma once

#include "random_shapes.hpp"

namespace firstcontact::test {

struct WideQuery {
  RandomCase given;
  TimeOfImpactOptions options;
};

/// Query number `index` of the series `seed`: the same everywhere, and without making those before it.
[[nodiscard]] WideQuery wide_query(std::uint64_t seed, std::uint64_t index);

}  // namespace firstcontact::test
