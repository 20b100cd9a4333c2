// Passes over the pairs, and what they will ask of those to come, fetched while the present one is worked at: records
// and what hangs on them lie far apart, and a pass over thousands would wait for memory at each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "calendar/pair_record.hpp"
#include "core/prefetch.hpp"

namespace firstcontact {

// How many pairs ahead, of those that are worked at.
inline constexpr std::size_t ahead = 12;
inline constexpr std::size_t shortly_ahead = 6;

/// At the `i`-th of some pairs.
[[gnu::always_inline]] inline void read_ahead(const std::vector<PairRecord>& pairs, std::span<const std::uint32_t> some,
                                              std::size_t i) {
  if (i + ahead < some.size()) {
    prefetch(&pairs[some[i + ahead]].a);
  }
}

/// At the `i`-th of some pairs, of which all but what hangs on them is asked.
[[gnu::always_inline]] inline void read_records_ahead(const std::vector<PairRecord>& pairs,
                                                      std::span<const std::uint32_t> some, std::size_t i) {
  if (i + ahead < some.size()) {
    prefetch(&pairs[some[i + ahead]]);
  }
}

/// At the `i`-th of some pairs, of each of which the time of impact is asked. Reads where their caches lie.
[[gnu::always_inline]] inline void read_caches_ahead(const std::vector<PairRecord>& pairs,
                                                     std::span<const std::uint32_t> some, std::size_t i) {
  if (i + ahead < some.size()) {
    prefetch(&pairs[some[i + ahead]].caches);
  }
  if (i + shortly_ahead < some.size()) {
    const std::vector<AxisCache>& caches = pairs[some[i + shortly_ahead]].caches;
    prefetch(caches.data(), caches.size());
  }
}

}  // namespace firstcontact
