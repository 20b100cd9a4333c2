// What a finished study is told as: a table by method, figures, and one page that holds it all.
#pragma once

#include <string>
#include <vector>

#include "lab/measures.hpp"

namespace firstcontact {

struct ReportFile {
  std::string name;  // relative to the study's folder
  std::string text;
};

/// The files of the report: the same text for the same records, in order of case and method.
[[nodiscard]] std::vector<ReportFile> report_files(const Study& study, const std::vector<Record>& records);

}  // namespace firstcontact
