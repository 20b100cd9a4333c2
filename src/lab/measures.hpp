// What a run says on each question of a study, as one number per run that can be averaged: shares are averages of 0
// and 1. A run that a question is not about (a ghost where bodies truly meet, say) has no number there and is left out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lab/run.hpp"

namespace firstcontact {

enum class Measure : std::uint8_t {
  missed,          // of those that meet: no impact at all
  late,            // of those that meet: an impact after the first certain overlap
  late_by_a_step,  // of those that meet: by more than a time step
  wrong_side,      // of those with a wall: behind it at the end
  tunneled,        // of those that meet: missed, or on the wrong side
  ghost,           // of those that stay clear: an impact
  depth,           // m, of those that meet: deepest overlap
  velocity_error,  // of those whose exact answer is known
  energy_error,    // of those that meet: energy won; or, at restitution 1, won or lost; as a share
  momentum_error,  // where both bodies move
  angular_momentum_error,
  ghost_impulse,  // N s, of those that stay clear
  time_lost,      // s
};

[[nodiscard]] std::span<const std::string_view> measure_names();
[[nodiscard]] Measure measure_named(std::string_view name);  // one of measure_names()
/// What a figure or table calls it, with its unit.
[[nodiscard]] std::string_view measure_title(Measure measure);
[[nodiscard]] bool is_share(Measure measure);

/// What a run is known by in a study: which case, what truly happens, which method, what it did.
struct Record {
  Case study_case;
  Meeting meeting = Meeting::undecided;
  double apart_until = 0.0, overlap_at = 0.0;  // s
  std::size_t method = 0;
  Run run;
};

[[nodiscard]] std::optional<double> measured(Measure measure, const Record& record);

/// The table of runs: CSV, one row each, numbers that read back to the same bits, an empty field for 'does not apply'.
[[nodiscard]] std::string record_header();
[[nodiscard]] std::string record_row(const Study& study, const Record& record);
/// A finished case's rows, one per method.
[[nodiscard]] std::vector<std::string> rows_of(const Study& study, const CaseResult& result);
/// The record that record_row made the row of. Nothing when it is not such a row of this study.
[[nodiscard]] std::optional<Record> parse_record(const Study& study, std::string_view row);

}  // namespace firstcontact
