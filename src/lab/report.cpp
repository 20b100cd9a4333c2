#include "lab/report.hpp"

#include <cstdio>

#include "lab/plots.hpp"
#include "lab/summary.hpp"
#include "lab/svg.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr std::string_view page_style =
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 "
    "1rem;"
    "background:#fff;color:#111}h1{line-height:1.2}table{border-collapse:collapse;margin:1rem "
    "0;display:block;overflow-x:"
    "auto}th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid "
    "#8886;white-space:nowrap;vertical-align:bottom}th{white-space:normal}th:first-child,td:"
    "first-child{text-align:left}tr.ours{font-weight:bold}figure{margin:2rem 0}figure svg{max-width:100%;height:auto}"
    "figcaption{font-weight:bold}pre{overflow-x:auto;font-size:13px}code{font-size:.9em}a{color:#0059b3}"
    "@media(prefers-color-scheme:dark){body{background:#15181c;color:#e8e8e8}a{color:#7db8ff}}"
    "@media "
    "print{body{background:#fff;color:#000;max-width:none;margin:0;font-size:10pt}figure,table{break-inside:avoid}}";

std::string head(std::string_view title) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
         "content=\"width=device-width\">\n<link rel=\"icon\" href=\"data:,\">\n<title>" +
         escaped(title) + "</title>\n<style>" + std::string(page_style) + "</style>\n</head>\n<body>\n<h1>" +
         escaped(title) + "</h1>\n";
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::string text = "<table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_ours = rows[i].front() == "first_contact";
    text += is_ours ? "<tr class=\"ours\">" : "<tr>";
    for (const std::string& cell : rows[i]) {
      text += (i == 0 ? "<th>" : "<td>") + escaped(cell) + (i == 0 ? "</th>" : "</td>");
    }
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string count_text(std::uint64_t count, std::uint64_t of) {
  if (of == 0) {
    return "-";
  }
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%llu (%.3g %%)", static_cast<unsigned long long>(count),
                100.0 * static_cast<double>(count) / static_cast<double>(of));
  return text.data();
}

std::string text_of(const std::optional<double>& value) { return value ? short_number(*value) : "-"; }

std::string contact_table(const std::vector<MethodSummary>& summaries) {
  std::vector<std::vector<std::string>> rows{
      {"method", "missed", "late", "late by more than a step", "wrong side", "contact though apart"}};
  for (const MethodSummary& s : summaries) {
    rows.push_back({s.method, count_text(s.missed, s.meet), count_text(s.late, s.meet),
                    count_text(s.late_by_a_step, s.meet), count_text(s.wrong_side, s.walls),
                    count_text(s.ghosts, s.clear)});
  }
  return table(rows);
}

std::string error_table(const std::vector<MethodSummary>& summaries) {
  std::vector<std::vector<std::string>> rows{{"method", "deepest overlap, m", "velocity error: median",
                                              "of 99 in 100 below", "energy error: of 99 in 100 below", "greatest",
                                              "momentum error: greatest", "angular momentum error: of 99 in 100 below",
                                              "greatest", "ghost impulse, N s", "time lost, s",
                                              "hash of all end states"}};
  for (const MethodSummary& s : summaries) {
    rows.push_back({s.method, short_number(s.deepest), text_of(s.velocity_error_median), text_of(s.velocity_error_high),
                    text_of(s.energy_error_high), short_number(s.energy_error_greatest),
                    short_number(s.momentum_error_greatest), text_of(s.angular_momentum_error_high),
                    short_number(s.angular_momentum_error_greatest), short_number(s.ghost_impulse),
                    short_number(s.time_lost), hexadecimal_text(s.hash)});
  }
  return table(rows);
}

constexpr std::string_view definitions =
    "<h2>What the columns mean</h2>\n<p>Every case is run by every method on the same bodies. What truly happens is "
    "found "
    "from the free motions alone, by all separating axes of the two polyhedra at times between which a bound on the "
    "speed "
    "proves that nothing is jumped over: a case <em>meets</em> when the free motions are seen to overlap by 1e-7 m, is "
    "<em>clear</em> when they stay further apart than 2e-3 of the smaller body's size, and is judged neither way in "
    "between.</p>\n<p><em>Missed</em>: no impulse at all in a case that meets. <em>Late</em>: the first impulse comes "
    "after "
    "the first instant of certain overlap; a method that looks at frame ends only is nearly always late by part of a "
    "step, so lateness by more than a step is counted apart. <em>Wrong side</em>: the body ends behind the wall. "
    "<em>Contact though apart</em>: an impulse in a case that stays clear. <em>Velocity error</em>: the difference "
    "from "
    "the exact answer right after the first impact, as a share of the fastest speed that two points of the bodies had "
    "against each other, where they meet in one point. "
    "<em>Energy error</em>: kinetic energy won, and at restitution 1 also lost, as a share. <em>Momentum errors</em>: "
    "as "
    "shares of the sum of both bodies' sizes.</p>\n";

std::string counts_line(const Study& study, const MethodSummary& any) {
  return "<p>" + std::to_string(case_count(study)) + " cases, each by " + std::to_string(study.methods.size()) +
         " methods: " + std::to_string(any.meet) + " meet, " + std::to_string(any.clear) + " stay clear, " +
         std::to_string(any.unjudged) + " graze and are not judged.</p>\n";
}

std::string provenance(const Study& study) {
  return "<h2>Settings</h2>\n<pre>" + escaped(study_text(study)) + "</pre>\n<p>First Contact " +
         escaped(lab_version()) + ", study <code>" + hexadecimal_text(study_hash(study)) +
         "</code>. All runs: <a href=\"runs.csv\">runs.csv</a>; by method: <a href=\"methods.csv\">methods.csv</a>; "
         "error "
         "against cost, which differs from run to run: <a href=\"timing/report.html\">timing/report.html</a>. Figures "
         "as "
         "files: folder <code>figures</code>.</p>\n";
}

}  // namespace

std::vector<ReportFile> report_files(const Study& study, const std::vector<Record>& records) {
  const std::vector<MethodSummary> summaries = summaries_of(study, records);
  std::vector<ReportFile> files{{"methods.csv", summary_table(summaries)}};
  std::string page = head(study.name) + "<p>" + escaped(study.question) + "</p>\n" +
                     counts_line(study, summaries.front()) + contact_table(summaries) + error_table(summaries);
  for (std::size_t i = 0; i < study.figures.size(); ++i) {
    const Figure& figure = study.figures[i];
    const FigureTable numbers = figure_table(study, figure, records);
    const std::string picture = figure_picture(study, figure, numbers);
    const std::string name = "figures/figure_" + std::to_string(i + 1);
    page += "<figure><figcaption>Figure " + std::to_string(i + 1) + ": " + escaped(figure_title(figure)) +
            "</figcaption>\n" + picture + "</figure>\n";
    files.push_back({name + ".svg", on_paper(picture)});
    files.push_back({name + ".csv", figure_numbers(study, figure, numbers)});
  }
  page += std::string(definitions) + provenance(study) + "</body>\n</html>\n";
  files.push_back({"report.html", page});
  return files;
}

std::vector<ReportFile> timing_files(const Study& study, const std::vector<Record>& records,
                                     const std::vector<std::vector<double>>& seconds_by_method) {
  const std::vector<CostPoint> points = cost_points(study, records, seconds_by_method);
  std::vector<std::vector<std::string>> rows{
      {"method", "microseconds per step (median)", "wrong, share", "on the front"}};
  for (const CostPoint& point : points) {
    rows.push_back({point.method, short_number(1e6 * point.seconds_per_step), short_number(point.share_wrong),
                    point.is_on_front ? "yes" : "no"});
  }
  const std::string picture = cost_picture(points);
  const std::string page =
      head(study.name + ": error against cost") +
      "<p>Processor time of stepping alone, median over all cases, on the machine and under the load of this run: "
      "compare "
      "methods within this page only. Wrong: missed, late by more than a step, or on the wrong side, of the cases that "
      "meet. The dashed line is the front: no method is both cheaper and less often wrong than one on "
      "it.</p>\n<figure>" +
      picture + "</figure>\n" + table(rows) +
      "<p><a href=\"../report.html\">The study's report</a></p>\n</body>\n</html>\n";
  return {{"timing/report.html", page}, {"timing/cost.svg", on_paper(picture)}};
}

}  // namespace firstcontact
