// Judges an answer of time_of_impact against the support oracle.
#pragma once

#include "wide_queries.hpp"

#include <string>

namespace firstcontact::test {

/// What was wrong, and what the answer was. All false: nothing wrong.
struct OracleVerdict {
  ImpactStatus status = ImpactStatus::undecided;
  bool is_missed = false;         // clear, though they come nearer than the target
  bool is_late = false;           // they came nearer than the target before the time answered
  bool is_early = false;          // contact, though at that time they are further apart than target + tolerance
  bool is_wrong_overlap = false;  // overlap although an axis parts them, or none although they overlap, or its depth
  bool is_wrong_gap = false;      // gap or normal are not those at the time answered
  bool is_undecided = false;
  bool is_capped = false;  // the oracle gave up its own certificates for dense sampling
  double time = 0.0;       // s, answered

  [[nodiscard]] bool is_wrong() const { return is_missed || is_late || is_early || is_wrong_overlap || is_wrong_gap; }
};

/// Judges one answer.
[[nodiscard]] OracleVerdict judge(const WideQuery& query, const TimeOfImpact& found);
/// Asks the query, twice, the second time with what the first remembered, and judges both answers.
[[nodiscard]] OracleVerdict judge(const WideQuery& query);

/// One line: what was wrong and what the query looks like.
[[nodiscard]] std::string described(const WideQuery& query, const OracleVerdict& verdict);

struct OracleTally {
  std::uint64_t queries = 0, touches = 0, clear = 0, overlaps = 0;
  std::uint64_t missed = 0, late = 0, early = 0, wrong_overlaps = 0, wrong_gaps = 0, undecided = 0, capped = 0;

  [[nodiscard]] std::uint64_t wrong() const { return missed + late + early + wrong_overlaps + wrong_gaps; }
};
void count(OracleTally& tally, const OracleVerdict& verdict);

}  // namespace firstcontact::test
