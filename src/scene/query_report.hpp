// What `firstcontact toi` writes: a JSON line per query and a summary per set (contract.md).
#pragma once

#include <string>
#include <vector>

#include "scene/query_file.hpp"
#include "scene/query_score.hpp"

namespace firstcontact {

/// What one run over all files gives.
struct QueryReport {
  std::vector<Score> sets;
  Score total;
  std::string result_lines;  // only when they are asked for
};

/// How the queries were asked.
struct QuerySettings {
  std::string method;
  double target = 0.0;     // m
  double tolerance = 0.0;  // m
};

/// One line of `--results`, with its line break.
[[nodiscard]] std::string query_result_line(const QuerySet& set, const ImpactQuery& query, const TimedAnswer& timed);
/// The text of `--summary`.
[[nodiscard]] std::string query_summary(const QueryReport& report, const QuerySettings& settings);

}  // namespace firstcontact
