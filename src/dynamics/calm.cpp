#include "dynamics/calm.hpp"

#include <vector>

#include "core/tolerances.hpp"
#include "dynamics/contact_rows.hpp"

namespace firstcontact {

namespace {

std::vector<Row> rows_of(std::span<const ContactPoint> points, std::span<const Responder> responders, double duration) {
  std::vector<Row> rows;
  rows.reserve(points.size());
  for (const ContactPoint& point : points) {
    rows.push_back(make_row(point, responders, contact_softness(duration), duration));
    rows.back().relax.bias = 0.0;
  }
  return rows;
}

std::vector<Velocity> velocities_of(std::span<const std::uint32_t> movers, std::span<const Responder> responders) {
  std::vector<Velocity> velocities;
  velocities.reserve(movers.size());
  for (const std::uint32_t mover : movers) {
    velocities.push_back(responders[mover].velocity);
  }
  return velocities;
}

void keep_impulses(std::span<const Row> rows, std::span<ContactPoint> swept, std::span<ContactPoint> points) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    points[i].normal_impulse = rows[i].normal_impulse;
    points[i].friction_impulse = rows[i].first_impulse * rows[i].first + rows[i].second_impulse * rows[i].second;
    points[i].turning_impulse = swept[i].turning_impulse;
  }
}

}  // namespace

void calm_contacts(std::span<ContactPoint> points, std::span<Responder> responders, const Calming& calming) {
  std::vector<Row> rows = rows_of(points, responders, calming.duration);
  std::vector<ContactPoint> swept(points.begin(), points.end());
  std::vector<Velocity> best = velocities_of(calming.movers, responders);
  double least = calming.energy();
  for (int i = 0; i < tolerances::calming_sweeps && least > calming.allowed; ++i) {
    static_cast<void>(sweep_relaxed(swept, rows, responders));
    const double energy = calming.energy();
    if (energy < least) {
      least = energy;
      best = velocities_of(calming.movers, responders);
      keep_impulses(rows, swept, points);
    }
  }
  for (std::size_t k = 0; k < best.size(); ++k) {
    responders[calming.movers[k]].velocity = best[k];
  }
}

}  // namespace firstcontact
