#include "calendar/state_archive.hpp"

#include <firstcontact/triangle_surface.hpp>

namespace firstcontact {

std::vector<const void*> shapes_of(BodyColliders colliders) {
  std::vector<const Collider*> seen;
  std::vector<const void*> shapes;
  for (const auto& collider : colliders) {
    if (collider == nullptr || std::find(seen.begin(), seen.end(), collider.get()) != seen.end()) {
      continue;
    }
    seen.push_back(collider.get());
    for (Index i = 0; i < shape_count(*collider); ++i) {
      shapes.push_back(identity_at(*collider, i));
    }
  }
  return shapes;
}

}  // namespace firstcontact
