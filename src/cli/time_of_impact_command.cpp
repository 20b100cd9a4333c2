// firstcontact toi

#include <array>
#include <cstdio>
#include <utility>

#include "cli/commands.hpp"
#include "scene/files.hpp"
#include "scene/query_report.hpp"
#include "scene/query_score.hpp"

namespace firstcontact {
namespace {

std::string table_line(const Score& score) {
  std::array<char, 220> text{};
  std::snprintf(text.data(), text.size(), "%-12.60s %8llu %8llu %7llu %6llu %6llu %15llu %10llu %15llu %10.0f %10.0f\n",
                score.set.empty() ? "total" : score.set.c_str(), static_cast<unsigned long long>(score.queries),
                static_cast<unsigned long long>(score.hits), static_cast<unsigned long long>(score.missed),
                static_cast<unsigned long long>(score.late), static_cast<unsigned long long>(score.early),
                static_cast<unsigned long long>(score.false_contacts), static_cast<unsigned long long>(score.undecided),
                static_cast<unsigned long long>(score.wrong_overlaps), quantile(score.nanoseconds, 0.5),
                quantile(score.nanoseconds, 0.99));
  return text.data();
}

std::string table_text(const QueryReport& report) {
  std::string text =
      "set           queries     hits  missed   late  early  false_contacts  undecided  wrong_overlaps  ns_median     "
      "ns_p99\n";
  for (const Score& score : report.sets) {
    text += table_line(score);
  }
  return text + table_line(report.total);
}

AnswerOptions answer_options(const TimeOfImpactArguments& arguments) {
  AnswerOptions options;
  options.method = impact_method_named(arguments.method).value_or(ImpactMethod::certified);
  options.impact.target = arguments.target;
  options.impact.tolerance = arguments.tolerance;
  options.repeat = arguments.repeat;
  options.samples = arguments.samples;
  return options;
}

void answer_set(const QuerySet& set, const TimeOfImpactArguments& arguments, QueryReport& report) {
  const AnswerOptions options = answer_options(arguments);
  Score score;
  score.set = set.name;
  for (const ImpactQuery& query : set.queries) {
    const TimedAnswer timed = answer(set, query, options);
    count(score, query, judge(set, query, timed.impact, options.impact), timed.nanoseconds);
    if (!arguments.results.empty()) {
      report.result_lines += query_result_line(set, query, timed);
    }
  }
  add(report.total, score);
  report.sets.push_back(std::move(score));
}

Result<QueryReport> answer_files(const TimeOfImpactArguments& arguments) {
  QueryReport report;
  for (const std::string& file : arguments.files) {
    const auto text = read_file(file);
    if (!text) {
      return text.error();
    }
    const auto set = parse_query_set(text.value(), file);
    if (!set) {
      return set.error();
    }
    answer_set(set.value(), arguments, report);
  }
  return report;
}

std::optional<Error> put_report(const QueryReport& report, const TimeOfImpactArguments& arguments,
                                const Streams& streams) {
  if (!arguments.results.empty()) {
    if (auto error = put_text(arguments.results, report.result_lines, streams)) {
      return error;
    }
  }
  if (!arguments.summary.empty()) {
    if (auto error =
            put_text(arguments.summary,
                     query_summary(report, {arguments.method, arguments.target, arguments.tolerance}), streams)) {
      return error;
    }
  }
  const bool is_output_taken = arguments.results == "-" || arguments.summary == "-";
  return is_output_taken ? std::nullopt : put_text("-", table_text(report), streams);
}

std::vector<NamedFile> input_files(const TimeOfImpactArguments& arguments) {
  std::vector<NamedFile> inputs;
  for (const std::string& file : arguments.files) {
    inputs.push_back({"files", file});
  }
  return inputs;
}

}  // namespace

CLI::App* declare_time_of_impact(CLI::App& program, TimeOfImpactArguments& arguments) {
  CLI::App* const command =
      program.add_subcommand("toi", "Answers files of time-of-impact queries and scores the answers");
  const auto names = impact_method_names();
  command->add_option("files", arguments.files, "Files of queries, .toi")->required()->type_name("FILE");
  command
      ->add_option("--method", arguments.method,
                   "How to answer: certified, discrete, sampled, swept_faces, swept_full, advancement")
      ->capture_default_str()
      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
  command->add_option("--samples", arguments.samples, "Parts of the span that `sampled` looks at")
      ->capture_default_str()
      ->check(whole_number_within(1, 1000000));
  command->add_option("--target", arguments.target, "Gap that counts as contact, m")
      ->type_name("METRES")
      ->capture_default_str()
      ->check(number_within(0.0, 1e3, "a number of metres from 0 to 1e3"));
  command->add_option("--tolerance", arguments.tolerance, "How much more gap an answer may leave, m")
      ->type_name("METRES")
      ->capture_default_str()
      ->check(number_within(1e-12, 1e3, "a number of metres from 1e-12 to 1e3"));
  command->add_option("--repeat", arguments.repeat, "Ask each query N times and report the median time")
      ->capture_default_str()
      ->check(whole_number_within(1, 1000000));
  command
      ->add_option("--results", arguments.results, "Write one JSON line per query to a file, or to standard output: -")
      ->type_name("FILE|-");
  command->add_option("--summary", arguments.summary, "Write the scores as JSON to a file, or to standard output: -")
      ->type_name("FILE|-");
  command->footer(
      "Example:\n  firstcontact toi tests/narrowphase/data/S1.toi --repeat 5 --results answers.jsonl --summary -");
  return command;
}

ExitStatus answer_queries(const TimeOfImpactArguments& arguments, const Streams& streams) {
  const std::array outputs{NamedFile{"--results", arguments.results}, NamedFile{"--summary", arguments.summary}};
  if (const auto error = clash(input_files(arguments), outputs)) {
    return refuse(streams, ExitStatus::bad_input, error->message);
  }
  const auto report = answer_files(arguments);
  if (!report) {
    return refuse(streams, ExitStatus::bad_input, report.error().message);
  }
  if (const auto error = put_report(report.value(), arguments, streams)) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  return ExitStatus::done;
}

}  // namespace firstcontact
