#include "lab/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace firstcontact {
namespace {

struct MeasureText {
  std::string_view name, title;
  bool is_share;
};
constexpr std::array<MeasureText, 13> texts{{
    {"missed", "missed", true},
    {"late", "late", true},
    {"late_by_a_step", "late by more than a step", true},
    {"wrong_side", "wrong side at the end", true},
    {"tunneled", "missed, or on the wrong side", true},
    {"ghost", "contact though apart", true},
    {"depth", "deepest overlap, m", false},
    {"velocity_error", "error of velocity after the impact", false},
    {"energy_error", "error of energy", false},
    {"momentum_error", "error of momentum", false},
    {"angular_momentum_error", "error of angular momentum", false},
    {"ghost_impulse", "ghost impulse, N s", false},
    {"time_lost", "time lost, s", false},
}};
constexpr auto names = [] {
  std::array<std::string_view, texts.size()> result{};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    result[i] = texts[i].name;
  }
  return result;
}();

double share(bool holds) { return holds ? 1.0 : 0.0; }

// Energy may only be lost when the impact is not elastic; then what is lost depends on where it hit, and is no error.
double energy_error(const Record& record) {
  const double gained = record.run.energy_ratio - 1.0;
  const double restitution = record.study_case.values.at(static_cast<std::size_t>(Parameter::restitution));
  return restitution == 1.0 ? std::abs(gained) : std::max(0.0, gained);
}

std::optional<double> measured_where_they_meet(Measure measure, const Record& record) {
  const Run& run = record.run;
  const double step = record.study_case.values.at(static_cast<std::size_t>(Parameter::time_step));
  switch (measure) {
    case Measure::missed:
      return share(run.verdict == CaseVerdict::missed);
    case Measure::late:
      return share(run.verdict == CaseVerdict::late);
    case Measure::late_by_a_step:
      return share(run.late_by.value_or(0.0) > step);
    case Measure::tunneled:
      return share(run.verdict == CaseVerdict::missed || run.wrong_side.value_or(false));
    case Measure::depth:
      return run.depth;
    default:
      return energy_error(record);
  }
}

}  // namespace

std::span<const std::string_view> measure_names() { return names; }

Measure measure_named(std::string_view name) {
  return static_cast<Measure>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::string_view measure_title(Measure measure) { return texts.at(static_cast<std::size_t>(measure)).title; }

bool is_share(Measure measure) { return texts.at(static_cast<std::size_t>(measure)).is_share; }

std::optional<double> measured(Measure measure, const Record& record) {
  const Run& run = record.run;
  switch (measure) {
    case Measure::wrong_side:
      return run.wrong_side ? std::optional(share(*run.wrong_side)) : std::nullopt;
    case Measure::ghost:
      return record.meeting == Meeting::clear ? std::optional(share(run.verdict == CaseVerdict::ghost)) : std::nullopt;
    case Measure::ghost_impulse:
      return record.meeting == Meeting::clear ? std::optional(run.ghost_impulse) : std::nullopt;
    case Measure::velocity_error:
      return run.velocity_error;
    case Measure::momentum_error:
      return run.momentum_error;
    case Measure::angular_momentum_error:
      return run.angular_momentum_error;
    case Measure::time_lost:
      return run.time_lost;
    default:
      return record.meeting == Meeting::meets ? measured_where_they_meet(measure, record) : std::nullopt;
  }
}

}  // namespace firstcontact
