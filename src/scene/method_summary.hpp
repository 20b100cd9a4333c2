// The summary of a run by one of the lab's methods (docs/program.md#the-summary).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scene/recording.hpp"
#include "scene/simulation.hpp"

namespace firstcontact {

/// What a method's run came to, besides what its recording's header says.
struct MethodFacts {
  SummaryFacts run;
  double simulated_s = 0.0;
  std::uint64_t impacts = 0;
  double time_lost = 0.0;         // s
  std::vector<Event> passages;    // bodies that it let through each other
  std::vector<FlowState> states;  // at the end, by body
  std::uint64_t state_hash = 0;
};

/// Energies and momenta of bodies in these states, about the world's origin; `bodies` say masses and inertias.
[[nodiscard]] Totals totals_of(const RecordingHeader& header, const std::vector<FlowState>& states);

/// One JSON object, as `summary_json` has it, without what only the engine knows.
[[nodiscard]] std::string method_summary_json(const Scene& scene, const RecordingHeader& header,
                                              const MethodFacts& facts, FinalStates final_states);

}  // namespace firstcontact
