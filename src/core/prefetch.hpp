// Memory that a loop is going to read a few rounds on, asked for ahead: what lies scattered would be waited for piece
// by piece.
#pragma once

#include <cstddef>

namespace firstcontact {

/// How many rounds ahead a loop asks for its records, and, once these are there, for what they point to.
inline constexpr std::size_t rounds_ahead_for_records = 6;
inline constexpr std::size_t rounds_ahead_for_contents = 3;

/// Asks for the line of the cache that the object begins in. Changes nothing but how long it takes to read it.
template <typename T>
inline void prefetch_line(const T* object) {
  __builtin_prefetch(object);
}

/// Asks for all of `count` objects from `first` on.
template <typename T>
inline void prefetch(const T* first, std::size_t count = 1) {
  constexpr std::size_t line = 64;
  const char* const begin = static_cast<const char*>(static_cast<const void*>(first));
  for (std::size_t at = 0; at < count * sizeof(T); at += line) {
    __builtin_prefetch(begin + at);
  }
}

}  // namespace firstcontact
