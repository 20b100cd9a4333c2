// Strict JSON: text to a document, and a cursor that knows where in the document it stands, so that every complaint
// names the file and the JSON path, what was found and what is expected.
//
// Inside these readers bad data travels as an exception (`JsonTrouble`): a scene has some sixty places to check, and a
// Result at each would drown the format in plumbing. `reading` is the door where it becomes an Error.
#pragma once

#include <exception>
#include <firstcontact/math.hpp>
#include <firstcontact/result.hpp>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

/// Bad data found by a JsonCursor; the message is complete.
struct JsonTrouble : std::exception {
  explicit JsonTrouble(std::string text) : message(std::move(text)) {}
  [[nodiscard]] const char* what() const noexcept override { return message.c_str(); }
  std::string message;
};

/// The document in `text`. Error: a syntax error (with line and column), a key that appears twice in one object (with
/// its path), a number that overflows, or nesting deeper than 64. `file_name` is for messages. A byte-order mark is
/// skipped.
[[nodiscard]] Result<nlohmann::json> parse_json(std::string_view text, std::string_view file_name);

/// Inclusive bounds of a number, and how to say them.
struct NumberRange {
  double low = -std::numeric_limits<double>::max();
  double high = std::numeric_limits<double>::max();
  std::string_view text = "a finite number";
};

/// One value of a document and the path to it. Every reading function throws JsonTrouble unless the value fits.
class JsonCursor {
 public:
  /// Neither `value` nor `file_name` is copied: both must outlive the cursor.
  JsonCursor(const nlohmann::json& value, std::string_view file_name, std::string path = {});

  /// The value under `key`, or nothing when the object has none.
  [[nodiscard]] std::optional<JsonCursor> find(std::string_view key) const;
  /// The value under `key`, which must be there.
  [[nodiscard]] JsonCursor at(std::string_view key) const;
  /// The elements of an array.
  [[nodiscard]] std::vector<JsonCursor> elements() const;
  /// The members of an object, in order of their names.
  [[nodiscard]] std::vector<JsonCursor> members() const;
  /// The last key of the path.
  [[nodiscard]] const std::string& key() const { return key_; }

  /// Checks that this is an object all of whose keys are among `known` or begin with "x_".
  void expect_keys(std::initializer_list<std::string_view> known) const;

  [[nodiscard]] bool is_text() const { return value_->is_string(); }
  [[nodiscard]] bool is_number() const { return value_->is_number(); }
  [[nodiscard]] bool is_array() const { return value_->is_array(); }
  [[nodiscard]] double number(const NumberRange& range = {}) const;
  [[nodiscard]] std::int64_t whole_number(std::int64_t low, std::int64_t high) const;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool truth() const;
  [[nodiscard]] Vec3 vector(const NumberRange& range = {}) const;
  [[nodiscard]] std::vector<double> numbers(std::size_t count, const NumberRange& range = {}) const;

  /// Which of `names` the text is.
  [[nodiscard]] std::size_t choice(std::span<const std::string_view> names) const;

  /// "FILE: PATH".
  [[nodiscard]] std::string place() const;
  /// "FILE: PATH: found THIS, expected `expected`".
  [[noreturn]] void fail(std::string_view expected) const;
  /// "FILE: PATH: `message`".
  [[noreturn]] void complain(std::string_view message) const;

 private:
  [[nodiscard]] JsonCursor child(const nlohmann::json& value, std::string_view key) const;

  const nlohmann::json* value_;
  std::string_view file_name_;
  std::string path_;  // empty at the top
  std::string key_;
};

/// Runs `read` and turns JsonTrouble into an Error.
template <class Read>
[[nodiscard]] auto reading(Read&& read) -> Result<decltype(read())> {
  try {
    return read();
  } catch (const JsonTrouble& trouble) {
    return Error{trouble.message};
  }
}

}  // namespace firstcontact
