// What kinematic bodies do to an island. Their motion is prescribed, but not their force: it is bounded by what the
// island weighs, so that what has no room is not crushed. (docs/contact.md)
#pragma once

#include <vector>

#include "contact/contact_problem.hpp"

namespace firstcontact {

/// A moving body that nothing gives way to, and the rows' work against it over what it may do at most.
struct MotorLoad {
  std::uint32_t body = 0;          // its place in the problem
  std::uint32_t blocked_by = ~0U;  // the pair in which it runs into what gives way to nothing, if any
  double strain = 0.0;
};

/// All of the problem that press, in order of places.
[[nodiscard]] std::vector<MotorLoad> motor_loads(const ContactProblem& problem);
/// True where a motor does more than it may: the piece is to be solved anew with less of its motion.
[[nodiscard]] bool is_overloaded(const ContactProblem& problem);

}  // namespace firstcontact
