// What a finished study is told as: a table by method, figures, and one page that holds it all. Processor times differ
// from run to run, and so stand on a page of their own.
#pragma once

#include <string>
#include <vector>

#include "lab/measures.hpp"

namespace firstcontact {

struct ReportFile {
  std::string name;  // relative to the study's folder
  std::string text;
};

/// The files of the report: the same text for the same records, which must be in order of case and method.
[[nodiscard]] std::vector<ReportFile> report_files(const Study& study, const std::vector<Record>& records);

/// The page and picture of error against cost; `seconds_by_method` holds a processor time per step for each case.
[[nodiscard]] std::vector<ReportFile> timing_files(const Study& study, const std::vector<Record>& records,
                                                   const std::vector<std::vector<double>>& seconds_by_method);

}  // namespace firstcontact
