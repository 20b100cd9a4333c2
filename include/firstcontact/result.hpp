// What a function returns when the data it was given may be bad: the value, or an error a person can act on.
// A caller's mistake (a broken precondition) is a `ContractViolation`; numerical doubt is a status in the result
// itself. The one rule for all of it: docs/library.md, "Errors".
#pragma once

#include <firstcontact/export.hpp>

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

/// Thrown by Result::value() where there is an error instead: what() is the error's message.
class FIRSTCONTACT_EXPORT MissingValue : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown when a caller breaks a written precondition. Checked in every build type.
class FIRSTCONTACT_EXPORT ContractViolation : public std::logic_error {
  using std::logic_error::logic_error;
};

/// Throws ContractViolation(`what`) unless `holds`.
inline void require(bool holds, const char* what) {
  if (!holds) {
    throw ContractViolation(what);
  }
}

/// A value of type T, or an Error. Never both, never neither.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::move(value)) {}  // NOLINT(google-explicit-constructor): `return value;` reads best
  Result(Error error) : content_(std::move(error)) {}  // NOLINT(google-explicit-constructor): `return Error{...};` too

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(content_); }
  explicit operator bool() const { return ok(); }

  /// The value.
  /// @throws MissingValue  with the error's message, when there is none
  [[nodiscard]] T& value() & { return *found(std::get_if<T>(&content_)); }
  [[nodiscard]] const T& value() const& { return *found(std::get_if<T>(&content_)); }
  [[nodiscard]] T&& value() && { return std::move(*found(std::get_if<T>(&content_))); }
  [[nodiscard]] const T&& value() const&& { return std::move(*found(std::get_if<T>(&content_))); }
  /// What was wrong.
  /// @throws ContractViolation  when there is a value
  [[nodiscard]] const Error& error() const {
    require(!ok(), "Result::error: there is a value, and no error");
    return *std::get_if<Error>(&content_);
  }

 private:
  template <class Pointer>
  [[nodiscard]] Pointer found(Pointer value) const {
    if (value == nullptr) {
      throw MissingValue(std::get_if<Error>(&content_)->message);
    }
    return value;
  }

  std::variant<T, Error> content_;
};

}  // namespace firstcontact
