#include "verify/finding.hpp"

#include <array>

#include "scene/text.hpp"

namespace firstcontact::verify {

std::string kind_name(FindingKind kind) {
  static constexpr std::array names{"overlap", "undecided",     "order", "jump",    "free_flight", "momentum",
                                    "energy",  "friction_cone", "event", "slumber", "ending"};
  return names.at(static_cast<std::size_t>(kind));
}

std::string finding_line(const Finding& finding) {
  std::string line = kind_name(finding.kind) + " at " + shortest_text(finding.time) + " s";
  if (!finding.body_a.empty()) {
    line += ", \"" + finding.body_a + "\"";
  }
  if (!finding.body_b.empty()) {
    line += " and \"" + finding.body_b + "\"";
  }
  return line + ": " + finding.what;
}

}  // namespace firstcontact::verify
