// A verification as text: JSON for programs, a few lines for people.
#pragma once

#include <string>

#include "verify/verify.hpp"

namespace firstcontact::verify {

/// One JSON object; keys as docs/verify.md has them.
[[nodiscard]] std::string report_json(const VerifyReport& report);
/// What was proved or found, for a terminal.
[[nodiscard]] std::string report_lines(const VerifyReport& report);

}  // namespace firstcontact::verify
