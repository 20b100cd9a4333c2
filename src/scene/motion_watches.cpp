// Checks on how bodies move: slides, coasts, conserved, energy_never_grows,
// no_time_lost.

#include <algorithm>
#include <cmath>
#include <memory>

#include "scene/check_watches.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr double conservation_tolerance = 1e-9;  // relative: the contract's figure for `conserved`

struct Sample {
  double time = 0.0;  // s
  Vec3 position{0.0};
  Vec3 velocity{0.0};
};

// The motion along and across a slope that falls towards `downhill`.
struct SlopeFrame {
  Vec3 downhill{1.0, 0.0, 0.0};
  Vec3 upward{0.0, 1.0, 0.0};
};

// The slope's side is not in the check: it is the one to which the body goes.
SlopeFrame slope_frame(double degrees, const std::vector<Sample>& samples) {
  constexpr double pi = 3.14159265358979323846;
  const SineCosine angle = sine_cosine(degrees * pi / 180.0);
  Vec3 sideways = samples.back().position - samples.front().position;
  sideways.y = 0.0;
  sideways = normalized_or(sideways, Vec3(1.0, 0.0, 0.0));
  const Vec3 up(0.0, 1.0, 0.0);
  return {sideways * angle.cosine - up * angle.sine, sideways * angle.sine + up * angle.cosine};
}

struct Span {
  std::size_t first = 0, last = 0;
};

// From landing (the speed across the slope has gone) until the body leaves the slope's plane over its edge.
Span sliding_span(const std::vector<Sample>& samples, const SlopeFrame& frame) {
  constexpr double resting_speed = 1e-3;  // m/s: two samples in a row below it are a landing
  constexpr double leaving = 1e-3;        // m: over the edge a body soon falls this far
  const auto speed = [&](std::size_t i) { return std::abs(glm::dot(samples[i].velocity, frame.upward)); };
  const auto height = [&](std::size_t i) { return glm::dot(samples[i].position, frame.upward); };
  Span span;
  while (span.first + 1 < samples.size() &&
         (glm::length(samples[span.first].velocity) == 0.0 || speed(span.first) > resting_speed ||
          speed(span.first + 1) > resting_speed)) {
    ++span.first;
  }
  span.last = span.first;
  while (span.last + 1 < samples.size() && std::abs(height(span.last + 1) - height(span.first)) < leaving) {
    ++span.last;
  }
  while (span.last > span.first && speed(span.last) > resting_speed) {
    --span.last;  // these fall already
  }
  return span;
}

// The speed gained over the time it took is the mean acceleration, whatever the landing left as a speed to begin with.
Verdict judge_slide(const Check& check, const std::vector<Sample>& samples) {
  const SlopeFrame frame = slope_frame(check.slope_degrees, samples);
  const Span span = sliding_span(samples, frame);
  const double time = samples[span.last].time - samples[span.first].time;
  if (time < 0.2) {
    return "the body slid for " + shortest_text(time) + " s, expected at least 0.2 s";
  }
  const double gained = glm::dot(samples[span.last].velocity - samples[span.first].velocity, frame.downhill);
  const double acceleration = gained / time;
  if (std::abs(acceleration - check.limit) <= 0.01 * check.limit) {
    return std::nullopt;
  }
  return "acceleration down the slope " + shortest_text(acceleration) + " m/s^2 over " + shortest_text(time) +
         " s, expected " + shortest_text(check.limit) + " within 1 %";
}

bool is_near(const Vec3& found, const Vec3& expected) {
  return glm::length(found - expected) <= conservation_tolerance * (1.0 + glm::length(expected));
}

std::string vector_text(const Vec3& v) {
  return "[" + shortest_text(v.x) + ", " + shortest_text(v.y) + ", " + shortest_text(v.z) + "]";
}

struct CoastState {
  std::optional<BodyState> start;
  Verdict trouble;
};

Verdict judge_coast(const Check& check, const World& world, const BodyState& start) {
  const BodyState now = world.state(check.bodies.front());
  const Vec3 spin = check.angular_velocity.value_or(start.angular_velocity);
  const Vec3 place = start.pose.position + check.vector * world.time();
  const std::string when = " at " + shortest_text(world.time()) + " s";
  if (!is_near(now.linear_velocity, check.vector)) {
    return "velocity " + vector_text(now.linear_velocity) + when + ", expected " + vector_text(check.vector);
  }
  if (!is_near(now.angular_velocity, spin)) {
    return "angular velocity " + vector_text(now.angular_velocity) + when + ", expected " + vector_text(spin);
  }
  if (!is_near(now.pose.position, place)) {
    return "centre of mass at " + vector_text(now.pose.position) + when + ", expected " + vector_text(place);
  }
  return std::nullopt;
}

struct Conserved {
  Totals totals;
  double angular_scale = 0.0;  // kg m^2/s: what the bodies carry, however it adds up
};

Conserved conserved_of(const World& world) {
  Conserved now{world.totals(), 0.0};
  now.angular_scale = glm::length(now.totals.angular_momentum);
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    if (world.type(i) == BodyType::dynamic) {
      const BodyState state = world.state(i);
      const double arm = glm::length(state.pose.position) + world.collider(i)->radius;
      now.angular_scale = std::max(now.angular_scale, world.mass(i) * arm * glm::length(state.linear_velocity));
    }
  }
  return now;
}

Verdict judge_conserved(const Conserved& start, const World& world) {
  const Totals now = world.totals();
  const double energy_change = std::abs(now.kinetic_energy - start.totals.kinetic_energy);
  const double spin_change = glm::length(now.angular_momentum - start.totals.angular_momentum);
  if (!(energy_change <= conservation_tolerance * start.totals.kinetic_energy)) {
    return "kinetic energy " + shortest_text(now.kinetic_energy) + " J, at the start " +
           shortest_text(start.totals.kinetic_energy);
  }
  if (!(spin_change <= conservation_tolerance * start.angular_scale)) {
    return "angular momentum " + vector_text(now.angular_momentum) + ", at the start " +
           vector_text(start.totals.angular_momentum);
  }
  return std::nullopt;
}

struct EnergyState {
  std::optional<double> previous;  // J
  double scale = 0.0;              // J, the largest energy seen: what rounding is measured by
  Verdict trouble;
};

void look_at_energy(EnergyState& seen, const World& world) {
  const Totals totals = world.totals();
  // What bodies that touched were lifted by before their first step is told, and is nobody's doing.
  const double energy = totals.kinetic_energy + totals.potential_energy - world.statistics().set_apart.energy;
  seen.scale = std::max({seen.scale, totals.kinetic_energy, std::abs(totals.potential_energy)});
  const double before = seen.previous.value_or(energy);
  if (!seen.trouble && !(energy <= before + conservation_tolerance * seen.scale)) {
    seen.trouble = "energy grew from " + shortest_text(before) + " J to " + shortest_text(energy) +
                   " J in the step to " + shortest_text(world.time()) + " s";
  }
  seen.previous = energy;
}

}  // namespace

Watch watch_slides(const Check& check) {
  const auto samples = std::make_shared<std::vector<Sample>>();
  return {[samples, body = check.bodies.front()](const World& world) {
            const BodyState state = world.state(body);
            samples->push_back({world.time(), state.pose.position, state.linear_velocity});
          },
          [samples, check](const World&) { return judge_slide(check, *samples); }};
}

Watch watch_coasts(const Check& check) {
  const auto seen = std::make_shared<CoastState>();
  return {[seen, check](const World& world) {
            seen->start = seen->start ? seen->start : world.state(check.bodies.front());
            seen->trouble = seen->trouble ? seen->trouble : judge_coast(check, world, *seen->start);
          },
          [seen](const World&) { return seen->trouble; }};
}

Watch watch_conserved() {
  const auto start = std::make_shared<std::optional<Conserved>>();
  return {[start](const World& world) { *start = *start ? *start : conserved_of(world); },
          [start](const World& world) { return judge_conserved(**start, world); }};
}

Watch watch_energy_never_grows() {
  const auto seen = std::make_shared<EnergyState>();
  return {[seen](const World& world) { look_at_energy(*seen, world); }, [seen](const World&) { return seen->trouble; }};
}

Watch watch_no_time_lost(const Check& check) {
  return {{}, [limit = check.limit](const World& world) -> Verdict {
            const double lost = world.statistics().time_lost;
            if (lost <= limit) {
              return std::nullopt;
            }
            return "bodies were held back for " + shortest_text(lost) + " s altogether, expected " +
                   (limit > 0.0 ? "at most " : "") + shortest_text(limit);
          }};
}

}  // namespace firstcontact
