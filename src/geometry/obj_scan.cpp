#include "geometry/obj_scan.hpp"

#include "geometry/quoted_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/number_text.hpp"

namespace firstcontact {

namespace {

// Why a word is not a finite number; empty when it is one.
std::string number_trouble(std::string_view word, double& value) {
  const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
  const auto [end, status] = number_from_text(digits.data(), digits.data() + digits.size(), value);
  if (status == std::errc::result_out_of_range) {
    return quoted_text(word) + " does not fit a double";
  }
  if (status != std::errc() || end != digits.data() + digits.size()) {
    return quoted_text(word) + " is not a number";
  }
  return std::isfinite(value) ? "" : quoted_text(word) + " is not finite";
}

std::optional<long long> whole_number(std::string_view word) {
  long long value = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
  return status == std::errc() && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

// 'v', 'v/t', 'v//n' or 'v/t/n', each a whole number other than 0: the vertex number.
std::optional<long long> corner_vertex(std::string_view word) {
  std::optional<long long> vertex;
  int part = 0;
  for (; part < 3; ++part) {
    const std::size_t slash = std::min(word.find('/'), word.size());
    const bool left_out = slash == 0 && part == 1 && word.size() > 1;
    const std::optional<long long> number = whole_number(word.substr(0, slash));
    if (!left_out && !number) {
      return std::nullopt;
    }
    vertex = part == 0 ? number : vertex;
    if (slash == word.size()) {
      return vertex;
    }
    word.remove_prefix(slash + 1);
  }
  return std::nullopt;
}

// Every other byte of Latin text in UTF-16 is 0.
bool is_every_other_byte_zero(std::string_view text) {
  constexpr std::size_t looked_at = 512;
  const std::string_view start = text.substr(0, std::min(text.size(), looked_at));
  std::size_t zeros[2] = {0, 0};
  for (std::size_t i = 0; i < start.size(); ++i) {
    zeros[i % 2] += start[i] == '\0' ? 1U : 0U;
  }
  const std::size_t pairs = start.size() / 2;
  return pairs > 0 && 2 * std::max(zeros[0], zeros[1]) > pairs && 4 * std::min(zeros[0], zeros[1]) < pairs;
}

// Which encoding the text has, and by what it shows; empty when it may be ASCII or UTF-8.
std::string foreign_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) {
    return "UTF-32 (by its byte order mark)";
  }
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) {
    return "UTF-16 (by its byte order mark)";
  }
  return is_every_other_byte_zero(text) ? "UTF-16 (every other byte is 0)" : "";
}

class Scanner {
 public:
  explicit Scanner(std::string_view file_name) : file_name_(file_name) {}

  Result<ObjScan> scan(std::string_view text) {
    if (const std::string encoding = foreign_encoding(text); !encoding.empty()) {
      return Error{file_name_ + ": found text in " + encoding + ", expected ASCII or UTF-8"};
    }
    for (const ObjLine& line : obj_lines(text)) {
      line_ = line.number;
      const std::string trouble = take(line);
      if (!trouble.empty()) {
        return Error{place() + trouble};
      }
    }
    return finished();
  }

 private:
  // A face may name a vertex of a later line; whether it is there is known at the end.
  struct Forward {
    std::size_t line = 0;
    long long vertex = 0;
  };

  [[nodiscard]] std::string place() const { return file_name_ + ":" + std::to_string(line_) + ": "; }

  Result<ObjScan> finished() {
    for (const Forward& forward : forwards_) {
      if (forward.vertex > static_cast<long long>(scan_.vertices.size())) {
        line_ = forward.line;
        return Error{place() + out_of_range(forward.vertex)};
      }
    }
    if (scan_.face_count == 0) {
      return Error{file_name_ + ": no face found (lines that begin with 'f'); a mesh needs at least one"};
    }
    return std::move(scan_);
  }

  std::string take(const ObjLine& line) {
    const std::string_view keyword = line.words.front();
    const bool is_junk = std::any_of(line.text.begin(), line.text.end(), [](char letter) {
      const auto code = static_cast<unsigned char>(letter);
      return code < 0x20 && letter != '\t' && letter != '\v' && letter != '\f';
    });
    if (is_junk) {
      return "a control character in " + quoted_text(line.text) + "; expected text, is this a binary file?";
    }
    if (keyword == "v") {
      return take_vertex(line);
    }
    if (keyword == "f") {
      return take_face(line);
    }
    if (keyword == "o" || keyword == "g" || keyword == "usemtl") {
      scan_.plain_text.append(line.text).append("\n");
    }
    return "";
  }

  std::string take_vertex(const ObjLine& line) {
    if (line.words.size() < 4) {
      return "a vertex needs 3 coordinates, found " + std::to_string(line.words.size() - 1);
    }
    Vec3 vertex(0.0);
    for (std::size_t i = 1; i < line.words.size(); ++i) {
      double value = 0.0;
      const std::string trouble = number_trouble(line.words[i], value);
      if (!trouble.empty()) {
        return "vertex: " + trouble + ", expected three finite numbers";
      }
      if (i <= 3) {
        vertex[static_cast<int>(i) - 1] = value;
      }
    }
    scan_.vertices.push_back(vertex);
    scan_.plain_text += "v 0 0 0\n";
    return "";
  }

  std::string take_face(const ObjLine& line) {
    if (line.words.size() < 4) {
      return "a face needs at least 3 corners, found " + std::to_string(line.words.size() - 1);
    }
    scan_.plain_text += "f";
    for (std::size_t i = 1; i < line.words.size(); ++i) {
      std::string trouble = take_corner(line.words[i]);
      if (!trouble.empty()) {
        return trouble;
      }
    }
    scan_.plain_text += "\n";
    ++scan_.face_count;
    return "";
  }

  std::string take_corner(std::string_view word) {
    const auto known = static_cast<long long>(scan_.vertices.size());
    const std::optional<long long> number = corner_vertex(word);
    if (!number) {
      return "face: " + quoted_text(word) + " is not a corner (v, v/vt, v//vn or v/vt/vn)";
    }
    if (*number == 0) {
      return "face: vertex 0; vertices count from 1, or from -1 backwards";
    }
    if (*number < -known || *number > 4294967295LL) {
      return out_of_range(*number);
    }
    const long long absolute = *number < 0 ? known + 1 + *number : *number;
    if (absolute > known) {
      forwards_.push_back({line_, absolute});
    }
    scan_.plain_text += " " + std::to_string(absolute);
    return "";
  }

  [[nodiscard]] std::string out_of_range(long long vertex) const {
    return "face: vertex " + std::to_string(vertex) + " is out of range, " + std::to_string(scan_.vertices.size()) +
           " vertices are given" + (vertex < 0 ? " before this line" : "");
  }

  std::string file_name_;
  std::size_t line_ = 0;
  ObjScan scan_;
  std::vector<Forward> forwards_;
};

}  // namespace

Result<ObjScan> scan_obj(std::string_view text, std::string_view file_name) { return Scanner(file_name).scan(text); }

}  // namespace firstcontact
