// The table at the end of a simulation, for people.
#pragma once

#include <string>

#include "scene/simulation.hpp"

namespace firstcontact {

/// One line per fact, names aligned.
[[nodiscard]] std::string run_table(const Scene& scene, const World& world, const SummaryFacts& facts);

}  // namespace firstcontact
