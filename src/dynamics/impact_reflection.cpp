#include "dynamics/impact_reflection.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/disjoint_sets.hpp"
#include "dynamics/nonnegative_minimum.hpp"
#include "dynamics/shared_push.hpp"

namespace firstcontact {

namespace {

constexpr int most_sweeps = 200;
// What so many sweeps leave undone is solved directly, as long as that is cheap.
constexpr std::size_t most_points_solved_directly = 48;
constexpr int sweeps_before_direct = 40;
// Sweeps end when no impulse changed a velocity by more than this fraction of the fastest approach.
constexpr double sweep_precision = 1e-14;

// One unit of impulse at every point in turn, tried on the two bodies: what it does to the speed of every other.
Parabola parabola_of(const Reflection& reflection, std::span<const ContactPoint> points,
                     const std::vector<Responder>& before) {
  const std::size_t count = reflection.points.size();
  Parabola parabola{count, std::vector<double>(count * count, 0.0), {}};
  std::vector<Responder> trial = before;
  for (Responder& responder : trial) {
    responder.velocity = {};
  }
  for (std::size_t j = 0; j < count; ++j) {
    ContactPoint pushed = points[reflection.points[j]];
    parabola.b.push_back(glm::dot(pushed.normal, relative_velocity(pushed, before)));
    apply_impulse(pushed, pushed.normal, trial);
    for (std::size_t i = 0; i < count; ++i) {
      const ContactPoint& point = points[reflection.points[i]];
      const Vec3 velocity = relative_velocity(point, trial) - point.surface_velocity;
      parabola.a[i * count + j] = glm::dot(point.normal, velocity);
    }
    trial[pushed.a].velocity = {};
    trial[pushed.b].velocity = {};
  }
  return parabola;
}

// The impulses that leave no point approaching: min 1/2 l A l + l J v over l >= 0, by projected Gauss-Seidel, from a
// first guess that is the same at all points of a pair. False when the sweeps do not come to an end.
bool sweep_approaches(Reflection& reflection, std::span<const ContactPoint> points, std::vector<Responder> trial) {
  const bool is_small = reflection.points.size() <= most_points_solved_directly;
  std::vector<WantedSpeed> wanted;
  for (const std::size_t point : reflection.points) {
    wanted.push_back({point, 0.0, 0.0, 0.0});
  }
  push_evenly(points, wanted, trial);
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    reflection.impulse[k] = wanted[k].impulse;
  }
  for (int sweep = 0; sweep < (is_small ? sweeps_before_direct : most_sweeps); ++sweep) {
    double largest_change = 0.0;
    for (std::size_t k = 0; k < reflection.points.size(); ++k) {
      const ContactPoint& point = points[reflection.points[k]];
      const double speed = glm::dot(point.normal, relative_velocity(point, trial));
      const double next = std::max(0.0, reflection.impulse[k] - speed / reflection.compliance[k]);
      const double change = next - reflection.impulse[k];
      reflection.impulse[k] = next;
      apply_impulse(point, change * point.normal, trial);
      largest_change = std::max(largest_change, std::abs(change) * reflection.compliance[k]);
    }
    if (largest_change <= std::max(sweep_precision * reflection.fastest, reflection.rounding)) {
      return true;
    }
  }
  return false;
}

// m/s: how fast the points still approach after these impulses, at most.
double approach_left(const Parabola& parabola, const std::vector<double>& impulses) {
  double fastest = 0.0;
  for (std::size_t i = 0; i < parabola.size; ++i) {
    double speed = parabola.b[i];
    for (std::size_t j = 0; j < parabola.size; ++j) {
      speed += parabola.a[i * parabola.size + j] * impulses[j];
    }
    fastest = std::max(fastest, -speed);
  }
  return fastest;
}

}  // namespace

void stop_approaches(Reflection& reflection, std::span<const ContactPoint> points,
                     const std::vector<Responder>& before) {
  constexpr double tolerable = 1e-9;
  if (sweep_approaches(reflection, points, before) || reflection.points.size() > most_points_solved_directly) {
    return;
  }
  const Parabola parabola = parabola_of(reflection, points, before);
  if (approach_left(parabola, reflection.impulse) <= tolerable * reflection.fastest) {
    return;
  }
  std::vector<double> impulses = nonnegative_minimum(parabola, reflection.impulse);
  if (approach_left(parabola, impulses) <= tolerable * reflection.fastest) {
    reflection.impulse = std::move(impulses);
  }
}

std::vector<std::size_t> parts_of(const Reflection& reflection, std::span<const ContactPoint> points,
                                  std::span<const Responder> responders, const std::vector<bool>& acts) {
  DisjointSets sets(responders.size());
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    if (acts[k] && can_move(responders[point.a]) && can_move(responders[point.b])) {
      sets.join(point.a, point.b);
    }
  }
  std::vector<std::size_t> parts;
  for (const std::size_t index : reflection.points) {
    const ContactPoint& point = points[index];
    parts.push_back(sets.root(can_move(responders[point.a]) ? point.a : point.b));
  }
  return parts;
}

}  // namespace firstcontact
