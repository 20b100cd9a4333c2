// firstcontact verify

#include <array>

#include "cli/commands.hpp"
#include "verify/report.hpp"

namespace firstcontact {

// As JSON to `file`, and in words to standard output unless that is the file. What went wrong, if anything.
static std::optional<Error> put_report(const verify::VerifyReport& report, const std::string& file,
                                       const Streams& streams) {
  auto error = file.empty() ? std::nullopt : put_text(file, verify::report_json(report), streams);
  return error || file == "-" ? error : put_text("-", verify::report_lines(report), streams);
}

CLI::App* declare_verify(CLI::App& program, VerifyArguments& arguments) {
  CLI::App* const command = program.add_subcommand(
      "verify", "Proves that nothing in a recording ever interpenetrates, and that it obeys mechanics");
  command->add_option("recording", arguments.recording, "The recording, a .fcr file")->required()->type_name("FILE");
  command->add_option("--report", arguments.report, "Write the findings as JSON to a file, or to standard output: -")
      ->type_name("FILE|-");
  command->add_option("--threads", arguments.threads, "Threads; never changes a byte of the report")
      ->capture_default_str()
      ->check(whole_number_within(1, 1024));
  command->footer(
      "Exit status: 0 proved; 1 refuted or undecided.\n"
      "Example:\n  firstcontact simulate scenes/thesis_demo.json --record run.fcr\n  firstcontact verify run.fcr "
      "--report -");
  return command;
}

ExitStatus verify_file(const VerifyArguments& arguments, const Streams& streams) {
  const std::array inputs{NamedFile{"recording", arguments.recording}};
  const std::array outputs{NamedFile{"--report", arguments.report}};
  if (const auto error = clash(inputs, outputs)) {
    return refuse(streams, ExitStatus::bad_input, error->message);
  }
  const auto report = verify::verify_recording(arguments.recording, {arguments.threads});
  if (!report) {
    return refuse(streams, ExitStatus::bad_input, report.error().message);
  }
  if (report.value().ending == RecordingEnding::cut) {
    refuse(streams, ExitStatus::done,
           "warning: " + arguments.recording + ": the file is cut; looked at what comes before, up to " +
               rounded_text(report.value().end_time) + " s");
  }
  if (const auto error = put_report(report.value(), arguments.report, streams)) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  return report.value().findings.empty() ? ExitStatus::done : ExitStatus::answer_is_no;
}

}  // namespace firstcontact
