#include "dynamics/calm.hpp"

#include <algorithm>
#include <vector>

#include "core/tolerances.hpp"
#include "dynamics/contact_rows.hpp"

namespace firstcontact {

namespace {

std::vector<Velocity> velocities_of(std::span<const std::uint32_t> movers, std::span<const Responder> responders) {
  std::vector<Velocity> velocities;
  velocities.reserve(movers.size());
  for (const std::uint32_t mover : movers) {
    velocities.push_back(responders[mover].velocity);
  }
  return velocities;
}

}  // namespace

void calm_contacts(std::span<ContactPoint> points, std::span<Responder> responders, const Calming& calming) {
  std::vector<ContactPoint> swept(points.begin(), points.end());
  ContactRows rows(swept, responders, RowOrder::given, 1.0);
  rows.aim_to_stop();
  rows.take_velocities();
  std::vector<Velocity> best = velocities_of(calming.movers, responders);
  double least = calming.energy();
  for (int i = 0; i < tolerances::calming_sweeps && least > calming.allowed; ++i) {
    static_cast<void>(rows.sweep_relaxed());
    rows.give_velocities();
    const double energy = calming.energy();
    if (energy < least) {
      least = energy;
      best = velocities_of(calming.movers, responders);
      rows.keep_impulses();
      std::copy(swept.begin(), swept.end(), points.begin());
    }
  }
  for (std::size_t k = 0; k < best.size(); ++k) {
    responders[calming.movers[k]].velocity = best[k];
  }
}

}  // namespace firstcontact
