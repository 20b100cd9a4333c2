// A hash of bits, the same on every machine: what two runs are compared by.
#pragma once

#include <cstdint>

#include "core/bit_cast.hpp"

namespace firstcontact {

/// FNV-1a over the 8 bytes of `value`, low byte first (Fowler, Noll, Vo 1991).
[[nodiscard]] constexpr std::uint64_t hashed(std::uint64_t hash, std::uint64_t value) {
  for (int byte = 0; byte < 8; ++byte) {
    hash ^= (value >> (8 * byte)) & 0xFFU;
    hash *= 0x100000001B3ULL;
  }
  return hash;
}

[[nodiscard]] constexpr std::uint64_t hashed(std::uint64_t hash, double value) {
  return hashed(hash, bit_cast<std::uint64_t>(value));
}

inline constexpr std::uint64_t empty_hash = 0xCBF29CE484222325ULL;

}  // namespace firstcontact
