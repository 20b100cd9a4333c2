// The program `firstcontact`, as a function: main.cpp calls it, and so do its tests.
#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

namespace firstcontact {

/// The program's version, as the build has it.
[[nodiscard]] std::string_view program_version();

/// Runs one command line (without the program's own name) and returns the exit status: 0 done; 1 the answer is 'no';
/// 2 bad usage or bad input; 3 the system failed; 130 interrupted. Answers go to `out`, messages to `err`. Throws
/// nothing.
[[nodiscard]] int run_program(std::span<const std::string> arguments, std::ostream& out, std::ostream& err);

}  // namespace firstcontact
