// What queries ask of a posed shape before they ask anything else.
#pragma once

#include <firstcontact/result.hpp>
#include <firstcontact/separation.hpp>
#include <firstcontact/time_of_impact.hpp>

#include "core/doors.hpp"
#include "core/limits.hpp"

namespace firstcontact {

/// True when the shape is there and everything is a number that a query can do sums with; the orientation is unit.
inline bool is_sound(const PosedShape& posed) {
  return posed.shape != nullptr && !posed.shape->x.empty() && posed.shape->radius <= limits::of_query &&
         is_within(posed.pose.position, limits::of_query) && is_unit(posed.pose.orientation);
}

/// The same shape with an orientation of unit length, sound for certain.
/// @throws ContractViolation  naming `where` and what was wrong
[[nodiscard, gnu::cold]] PosedShape mended(const PosedShape& posed, const char* where);

/// The same for a motion over `duration`.
[[nodiscard, gnu::cold]] MovingShape mended(const MovingShape& moving, const char* where);

/// Checks what time_of_impact takes for options.
void require_options(const TimeOfImpactOptions& options, const char* where);

}  // namespace firstcontact
