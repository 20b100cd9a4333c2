// Where two near shapes bear on each other when one of them at least is smooth.
#pragma once

#include <firstcontact/separation.hpp>

namespace firstcontact {

/// As contact_manifold, with a's position as origin and axes parallel to the world's: `separation` has its points so.
[[nodiscard]] Manifold smooth_manifold(const PosedShape& a, const PosedShape& b, const Separation& separation,
                                       double margin);

}  // namespace firstcontact
