#include "geometry/obj_scan.hpp"

#include <algorithm>
#include <functional>

namespace firstcontact {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

constexpr std::size_t usual_words = 4;  // of a line

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\v' || letter == '\f'; }
bool ends_line(char letter) { return letter == '\r' || letter == '\n'; }

// The number of letters before the first one of that kind.
template <typename IsOfKind>
std::size_t count_before(std::string_view text, const IsOfKind& is_of_kind) {
  return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_of_kind) - text.begin());
}

// Cuts the next physical line off `rest`, without its end.
std::string_view cut_line(std::string_view& rest) {
  const std::size_t end = count_before(rest, ends_line);
  const std::string_view line = rest.substr(0, end);
  const std::size_t length_of_end = rest.substr(end).starts_with("\r\n") ? 2 : 1;
  rest.remove_prefix(std::min(end + length_of_end, rest.size()));
  return line;
}

// A '#' begins a comment at the start of a word only: names may hold one.
std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || is_blank(line[i - 1]))) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string_view trimmed(std::string_view line) {
  line.remove_prefix(count_before(line, std::not_fn(is_blank)));
  while (!line.empty() && is_blank(line.back())) {
    line.remove_suffix(1);
  }
  return line;
}

void append_words(std::vector<std::string_view>& words, std::string_view line) {
  words.reserve(words.size() + usual_words);
  while (!(line = trimmed(line)).empty()) {
    const std::size_t end = count_before(line, is_blank);
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

}  // namespace

std::vector<ObjLine> obj_lines(std::string_view text) {
  if (text.starts_with(byte_order_mark)) {
    text.remove_prefix(byte_order_mark.size());
  }
  std::vector<ObjLine> lines;
  bool continues = false;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = trimmed(without_comment(cut_line(text)));
    if (!continues) {
      lines.push_back({{}, line, number});
    }
    continues = line.ends_with('\\');
    line.remove_suffix(continues ? 1 : 0);
    append_words(lines.back().words, line);
  }
  std::erase_if(lines, [](const ObjLine& line) { return line.words.empty(); });
  return lines;
}

}  // namespace firstcontact
