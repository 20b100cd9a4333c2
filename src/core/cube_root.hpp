// The cube root from +, -, * and / alone: the C library's differs between processors in the last bit.
#pragma once

namespace firstcontact {

/// Of a finite number >= 0. The nearest double, but for cases that lie within 1e-31 of halfway between two.
[[nodiscard]] double cube_root(double x);

}  // namespace firstcontact
