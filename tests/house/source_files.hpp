// The source tree as text: which files there are, and what each includes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace firstcontact {

/// One #include line.
struct Include {
  std::string target;      // what stands between the marks
  bool is_quoted = false;  // "target", not <target>
};

/// One file of ours.
struct SourceFile {
  std::filesystem::path path;  // relative to the repository's root
  std::size_t line_count = 0;
  std::vector<Include> includes;
};

/// All C++ files below `folders` (relative to the repository's root), sorted by path. Folders that do not exist are
/// empty.
[[nodiscard]] std::vector<SourceFile> source_files(const std::vector<std::string>& folders);

/// The n-th part of a path counted from 0: part_of("src/core/hash.hpp", 1) is "core"; empty when there is none.
[[nodiscard]] std::string part_of(const std::filesystem::path& path, std::size_t n);

}  // namespace firstcontact
