// Which bodies may come near each other in a step: boxes sorted along x and swept.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/timeline.hpp"

namespace firstcontact::verify {

struct BodyPair {
  std::uint32_t a = 0, b = 0;  // a < b
};

/// A box by body; nothing for a body that is not there.
using SweptBoxes = std::vector<std::optional<Box>>;

/// Every two bodies whose boxes share a point, sorted. (D. Baraff, 1992: sort and sweep.)
[[nodiscard]] std::vector<BodyPair> near_pairs(const SweptBoxes& boxes);

}  // namespace firstcontact::verify
