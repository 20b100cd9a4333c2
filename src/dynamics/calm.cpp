#include "dynamics/calm.hpp"

#include <algorithm>
#include <vector>

#include "core/tolerances.hpp"
#include "dynamics/contact_rows.hpp"

namespace firstcontact {

namespace {

// Ascending, each once.
std::vector<std::uint32_t> responders_of(std::span<const ContactPoint> points) {
  std::vector<std::uint32_t> found;
  found.reserve(2 * points.size());
  for (const ContactPoint& point : points) {
    found.push_back(point.a);
    found.push_back(point.b);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// The points by themselves, with nobody but those that they act on.
struct Excerpt {
  std::vector<std::uint32_t> of;  // ascending: which of all responders these are
  std::vector<Responder> responders;
  std::vector<ContactPoint> points;
};

Excerpt excerpt_of(std::span<const ContactPoint> points, std::span<const Responder> responders) {
  Excerpt excerpt{responders_of(points), {}, {points.begin(), points.end()}};
  for (const std::uint32_t i : excerpt.of) {
    excerpt.responders.push_back(responders[i]);
  }
  const auto place_of = [&](std::uint32_t i) {
    return static_cast<std::uint32_t>(std::lower_bound(excerpt.of.begin(), excerpt.of.end(), i) - excerpt.of.begin());
  };
  for (ContactPoint& point : excerpt.points) {
    point.a = place_of(point.a);
    point.b = place_of(point.b);
  }
  return excerpt;
}

void give_velocities(const Excerpt& excerpt, std::span<Responder> responders) {
  for (std::size_t k = 0; k < excerpt.of.size(); ++k) {
    responders[excerpt.of[k]].velocity = excerpt.responders[k].velocity;
  }
}

void give_impulses(const Excerpt& excerpt, std::span<ContactPoint> points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].normal_impulse = excerpt.points[i].normal_impulse;
    points[i].friction_impulse = excerpt.points[i].friction_impulse;
    points[i].turning_impulse = excerpt.points[i].turning_impulse;
  }
}

}  // namespace

void calm_contacts(std::span<ContactPoint> points, std::span<Responder> responders, const Calming& calming) {
  Excerpt excerpt = excerpt_of(points, responders);
  ContactRows rows(excerpt.points, excerpt.responders, RowOrder::given, 1.0);
  rows.aim_to_stop();
  rows.take_velocities();
  std::vector<Velocity> best = velocities_of(calming.movers, responders);
  double least = calming.energy();
  for (int i = 0; i < tolerances::calming_sweeps && least > calming.allowed; ++i) {
    static_cast<void>(rows.sweep_relaxed());
    rows.give_velocities();
    give_velocities(excerpt, responders);
    const double energy = calming.energy();
    if (energy < least) {
      least = energy;
      best = velocities_of(calming.movers, responders);
      rows.keep_impulses();
      give_impulses(excerpt, points);
    }
  }
  for (std::size_t k = 0; k < best.size(); ++k) {
    responders[calming.movers[k]].velocity = best[k];
  }
}

}  // namespace firstcontact
