// Sums over runs: counts by verdict, means and quantiles of measures, by method.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/measures.hpp"

namespace firstcontact {

struct MethodSummary {
  std::string method;
  std::uint64_t runs = 0, meet = 0, clear = 0, unjudged = 0;  // cases, by what truly happens
  std::uint64_t missed = 0, late = 0, late_by_a_step = 0, ghosts = 0, walls = 0, wrong_side = 0;
  double deepest = 0.0;                                              // m, where they meet
  std::optional<double> depth_median;                                // m
  std::optional<double> velocity_error_median, velocity_error_high;  // high: of which 99 in 100 are below
  std::optional<double> energy_error_high, angular_momentum_error_high;
  double energy_error_greatest = 0.0, momentum_error_greatest = 0.0, angular_momentum_error_greatest = 0.0;
  double ghost_impulse = 0.0;  // N s, summed
  double time_lost = 0.0;      // s, summed
  std::uint64_t steps = 0;
  std::uint64_t hash = 0;  // over the state hashes of all runs, in order of case
};

/// One per method, in the study's order. Records must be in order of case.
[[nodiscard]] std::vector<MethodSummary> summaries_of(const Study& study, const std::vector<Record>& records);
/// CSV with a header.
[[nodiscard]] std::string summary_table(const std::vector<MethodSummary>& summaries);

}  // namespace firstcontact
