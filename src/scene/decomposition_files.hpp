// A decomposition as files: hulls as OBJ, and a report.
#pragma once

#include <firstcontact/decomposition.hpp>
#include <string>
#include <vector>

namespace firstcontact {

/// OBJ text, one object per hull, polygons as they are, all digits. Reading it gives the same hulls.
[[nodiscard]] std::string hulls_as_obj(const ConvexDecomposition& found);

/// JSON: hulls, bounds, mass, and what was found in the mesh.
[[nodiscard]] std::string decomposition_report(const ConvexDecomposition& found);

/// What is out of the ordinary in the mesh, a line each.
[[nodiscard]] std::vector<std::string> mesh_notes(const MeshFacts& facts);

}  // namespace firstcontact
