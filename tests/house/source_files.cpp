#include "house/source_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

namespace firstcontact {
namespace {

SourceFile read_source(const std::filesystem::path& root, const std::filesystem::path& path) {
  static const std::regex include_line(R"(\s*#\s*include\s*(<|")([^>"]+)[>"].*)");
  SourceFile file{path.lexically_relative(root), 0, {}};
  std::ifstream text(path);
  for (std::string line; std::getline(text, line); ++file.line_count) {
    std::smatch found;
    if (std::regex_match(line, found, include_line)) {
      file.includes.push_back({found[2], found[1] == "\""});
    }
  }
  return file;
}

bool is_source(const std::filesystem::directory_entry& entry) {
  const auto extension = entry.path().extension();
  return entry.is_regular_file() && (extension == ".cpp" || extension == ".hpp");
}

}  // namespace

std::vector<SourceFile> source_files(const std::vector<std::string>& folders) {
  const std::filesystem::path root = FIRSTCONTACT_SOURCE_DIR;
  std::vector<SourceFile> files;
  for (const std::string& folder : folders) {
    if (!std::filesystem::exists(root / folder)) {
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      if (is_source(entry)) {
        files.push_back(read_source(root, entry.path()));
      }
    }
  }
  std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
  return files;
}

std::string part_of(const std::filesystem::path& path, std::size_t n) {
  const auto count = static_cast<std::size_t>(std::distance(path.begin(), path.end()));
  return n < count ? std::next(path.begin(), static_cast<std::ptrdiff_t>(n))->string() : std::string();
}

}  // namespace firstcontact
