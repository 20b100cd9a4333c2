// Reading ahead: loops over records that lie far apart wait for memory, and the processor's own guesses end at every
// page.
#pragma once

#include <cstddef>

namespace firstcontact {

/// Has the processor fetch `count` elements from `first` on, while something else is worked at. They need not be there
/// (nothing is read), and nothing depends on it but the time. (Inlined always: gcc takes a function that does
/// nothing else for one without effect, and drops the call.)
template <typename T>
[[gnu::always_inline]] inline void prefetch(const T* first, std::size_t count = 1) {
  constexpr std::size_t cache_line = 64;
  const char* const begin = reinterpret_cast<const char*>(first);
  for (std::size_t at = 0; at < count * sizeof(T); at += cache_line) {
    __builtin_prefetch(begin + at);
  }
}

}  // namespace firstcontact
