// A plank falls flat onto a floor, turning: when do they meet, how far apart are they then, and which points bear?
#include <firstcontact/separation.hpp>

#include <cstdio>

namespace fc = firstcontact;

int main() {
  const fc::ConvexShape floor = fc::make_shape(fc::make_box({5.0, 0.5, 5.0}));
  const fc::ConvexShape plank = fc::make_shape(fc::make_box({1.0, 0.05, 0.2}));

  fc::MovingShape standing{&floor, {}};
  standing.motion.start.position = {0.0, -0.5, 0.0};
  fc::MovingShape falling{&plank, {}};
  falling.motion.start.position = {0.0, 0.2, 0.0};     // m
  falling.motion.linear_velocity = {0.0, -10.0, 0.0};  // m/s
  falling.motion.angular_velocity = {0.0, 40.0, 0.0};  // rad/s

  fc::AxisCache cache;  // one per pair, kept from step to step: makes slow pairs cheap, changes no answer's safety
  const fc::TimeOfImpact impact = fc::time_of_impact(standing, falling, {.duration = 1.0 / 60.0}, &cache);
  if (impact.status != fc::ImpactStatus::touches) {
    std::printf("no contact certified\n");
    return 1;
  }

  const fc::PosedShape a{&floor, fc::pose_at(standing.motion, impact.time)};
  const fc::PosedShape b{&plank, fc::pose_at(falling.motion, impact.time)};
  const fc::Separation apart = fc::separation(a, b);
  std::printf("after %.5f s they are %.2e m apart, surely more than %.2e m\n", impact.time, apart.distance,
              apart.lower_bound);

  const fc::Manifold bearing = fc::contact_manifold(a, b, apart, 1e-3);
  for (int i = 0; i < bearing.count; ++i) {
    const fc::ManifoldPoint& point = bearing.points[static_cast<std::size_t>(i)];
    std::printf("at (%.3f, %.3f, %.3f) the gap is %.2e m; feature %llx\n", point.point.x, point.point.y, point.point.z,
                point.separation, static_cast<unsigned long long>(point.feature));
  }
}
