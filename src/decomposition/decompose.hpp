// Two numbers of the decomposition that others tell of.
#pragma once

namespace firstcontact {

/// A sheet without a thickness gets this share of the tolerance.
inline constexpr double thickness_per_tolerance = 0.25;
/// An open mesh of less thickness, of its longest side, is a plane sheet.
inline constexpr double flat_thickness = 1e-9;

}  // namespace firstcontact
