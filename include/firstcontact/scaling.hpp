// A decomposition of a mesh serves its copies of other sizes.
#pragma once

#include <firstcontact/decomposition.hpp>
#include <firstcontact/export.hpp>

#include <optional>

namespace firstcontact {

/// True when stretching the mesh by `scale` makes no bound worse, as a fraction of the longest side: when no side is
/// stretched more than the longest one. So it is for every equal scale.
[[nodiscard]] FIRSTCONTACT_EXPORT bool keeps_bound(const Mesh& mesh, const Vec3& scale);

struct ScaledHulls {
  std::vector<Hull> hulls;
  MassProperties mass;  // at density 1 kg/m^3
};

/// The hulls of `found` and its mass, stretched by `scale` about the origin: they cover the stretched mesh. Nothing
/// when rounding has made one of them concave by more than 1e-9 of its longest side. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT std::optional<ScaledHulls> scaled(const ConvexDecomposition& found,
                                                                    const Vec3& scale);

}  // namespace firstcontact
