#include "viewer/picking.hpp"

#include "render/view_cull.hpp"

#include <firstcontact/cast.hpp>

namespace firstcontact {

std::optional<Picked> pick(const Instant& instant, const Sight& sight) {
  std::optional<Picked> first;
  for (BodyIndex i = 0; i < instant.motions->size(); ++i) {
    if (!instant.motions->is_there(i, instant.time)) {
      continue;
    }
    const Pose pose = instant.motions->state(i, instant.time).pose;
    const bool is_fixed = instant.stage->header.bodies[i].type == BodyType::fixed;
    if (is_fixed && hides_focus(body_box(*instant.stage, i, pose), sight.eye, sight.focus)) {
      continue;
    }
    for (const ConvexShape& shape : instant.stage->shapes[instant.stage->header.bodies[i].collider]) {
      const double way = first ? first->distance : sight.reach;
      const CastHit hit = ray_cast({&shape, pose}, {sight.eye, way * sight.direction});
      // A body around the eye is one that is looked out of.
      if (hit.status == CastStatus::hits) {
        first = Picked{i, hit.point, hit.fraction * way};
      }
    }
  }
  return first;
}

}  // namespace firstcontact
