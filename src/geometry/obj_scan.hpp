// A strict first reading of OBJ text. tinyobjloader is lenient: it reads 'abc' as 0, skips faces of two corners and
// faces that name vertices which are not there. A collision mesh with a vertex at the origin that nobody meant is worse
// than an error, so every vertex and face line is read here to the letter, and errors carry their line.
#pragma once

#include <firstcontact/math.hpp>
#include <firstcontact/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

/// One line of words: continuations ('\' at the end) joined, comment cut off.
struct ObjLine {
  std::vector<std::string_view> words;
  std::string_view text;   // the first physical line, trimmed
  std::size_t number = 0;  // of the first physical line, from 1
};

/// The lines of `text` that have words. Lines end with LF, CR LF or CR. Views into `text`.
[[nodiscard]] std::vector<ObjLine> obj_lines(std::string_view text);

struct ObjScan {
  std::vector<Vec3> vertices;  // m, correctly rounded from the decimals
  /// The same objects, groups, materials and faces for tinyobjloader: faces as plain absolute vertex numbers, and each
  /// vertex a zero that only counts.
  std::string plain_text;
  std::size_t face_count = 0;
};

/// Checks and reads vertices and faces. `file_name` is for messages: FILE:LINE: what.
[[nodiscard]] Result<ObjScan> scan_obj(std::string_view text, std::string_view file_name);

}  // namespace firstcontact
