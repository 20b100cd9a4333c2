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

// How many pairs ahead, of those that are passed over in no time, and of those that are worked at.
inline constexpr std::size_t far_ahead = 32;
inline constexpr std::size_t ahead = 12;
inline constexpr std::size_t shortly_ahead = 6;

/// At the `i`-th of all pairs, of which the first line is asked.
[[gnu::always_inline]] inline void read_ahead(const std::vector<PairRecord>& pairs, std::size_t i) {
  if (i + far_ahead < pairs.size()) {
    prefetch(&pairs[i + far_ahead].a);
  }
}

/// At the `i`-th of all pairs before `end`, where they are asked for their measured points.
[[gnu::always_inline]] inline void read_contacts_ahead(const std::vector<PairRecord>& pairs, std::size_t i,
                                                       std::size_t end) {
  if (i + ahead < end) {
    prefetch(&pairs[i + ahead]);
  }
  if (i + shortly_ahead < end) {
    const std::vector<MeasuredPoint>& points = pairs[i + shortly_ahead].measured.points;
    prefetch(points.data(), points.size());
  }
}

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

/// At the `i`-th of the contacts, of whose pairs the first line is asked.
[[gnu::always_inline]] inline void read_ahead(const std::vector<PairRecord>& pairs,
                                              std::span<const PairContact> contacts, std::size_t i) {
  if (i + ahead < contacts.size()) {
    prefetch(&pairs[contacts[i + ahead].pair].a);
  }
}

/// At the `i`-th of some pairs, which are asked for their measured points.
[[gnu::always_inline]] inline void read_contacts_ahead(const std::vector<PairRecord>& pairs,
                                                       std::span<const std::uint32_t> some, std::size_t i) {
  read_records_ahead(pairs, some, i);
  if (i + shortly_ahead < some.size()) {
    const std::vector<MeasuredPoint>& points = pairs[some[i + shortly_ahead]].measured.points;
    prefetch(points.data(), points.size());
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

/// At the `i`-th of the contacts, of each of which the impulses are asked.
[[gnu::always_inline]] inline void read_impulses_ahead(const std::vector<PairRecord>& pairs,
                                                       std::span<const PairContact> contacts, std::size_t i) {
  if (i + ahead < contacts.size()) {
    prefetch(&pairs[contacts[i + ahead].pair].impulses);
  }
  if (i + shortly_ahead < contacts.size()) {
    const std::vector<StoredImpulse>& impulses = pairs[contacts[i + shortly_ahead].pair].impulses;
    prefetch(impulses.data(), impulses.size());
  }
}

}  // namespace firstcontact
