// The table at the end of a simulation, for people.
#pragma once

#include <string>

#include "scene/method_summary.hpp"
#include "scene/simulation.hpp"

namespace firstcontact {

/// One line per fact, names aligned.
[[nodiscard]] std::string run_table(const Scene& scene, const World& world, const SummaryFacts& facts);

/// The same of a run by another method, with what it let through.
[[nodiscard]] std::string method_table(const Scene& scene, const RecordingHeader& header, const MethodFacts& facts);

}  // namespace firstcontact
