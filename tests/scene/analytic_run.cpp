#include "analytic_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <stdexcept>

#include "scene/scene_file.hpp"
#include "scene/scene_world.hpp"
#include "scene/simulation.hpp"

namespace firstcontact::testing_support {
namespace {

using nlohmann::json;

constexpr double rate = 600.0;  // Hz: ten samples a step of 1/60 s, more than one a substep

Vec3 vector_of(const json& list) { return {list.at(0), list.at(1), list.at(2)}; }

Vec3 spin_in_body(const FlowState& state) { return rotate_inverse(state.pose.orientation, state.angular_velocity); }

double component(const FlowState& state, const std::string& name) {
  const Vec3& of = name.front() == 'v'   ? state.linear_velocity
                   : name.front() == 'w' ? state.angular_velocity
                                         : state.pose.position;
  return of[name.back() - 'x'];
}

double mechanical(const Totals& totals) { return totals.kinetic_energy + totals.potential_energy; }

FlowState state_at(const std::vector<MotionSegment>& segments, const InertiaFrame& inertia, double time) {
  const auto later = std::upper_bound(segments.begin(), segments.end(), time,
                                      [](double t, const MotionSegment& segment) { return t < segment.start_time; });
  return evaluate(later == segments.begin() ? *later : *(later - 1), inertia, time);
}

}  // namespace

AnalyticRun::AnalyticRun(const std::filesystem::path& folder) {
  auto scene = read_scene(folder / "scene.json");
  auto loaded = scene ? load_geometry(std::move(scene).value()) : std::move(scene);
  if (!loaded) {
    ADD_FAILURE() << loaded.error().message;
    return;
  }
  World world = make_world(loaded.value()).value();
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    bodies_.push_back({world.name(i), world.inertia(i), {}, {}});
  }
  gravity_ = loaded.value().world.gravity;
  const auto steps = step_count(loaded.value().duration, loaded.value().world.time_step);
  const RunResult result = run_world(world, steps, [this](const World& now) {
    add_segments(now);
    return RunDecision::go_on;
  });
  start_ = result.start;
  end_ = result.end;
  statistics_ = world.statistics();
  initial_overlaps_ = world.initial_overlaps().size();
  end_time_ = world.time();
  for (BodyIndex i = 0; i < world.body_count(); ++i) {
    const BodyState end = world.state(i);
    bodies_[i].end = {end.pose, end.linear_velocity, end.angular_velocity};
  }
}

void AnalyticRun::add_segments(const World& world) {
  for (const MotionSegment& segment : world.segments()) {
    bodies_.at(segment.body).segments.push_back(segment);
  }
  std::copy_if(world.events().begin(), world.events().end(), std::back_inserter(events_),
               [](const Event& event) { return event.kind == EventKind::impact; });
}

const AnalyticRun::Moved& AnalyticRun::body(const json& measure) const {
  const auto found =
      std::find_if(bodies_.begin(), bodies_.end(), [&](const Moved& body) { return body.name == measure.at("body"); });
  if (found == bodies_.end()) {
    throw std::out_of_range("no body " + measure.at("body").dump());
  }
  return *found;
}

double AnalyticRun::time_of(const json& measure) const {
  const json& time = measure.at("time");
  return time.is_string() ? end_time_ : time.get<double>();
}

FlowState AnalyticRun::state_before(const Moved& body, double time) const {
  const auto later = std::lower_bound(body.segments.begin(), body.segments.end(), time,
                                      [](const MotionSegment& segment, double t) { return segment.start_time < t; });
  return evaluate(*(later - 1), body.inertia, time);
}

std::vector<double> AnalyticRun::samples() const {
  std::vector<double> times;
  for (int i = 0; i / rate <= end_time_; ++i) {
    times.push_back(i / rate);
  }
  return times;
}

std::vector<double> AnalyticRun::sign_changes(const json& measure) const {
  const Moved& of = body(measure);
  const int axis = measure.at("axis");
  const auto spin = [&](double time) { return spin_in_body(state_at(of.segments, of.inertia, time))[axis]; };
  std::vector<double> changes;
  for (const double sample : samples()) {
    double low = sample;
    double high = std::min(sample + 1.0 / rate, end_time_);
    if (spin(low) * spin(high) >= 0.0) {
      continue;
    }
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (spin(middle) * spin(high) < 0.0 ? low : high) = middle;
    }
    changes.push_back(low);
  }
  return changes;
}

// How fast the spin goes round the y axis in the body, or the y axis round the angular momentum in space.
double AnalyticRun::phase_rate(const json& measure) const {
  const Moved& of = body(measure);
  const Vec3 pole = glm::normalize(start_.angular_momentum);
  const Vec3 side = glm::normalize(glm::cross(pole, Vec3(0.0, 0.0, 1.0)));
  const auto phase = [&](double time) {
    const FlowState state = state_at(of.segments, of.inertia, time);
    if (measure.at("of") == "spin") {
      const Vec3 spin = spin_in_body(state);
      return std::atan2(spin.z, spin.x);
    }
    const Vec3 axis = rotate(state.pose.orientation, {0.0, 1.0, 0.0});
    return std::atan2(glm::dot(axis, glm::cross(pole, side)), glm::dot(axis, side));
  };
  double turned = 0.0;
  double last = phase(0.0);
  const std::vector<double> times = samples();
  for (const double time : times) {
    const double now = phase(time);
    turned += std::remainder(now - last, 2.0 * std::numbers::pi);
    last = now;
  }
  return std::abs(turned) / times.back();
}

double AnalyticRun::of_impacts(const json& measure) const {
  const std::string kind = measure.at("kind");
  const Event& event = kind == "last_impact_time" ? events_.at(events_.size() - 1) : events_.at(measure.at("index"));
  if (kind == "impact_time" || kind == "last_impact_time") {
    return event.time;
  }
  if (kind == "impact") {
    const std::string value = measure.at("value");
    return value == "impulse"            ? event.normal_impulse
           : value == "friction_impulse" ? event.friction_impulse
                                         : event.friction_impulse / event.normal_impulse;
  }
  const FlowState before = state_before(body(measure), event.time);
  if (kind == "impact_arm") {
    const int axis = measure.at("value");
    return event.point[axis] - before.pose.position[axis];
  }
  if (kind == "turn_at_impact") {
    const Quat turn = glm::conjugate(body(measure).segments.front().pose.orientation) * before.pose.orientation;
    return 2.0 * std::acos(std::min(1.0, std::abs(turn.w)));
  }
  // The peak of the flight that begins with this impact, from any state in it.
  const FlowState after = state_at(body(measure).segments, body(measure).inertia, event.time);
  return after.pose.position.y - measure.at("rest").get<double>() -
         0.5 * after.linear_velocity.y * after.linear_velocity.y / gravity_.y;
}

double AnalyticRun::of_instants(const json& measure) const {
  const std::string kind = measure.at("kind");
  const Moved& of = body(measure);
  const double time = time_of(measure);
  const FlowState state = time < end_time_ ? state_at(of.segments, of.inertia, time) : of.end;
  const Pose& start = of.segments.front().pose;
  if (kind == "state") {
    return component(state, measure.at("value"));
  }
  if (kind == "travel") {
    return glm::dot(vector_of(measure.at("direction")), state.pose.position - start.position);
  }
  if (kind == "speed_along") {
    return glm::dot(vector_of(measure.at("direction")), state.linear_velocity);
  }
  return 2.0 * std::acos(std::min(1.0, std::abs(glm::dot(start.orientation, state.pose.orientation))));
}

double AnalyticRun::greatest(const json& measure) const {
  const std::string kind = measure.at("kind");
  const Moved& of = body(measure);
  double most = 0.0;
  double turned = 0.0;
  for (const double time : samples()) {
    const FlowState state = state_at(of.segments, of.inertia, time);
    if (kind == "greatest_spin") {
      most = std::max(most, glm::length(state.angular_velocity));
    } else if (kind == "greatest_turn") {
      turned += state.angular_velocity[static_cast<int>(measure.at("axis"))] / rate;
      most = std::max(most, std::abs(turned));
    } else if (kind == "reach") {
      const Vec3 direction = vector_of(measure.at("direction"));
      const Vec3 local = glm::abs(rotate_inverse(state.pose.orientation, direction));
      most = std::max(
          most, glm::dot(direction, state.pose.position) + glm::dot(local, vector_of(measure.at("half_extents"))));
    } else if (glm::length(state.linear_velocity) > measure.at("speed").get<double>()) {
      most = time + 1.0 / rate;  // rest_time
    }
  }
  return most;
}

double AnalyticRun::of_whole_run(const json& measure) const {
  const std::string kind = measure.at("kind");
  if (kind == "energy_ratio") {
    return mechanical(end_) / mechanical(start_);
  }
  const Totals& totals = measure.at("time") == "end" ? end_ : start_;
  return kind == "kinetic" ? totals.kinetic_energy : glm::length(totals.angular_momentum);
}

double AnalyticRun::measured(const json& measure) const {
  const std::string kind = measure.at("kind");
  const auto is_any = [&](std::initializer_list<const char*> kinds) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
  };
  if (is_any({"impact_time", "last_impact_time", "impact", "impact_arm", "turn_at_impact", "peak"})) {
    return of_impacts(measure);
  }
  if (is_any({"state", "travel", "speed_along", "turn"})) {
    return of_instants(measure);
  }
  if (is_any({"energy_ratio", "kinetic", "angular_momentum"})) {
    return of_whole_run(measure);
  }
  if (is_any({"greatest_spin", "greatest_turn", "reach", "rest_time"})) {
    return greatest(measure);
  }
  if (kind == "phase_rate") {
    return phase_rate(measure);
  }
  if (kind == "sign_change") {
    return sign_changes(measure).at(measure.at("index"));
  }
  if (kind == "sign_change_interval") {
    const std::vector<double> times = sign_changes(measure);
    return times.at(measure.at("index").get<std::size_t>() + 1) - times.at(measure.at("index"));
  }
  throw std::invalid_argument("no measure " + kind);
}

}  // namespace firstcontact::testing_support
