#include "scene/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>
#include <vector>

#include "core/number_text.hpp"

namespace firstcontact {
namespace {

// Bytes of the letter that `text` begins with; 0 when it begins with none.
std::size_t letter_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80U) {
    return 1;
  }
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  unsigned code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) {
      return 0;
    }
    code = code << 6U | (byte(i) & 0x3FU);
  }
  constexpr std::array<unsigned, 5> least{0, 0, 0x80, 0x800, 0x10000};  // shorter letters say less
  const bool is_half = code >= 0xD800U && code <= 0xDFFFU;
  return first >= 0xC0U && first < 0xF8U && code >= least.at(length) && code <= 0x10FFFFU && !is_half ? length : 0;
}

}  // namespace

std::string shortest_text(double value) { return text_from_number(value); }

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
  const auto [stopped_at, code] = number_from_text(text.data(), end, parsed.value);
  parsed.is_number = code == std::errc() && stopped_at == end;
  return parsed;
}

std::vector<std::string> parts_between_commas(std::string_view text) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
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

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = letter_bytes(text);
    if (length == 0) {
      return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

// Damerau 1964, Levenshtein 1966, with a swap of neighbours as one change.
static std::size_t changes_between(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> least(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        least[i][k] = i + k;
        continue;
      }
      const std::size_t change = least[i - 1][k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
      least[i][k] = std::min({least[i - 1][k] + 1, least[i][k - 1] + 1, change});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
        least[i][k] = std::min(least[i][k], least[i - 2][k - 2] + 1);
      }
    }
  }
  return least[a.size()][b.size()];
}

std::optional<std::string> nearest_name(std::string_view text, std::span<const std::string_view> names) {
  constexpr std::size_t longest = 64;
  std::optional<std::string> nearest;
  std::size_t least = std::max<std::size_t>(text.size() / 3, 1) + 1;
  for (const std::string_view name : names) {
    const std::size_t changes = text.size() <= longest ? changes_between(text, name) : least;
    if (changes < least && changes < name.size()) {
      least = changes;
      nearest = std::string(name);
    }
  }
  return nearest;
}

}  // namespace firstcontact
