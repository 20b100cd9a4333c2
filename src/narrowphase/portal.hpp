// Where a straight line enters the difference set { b - a } of two cores that stand still, by refining a portal: a
// triangle of its vertices that the line goes through (after Snethen 2008, 'XenoCollide: complex collision made
// simple'). Each step outwards costs one support and a few products, without a root or a quotient.
//
// Nobody has to trust it: what comes out is an axis and the separation measured along it, and any axis is safe.
#pragma once

#include "narrowphase/gjk.hpp"

namespace firstcontact {

enum class LineMeets : std::uint8_t {
  face,     // the line enters by the triangle in `corner`
  nothing,  // it passes the set at a distance
  unknown,  // flat, or not found soon enough
};

struct PortalCast {
  LineMeets meets = LineMeets::unknown;
  Vec3 axis;                // unit, a's frame, from a to b: square to that face, or to the line
  double separation;        // m: along the axis, measured
  SimplexVertex corner[3];  // of the face; the first is the one furthest along the axis, if there is no face
};

/// @param first a vertex of the set, better one that lies near where the line enters
/// @param line its direction, of any length, from outside to inside; it goes through the origin
/// @param near m: a face counts as found when nothing of the set is further than this before it
[[nodiscard]] PortalCast cast_line(const CorePair& cores, const SimplexVertex& first, const Vec3& line, double near);
/// The same where the cores stand a little later or earlier, from the face that was found `before`.
[[nodiscard]] PortalCast cast_again(const CorePair& cores, const PortalCast& before, const Vec3& line, double near);

}  // namespace firstcontact
