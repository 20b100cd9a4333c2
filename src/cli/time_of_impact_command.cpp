// firstcontact toi

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/commands.hpp"
#include "cli/query_score.hpp"
#include "scene/files.hpp"

namespace firstcontact {
namespace {

using Json = nlohmann::ordered_json;  // keys stay in the order of the contract

std::string result_line(const QuerySet& set, const ImpactQuery& query, const TimedAnswer& timed) {
  const TimeOfImpact& impact = timed.impact;
  const Json json{{"set", set.name},
                  {"id", query.id},
                  {"status", status_name(impact.status)},
                  {"time", impact.time},
                  {"gap_m", impact.gap},
                  {"normal", {impact.normal.x, impact.normal.y, impact.normal.z}},
                  {"depth_m", impact.depth},
                  {"feature", feature_name(impact.feature)},
                  {"ns", timed.nanoseconds}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json score_json(const Score& score, const TimeOfImpactArguments& arguments) {
  Json json;
  if (!score.set.empty()) {
    json["set"] = score.set;
  }
  json["queries"] = score.queries;
  json["hits"] = score.hits;
  json["missed"] = score.missed;
  json["late"] = score.late;
  json["false_contacts"] = score.false_contacts;
  json["undecided"] = score.undecided;
  json["wrong_overlaps"] = score.wrong_overlaps;
  json["ns_median"] = quantile(score.nanoseconds, 0.5);
  json["ns_p99"] = quantile(score.nanoseconds, 0.99);
  json["method"] = arguments.method;
  json["target_m"] = arguments.target;
  json["tolerance_m"] = arguments.tolerance;
  return json;
}

// What one run over all files gives.
struct Report {
  std::vector<Score> sets;
  Score total;
  std::string result_lines;  // only when they are asked for
};

std::string summary_text(const Report& report, const TimeOfImpactArguments& arguments) {
  Json sets = Json::array();
  for (const Score& score : report.sets) {
    sets.push_back(score_json(score, arguments));
  }
  const Json json{{"sets", sets}, {"total", score_json(report.total, arguments)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string table_line(const Score& score) {
  std::array<char, 200> text{};
  std::snprintf(text.data(), text.size(), "%-12.60s %8llu %8llu %7llu %6llu %15llu %10llu %15llu %10.0f %10.0f\n",
                score.set.empty() ? "total" : score.set.c_str(), static_cast<unsigned long long>(score.queries),
                static_cast<unsigned long long>(score.hits), static_cast<unsigned long long>(score.missed),
                static_cast<unsigned long long>(score.late), static_cast<unsigned long long>(score.false_contacts),
                static_cast<unsigned long long>(score.undecided), static_cast<unsigned long long>(score.wrong_overlaps),
                quantile(score.nanoseconds, 0.5), quantile(score.nanoseconds, 0.99));
  return text.data();
}

std::string table_text(const Report& report) {
  std::string text =
      "set           queries     hits  missed   late  false_contacts  undecided  wrong_overlaps  ns_median     "
      "ns_p99\n";
  for (const Score& score : report.sets) {
    text += table_line(score);
  }
  return text + table_line(report.total);
}

AnswerOptions answer_options(const TimeOfImpactArguments& arguments) {
  AnswerOptions options;
  const auto names = impact_method_names();
  const auto found = std::find(names.begin(), names.end(), arguments.method);
  options.method = static_cast<ImpactMethod>(found - names.begin());
  options.impact.target = arguments.target;
  options.impact.tolerance = arguments.tolerance;
  options.repeat = arguments.repeat;
  return options;
}

void answer_set(const QuerySet& set, const TimeOfImpactArguments& arguments, Report& report) {
  const AnswerOptions options = answer_options(arguments);
  Score score;
  score.set = set.name;
  for (const ImpactQuery& query : set.queries) {
    const TimedAnswer timed = answer(set, query, options);
    count(score, query, judge(set, query, timed.impact, options.impact), timed.nanoseconds);
    if (!arguments.results.empty()) {
      report.result_lines += result_line(set, query, timed);
    }
  }
  add(report.total, score);
  report.sets.push_back(std::move(score));
}

Result<Report> answer_files(const TimeOfImpactArguments& arguments) {
  Report report;
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

std::optional<Error> put_report(const Report& report, const TimeOfImpactArguments& arguments, const Streams& streams) {
  if (!arguments.results.empty()) {
    if (auto error = put_text(arguments.results, report.result_lines, streams)) {
      return error;
    }
  }
  if (!arguments.summary.empty()) {
    if (auto error = put_text(arguments.summary, summary_text(report, arguments), streams)) {
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
  command->add_option("--method", arguments.method, "How to answer: certified, swept_faces or swept_full")
      ->capture_default_str()
      ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())));
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
  command->footer("Example:\n  firstcontact toi S1.toi S2.toi --repeat 5 --results answers.jsonl --summary -");
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
