#include "lab/report.hpp"

#include "lab/summary.hpp"

namespace firstcontact {

std::vector<ReportFile> report_files(const Study& study, const std::vector<Record>& records) {
  return {{"methods.csv", summary_table(summaries_of(study, records))}};
}

}  // namespace firstcontact
