// What a study has done so far, on disk, so that a kill at any instant loses only what was being computed. A folder
// holds one ledger per part of the study (a shard, a rank); each is only ever appended to, whole lines at a time, and
// each line carries a hash of itself: a torn last line is no line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <firstcontact/result.hpp>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/run.hpp"

namespace firstcontact {

/// Part i of n: every case whose number is i modulo n. Cases lie side by side, so parts take equally long.
struct StudyPart {
  std::uint64_t index = 0, count = 1;
};

/// One finished case: a table row per method, and the processor time of each.
struct LedgerEntry {
  std::vector<std::string> rows;
  std::vector<double> seconds_per_step;
};
/// By number of case.
using LedgerEntries = std::map<std::uint64_t, LedgerEntry>;

/// All that the ledgers in `folder` hold of the study. Error: a ledger of another study or version. A folder that is
/// not there holds nothing.
[[nodiscard]] Result<LedgerEntries> read_ledgers(const std::filesystem::path& folder, const Study& study);
/// The study that a folder's ledgers are of. Error: none, or it cannot be read.
[[nodiscard]] Result<Study> study_of_folder(const std::filesystem::path& folder);

/// One part's ledger, open to be continued. While it is open no other process can open it.
class Ledger {
 public:
  /// Makes the folder and the file where there are none; cuts off a torn last line. Error: not writable, in use by
  /// another process, or of another study.
  [[nodiscard]] static Result<Ledger> open(const std::filesystem::path& folder, const Study& study,
                                           const StudyPart& part);
  Ledger(Ledger&& other) noexcept;
  Ledger& operator=(Ledger&& other) noexcept;
  ~Ledger();

  /// Appends finished cases in one write. What went wrong, if anything.
  [[nodiscard]] std::optional<Error> append(const Study& study, const std::vector<CaseResult>& results);

 private:
  Ledger(std::filesystem::path file, int descriptor) : file_(std::move(file)), descriptor_(descriptor) {}
  std::filesystem::path file_;
  int descriptor_ = -1;
};

}  // namespace firstcontact
