// Numbers as text that reads back to the same bits, and text as a field of a CSV file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

/// The shortest decimal text that reads back to exactly `value`; "nan", "inf" and "-inf" for the others.
[[nodiscard]] std::string shortest_text(double value);

/// 16 lower-case hexadecimal digits.
[[nodiscard]] std::string hexadecimal_text(std::uint64_t value);

/// The number that `text` is, all of it, or nothing: "1e3" is one; "1x", "" and " 1" are not. Never depends on the
/// locale.
struct ParsedNumber {
  double value = 0.0;
  bool is_number = false;
};
[[nodiscard]] ParsedNumber parse_number(std::string_view text);

/// What stands between the commas of "a,b,c"; a text without any is one part, also an empty one.
[[nodiscard]] std::vector<std::string> parts_between_commas(std::string_view text);

/// `text` as one CSV field (RFC 4180): quoted when it holds a comma, a quote or a line break.
[[nodiscard]] std::string csv_field(std::string_view text);

/// True for a text of whole UTF-8 letters (RFC 3629): none overlong, no halves of a pair, nothing beyond U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view text);

/// The name that `text` most likely was meant for: the one that the fewest letters put in, left out, changed or swapped
/// make it, at most a third of its letters. Nothing when none is that near.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view text, std::span<const std::string_view> names);

}  // namespace firstcontact
