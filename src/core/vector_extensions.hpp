// Several numbers in a register, as GCC's vector extensions have them, on every processor: GCC, Clang, and on Windows
// clang-cl. Who uses them includes this first.
#pragma once

#if !defined(__GNUC__) && !defined(__clang__)
#error "First Contact needs a compiler with GCC's vector extensions: GCC, Clang, or clang-cl"
#endif
