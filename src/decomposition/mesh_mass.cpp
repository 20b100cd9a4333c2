#include <firstcontact/triangle_mesh.hpp>
#include "core/arithmetic_mode.hpp"
#include "geometry/volume_integrals.hpp"

namespace firstcontact {

MassProperties mass_properties(const TriangleMesh& mesh) {
  const ArithmeticMode mode;
  const Vec3 middle = mean(mesh.vertices);
  VolumeIntegrals sum;
  for (const Triangle& t : mesh.triangles) {
    add_tetrahedron(sum, mesh.vertices[t[0]] - middle, mesh.vertices[t[1]] - middle, mesh.vertices[t[2]] - middle);
  }
  return properties_of(sum, middle);
}

}  // namespace firstcontact
