// What a convex shape keeps besides its core, for those who change the core.
#pragma once

#include <firstcontact/shape.hpp>

namespace firstcontact {

/// Computes radius, half extents, the padded coordinate arrays and what leaves each vertex anew from core and rounding.
void refresh_bounds(ConvexShape& shape);

/// The shape moved by `offset`, metres; face planes and bounds along with the vertices.
[[nodiscard]] ConvexShape moved(ConvexShape shape, const Vec3& offset);

}  // namespace firstcontact
