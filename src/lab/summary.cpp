#include "lab/summary.hpp"

#include <algorithm>
#include <cmath>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

std::uint64_t hashed(std::uint64_t hash, std::uint64_t value) {
  for (unsigned byte = 0; byte < 8; ++byte) {
    hash = (hash ^ ((value >> (8U * byte)) & 0xFFU)) * 0x100000001B3ULL;
  }
  return hash;
}

// The smallest value that `share` of all do not exceed.
std::optional<double> quantile(std::vector<double>& values, double share) {
  if (values.empty()) {
    return std::nullopt;
  }
  const auto place = static_cast<std::size_t>(std::llround(share * static_cast<double>(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(place), values.end());
  return values[place];
}

struct Gathered {
  MethodSummary summary;
  std::vector<double> depths, velocity_errors, energy_errors, angular_momentum_errors;
};

void count_meeting(const Record& record, Gathered& gathered) {
  MethodSummary& summary = gathered.summary;
  ++summary.meet;
  summary.missed += record.run.verdict == CaseVerdict::missed ? 1U : 0U;
  summary.late += record.run.verdict == CaseVerdict::late ? 1U : 0U;
  summary.late_by_a_step += measured(Measure::late_by_a_step, record).value_or(0.0) > 0.0 ? 1U : 0U;
  summary.deepest = std::max(summary.deepest, record.run.depth);
  const double energy_error = measured(Measure::energy_error, record).value_or(0.0);
  summary.energy_error_greatest = std::max(summary.energy_error_greatest, energy_error);
  gathered.energy_errors.push_back(energy_error);
  gathered.depths.push_back(record.run.depth);
}

void count(const Record& record, Gathered& gathered) {
  MethodSummary& summary = gathered.summary;
  const Run& run = record.run;
  ++summary.runs;
  summary.steps += run.steps;
  summary.time_lost += run.time_lost;
  summary.hash = hashed(summary.hash, run.state_hash);
  summary.ghost_impulse += run.ghost_impulse;
  summary.momentum_error_greatest = std::max(summary.momentum_error_greatest, run.momentum_error.value_or(0.0));
  summary.angular_momentum_error_greatest =
      std::max(summary.angular_momentum_error_greatest, run.angular_momentum_error.value_or(0.0));
  if (run.angular_momentum_error) {
    gathered.angular_momentum_errors.push_back(*run.angular_momentum_error);
  }
  if (run.velocity_error) {
    gathered.velocity_errors.push_back(*run.velocity_error);
  }
  if (run.wrong_side) {
    ++summary.walls;
    summary.wrong_side += *run.wrong_side ? 1U : 0U;
  }
  if (record.meeting == Meeting::meets) {
    count_meeting(record, gathered);
  } else if (record.meeting == Meeting::clear) {
    ++summary.clear;
    summary.ghosts += run.verdict == CaseVerdict::ghost ? 1U : 0U;
  } else {
    ++summary.unjudged;
  }
}

std::string text_of(const std::optional<double>& value) { return value ? shortest_text(*value) : std::string(); }

}  // namespace

std::vector<MethodSummary> summaries_of(const Study& study, const std::vector<Record>& records) {
  std::vector<Gathered> gathered(study.methods.size());
  for (const Record& record : records) {
    count(record, gathered.at(record.method));
  }
  std::vector<MethodSummary> summaries;
  for (std::size_t i = 0; i < gathered.size(); ++i) {
    MethodSummary& summary = gathered[i].summary;
    summary.method = study.methods[i];
    summary.depth_median = quantile(gathered[i].depths, 0.5);
    summary.velocity_error_median = quantile(gathered[i].velocity_errors, 0.5);
    summary.velocity_error_high = quantile(gathered[i].velocity_errors, 0.99);
    summary.energy_error_high = quantile(gathered[i].energy_errors, 0.99);
    summary.angular_momentum_error_high = quantile(gathered[i].angular_momentum_errors, 0.99);
    summaries.push_back(summary);
  }
  return summaries;
}

std::string summary_table(const std::vector<MethodSummary>& summaries) {
  std::string text =
      "method,runs,meet,clear,unjudged,missed,late,late_by_a_step,ghosts,walls,wrong_side,depth_median_m,deepest_m,"
      "velocity_error_median,velocity_error_99,energy_error_99,angular_momentum_error_99,energy_error_greatest,"
      "momentum_error_greatest,"
      "angular_momentum_error_greatest,ghost_impulse_n_s,time_lost_s,steps,hash\n";
  for (const MethodSummary& s : summaries) {
    text += s.method;
    for (const std::uint64_t number :
         {s.runs, s.meet, s.clear, s.unjudged, s.missed, s.late, s.late_by_a_step, s.ghosts, s.walls, s.wrong_side}) {
      text += ',' + std::to_string(number);
    }
    text += ',' + text_of(s.depth_median) + ',' + shortest_text(s.deepest) + ',' + text_of(s.velocity_error_median) +
            ',' + text_of(s.velocity_error_high) + ',' + text_of(s.energy_error_high) + ',' +
            text_of(s.angular_momentum_error_high);
    for (const double number : {s.energy_error_greatest, s.momentum_error_greatest, s.angular_momentum_error_greatest,
                                s.ghost_impulse, s.time_lost}) {
      text += ',' + shortest_text(number);
    }
    text += ',' + std::to_string(s.steps) + ',' + hexadecimal_text(s.hash) + '\n';
  }
  return text;
}

}  // namespace firstcontact
