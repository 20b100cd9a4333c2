#include "scene/text.hpp"

#include <array>
#include <charconv>
#include <system_error>

namespace firstcontact {

std::string shortest_text(double value) {
  std::array<char, 32> buffer{};  // the longest shortest double has 24 characters
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), end.ptr);
}

std::string hexadecimal_text(std::uint64_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4U) {
    text[i] = digits[value & 0xFU];
  }
  return text;
}

ParsedNumber parse_number(std::string_view text) {
  ParsedNumber parsed;
  const char* const end = text.data() + text.size();
  const auto [stopped_at, code] = std::from_chars(text.data(), end, parsed.value);
  parsed.is_number = code == std::errc() && stopped_at == end;
  return parsed;
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char letter : text) {
    quoted += letter == '"' ? "\"\"" : std::string(1, letter);
  }
  return quoted + '"';
}

}  // namespace firstcontact
