#include "lab/ledger.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <utility>

#include "lab/measures.hpp"
#include "scene/files.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ledger_ending = ".ledger";
constexpr std::size_t hash_digits = 16;

std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3ULL;
  }
  return hash;
}

// "HASH CONTENT\n"
std::string sealed(const std::string& content) { return hexadecimal_text(hash_of(content)) + ' ' + content + '\n'; }

// The content of a sealed line, without its line break; nothing when it is torn or was changed.
std::optional<std::string_view> unsealed(std::string_view line) {
  if (line.size() <= hash_digits || line[hash_digits] != ' ') {
    return std::nullopt;
  }
  const std::string_view content = line.substr(hash_digits + 1);
  return hexadecimal_text(hash_of(content)) == line.substr(0, hash_digits) ? std::optional(content) : std::nullopt;
}

std::string header_of(const Study& study) {
  return sealed("firstcontact lab " + hexadecimal_text(study_hash(study)) + ' ' + std::string(lab_version()));
}

std::string line_of(const Study& study, const CaseResult& result) {
  std::string content = std::to_string(result.study_case.index);
  for (const std::string& row : rows_of(study, result)) {
    content += '|' + row;
  }
  for (const double seconds : result.seconds_per_step) {
    content += '|' + shortest_text(seconds);
  }
  return sealed(content);
}

std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(mark);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

// Adds a case to `entries`; false when the line is none.
bool add_entry(std::string_view content, const Study& study, LedgerEntries& entries) {
  const std::vector<std::string_view> parts = split(content, '|');
  const std::size_t methods = study.methods.size();
  std::uint64_t index = 0;
  const auto [end, trouble] = std::from_chars(parts[0].data(), parts[0].data() + parts[0].size(), index);
  if (trouble != std::errc{} || parts.size() != 1 + 2 * methods || index >= case_count(study)) {
    return false;
  }
  LedgerEntry entry;
  for (std::size_t i = 0; i < methods; ++i) {
    entry.rows.emplace_back(parts[1 + i]);
    entry.seconds_per_step.push_back(parse_number(parts[1 + methods + i]).value);
  }
  entries[index] = std::move(entry);
  return true;
}

struct LedgerText {
  LedgerEntries entries;
  std::size_t good_bytes = 0;  // up to here the file is whole lines
  bool is_of_study = true;
};

LedgerText parse_ledger(std::string_view text, const Study& study) {
  LedgerText result;
  const std::string header = header_of(study);
  if (text.size() < header.size()) {
    result.is_of_study = header.starts_with(text);  // killed while the first line was being written
    return result;
  }
  result.is_of_study = text.starts_with(header);
  result.good_bytes = result.is_of_study ? header.size() : 0;
  while (result.is_of_study) {
    const std::size_t end = text.find('\n', result.good_bytes);
    if (end == std::string_view::npos) {
      break;
    }
    const auto content = unsealed(text.substr(result.good_bytes, end - result.good_bytes));
    if (!content || !add_entry(*content, study, result.entries)) {
      break;
    }
    result.good_bytes = end + 1;
  }
  return result;
}

Error of_another_study(const fs::path& file) {
  return {file.string() + ": found results of another study or version, expected an empty folder or one of this study"};
}

fs::path ledger_file(const fs::path& folder, const StudyPart& part) {
  return folder /
         ("part_" + std::to_string(part.index) + "_of_" + std::to_string(part.count) + std::string(ledger_ending));
}

std::vector<fs::path> ledger_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code none_there;
  for (const auto& entry : fs::directory_iterator(folder, none_there)) {
    if (entry.path().extension() == ledger_ending) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

Error system_error(const fs::path& file, std::string_view what) {
  return {file.string() + ": " + std::string(what) + ": " + std::strerror(errno), true};
}

std::optional<Error> write_all(int descriptor, std::string_view bytes, const fs::path& file) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return system_error(file, "cannot be written");
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return std::nullopt;
}

// The kernel lets go of the lock when the process ends, however it ends. A lock of the open file (not of the process,
// which would lose it as soon as it closed the file anywhere else).
bool lock_whole(int descriptor) {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return ::fcntl(descriptor, F_OFD_SETLK, &lock) == 0;
}

}  // namespace

Result<LedgerEntries> read_ledgers(const fs::path& folder, const Study& study) {
  LedgerEntries all;
  for (const fs::path& file : ledger_files(folder)) {
    const auto text = read_file(file);
    if (!text) {
      return text.error();
    }
    LedgerText parsed = parse_ledger(text.value(), study);
    if (!parsed.is_of_study) {
      return of_another_study(file);
    }
    all.merge(parsed.entries);
  }
  return all;
}

Result<Study> study_of_folder(const fs::path& folder) { return read_study(folder / "study.json"); }

Result<Ledger> Ledger::open(const fs::path& folder, const Study& study, const StudyPart& part) {
  std::error_code trouble;
  fs::create_directories(folder, trouble);
  const fs::path file = ledger_file(folder, part);
  Ledger ledger(file, ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (ledger.descriptor_ < 0) {
    return system_error(file, "cannot be written");
  }
  if (!lock_whole(ledger.descriptor_)) {
    return Error{file.string() + ": found in use by another process, expected no one else to run this part"};
  }
  const auto text = read_file(file);
  if (!text) {
    return text.error();
  }
  const LedgerText parsed = parse_ledger(text.value(), study);
  if (!parsed.is_of_study) {
    return of_another_study(file);
  }
  const auto good = static_cast<off_t>(parsed.good_bytes);
  if (::ftruncate(ledger.descriptor_, good) != 0 || ::lseek(ledger.descriptor_, good, SEEK_SET) < 0) {
    return system_error(file, "cannot be continued");
  }
  if (good == 0) {
    if (auto error = write_all(ledger.descriptor_, header_of(study), file)) {
      return *error;
    }
  }
  return ledger;
}

Ledger::Ledger(Ledger&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

Ledger& Ledger::operator=(Ledger&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Ledger::~Ledger() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

std::optional<Error> Ledger::append(const Study& study, const std::vector<CaseResult>& results) {
  std::string lines;
  for (const CaseResult& result : results) {
    lines += line_of(study, result);
  }
  return write_all(descriptor_, lines, file_);
}

}  // namespace firstcontact
