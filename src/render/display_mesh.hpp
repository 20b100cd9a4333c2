// What a body looks like: triangles with normals and texture coordinates, in runs of one material each. Seen from
// outside counter-clockwise, in the frame of the mesh (not of the centre of mass).
#pragma once

#include <cstdint>
#include <firstcontact/math.hpp>
#include <firstcontact/result.hpp>
#include <glm/vec2.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/recording.hpp"

namespace firstcontact {

/// How a surface takes light (the part of MTL that means something here).
struct Material {
  glm::vec3 diffuse{0.72F, 0.72F, 0.7F};  // linear, 0..1
  glm::vec3 specular{0.04F};              // reflectance seen straight on
  float roughness = 0.45F;                // 0 mirror .. 1 chalk
  std::string texture_file;               // map_Kd, empty: none; relative to the MTL file
  bool is_default = true;  // the model names no material: a body's own colour takes its place, and says it all
};

struct DisplayVertex {
  glm::vec3 position{0.0F};  // m
  glm::vec3 normal{0.0F};    // unit
  glm::vec2 texture{0.0F};
};

/// `count` vertices from `first` on, three to a triangle.
struct MaterialRun {
  Material material;
  std::size_t first = 0, count = 0;
};

struct DisplayMesh {
  std::vector<DisplayVertex> vertices;
  std::vector<MaterialRun> runs;
  Aabb box;                // m
  bool is_closed = false;  // no edge is open, and outside is outside: what looks away from the eye is never seen
};

/// Vertices that triangles share stand once.
struct IndexedMesh {
  std::vector<DisplayVertex> vertices;
  std::vector<std::uint32_t> indices;  // three to a triangle, as many as the mesh has vertices
};

/// The same triangles in the same order, equal vertices (to the bit) once. Pure.
[[nodiscard]] IndexedMesh indexed(const DisplayMesh& mesh);

/// The mesh of OBJ text, scaled by `scale` about its origin, with the normals of the file, or, where it gives none,
/// with normals that are smooth except across edges sharper than 40 degrees. The text must have been accepted by
/// `read_obj` (mesh.hpp) before: what that refuses is not looked at again. Pure.
[[nodiscard]] DisplayMesh display_mesh_of_obj(std::string_view obj_text, std::string_view material_text,
                                              const Vec3& scale);

/// The surfaces of convex shapes: hulls flat-shaded, spheres and capsules round. Shapes are relative to the centre of
/// mass; the mesh is not.
[[nodiscard]] DisplayMesh display_mesh_of_shapes(const RecordedCollider& collider);

}  // namespace firstcontact
