// Questions without a world: is the place free, what does the ray see, how far may the crate be pushed and turned?
#include <firstcontact/cast.hpp>

#include <cstdio>

namespace fc = firstcontact;

int main() {
  const fc::ConvexShape pillar = fc::make_capsule({0.0, -2.0, 0.0}, {0.0, 2.0, 0.0}, 0.5);
  const fc::ConvexShape crate = fc::make_shape(fc::make_box({0.5, 0.5, 0.5}));
  const fc::PosedShape standing{&pillar, {}};

  fc::ShapeSweep pushed{{&crate, {}}, {8.0, 0.0, 0.0}, {0.0, 3.0, 0.0}};  // 8 m along x, turning by 3 rad about y
  pushed.start.pose.position = {-5.0, 0.0, 0.6};
  if (fc::overlap(standing, pushed.start)) {
    std::printf("the crate has no room to begin with\n");
    return 1;
  }
  const fc::CastHit seen = fc::ray_cast(standing, {{-5.0, 1.0, 0.3}, {10.0, 0.0, 0.0}});
  std::printf("the ray hits after %.4f of its way, normal (%.3f, %.3f, %.3f)\n", seen.fraction, seen.normal.x,
              seen.normal.y, seen.normal.z);

  const fc::CastHit met = fc::shape_cast(standing, pushed);
  if (met.status != fc::CastStatus::hits) {
    std::printf("the way is free\n");
    return 1;
  }
  std::printf("the crate may go %.4f of its way, to a gap of %.1e m\n", met.fraction, met.gap);
}
