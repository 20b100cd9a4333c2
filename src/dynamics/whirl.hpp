// Where a body is that turns many times while it is asked about: inside of a solid of revolution that does not turn.
//
// The angular momentum L of a free body stands still, and the angle between L and the body's own axis of least or of
// greatest moment stays within bounds that its energy and |L| fix. So every point keeps its height above the body's
// centre, along L, and its distance from that line, up to what this angle makes of them. How often the body turns does
// not matter.
#pragma once

#include <firstcontact/flow.hpp>
#include <firstcontact/motion.hpp>
#include <firstcontact/shape.hpp>

namespace firstcontact {

/// How a body turns about a line that stands still in the world, through its centre of mass.
struct Nutation {
  Vec3 axis{0.0, 1.0, 0.0};        // unit, world
  Vec3 axis_local{0.0, 1.0, 0.0};  // unit, body frame: an axis of the body's own
  double least_cosine = -1.0;      // of the angle between the two, at every instant
  double greatest_cosine = 1.0;
  double greatest_sine = 1.0;
};

/// True for the whole of a segment.
[[nodiscard]] Nutation nutation_of(const MotionSegment& segment, const InertiaFrame& inertia);

/// A shape that does not turn, and how it moves.
struct Cover {
  ConvexShape shape;  // axes of the world, about the centre of mass
  RigidMotion motion;
};

/// Holds `shape`, of a body that follows `segment`, at every instant from `begin` s on: a cylinder about the line, or a
/// ball where that is no larger. Never too small; the smaller the nearer the body turns to one of its own axes.
[[nodiscard]] Cover cover_of(const ConvexShape& shape, const MotionSegment& segment, const Nutation& nutation,
                             double begin);

}  // namespace firstcontact
