// One pair of bodies through one step: proved apart at every instant, or the first instant where that fails.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "verify/timeline.hpp"

namespace firstcontact::verify {

/// The directions that proved something last: tried first. They change how fast a proof is found, never what is proved.
struct PairMemory {
  struct ShapeAxis {
    std::uint32_t a = 0, b = 0;  // shapes
    Vec3 axis{0.0};
  };
  Vec3 axis{0.0};                                              // of the bodies' hulls
  std::vector<ShapeAxis> shape_axes;                           // of shapes that have been near, by (a, b)
  double least_gap = std::numeric_limits<double>::infinity();  // m: of all proofs so far; a new low is looked at twice
};

struct PairFailure {
  double time = 0.0;        // s: the first instant for which no proof was found
  double depth = 0.0;       // m: the deepest overlap that a look at the rest of the step finds; 0: none
  bool is_overlap = false;  // true: proved to share a point; false: undecided
};

struct PairProof {
  std::uint64_t intervals = 0;  // spans of time, each proved by one direction per pair of shapes in reach
  int deepest = 0;              // halvings of a span, at most
  double least_gap = std::numeric_limits<double>::infinity();  // m: proved at every instant
  double least_time = 0.0;                                     // s: in the middle of the span that has it
  std::optional<PairFailure> failure;
};

/// A body in a step: how it moves and what it is.
struct Mover {
  const Timeline* timeline = nullptr;
  const BodyShape* shape = nullptr;
  const RecordedCollider* collider = nullptr;
  const InertiaFrame* inertia = nullptr;
};

/// Proves that the two are apart at every instant that both have legs for. Errs on the side of failing: what is not
/// proved is reported. Pure but for `memory`.
[[nodiscard]] PairProof prove_apart(const Mover& a, const Mover& b, PairMemory& memory);

}  // namespace firstcontact::verify
