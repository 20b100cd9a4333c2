// Answers time-of-impact queries and scores the answers against the known ones.
#pragma once

#include <cstdint>
#include <firstcontact/impact_methods.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "scene/query_file.hpp"

namespace firstcontact {

/// One answer, and how long it took.
struct TimedAnswer {
  TimeOfImpact impact;
  double nanoseconds = 0.0;  // the median of the repeats
};

struct AnswerOptions {
  ImpactMethod method = ImpactMethod::certified;
  TimeOfImpactOptions impact;
  int repeat = 1;
  int samples = 16;  // of the method `sampled`
};

/// Answers one query, `options.repeat` times over, with nothing remembered in between.
[[nodiscard]] TimedAnswer answer(const QuerySet& set, const ImpactQuery& query, const AnswerOptions& options);

/// What is wrong with one answer. All false: it is right.
struct Judgement {
  bool is_missed = false;         // a hit answered 'clear'
  bool is_late = false;           // a hit answered after its time, or certified apart beyond it
  bool is_false_contact = false;  // contact answered further apart than target + tolerance
  bool is_undecided = false;
  bool is_wrong_overlap = false;  // an overlap at the start not answered as one, or its depth is wrong
  bool is_early = false;          // a false contact of a hit: they do meet, but later
};

/// An overlap's depth counts as right within 1e-9 m (rounding of metre-sized hulls) and half a unit of its sixth digit:
/// the query files give depths with six digits, whatever their other numbers have.
inline constexpr double depth_tolerance = 1e-9;           // m
inline constexpr double relative_depth_tolerance = 5e-6;  // of the depth

/// Judges an answer. The gap at the answered time is measured afresh, not taken from the answer.
[[nodiscard]] Judgement judge(const QuerySet& set, const ImpactQuery& query, const TimeOfImpact& answer,
                              const TimeOfImpactOptions& options);

/// The counts of one set, or of several.
struct Score {
  std::string set;
  std::uint64_t queries = 0, hits = 0, missed = 0, late = 0, early = 0, false_contacts = 0, undecided = 0;
  std::uint64_t wrong_overlaps = 0;
  std::vector<double> nanoseconds;  // of each query
};

void count(Score& score, const ImpactQuery& query, const Judgement& judgement, double nanoseconds);
void add(Score& total, const Score& part);

/// The value below which `fraction` of the values lie (nearest rank); 0 when there are none.
[[nodiscard]] double quantile(std::vector<double> values, double fraction);

[[nodiscard]] std::string_view status_name(ImpactStatus status);
[[nodiscard]] std::string_view feature_name(ClosingFeature feature);

}  // namespace firstcontact
