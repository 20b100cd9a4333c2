// What a function returns when the data it was given may be bad: the value, or an error a person can act on.
// A caller's mistake (a broken precondition) is a `ContractViolation`; numerical doubt is a status in the result
// itself.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace firstcontact {

/// What was wrong with the data. `message` names file, place, what was found and what was expected, on one line.
struct Error {
  std::string message;
  bool is_system = false;  // the system failed (a full disk, a folder that cannot be written), and not the data
};

/// A value of type T, or an Error. Never both, never neither.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}  // NOLINT(google-explicit-constructor): `return value;` reads best
  Result(Error error) : content_(std::move(error)) {}  // NOLINT(google-explicit-constructor): `return Error{...};` too

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(content_); }
  explicit operator bool() const { return ok(); }

  /// The value. Throws std::bad_variant_access when there is none.
  [[nodiscard]] const T& value() const& { return std::get<T>(content_); }
  [[nodiscard]] T&& value() && { return std::get<T>(std::move(content_)); }
  [[nodiscard]] const Error& error() const { return std::get<Error>(content_); }

 private:
  std::variant<T, Error> content_;
};

/// Thrown when a caller breaks a written precondition. Checked in every build type.
class ContractViolation : public std::logic_error {
  using std::logic_error::logic_error;
};

/// Throws ContractViolation(`what`) unless `holds`.
inline void require(bool holds, const char* what) {
  if (!holds) {
    throw ContractViolation(what);
  }
}

}  // namespace firstcontact
