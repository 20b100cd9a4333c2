// One question, no world: when does a rod that spins 1000 times a second first touch a post?
#include <firstcontact/hull.hpp>
#include <firstcontact/time_of_impact.hpp>

#include <cstdio>

namespace fc = firstcontact;

int main() {
  const fc::ConvexShape rod = fc::make_shape(fc::make_box({1.0, 0.01, 0.01}));
  const fc::ConvexShape post = fc::make_shape(fc::make_box({0.01, 1.0, 0.01}));

  fc::MovingShape spinning{&rod, {}};
  spinning.motion.start.position = {0.0, 0.0, 0.6};       // m
  spinning.motion.angular_velocity = {0.0, 6283.0, 0.0};  // rad/s
  const fc::MovingShape standing{&post, {}};

  fc::TimeOfImpactOptions options;
  options.duration = 1.0 / 60.0;  // s: the rod turns 17 times in it
  const fc::TimeOfImpact impact = fc::time_of_impact(spinning, standing, options);

  if (impact.status != fc::ImpactStatus::touches) {
    std::printf("no contact certified\n");
    return 1;
  }
  std::printf("first contact after %.7f s, gap %.2e m, normal (%.3f, %.3f, %.3f)\n", impact.time, impact.gap,
              impact.normal.x, impact.normal.y, impact.normal.z);
}
