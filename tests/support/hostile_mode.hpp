// Floating-point modes as hosts have them: what a test runs in one of them.
#pragma once

#include <cfenv>
#include <cstdint>

namespace firstcontact {

enum class HostMode : std::uint8_t { rounds_up, rounds_to_zero, flushes_subnormals };

/// The calling thread's mode word; it tells modes apart.
inline std::uint64_t mode_word() {
#if defined(__x86_64__)
  return __builtin_ia32_stmxcsr() & 0xFFC0U;  // without what has happened
#elif defined(__aarch64__)
  std::uint64_t word = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  return word;
#else
  return static_cast<std::uint64_t>(std::fegetround());
#endif
}

/// Sets the mode while it lives.
class InHostMode {
 public:
  explicit InHostMode(HostMode mode) {
    std::fegetenv(&before_);
    if (mode == HostMode::flushes_subnormals) {
      flush_subnormals();
    } else {
      std::fesetround(mode == HostMode::rounds_up ? FE_UPWARD : FE_TOWARDZERO);
    }
  }
  ~InHostMode() { std::fesetenv(&before_); }
  InHostMode(const InHostMode&) = delete;
  InHostMode& operator=(const InHostMode&) = delete;

 private:
  static void flush_subnormals() {
#if defined(__x86_64__)
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040U);  // results, and what is read
#elif defined(__aarch64__)
    const std::uint64_t flushing = 1U << 24U;
    __asm__ volatile("msr fpcr, %0" : : "r"(flushing));
#endif
  }

  std::fenv_t before_{};
};

}  // namespace firstcontact
