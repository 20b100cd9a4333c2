// Runs a study, or a part of it, over all cores, and puts the finished whole into tables and a report.
#pragma once

#include <functional>
#include <vector>

#include "lab/ledger.hpp"

namespace firstcontact {

struct StudyProgress {
  std::uint64_t done = 0, of = 0;  // cases of this part, those of earlier runs included
};

struct LabOptions {
  StudyPart part;
  int jobs = 0;  // threads; 0: as many as there are processors
  /// Called from time to time by the calling thread; false ends the run, which can be gone on with later.
  std::function<bool(const StudyProgress&)> goes_on = [](const StudyProgress&) { return true; };
};

enum class LabStatus : std::uint8_t {
  part_done,    // all cases of this part are in the ledger
  interrupted,  // `goes_on` said no
};

/// Runs those cases of the part that no ledger in `folder` has. Error: the folder cannot be used, or is of another
/// study.
[[nodiscard]] Result<LabStatus> run_part(const Study& study, const std::filesystem::path& folder,
                                         const LabOptions& options);

/// What a study ends with, made from the ledgers of `sources`, which need not be in order: the same bytes whoever ran
/// which part, in how many goes. Error: cases that are missing, ledgers of different studies, not writable.
[[nodiscard]] std::optional<Error> finish_study(const Study& study, const std::vector<std::filesystem::path>& sources,
                                                const std::filesystem::path& folder);

}  // namespace firstcontact
