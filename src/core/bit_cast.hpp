// The same bits as another type. std::bit_cast is missing in LLVM's library before 14, which Debian's emscripten has;
// what it is made of is in every compiler that has GCC's vectors.
#pragma once

namespace firstcontact {

template <typename To, typename From>
[[nodiscard]] constexpr To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

}  // namespace firstcontact
