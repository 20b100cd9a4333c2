// Tables of bad input: each row is refused, by name.
#pragma once

#include <firstcontact/result.hpp>

#include <cmath>
#include <exception>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace firstcontact::testing_support {

inline constexpr double endless = std::numeric_limits<double>::infinity();
inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

struct BadInput {
  std::string what;
  std::string expected;  // part of the message
  std::function<void()> act;
};

/// What a ContractViolation says that `act` ends with; of anything else, that it is wrong.
inline std::string refusal(const std::function<void()>& act) {
  try {
    act();
  } catch (const ContractViolation& violation) {
    return violation.what();
  } catch (const MissingValue& missing) {
    return missing.what();
  } catch (const std::exception& other) {
    return "WRONG EXCEPTION: " + std::string(other.what());
  }
  return "NOT REFUSED";
}

}  // namespace firstcontact::testing_support
