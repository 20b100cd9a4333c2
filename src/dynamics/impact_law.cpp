#include <firstcontact/impact_law.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/arithmetic_mode.hpp"
#include "core/perpendicular.hpp"
#include "dynamics/rough_impact.hpp"
#include "dynamics/turning_slip.hpp"

namespace firstcontact {

namespace {

constexpr double forever = std::numeric_limits<double>::infinity();
// Of the speed at which the bodies meet: a slower slip is none, and one that cannot turn by more before it ends keeps
// its direction.
constexpr double speed_precision = 1e-13;
// Of that: what a piece of a series leaves out.
constexpr double series_precision = 0.1;
// rad for each unit of what changes the slip: turning by less is rounding.
constexpr double turn_precision = 1e-15;
// Compression, restitution, slip that ends, starts and turns: an impact of more pieces is stuck in rounding.
constexpr int most_pieces = 200;

double length_of(const glm::dvec2& v) { return std::sqrt(glm::dot(v, v)); }
double cross(const glm::dvec2& a, const glm::dvec2& b) { return a.x * b.y - a.y * b.x; }

enum class Phase : std::uint8_t { compression, restitution, over };

/// The plane of the contact: its first axis is along the slip, so that what is plane stays plane to the bit.
struct Axes {
  Vec3 normal, first, second;

  [[nodiscard]] Vec3 world(const glm::dvec2& v) const { return v.x * first + v.y * second; }
};

// m/s: a slower slip is none.
double still_of(const PointImpact& impact) { return speed_precision * std::sqrt(squared_length(impact.velocity)); }

Axes axes_of(const PointImpact& impact) {
  const Vec3& n = impact.normal;
  const auto along_plane = [&](const Vec3& v, double rounding) {
    const Vec3 in_plane = v - glm::dot(v, n) * n;
    const double size = std::sqrt(squared_length(in_plane));
    return size > rounding ? in_plane / size : Vec3(0.0);
  };
  Vec3 first = along_plane(impact.velocity, still_of(impact));
  if (first == Vec3(0.0)) {  // where slip will go
    const Vec3 coupling = impact.compliance * n;
    first = along_plane(coupling, turn_precision * std::sqrt(squared_length(coupling)));
  }
  first = first == Vec3(0.0) ? perpendicular_of_unit(n) : first;
  return {n, first, glm::cross(n, first)};
}

PlaneCompliance compliance_of(const PointImpact& impact, const Axes& axes) {
  const Vec3 of_normal = impact.compliance * axes.normal;
  const Vec3 of_first = impact.compliance * axes.first;
  const Vec3 of_second = impact.compliance * axes.second;
  return {glm::dot(axes.normal, of_normal),
          {glm::dot(axes.first, of_normal), glm::dot(axes.second, of_normal)},
          {glm::dot(axes.first, of_first), glm::dot(axes.second, of_first), glm::dot(axes.second, of_second)}};
}

/// What happens while the normal impulse grows, by unit of it.
struct Rates {
  glm::dvec2 friction{0.0};
  glm::dvec2 slip{0.0};    // 1/kg
  double normal = 0.0;     // 1/kg
  double lasts = forever;  // N s: until slip ends
};

class Process {
 public:
  Process(const PointImpact& impact, double precision, std::vector<ImpactMoment>* path)
      : impact_(impact),
        axes_(axes_of(impact)),
        compliance_(compliance_of(impact, axes_)),
        path_(path),
        left_out_(series_precision * precision) {
    state_.normal_velocity = glm::dot(impact.normal, impact.velocity);
    state_.slip = {glm::dot(axes_.first, impact.velocity), glm::dot(axes_.second, impact.velocity)};
    approach_ = -state_.normal_velocity;
    still_ = precision * std::sqrt(squared_length(impact.velocity));
  }

  ImpactOutcome run() {
    if (!(approach_ > 0.0) || !(compliance_.normal > 0.0)) {
      return {};
    }
    note();
    for (int piece = 0; phase_ != Phase::over && piece < most_pieces; ++piece) {
      const bool is_slipping = length_of(state_.slip) > still_;
      if (is_slipping && turns()) {
        slip_and_turn();
      } else if (!go_straight(is_slipping ? slipping() : standing())) {
        break;
      }
      note();
    }
    outcome_.normal_impulse = state_.normal_impulse;
    outcome_.friction_impulse = axes_.world(state_.friction_impulse);
    outcome_.normal_work = state_.normal_work;
    outcome_.sticks = state_.slip == glm::dvec2(0.0);
    return outcome_;
  }

 private:
  void note() {
    if (path_ != nullptr) {
      path_->push_back({state_.normal_impulse, axes_.world(state_.friction_impulse),
                        state_.normal_velocity * axes_.normal + axes_.world(state_.slip)});
    }
  }

  [[nodiscard]] Rates rates_of(const glm::dvec2& friction) const {
    return {friction, compliance_.coupling + compliance_.slip * friction,
            compliance_.normal + glm::dot(compliance_.coupling, friction), forever};
  }

  // Friction acts against the slip.
  [[nodiscard]] Rates slipping() const {
    const double speed = length_of(state_.slip);
    const glm::dvec2 along = state_.slip / speed;
    Rates rates = rates_of(-impact_.friction * along);
    const double change = glm::dot(along, rates.slip);
    if (impact_.friction > 0.0) {
      rates.slip = change * along;
      rates.lasts = change < 0.0 ? speed / -change : forever;
    }
    return rates;
  }

  // It sticks, if the cone allows; else slip begins, and keeps its direction.
  [[nodiscard]] Rates standing() {
    state_.slip = glm::dvec2(0.0);
    const glm::dvec2 friction = least_in_disc(compliance_.slip, compliance_.coupling, impact_.friction);
    Rates rates = rates_of(friction);
    const double most = impact_.friction * (1.0 - speed_precision);
    if (impact_.friction > 0.0 && length_of(friction) <= most) {
      rates.slip = glm::dvec2(0.0);
    }
    return rates;
  }

  [[nodiscard]] bool turns() const {
    const double speed = length_of(state_.slip);
    const glm::dvec2 along = state_.slip / speed;
    const glm::dvec2 change = rates_of(-impact_.friction * along).slip;
    const double turning = std::abs(cross(along, change));
    const double slowing = -glm::dot(along, change);
    const bool ends_first = slowing > 0.0 && speed * std::min(1.0, turning / slowing) <= still_;
    const double all = length_of(compliance_.coupling) + impact_.friction * (compliance_.slip.xx + compliance_.slip.yy);
    return impact_.friction > 0.0 && turning > turn_precision * all && !ends_first;
  }

  // N s: what is left of the phase while the normal velocity changes by `rate`; forever: friction presses too hard.
  [[nodiscard]] double left_of_phase(double rate) const {
    const double speed = state_.normal_velocity;
    if (phase_ == Phase::compression) {
      return rate > 0.0 ? -speed / rate : forever;
    }
    if (impact_.law == ImpactLaw::poisson) {
      return goal_ - state_.normal_impulse;
    }
    if (impact_.law == ImpactLaw::newton) {
      return rate > 0.0 ? (goal_ - speed) / rate : forever;
    }
    const double work = goal_ - state_.normal_work;
    const double square = speed * speed + 2.0 * rate * work;
    if (!(square >= 0.0)) {
      return forever;
    }
    const double root = std::sqrt(square);
    if (speed >= 0.0) {
      return speed + root > 0.0 ? 2.0 * work / (speed + root) : 0.0;
    }
    return rate > 0.0 ? (root - speed) / rate : forever;
  }

  void end_phase() {
    if (phase_ == Phase::restitution || impact_.restitution == 0.0) {
      phase_ = Phase::over;
    } else {
      phase_ = Phase::restitution;
    }
    if (outcome_.compression_impulse == 0.0) {
      state_.normal_velocity = 0.0;
      outcome_.compression_impulse = state_.normal_impulse;
      const double e = impact_.restitution;
      goal_ = impact_.law == ImpactLaw::stronge   ? (1.0 - e * e) * state_.normal_work
              : impact_.law == ImpactLaw::poisson ? (1.0 + e) * state_.normal_impulse
                                                  : e * approach_;
    }
  }

  bool go_straight(const Rates& rates) {
    const double end = left_of_phase(rates.normal);
    const double way = std::min(end, rates.lasts);
    if (!(way < forever)) {
      return false;
    }
    outcome_.jammed = outcome_.jammed || (phase_ == Phase::compression && rates.normal <= 0.0);
    state_.normal_work += way * (state_.normal_velocity + 0.5 * rates.normal * way);
    state_.normal_impulse += way;
    state_.friction_impulse += way * rates.friction;
    state_.normal_velocity += way * rates.normal;
    state_.slip = rates.lasts <= end ? glm::dvec2(0.0) : state_.slip + way * rates.slip;
    if (end <= rates.lasts) {
      end_phase();
    }
    return true;
  }

  // >= 0 once the phase is over.
  [[nodiscard]] double beyond_phase(const SlipSeries& series, double t) const {
    if (phase_ == Phase::compression) {
      return value_at(series.velocity, t);
    }
    switch (impact_.law) {
      case ImpactLaw::stronge:
        return value_at(series.work, t) - goal_;
      case ImpactLaw::poisson:
        return value_at(series.impulse, t) - goal_;
      default:
        return value_at(series.velocity, t) - goal_;
    }
  }

  // By secants that keep the end between them (Illinois).
  [[nodiscard]] double end_within(const SlipSeries& series, double reach) const {
    double before = 0.0;
    double after = reach;
    double lacks = -beyond_phase(series, before);
    double exceeds = beyond_phase(series, after);
    int side = 0;
    for (int i = 0; i < 60 && lacks + exceeds > 0.0; ++i) {
      const double between = before + (after - before) * (lacks / (lacks + exceeds));
      if (!(between > before) || !(between < after)) {
        break;
      }
      const double beyond = beyond_phase(series, between);
      if (beyond >= 0.0) {
        after = between;
        exceeds = beyond;
        lacks *= side > 0 ? 0.5 : 1.0;
        side = 1;
      } else {
        before = between;
        lacks = -beyond;
        exceeds *= side < 0 ? 0.5 : 1.0;
        side = -1;
      }
    }
    return after;
  }

  void slip_and_turn() {
    const SlipSeries series(compliance_, impact_.friction, state_);
    outcome_.jammed = outcome_.jammed || (phase_ == Phase::compression && series.velocity[1] <= 0.0);
    constexpr double longest = 16.0;  // of what changes the slip by itself
    const double all = length_of(compliance_.coupling) + impact_.friction * (compliance_.slip.xx + compliance_.slip.yy);
    const double reach = series.reach(longest / all, left_out_);
    const bool ends = beyond_phase(series, reach) >= 0.0;
    const double t = ends ? end_within(series, reach) : reach;
    // Friction is minus its coefficient times the integral of the slip.
    SlipSeries::Series way_x{};
    SlipSeries::Series way_y{};
    for (std::size_t k = 0; k < SlipSeries::order; ++k) {
      way_x[k + 1] = series.x[k] / static_cast<double>(k + 1);
      way_y[k + 1] = series.y[k] / static_cast<double>(k + 1);
    }
    state_.friction_impulse -= impact_.friction * glm::dvec2(value_at(way_x, t), value_at(way_y, t));
    state_.slip = {value_at(series.x, t), value_at(series.y, t)};
    state_.normal_impulse = value_at(series.impulse, t);
    state_.normal_velocity = value_at(series.velocity, t);
    state_.normal_work = value_at(series.work, t);
    if (ends) {
      end_phase();
    }
  }

  const PointImpact& impact_;
  Axes axes_;
  PlaneCompliance compliance_;
  std::vector<ImpactMoment>* path_;  // not owned
  SlipState state_;
  ImpactOutcome outcome_;
  Phase phase_ = Phase::compression;
  double left_out_;        // of the slip, by its series
  double approach_ = 0.0;  // m/s
  double still_ = 0.0;     // m/s: a slower slip is none
  double goal_ = 0.0;      // of restitution: J, N s or m/s
};

}  // namespace

ImpactOutcome resolve_impact(const PointImpact& impact, std::vector<ImpactMoment>* path) {
  const ArithmeticMode mode;
  return Process(impact, speed_precision, path).run();
}

ImpactOutcome resolve_impact_roughly(const PointImpact& impact, double precision) {
  const ArithmeticMode mode;
  return Process(impact, std::max(precision, speed_precision), nullptr).run();
}

}  // namespace firstcontact
