#include "geometry/quoted_text.hpp"

#include <algorithm>

namespace firstcontact {

namespace {

constexpr int shown_characters = 40;

unsigned code_of(char letter) { return static_cast<unsigned char>(letter); }

// How many bytes the character in front takes by its first byte (RFC 3629); 0: none begins so.
std::size_t promised_length(unsigned first) {
  if (first < 0x80) {
    return 1;
  }
  if (first < 0xC2 || first > 0xF4) {
    return 0;
  }
  return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// What the second byte may be at least and at most: no longer than it must be, no surrogates, nothing past U+10FFFF.
bool may_follow(unsigned first, unsigned second) {
  const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  return low <= second && second <= high;
}

// The length of the character in front; 0 when there is none that can be shown.
std::size_t character_length(std::string_view text) {
  const unsigned first = code_of(text.front());
  const std::size_t length = promised_length(first);
  if (length < 2) {
    return first < 0x20 || first == 0x7F ? 0 : length;
  }
  const std::string_view rest = text.substr(1, length - 1);
  const bool is_whole = rest.size() == length - 1 && may_follow(first, code_of(rest.front())) &&
                        std::all_of(rest.begin(), rest.end(), [](char c) { return (code_of(c) & 0xC0U) == 0x80U; });
  return is_whole ? length : 0;
}

}  // namespace

std::string quoted_text(std::string_view word) {
  std::string shown = "'";
  for (int count = 0; !word.empty(); ++count) {
    if (count == shown_characters) {
      return shown + "...'";
    }
    const std::size_t length = character_length(word);
    shown += length > 0 ? word.substr(0, length) : "?";
    word.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return shown + "'";
}

}  // namespace firstcontact
