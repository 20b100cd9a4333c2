// `firstcontact verify`: proves of a recording that no two bodies ever share a point, at any instant, and that it obeys
// mechanics. A path of its own: it reads the recording and shares nothing else with the engine, neither motion nor
// distance nor calendar. docs/verify.md
#pragma once

#include <filesystem>
#include <firstcontact/result.hpp>
#include <optional>

#include "scene/recording.hpp"
#include "verify/finding.hpp"
#include "verify/ledger.hpp"
#include "verify/mechanics.hpp"
#include "verify/slumber.hpp"

namespace firstcontact::verify {

struct VerifyOptions {
  int threads = 1;  // never changes a byte of the report
};

struct LeastGap {
  double gap = 0.0;   // m: proved at every instant for every pair
  double time = 0.0;  // s, in the middle of the span of time that it is of
  std::string body_a, body_b;
};

struct VerifyReport {
  RecordingEnding ending = RecordingEnding::complete;
  std::string scene;
  std::string method;  // whose motions these are; empty: the engine's
  std::uint64_t bodies = 0, shapes = 0, steps = 0, segments = 0, events = 0;
  double end_time = 0.0;              // s: up to which everything was looked at
  std::uint64_t pair_steps = 0;       // pairs of bodies whose boxes met in a step, summed over steps
  std::uint64_t intervals = 0;        // spans of time proved, summed over pairs
  int deepest = 0;                    // halvings of a span, at most
  std::optional<LeastGap> least_gap;  // none: nobody came within a thousandth of its radius
  MechanicsCounts mechanics;
  SlumberCounts slumber;
  LedgerCounts ledger;            // of recordings that hold all impulses
  std::vector<Finding> findings;  // by time; empty: the recording is proved
};

/// Error: the file is no recording, or damaged, or holds numbers that are not finite or beyond 1e15. The message names
/// file and place.
[[nodiscard]] Result<VerifyReport> verify_recording(const std::filesystem::path& file, const VerifyOptions& options);

}  // namespace firstcontact::verify
