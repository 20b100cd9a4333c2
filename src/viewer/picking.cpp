#include "viewer/picking.hpp"

#include <firstcontact/cast.hpp>

namespace firstcontact {

std::optional<Picked> pick(const Instant& instant, const Vec3& eye, const Vec3& direction, double reach) {
  std::optional<Picked> first;
  for (BodyIndex i = 0; i < instant.motions->size(); ++i) {
    if (!instant.motions->is_there(i, instant.time)) {
      continue;
    }
    const Pose pose = instant.motions->state(i, instant.time).pose;
    for (const ConvexShape& shape : instant.stage->shapes[instant.stage->header.bodies[i].collider]) {
      const double way = first ? first->distance : reach;
      const CastHit hit = ray_cast({&shape, pose}, {eye, way * direction});
      // A body around the eye is one that is looked out of.
      if (hit.status == CastStatus::hits) {
        first = Picked{i, hit.point, hit.fraction * way};
      }
    }
  }
  return first;
}

}  // namespace firstcontact
