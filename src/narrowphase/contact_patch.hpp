// Which four corners of a contact patch keep most of its area.
#pragma once

#include <glm/vec2.hpp>

#include <array>
#include <cstddef>
#include <span>

namespace firstcontact {

struct Quadrilateral {
  std::array<std::size_t, 4> corner{};  // indices into the ring, in its order from the first on
  double area = 0.0;                    // m^2
};

/// The greatest quadrilateral that has corner `first` of the convex polygon `ring` (m, at least 4 corners in order,
/// either way round). Takes a time linear in the ring. Pure.
[[nodiscard]] Quadrilateral greatest_quadrilateral(std::span<const glm::dvec2> ring, std::size_t first);

}  // namespace firstcontact
