// What is wrong with a recording, and where.
#pragma once

#include <cstdint>
#include <string>

namespace firstcontact::verify {

enum class FindingKind : std::uint8_t {
  overlap,        // two bodies share a point: proved
  undecided,      // two bodies could not be proved apart
  order,          // segments or events out of their order
  jump,           // a body is somewhere else, or turned otherwise, where one segment gives way to the next
  free_flight,    // a segment that is not what the loads on the body make of free flight
  momentum,       // a velocity changes without a cause, or impulses are not equal and opposite
  energy,         // an impact gains energy
  friction_cone,  // an impulse pulls, or friction is more than its coefficient allows
  event,          // an event that contradicts the motions
  slumber,        // a body falls asleep that does not rest, or moves though it sleeps
  ending,         // the recording does not end as it says
};
[[nodiscard]] std::string kind_name(FindingKind kind);

struct Finding {
  FindingKind kind = FindingKind::overlap;
  double time = 0.0;           // s
  std::string body_a, body_b;  // names; empty: none
  double measure = 0.0;        // how much: m of depth or jump, m/s, J, N s, as the kind has it
  std::string what;            // a sentence: found, and expected
};

/// One line that names everything.
[[nodiscard]] std::string finding_line(const Finding& finding);

}  // namespace firstcontact::verify
