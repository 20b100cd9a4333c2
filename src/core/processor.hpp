// What the processor at hand can do.
#pragma once

namespace firstcontact {

/// Never on Windows: GCC aligns the stack to 16 bytes there, and keeps AVX's registers on it as if it were 32 (its bug
/// 54412).
[[nodiscard]] inline bool has_avx2() {
#if defined(__x86_64__) && !defined(_WIN32)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

}  // namespace firstcontact
