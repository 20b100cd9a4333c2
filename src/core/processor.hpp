// What the processor at hand can do.
#pragma once

namespace firstcontact {

[[nodiscard]] inline bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

}  // namespace firstcontact
