// `firstcontact simulate --method`: a run by one of the lab's methods, which is told of what it lets through.
#pragma once

#include "cli/loaded_run.hpp"

namespace firstcontact {

[[nodiscard]] ExitStatus simulate_by_method(LoadedRun run, const SimulateArguments& arguments, const Streams& streams);

}  // namespace firstcontact
