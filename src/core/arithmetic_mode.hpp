// The mode of floating-point arithmetic that the engine's bits rest on, and its proofs: round to nearest, subnormal
// numbers as they are, nothing that stops the program. A host may have another: its flags (-Ofast switches subnormals
// off for the whole process) or its own calls.
#pragma once

#include <cstdint>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <cfenv>
#endif

namespace firstcontact {

/// Sets the mode on the calling thread for as long as it lives, and then puts the caller's back. Where the caller has
/// the right one, which is nearly always, it costs a nanosecond.
class ArithmeticMode {
 public:
  ArithmeticMode() : callers_(read()) {
    if (is_other(callers_)) {
      write_ours();
    }
  }
  ~ArithmeticMode() {
    if (is_other(callers_)) {
      write(callers_);
    }
  }
  ArithmeticMode(const ArithmeticMode&) = delete;
  ArithmeticMode& operator=(const ArithmeticMode&) = delete;

 private:
  // "memory": what is loaded and stored around it stays on its side, and so does what is made of it.
#if defined(__x86_64__)
  using Mode = std::uint32_t;  // MXCSR
  static constexpr Mode ours = 0x1F80;
  static constexpr Mode flags = 0x3F;  // what has happened: no part of the mode
  static Mode read() {
    Mode mode = 0;
    __asm__ volatile("stmxcsr %0" : "=m"(mode) : : "memory");
    return mode;
  }
  static void write(Mode mode) { __asm__ volatile("ldmxcsr %0" : : "m"(mode) : "memory"); }
  static void write_ours() { write(ours); }
  static bool is_other(Mode mode) { return (mode & ~flags) != ours; }
#elif defined(__aarch64__)
  using Mode = std::uint64_t;  // FPCR
  static Mode read() {
    Mode mode = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(mode) : : "memory");
    return mode;
  }
  static void write(Mode mode) { __asm__ volatile("msr fpcr, %0" : : "r"(mode) : "memory"); }
  static void write_ours() { write(0); }
  static bool is_other(Mode mode) { return mode != 0; }
#else
  using Mode = std::fenv_t;
  static Mode read() {
    Mode mode{};
    std::fegetenv(&mode);
    return mode;
  }
  static void write(const Mode& mode) { std::fesetenv(&mode); }
  static void write_ours() { std::fesetenv(FE_DFL_ENV); }
  static bool is_other(const Mode& /*unknown*/) { return true; }
#endif

  Mode callers_;
};

}  // namespace firstcontact
