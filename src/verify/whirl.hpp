// What holds a body that turns many times in a span: a solid of revolution that does not turn.
//
// Torque-free rotation keeps L, and with it sum l_i^2 = 1 and sum l_i^2 / I_i, where l is L's direction in principal
// axes. Subtract the first, divided by I_k: C = sum over i != k of l_i^2 |1/I_i - 1/I_k| never changes, where k has the
// least or the greatest moment, so that all terms have one sign. So the angle e between the axis k and L obeys
//     C / max_i |1/I_i - 1/I_k| <= sin^2 e = l_i^2 + l_j^2 <= C / min_i |1/I_i - 1/I_k|.                           (W1)
// A point of the body at h along that axis and at a distance d from it has a height along L, from the body's centre, of
// at most h cos e + d sin e, and is at most d + |h| sin e from the line along L.                                   (W2)
// What turns at a constant rate does so about a line of its own: e = 0.
#pragma once

#include <firstcontact/flow.hpp>

#include <vector>

#include "verify/interval_geometry.hpp"
#include "verify/shape.hpp"

namespace firstcontact::verify {

/// How a body turns about a line through its centre of mass that stands still, during all of a segment.
struct Nutation {
  IntervalVector axis;         // world, unit
  IntervalVector axis_local;   // body frame, unit: an axis of the body's own
  Interval cosine{-1.0, 1.0};  // (W1)
  double sine = 1.0;
};
[[nodiscard]] Nutation nutation_of(const MotionSegment& segment, const InertiaFrame& inertia);

/// (W2), in axes of the world, about the centre of mass: every point of the turning shape lies in it at every instant.
[[nodiscard]] Shape cover_of(const Shape& shape, const Nutation& nutation);

/// Of all of a body's shapes, and of their hull.
struct Covers {
  Shape whole;
  std::vector<Shape> shapes;
};
[[nodiscard]] Covers covers_of(const BodyShape& body, const Nutation& nutation);

}  // namespace firstcontact::verify
