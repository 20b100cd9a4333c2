// What a decomposition is judged by, with the stupid means of solids.hpp.
#pragma once

#include <firstcontact/decomposition.hpp>

#include <functional>

#include "support/random.hpp"

namespace firstcontact {

/// A file of models/; a failure where it cannot be read.
[[nodiscard]] Mesh model(const std::string& name);

/// A failure where it is refused.
[[nodiscard]] ConvexDecomposition decomposed(const Mesh& mesh, const DecompositionOptions& options = {});

/// m: how far the furthest of the points is outside of all hulls.
[[nodiscard]] double uncovered(const ConvexDecomposition& found, const std::vector<Vec3>& points);

/// Somewhere in the hull, mostly near some vertex, edge or face.
[[nodiscard]] Vec3 point_in(const Hull& hull, testing_support::Random& random);

/// The greatest `measure` of any of the points that `point_of` takes from each hull.
[[nodiscard]] double greatest_of_points(const ConvexDecomposition& found, int points_per_hull,
                                        const std::function<Vec3(const Hull&, testing_support::Random&)>& point_of,
                                        const std::function<double(const Vec3&)>& measure);

/// m: how far the furthest of many points of the hulls is outside of the closed mesh.
[[nodiscard]] double puffing(const ConvexDecomposition& found, const Mesh& mesh, int points_per_hull);

}  // namespace firstcontact
