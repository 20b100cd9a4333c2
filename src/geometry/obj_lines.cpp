#include "geometry/obj_scan.hpp"

#include <algorithm>

namespace firstcontact {

namespace {

constexpr std::string_view blanks = " \t\v\f";
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Cuts the next physical line off `rest`, without its end.
std::string_view cut_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of("\r\n"), rest.size());
  const std::string_view line = rest.substr(0, end);
  const std::size_t length_of_end = rest.substr(end).starts_with("\r\n") ? 2 : 1;
  rest.remove_prefix(std::min(end + length_of_end, rest.size()));
  return line;
}

// A '#' begins a comment at the start of a word only: names may hold one.
std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || blanks.find(line[i - 1]) != std::string_view::npos)) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = std::min(line.find_first_not_of(blanks), line.size());
  const std::size_t last = line.find_last_not_of(blanks);
  return last == std::string_view::npos ? std::string_view() : line.substr(first, last - first + 1);
}

void append_words(std::vector<std::string_view>& words, std::string_view line) {
  while (!(line = trimmed(line)).empty()) {
    const std::size_t end = std::min(line.find_first_of(blanks), line.size());
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
