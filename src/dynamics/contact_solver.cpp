#include "dynamics/contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "core/tolerances.hpp"
#include "dynamics/shared_push.hpp"

namespace firstcontact {

namespace {

struct Softness {
  double bias_rate = 0.0;  // 1/s
  double mass_scale = 1.0;
  double impulse_scale = 0.0;  // the leak that damps
};

Softness contact_softness(double duration) {
  const double omega = 2.0 * std::numbers::pi * tolerances::contact_hertz_per_substep / duration;
  const double a1 = 2.0 * tolerances::contact_damping_ratio + duration * omega;
  const double a2 = duration * omega * a1;
  const double a3 = 1.0 / (1.0 + a2);
  return {omega / a1, a2 * a3, a3};
}

enum class Pass : std::uint8_t { with_push, relax };

struct PreparedPoint {
  double normal_mass = 0.0;    // kg
  double friction_mass = 0.0;  // kg: never more than either tangent's
  double lift_gap = 0.0;       // m: what is nearer is lifted to this
};

// Only what is pressed is lifted, and what is too near for certificates. A body that merely stands or flies by within
// the gap is touched by nothing, and keeps what gap it has.
double lift_gap_of(const ContactPoint& point) {
  const double least = point.rest_gap * (tolerances::floor_gap / tolerances::rest_gap);
  const bool is_lifted = point.normal_impulse > 0.0 || point.separation < least;
  return is_lifted ? point.lift_gap : std::min(point.separation, point.lift_gap);
}

std::vector<PreparedPoint> prepare(std::span<const ContactPoint> points, std::span<const Responder> responders) {
  std::vector<PreparedPoint> prepared;
  prepared.reserve(points.size());
  for (const ContactPoint& point : points) {
    const Vec3 tangent = any_perpendicular(point.normal);
    const double along = inverse_effective_mass(point, point.normal, responders);
    const double across = inverse_effective_mass(point, tangent, responders) +
                          inverse_effective_mass(point, glm::cross(point.normal, tangent), responders);
    prepared.push_back({along > 0.0 ? 1.0 / along : 0.0, across > 0.0 ? 1.0 / across : 0.0, lift_gap_of(point)});
  }
  return prepared;
}

// N s: by how much it changed the impulse.
double solve_friction(ContactPoint& point, const PreparedPoint& prepared, std::span<Responder> responders) {
  const Vec3 velocity = relative_velocity(point, responders);
  const Vec3 sliding = velocity - point.normal * glm::dot(point.normal, velocity);
  Vec3 next = point.friction_impulse - prepared.friction_mass * sliding;
  const double limit = point.friction * point.normal_impulse;
  const double size = std::sqrt(squared_length(next));
  if (size > limit) {
    next *= limit / size;  // the cone's section is a disc, not a box
  }
  const Vec3 change = next - point.friction_impulse;
  apply_impulse(point, change, responders);
  point.friction_impulse = next;
  return std::sqrt(squared_length(change));
}

// The greatest change of spin across the normal per unit of a moment impulse there: 1/(kg m^2).
double largest_response_across(const Vec3& normal, const Mat3& response) {
  const Vec3 u = any_perpendicular(normal);
  const Vec3 v = glm::cross(normal, u);
  const double uu = glm::dot(u, response * u);
  const double vv = glm::dot(v, response * v);
  const double uv = glm::dot(u, response * v);
  return 0.5 * (uu + vv) + std::sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv);
}

// Rolling and spinning friction: a moment against the spin of one body over the other, no greater than the normal
// impulse allows. Being no greater than what stops the spin, it only takes energy.
void solve_turning(ContactPoint& point, std::span<Responder> responders) {
  if (point.rolling_friction == 0.0 && point.spinning_friction == 0.0) {
    return;
  }
  Responder& a = responders[point.a];
  Responder& b = responders[point.b];
  const Mat3 response = a.inverse_inertia + b.inverse_inertia;
  const double about = glm::dot(point.normal, response * point.normal);
  const double across = largest_response_across(point.normal, response);
  const Vec3 spin = b.velocity.angular - a.velocity.angular;
  const double spinning = glm::dot(point.normal, spin);
  const double spun = glm::dot(point.normal, point.turning_impulse);
  const double spin_limit = point.spinning_friction * point.normal_impulse;
  const double spin_next = about > 0.0 ? std::clamp(spun - spinning / about, -spin_limit, spin_limit) : 0.0;
  Vec3 roll_next(0.0);
  if (across > 0.0) {
    roll_next = point.turning_impulse - spun * point.normal - (spin - spinning * point.normal) / across;
    const double limit = point.rolling_friction * point.normal_impulse;
    const double size = std::sqrt(squared_length(roll_next));
    roll_next *= size > limit ? limit / size : 1.0;
  }
  const Vec3 next = roll_next + spin_next * point.normal;
  const Vec3 change = next - point.turning_impulse;
  a.velocity.angular -= a.inverse_inertia * change;
  b.velocity.angular += b.inverse_inertia * change;
  point.turning_impulse = next;
}

// Above the rest gap the point may close it within the substep, hard; below it a damped spring lifts it back.
struct NormalTarget {
  double bias = 0.0;  // m/s
  Softness softness;
};

struct Substep {
  double duration = 0.0;  // s
  Softness lifting;       // of points that are pushed up
  Softness holding;       // of points between the two gaps
};

NormalTarget normal_target(const ContactPoint& point, double lift_gap, const Substep& substep, Pass pass) {
  const double excess = point.separation - point.rest_gap;
  if (excess > 0.0) {
    return {excess / substep.duration, {}};
  }
  if (pass == Pass::relax) {
    return {};
  }
  // Between the two gaps the point is only held, and where that is soft it sinks slowly under the spring's leak:
  // lifting it would make energy.
  const double below = point.separation - lift_gap;
  if (below >= 0.0) {
    return {0.0, substep.holding};
  }
  return {std::max(substep.lifting.bias_rate * below, -tolerances::push_speed), substep.lifting};
}

// N s: by how much it changed the impulse.
double solve_normal(ContactPoint& point, const PreparedPoint& prepared, const NormalTarget& target,
                    std::span<Responder> responders) {
  const double speed = glm::dot(point.normal, relative_velocity(point, responders));
  const double change = -prepared.normal_mass * target.softness.mass_scale * (speed + target.bias) -
                        target.softness.impulse_scale * point.normal_impulse;
  const double next = std::max(0.0, point.normal_impulse + change);
  const double changed = next - point.normal_impulse;
  apply_impulse(point, changed * point.normal, responders);
  point.normal_impulse = next;
  return std::abs(changed);
}

void warm_start(std::span<const ContactPoint> points, std::span<Responder> responders) {
  for (const ContactPoint& point : points) {
    apply_impulse(point, point.normal_impulse * point.normal + point.friction_impulse, responders);
  }
}

// The sweeps over the points of one island in one substep.
class Sweeps {
 public:
  Sweeps(std::span<ContactPoint> points, std::span<Responder> responders, const Substep& substep)
      : points_(points), responders_(responders), substep_(substep) {
    prepared_ = prepare(points, responders);
  }

  /// The faces that bear on each other as wholes, before their points one by one.
  void faces(Pass pass) {
    std::vector<WantedSpeed> wanted;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const NormalTarget target = normal_target(points_[i], prepared_[i].lift_gap, substep_, pass);
      const double mass = target.softness.mass_scale * prepared_[i].normal_mass;
      const double give = mass > 0.0 ? target.softness.impulse_scale / mass : 0.0;
      wanted.push_back({i, -target.bias, give, points_[i].normal_impulse});
    }
    push_evenly(points_, wanted, responders_);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      points_[i].normal_impulse = wanted[i].impulse;
    }
  }
  /// Each returns the largest change of a velocity, m/s.
  double normals(Pass pass) {
    double largest = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const NormalTarget target = normal_target(points_[i], prepared_[i].lift_gap, substep_, pass);
      const double change = solve_normal(points_[i], prepared_[i], target, responders_);
      largest = std::max(largest, prepared_[i].normal_mass > 0.0 ? change / prepared_[i].normal_mass : 0.0);
    }
    return largest;
  }
  double frictions() {
    double largest = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      solve_turning(points_[i], responders_);
      const double change = solve_friction(points_[i], prepared_[i], responders_);
      largest = std::max(largest, prepared_[i].friction_mass > 0.0 ? change / prepared_[i].friction_mass : 0.0);
    }
    return largest;
  }

 private:
  std::span<ContactPoint> points_;
  std::span<Responder> responders_;
  std::vector<PreparedPoint> prepared_;
  Substep substep_;
};

double fastest_normal_speed(std::span<const ContactPoint> points, std::span<const Responder> responders) {
  double fastest = 0.0;
  for (const ContactPoint& point : points) {
    fastest = std::max(fastest, std::abs(glm::dot(point.normal, relative_velocity(point, responders))));
  }
  return fastest;
}

// Of few points only: what is held is hard, and does not sink.
Substep substep_of(double duration, bool are_few) {
  const Softness soft = contact_softness(duration);
  return {duration, soft, are_few ? Softness{} : soft};
}

}  // namespace

// Few points are worth many sweeps: a box that lands gets the spin it should only where its corners have come to agree,
// and friction stops only as much as the corners it acts at bear. At rest they agree from the start. Of many, two
// sweeps of softened ones are all that can be paid for.
ContactSolution solve_contacts(std::span<ContactPoint> points, std::span<Responder> responders, double duration) {
  const bool are_few = points.size() <= tolerances::few_points;
  const int most = are_few ? tolerances::most_sweeps_of_few : 0;
  const double agreement = tolerances::agreement_of_few * fastest_normal_speed(points, responders);
  Sweeps sweeps(points, responders, substep_of(duration, are_few));
  warm_start(points, responders);
  if (are_few) {
    sweeps.faces(Pass::with_push);
  }
  double change = 0.0;
  for (int i = 0; i < tolerances::solver_iterations || (i < most && change > agreement); ++i) {
    change = sweeps.frictions();
    change = std::max(change, sweeps.normals(Pass::with_push));  // last, because the motion must keep the gaps
  }
  ContactSolution solution;
  solution.motion.reserve(responders.size());
  for (const Responder& responder : responders) {
    solution.motion.push_back(responder.velocity);
  }
  if (are_few) {
    sweeps.faces(Pass::relax);
  }
  for (int i = 0; i < tolerances::relax_iterations || (i < most && change > agreement); ++i) {
    change = sweeps.normals(Pass::relax);
    change = std::max(change, sweeps.frictions());  // last, because the soft push has leaked some of the normal impulse
                                                    // that friction is measured by
  }
  return solution;
}

void repair(std::span<RepairRow> rows, std::span<Responder> movers) {
  // Few rows are worth many sweeps: a light body between heavy ones takes dozens.
  constexpr int most_sweeps = 200;
  constexpr int row_visits = 4000;
  const int visits_left = row_visits / std::max(1, static_cast<int>(rows.size()));
  const int sweeps = std::clamp(visits_left, tolerances::repair_sweeps, most_sweeps);
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (RepairRow& row : rows) {
      const double compliance = inverse_effective_mass(row.point, row.point.normal, movers);
      if (compliance == 0.0) {
        continue;
      }
      const double speed = glm::dot(row.point.normal, relative_velocity(row.point, movers));
      const double next = std::max(0.0, row.point.normal_impulse + (row.least_speed - speed) / compliance);
      apply_impulse(row.point, (next - row.point.normal_impulse) * row.point.normal, movers);
      row.point.normal_impulse = next;
    }
  }
}

void stop_approach(std::span<const RepairRow> rows, std::span<Responder> responders) {
  for (int sweep = 0; sweep < tolerances::repair_sweeps; ++sweep) {
    for (const RepairRow& row : rows) {
      const double compliance = inverse_effective_mass(row.point, row.point.normal, responders);
      if (compliance == 0.0 || row.point.normal_impulse == 0.0) {
        continue;
      }
      const double speed = glm::dot(row.point.normal, relative_velocity(row.point, responders));
      const double missing = std::min(0.0, row.least_speed) - speed;
      if (missing > 0.0) {
        apply_impulse(row.point, (missing / compliance) * row.point.normal, responders);
      }
    }
  }
}

}  // namespace firstcontact
