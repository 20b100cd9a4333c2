#include "lab/lab.hpp"

#include <algorithm>

#include "core/threads.hpp"
#include "lab/measures.hpp"
#include "lab/report.hpp"
#include "scene/files.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

// Cases between two writes, per thread: enough to keep all of them busy, few enough to lose little in a kill.
constexpr std::size_t cases_per_thread = 16;

std::vector<std::uint64_t> cases_to_run(const Study& study, const StudyPart& part, const LedgerEntries& done) {
  std::vector<std::uint64_t> cases;
  for (std::uint64_t index = part.index; index < case_count(study); index += part.count) {
    if (!done.contains(index)) {
      cases.push_back(index);
    }
  }
  return cases;
}

std::uint64_t cases_in_part(const Study& study, const StudyPart& part) {
  return (case_count(study) + part.count - 1 - part.index) / part.count;
}

std::vector<CaseResult> run_cases(Threads& threads, const Study& study, std::span<const std::uint64_t> cases) {
  std::vector<CaseResult> results(cases.size());
  threads.for_each(cases.size(), 1, [&](std::size_t i) { results[i] = run_case(study, cases[i]); });
  return results;
}

// Some of what a ledger holds, run again: results of two builds that answer differently must not be mixed, and a
// version number does not tell two builds of one version apart.
std::optional<Error> compare_with_today(const Study& study, const fs::path& source, const LedgerEntries& entries) {
  constexpr std::size_t looks = 4;
  const std::size_t stride = (entries.size() + looks - 1) / looks;
  std::size_t place = 0;
  for (const auto& [index, entry] : entries) {
    if (place++ % stride != 0) {
      continue;
    }
    if (rows_of(study, run_case(study, index)) != entry.rows) {
      return Error{source.string() + ": case " + std::to_string(index) +
                   ": found an end that this program does not come to, expected results of this build: give another "
                   "folder, or the program that began this one"};
    }
  }
  return std::nullopt;
}

// "case,METHOD,METHOD..." of processor times: they differ from run to run, and so have a file of their own.
std::string timing_table(const Study& study, const LedgerEntries& entries) {
  std::string text = "case";
  for (const std::string& method : study.methods) {
    text += ',' + method + " s_per_step";
  }
  text += '\n';
  for (const auto& [index, entry] : entries) {
    text += std::to_string(index);
    for (const double seconds : entry.seconds_per_step) {
      text += ',' + shortest_text(seconds);
    }
    text += '\n';
  }
  return text;
}

std::vector<std::vector<double>> seconds_by_method(const Study& study, const LedgerEntries& entries) {
  std::vector<std::vector<double>> seconds(study.methods.size());
  for (const auto& [index, entry] : entries) {
    for (std::size_t method = 0; method < seconds.size(); ++method) {
      seconds[method].push_back(entry.seconds_per_step.at(method));
    }
  }
  return seconds;
}

Result<std::vector<Record>> records_of(const Study& study, const LedgerEntries& entries) {
  std::vector<Record> records;
  records.reserve(entries.size() * study.methods.size());
  for (const auto& [index, entry] : entries) {
    for (const std::string& row : entry.rows) {
      const auto record = parse_record(study, row);
      if (!record) {
        return Error{"case " + std::to_string(index) + ": found \"" + row + "\", expected a run of this study"};
      }
      records.push_back(*record);
    }
  }
  return records;
}

std::string table_of_runs(const LedgerEntries& entries) {
  std::string text = record_header() + '\n';
  for (const auto& [index, entry] : entries) {
    for (const std::string& row : entry.rows) {
      text += row + '\n';
    }
  }
  return text;
}

Result<LedgerEntries> all_entries(const Study& study, const std::vector<fs::path>& sources) {
  LedgerEntries all;
  for (const fs::path& source : sources) {
    auto entries = read_ledgers(source, study);
    if (!entries) {
      return entries.error();
    }
    if (auto error = compare_with_today(study, source, entries.value())) {
      return *error;
    }
    all.merge(std::move(entries).value());
  }
  const std::uint64_t missing = case_count(study) - all.size();
  if (missing > 0) {
    return Error{sources.front().string() + ": found " + std::to_string(all.size()) + " cases, expected " +
                 std::to_string(case_count(study)) + ": " + std::to_string(missing) + " are still to be run"};
  }
  return all;
}

}  // namespace

Result<LabStatus> run_part(const Study& study, const fs::path& folder, const LabOptions& options) {
  auto ledger = Ledger::open(folder, study, options.part);
  if (!ledger) {
    return ledger.error();
  }
  if (auto error = write_file(folder / "study.json", study_text(study))) {
    return *error;
  }
  const auto done = read_ledgers(folder, study);
  if (!done) {
    return done.error();
  }
  if (auto error = compare_with_today(study, folder, done.value())) {
    return *error;
  }
  Ledger book = std::move(ledger).value();
  const std::vector<std::uint64_t> cases = cases_to_run(study, options.part, done.value());
  const std::uint64_t all = cases_in_part(study, options.part);
  Threads threads(options.jobs > 0 ? std::min(options.jobs, most_threads()) : most_threads());
  const std::size_t cases_at_a_time = cases_per_thread * static_cast<std::size_t>(threads.count());
  for (std::size_t next = 0; next < cases.size(); next += cases_at_a_time) {
    if (!options.goes_on({all - cases.size() + next, all})) {
      return LabStatus::interrupted;
    }
    const std::span<const std::uint64_t> batch =
        std::span(cases).subspan(next, std::min(cases_at_a_time, cases.size() - next));
    const std::vector<CaseResult> results = run_cases(threads, study, batch);
    if (auto error = book.append(study, results)) {
      return *error;
    }
  }
  static_cast<void>(options.goes_on({all, all}));
  return LabStatus::part_done;
}

std::optional<Error> finish_study(const Study& study, const std::vector<fs::path>& sources, const fs::path& folder) {
  const auto entries = all_entries(study, sources);
  if (!entries) {
    return entries.error();
  }
  const auto records = records_of(study, entries.value());
  if (!records) {
    return records.error();
  }
  std::error_code trouble;
  fs::create_directories(folder / "figures", trouble);
  fs::create_directories(folder / "timing", trouble);
  std::vector<ReportFile> files = report_files(study, records.value());
  for (ReportFile& file : timing_files(study, records.value(), seconds_by_method(study, entries.value()))) {
    files.push_back(std::move(file));
  }
  files.push_back({"study.json", study_text(study)});
  files.push_back({"runs.csv", table_of_runs(entries.value())});
  files.push_back({"timing/seconds_per_step.csv", timing_table(study, entries.value())});
  for (const ReportFile& file : files) {
    if (auto error = write_file(folder / file.name, file.text)) {
      return error;
    }
  }
  return std::nullopt;
}

}  // namespace firstcontact
