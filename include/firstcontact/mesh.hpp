// Meshes as read from OBJ text, and their way into convex shapes. No file is opened here: the caller reads the text.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/math.hpp>
#include <firstcontact/result.hpp>
#include <firstcontact/shape.hpp>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

/// One object or group of an OBJ file: polygons over the mesh's vertices.
struct MeshPart {
  std::string name;
  std::vector<std::vector<Index>> polygons;  // vertex indices, counter-clockwise seen from outside
};

struct Mesh {
  std::vector<Vec3> vertices;   // m
  std::vector<MeshPart> parts;  // those with at least one polygon
  std::optional<std::array<float, 3>>
      diffuse_color;  // of the first material used, when the OBJ names one that was given
};

/// Reads OBJ text (tinyobjloader, double precision): objects and groups, triangles, quads, n-gons, negative indices,
/// materials' diffuse colour out of `material_text` (the MTL file's text, empty when there is none). `file_name` is
/// only for messages. Error, with file and line: a number that does not parse or is not finite, an index out of range,
/// a face of fewer than 3 corners, no face at all. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<Mesh> read_obj(std::string_view text, std::string_view file_name,
                                                        std::string_view material_text = {});

/// The names of the material libraries the OBJ text asks for, in order.
[[nodiscard]] FIRSTCONTACT_EXPORT std::vector<std::string> material_libraries(std::string_view obj_text);

/// What keeps a mesh from being used at all: a vertex that is not finite or further than 1e50 m from the origin, a
/// polygon of fewer than 3 corners, a corner that names no vertex. The first such trouble, with `file_name` and place;
/// nothing when there is none. Every function that takes a mesh asks this first. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT std::optional<Error> mesh_trouble(const Mesh& mesh, std::string_view file_name);

/// What becomes one hull. Objects and groups that are open and share edges are one surface.
enum class HullPer : std::uint8_t {
  convex_surface,  // each surface: all must be convex, and closed where there are several. `decompose`
                   // (decomposition.hpp) is for meshes of others
  object,          // each object or group, as modelled; together those that close one convex surface
  mesh,            // everything
};

/// The convex shapes of `mesh`, scaled by `scale` about its origin. A surface is convex when no corner lies further
/// than 1e-4 of its longest side inside its hull's surface and every polygon follows one face of the hull to within
/// 1e-3 of it (docs/geometry.md says why both). `file_name` is for messages. Error, with file and object: not closed,
/// not convex, flat, a scale that is not above 0, no object at all, and `mesh_trouble`. Pure.
[[nodiscard]] FIRSTCONTACT_EXPORT Result<std::vector<ConvexShape>> convex_shapes(const Mesh& mesh, HullPer what,
                                                                                 const Vec3& scale,
                                                                                 std::string_view file_name);

}  // namespace firstcontact
