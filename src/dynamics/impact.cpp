#include "dynamics/impact.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "core/disjoint_sets.hpp"
#include "core/perpendicular.hpp"
#include "core/tolerances.hpp"
#include "dynamics/impact_at_point.hpp"
#include "dynamics/nonnegative_minimum.hpp"
#include "dynamics/shared_push.hpp"

namespace firstcontact {

namespace {

constexpr int most_sweeps = 200;
// What so many sweeps leave undone is solved directly, as long as that is cheap.
constexpr std::size_t most_points_solved_directly = 48;
constexpr int sweeps_before_direct = 40;
// Friction gets fewer sweeps, the more points there are.
constexpr int friction_visits = 2000;
constexpr int fewest_friction_sweeps = 20;
// Friction and rebounds agree when neither changed a velocity by more than this fraction of the fastest approach.
constexpr double friction_precision = 1e-13;
// Sweeps end when no impulse changed a velocity by more than this fraction of the fastest approach.
constexpr double sweep_precision = 1e-14;

struct Reflection {
  std::vector<std::size_t> points;       // those that approach
  std::vector<double> impulse;           // lambda, N s, one per approaching point
  std::vector<Vec3> friction;            // N s, one per approaching point
  std::vector<double> compliance;        // 1/kg along the normal
  std::vector<double> slide_compliance;  // 1/kg along the two tangents, summed; once there is friction
  double fastest = 0.0;                  // m/s, of the approaches
  double rounding = 0.0;                 // m/s: what a speed at a point is known to
  bool is_for_all = false;               // plastic: points that do not approach are among them
  bool is_jammed = false;                // points approach that can give way to neither side
};

// m/s: the speeds that a relative velocity is the sum of.
double speeds_at(const ContactPoint& point, std::span<const Responder> responders) {
  const auto speed = [](const Velocity& velocity, const Vec3& arm) {
    return std::sqrt(squared_length(velocity.linear)) +
           std::sqrt(squared_length(velocity.angular) * squared_length(arm));
  };
  return speed(responders[point.a].velocity, point.arm_a) + speed(responders[point.b].velocity, point.arm_b);
}

// Those that approach; of a cluster without restitution all, when any does: they are stopped at once, where one after
// the other would hand a heavy body's speed on to a light one and back again, and never end.
Reflection find_approaching(std::span<const ContactPoint> points, std::span<const Responder> responders,
                            const ImpactOptions& options) {
  const bool are_plastic = options.plastic || std::all_of(points.begin(), points.end(), [](const ContactPoint& point) {
                             return point.restitution == 0.0;
                           });
  Reflection reflection;
  reflection.is_for_all = are_plastic;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double speed = -glm::dot(points[i].normal, relative_velocity(points[i], responders));
    const double compliance = inverse_effective_mass(points[i], points[i].normal, responders);
    if (compliance == 0.0) {
      const double known_to = tolerances::speed_rounding * speeds_at(points[i], responders);
      reflection.is_jammed = reflection.is_jammed || speed > std::max(options.approach_tolerance, known_to);
      continue;
    }
    if (are_plastic || speed > options.approach_tolerance) {
      reflection.points.push_back(i);
      reflection.compliance.push_back(compliance);
      reflection.fastest = std::max(reflection.fastest, speed);
      reflection.rounding =
          std::max(reflection.rounding, tolerances::speed_rounding * speeds_at(points[i], responders));
    }
  }
  if (!(reflection.fastest > options.approach_tolerance)) {
    reflection.points.clear();
    return reflection;
  }
  reflection.impulse.assign(reflection.points.size(), 0.0);
  reflection.friction.assign(reflection.points.size(), Vec3(0.0));
  return reflection;
}

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

// Where a body has no way out, between two that nobody moves, there is no answer, and the sweeps' must do.
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

bool gives_way(const Responder& body) { return body.inverse_mass != Vec3(0.0) || body.inverse_inertia != Mat3(0.0); }

// A number for each point: the same for those whose impulses reach each other's bodies. Each part keeps its own energy:
// what falls on a slope at the instant at which others meet must not win what they lose. `bears` tells by a point's
// place in the reflection whether an impulse acts there.
template <typename Bears>
std::vector<std::size_t> parts_of(const Reflection& reflection, std::span<const ContactPoint> points,
                                  std::span<const Responder> responders, const Bears& bears) {
  DisjointSets sets(responders.size());
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    if (bears(k) && gives_way(responders[point.a]) && gives_way(responders[point.b])) {
      sets.join(point.a, point.b);
    }
  }
  std::vector<std::size_t> parts;
  for (const std::size_t index : reflection.points) {
    const ContactPoint& point = points[index];
    parts.push_back(sets.root(gives_way(responders[point.a]) ? point.a : point.b));
  }
  return parts;
}

// Kinetic energy along s -> v + s M^-1 J^T p is a parabola with its minimum at s0 = -(p.Jv) / (p.J M^-1 J^T p); twice
// that far is where it has its first value again. Going (1 + e) s0, e <= 1, therefore never adds energy.
// By point: its part's scale.
std::vector<double> reflection_scales(const Reflection& reflection, std::span<const ContactPoint> points,
                                      std::span<const Responder> before, std::span<const Responder> pushed) {
  struct Sums {
    double along_velocity = 0.0, along_push = 0.0, weighted_restitution = 0.0, total = 0.0;
  };
  const std::vector<std::size_t> parts =
      parts_of(reflection, points, before, [&](std::size_t k) { return reflection.impulse[k] > 0.0; });
  std::vector<Sums> sums(before.size());
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    const double speed = glm::dot(point.normal, relative_velocity(point, before));
    const double after = glm::dot(point.normal, relative_velocity(point, pushed));
    Sums& sum = sums[parts[k]];
    sum.along_velocity += reflection.impulse[k] * speed;
    sum.along_push += reflection.impulse[k] * (after - speed);
    sum.weighted_restitution += reflection.impulse[k] * point.restitution;
    sum.total += reflection.impulse[k];
  }
  std::vector<double> scales;
  for (const std::size_t part : parts) {
    const Sums& sum = sums[part];
    const bool has_any = sum.along_push > 0.0 && sum.total > 0.0;
    scales.push_back(has_any ? (1.0 + sum.weighted_restitution / sum.total) * (-sum.along_velocity / sum.along_push)
                             : 0.0);
  }
  return scales;
}

Vec3 clamped(const Vec3& v, double length) {
  const double size = std::sqrt(squared_length(v));
  return size > length ? v * (length / size) : v;
}

double normal_speed(const ContactPoint& point, std::span<const Responder> responders) {
  return glm::dot(point.normal, relative_velocity(point, responders));
}

// One sweep of Coulomb friction, each point's impulse in its disc. Returns the largest change of a velocity, m/s.
double sweep_friction(std::span<const ContactPoint> points, Reflection& trial, std::span<Responder> responders) {
  double largest = 0.0;
  for (std::size_t k = 0; k < trial.points.size(); ++k) {
    const ContactPoint& point = points[trial.points[k]];
    const double compliance = trial.slide_compliance[k];
    if (compliance == 0.0) {
      continue;
    }
    const Vec3 velocity = relative_velocity(point, responders);
    const Vec3 sliding = velocity - point.normal * glm::dot(point.normal, velocity);
    const Vec3 next = clamped(trial.friction[k] - sliding / compliance, point.friction * trial.impulse[k]);
    const Vec3 change = next - trial.friction[k];
    apply_impulse(point, change, responders);
    largest = std::max(largest, compliance * std::sqrt(squared_length(change)));
    trial.friction[k] = next;
  }
  return largest;
}

// One sweep that gives every point its rebound again, which friction turned aside: more of the normal impulse where it
// falls short, less, down to none, where it overshoots.
double sweep_rebounds(std::span<const ContactPoint> points, const std::vector<double>& rebounds, Reflection& trial,
                      std::span<Responder> responders) {
  double largest = 0.0;
  for (std::size_t k = 0; k < trial.points.size(); ++k) {
    const ContactPoint& point = points[trial.points[k]];
    const double missing = rebounds[k] - normal_speed(point, responders);
    const double next = std::max(0.0, trial.impulse[k] + missing / trial.compliance[k]);
    const double change = next - trial.impulse[k];
    apply_impulse(point, change * point.normal, responders);
    largest = std::max(largest, trial.compliance[k] * std::abs(change));
    trial.impulse[k] = next;
  }
  return largest;
}

// By point, its part's share of the step from `before` to `after` that makes no kinetic energy: along it, energy is a
// parabola.
std::vector<double> affordable_shares(const Reflection& from, const Reflection& to,
                                      std::span<const ContactPoint> points, std::span<const Responder> before,
                                      std::span<const Responder> after) {
  struct Sums {
    double slope = 0.0;      // of the energy at the start, J
    double curvature = 0.0;  // half of its second derivative, J
  };
  const std::vector<std::size_t> parts = parts_of(from, points, before, [&](std::size_t k) {
    return from.impulse[k] > 0.0 || to.impulse[k] > 0.0 || to.friction[k] != Vec3(0.0);
  });
  std::vector<Sums> sums(before.size());
  for (std::size_t k = 0; k < from.points.size(); ++k) {
    const ContactPoint& point = points[from.points[k]];
    const Vec3 impulse = (to.impulse[k] - from.impulse[k]) * point.normal + to.friction[k];
    const Vec3 velocity = relative_velocity(point, before);
    sums[parts[k]].slope += glm::dot(impulse, velocity);
    sums[parts[k]].curvature += 0.5 * glm::dot(impulse, relative_velocity(point, after) - velocity);
  }
  std::vector<double> shares;
  for (const std::size_t part : parts) {
    const auto& [slope, curvature] = sums[part];
    // Of next to no friction both may be rounding, of either sign: then none is taken.
    const double most = curvature > 0.0 ? std::clamp(-slope / curvature, 0.0, 1.0) : 0.0;
    shares.push_back(slope + curvature <= 0.0 ? 1.0 : most);
  }
  return shares;
}

// Friction at a point off the line of centres turns its rebound aside, and Newton's restitution is about the normal
// speed; and a box that lands askew of its way is turned by friction, so that its corners do not bear alike. So both
// are solved for together: friction within mu times the normal impulse that there is in the end, and rebounds as they
// are without friction. Of the step from the answer without friction to the one with it, each part takes as much as
// makes no energy: in between, rebounds are right and impulses within their cones all the same.
void apply_friction(std::span<ContactPoint> points, Reflection& reflection, std::span<Responder> responders) {
  const bool is_smooth = std::all_of(reflection.points.begin(), reflection.points.end(),
                                     [&](std::size_t point) { return points[point].friction == 0.0; });
  if (is_smooth) {
    return;
  }
  std::vector<double> rebounds;  // of what was not pushed: not to approach
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    const double speed = normal_speed(point, responders);
    rebounds.push_back(reflection.impulse[k] > 0.0 ? speed : 0.0);
    const Vec3 tangent = perpendicular_of_unit(point.normal);
    reflection.slide_compliance.push_back(inverse_effective_mass(point, tangent, responders) +
                                          inverse_effective_mass(point, glm::cross(point.normal, tangent), responders));
  }
  Reflection trial = reflection;
  std::vector<Responder> moved(responders.begin(), responders.end());
  const double agreement = std::max(friction_precision * reflection.fastest, reflection.rounding);
  double change = std::numeric_limits<double>::infinity();
  const int most = std::max(friction_visits / static_cast<int>(reflection.points.size()), fewest_friction_sweeps);
  for (int sweep = 0; sweep < most && change > agreement; ++sweep) {
    change = sweep_friction(points, trial, moved);
    change = std::max(change, sweep_rebounds(points, rebounds, trial, moved));
  }
  if (change > agreement) {
    // Cut short: the last rebounds may have taken normal impulse from under friction that leaned on it.
    static_cast<void>(sweep_friction(points, trial, moved));
  }
  const std::vector<double> shares = affordable_shares(reflection, trial, points, responders, moved);
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    ContactPoint& point = points[reflection.points[k]];
    const double pushed = shares[k] * (trial.impulse[k] - reflection.impulse[k]);
    reflection.impulse[k] += pushed;
    reflection.friction[k] = shares[k] * trial.friction[k];
    apply_impulse(point, pushed * point.normal + reflection.friction[k], responders);
    point.normal_impulse += pushed;
    point.friction_impulse += reflection.friction[k];
  }
}

}  // namespace

ImpactRound resolve_impact_round(std::span<ContactPoint> points, std::span<Responder> responders,
                                 const ImpactOptions& options) {
  Reflection reflection = find_approaching(points, responders, options);
  if (reflection.points.empty()) {
    return {false, false, reflection.is_jammed};
  }
  const bool is_single = reflection.points.size() == 1 && points[reflection.points.front()].friction > 0.0;
  if (options.by_law && is_single && !options.plastic) {
    answer_at_point(points[reflection.points.front()], responders);
    return {true, reflection.is_for_all, reflection.is_jammed};
  }
  const std::vector<Responder> before(responders.begin(), responders.end());
  stop_approaches(reflection, points, before);
  for (std::size_t k = 0; k < reflection.points.size() && !options.plastic; ++k) {
    reflection.impulse[k] *= 1.0 + points[reflection.points[k]].restitution;
  }
  std::vector<Responder> pushed = before;
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    const ContactPoint& point = points[reflection.points[k]];
    apply_impulse(point, reflection.impulse[k] * point.normal, pushed);
  }
  const std::vector<double> scales = options.plastic ? std::vector<double>(reflection.points.size(), 1.0)
                                                     : reflection_scales(reflection, points, before, pushed);
  for (std::size_t k = 0; k < reflection.points.size(); ++k) {
    ContactPoint& point = points[reflection.points[k]];
    reflection.impulse[k] *= scales[k];
    apply_impulse(point, reflection.impulse[k] * point.normal, responders);
    point.normal_impulse += reflection.impulse[k];
  }
  apply_friction(points, reflection, responders);
  return {true, reflection.is_for_all, reflection.is_jammed};
}

}  // namespace firstcontact
