#include "scene/simulation.hpp"

#include <array>
#include <chrono>
#include <ctime>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

double seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// std::clock counts whole microseconds, and a step of a small scene takes a few of them.
double processor_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return seconds(time);
}

void timed_step(World& world, RunResult& result) {
  const auto wall_start = std::chrono::steady_clock::now();
  const double cpu_start = processor_seconds();
  world.step();
  result.cpu_s += processor_seconds() - cpu_start;
  result.wall_s += std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_start).count();
  ++result.steps;
}

constexpr std::array<std::string_view, 10> kind_names{"impact", "removed", "begin", "end",      "sleep",
                                                      "wake",   "enter",   "leave", "squeezed", "tunnelled"};

std::string event_line(const Event& event, const std::string& name_a, const std::string& name_b) {
  const bool is_pair = event.a != event.b;
  const std::array<double, 10> numbers{
      event.point.x,  event.point.y,        event.point.z,        event.normal.x,         event.normal.y,
      event.normal.z, event.approach_speed, event.normal_impulse, event.friction_impulse, event.gap};
  std::string line = shortest_text(event.time) + "," +
                     std::string(kind_names.at(static_cast<std::size_t>(event.kind))) + "," + csv_field(name_a) + "," +
                     (is_pair ? csv_field(name_b) : "");
  for (const double number : numbers) {
    line += "," + shortest_text(number);
  }
  return line + "\n";
}

}  // namespace

RunResult run_world(World& world, std::uint64_t steps, const AfterStep& after_step, const BeforeStep& before_step) {
  RunResult result;
  result.start = world.totals();
  result.was_stopped = after_step(world) == RunDecision::stop;
  continue_run(world, result, steps, {after_step, before_step});
  return result;
}

void continue_run(World& world, RunResult& result, std::uint64_t steps, const RunHooks& hooks) {
  while (result.steps < steps && !result.was_stopped) {
    if (hooks.before_step) {
      hooks.before_step(world);
    }
    timed_step(world, result);
    result.was_stopped = hooks.after_step(world) == RunDecision::stop && result.steps < steps;
  }
  result.end = world.totals();
}

std::string_view events_header() {
  return "time_s,kind,body_a,body_b,x,y,z,nx,ny,nz,approach_m_s,impulse_n_s,friction_impulse_n_s,gap_m\n";
}

std::string events_lines(const World& world) {
  std::string lines;
  for (const Event& event : world.events()) {
    lines += event_line(event, world.name(event.a), world.name(event.b));
  }
  return lines;
}

std::string events_lines(std::span<const Event> events, std::span<const RecordedBody> bodies) {
  std::string lines;
  for (const Event& event : events) {
    lines += event_line(event, bodies[event.a].name, bodies[event.b].name);
  }
  return lines;
}

}  // namespace firstcontact
