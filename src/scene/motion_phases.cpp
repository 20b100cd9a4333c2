#include "scene/motion_phases.hpp"

#include <cmath>
#include <utility>

namespace firstcontact {
namespace {

struct Mover {
  BodyIndex body = 0;
  std::vector<MotionPhase> phases;
};

// Number of the phase at `time` (s). Sums of steps are rounded: what begins within `early` seconds has begun.
std::size_t phase_at(const std::vector<MotionPhase>& phases, double time, double early) {
  double whole = 0.0;
  for (const MotionPhase& phase : phases) {
    whole += phase.duration;
  }
  double rest = std::fmod(time + early, whole);
  std::size_t number = 0;
  while (number + 1 < phases.size() && rest >= phases[number].duration) {
    rest -= phases[number].duration;
    ++number;
  }
  return number;
}

}  // namespace

BeforeStep phase_changes(const Scene& scene) {
  std::vector<Mover> movers;
  for (BodyIndex i = 0; i < scene.bodies.size(); ++i) {
    if (!scene.bodies[i].phases.empty()) {
      movers.push_back({i, scene.bodies[i].phases});
    }
  }
  return [movers = std::move(movers), step = scene.world.time_step](World& world) {
    constexpr double early = 1e-6;  // of a step
    for (const Mover& mover : movers) {
      const double time = world.time();
      const std::size_t now = phase_at(mover.phases, time, early * step);
      if (time == 0.0 || now == phase_at(mover.phases, time - step, early * step)) {
        continue;
      }
      if (!world.state(mover.body).removed) {
        world.set_kinematic_velocity(mover.body, mover.phases[now].linear_velocity, mover.phases[now].angular_velocity);
      }
    }
  };
}

}  // namespace firstcontact
