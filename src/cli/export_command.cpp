// firstcontact export

#include <utility>

#include "cli/commands.hpp"
#include "render/glb_looks.hpp"
#include "scene/export_csv.hpp"
#include "scene/export_glb.hpp"

namespace firstcontact {
namespace {

std::string cut_warning(const ExportArguments& arguments, const ExportReport& report) {
  return "warning: " + arguments.recording + ": byte " + std::to_string(report.good_bytes) +
         ": the file is cut here; exported what comes before, up to " + rounded_text(report.end_time) + " s";
}

Result<ExportReport> export_to(OutputFile& output, const ExportArguments& arguments, RecordingReader& recording,
                               const Streams& streams) {
  if (std::filesystem::path(arguments.output).extension() == ".csv") {
    return export_csv(recording, arguments.samples_per_second, output);
  }
  const auto looks = glb_looks(recording.header(), arguments.looks, cache_unless(arguments.no_cache));
  if (!looks) {
    return looks.error();
  }
  for (const std::string& warning : looks.value().warnings) {
    refuse(streams, ExitStatus::done, "warning: " + warning);
  }
  return export_glb(recording, looks.value(), arguments.samples_per_second, output);
}

ExitStatus write_export(const ExportArguments& arguments, RecordingReader& recording, const Streams& streams) {
  auto created = OutputFile::create(arguments.output);
  if (!created) {
    return refuse(streams, ExitStatus::system_failed, created.error().message);
  }
  OutputFile output = std::move(created).value();
  const auto report = export_to(output, arguments, recording, streams);
  if (!report) {
    return refuse(streams, ExitStatus::bad_input, report.error().message);
  }
  if (const auto error = output.finish()) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  if (report.value().ending == RecordingEnding::cut) {
    refuse(streams, ExitStatus::done, cut_warning(arguments, report.value()));
  }
  return ExitStatus::done;
}

}  // namespace

CLI::App* declare_export(CLI::App& program, ExportArguments& arguments) {
  CLI::App* const command =
      program.add_subcommand("export", "Turns a recording into an animation (glTF) or a table of poses (CSV)");
  command->add_option("recording", arguments.recording, "The recording, a .fcr file")->required()->type_name("FILE");
  command->add_option("-o,--output", arguments.output, "The file to write: OUT.glb or OUT.csv")
      ->required()
      ->type_name("FILE");
  command->add_option("--fps", arguments.samples_per_second, "Samples a second; the last instant is always added")
      ->capture_default_str()
      ->check(number_within(1e-6, 1e6, "a number from 1e-6 to 1e6"));
  command
      ->add_option("--scene", arguments.looks,
                   "For OUT.glb: the scene the recording was made from, so that bodies look like their meshes")
      ->type_name("FILE");
  declare_no_cache(*command, arguments.no_cache);
  command->footer("Example:\n  firstcontact export run.fcr -o run.glb --fps 30 --scene scenes/thesis_demo.json");
  return command;
}

ExitStatus export_recording(const ExportArguments& arguments, const Streams& streams) {
  const std::string ending = std::filesystem::path(arguments.output).extension().string();
  if (ending != ".csv" && ending != ".glb") {
    return refuse(streams, ExitStatus::bad_input,
                  "--output: found " + arguments.output + ", expected a file name that ends in .glb or .csv");
  }
  const std::array inputs{NamedFile{"recording", arguments.recording}, NamedFile{"--scene", arguments.looks}};
  const std::array outputs{NamedFile{"--output", arguments.output}};
  if (const auto error = clash(inputs, outputs)) {
    return refuse(streams, ExitStatus::bad_input, error->message);
  }
  auto opened = RecordingReader::open(arguments.recording);
  if (!opened) {
    return refuse(streams, ExitStatus::bad_input, opened.error().message);
  }
  RecordingReader recording = std::move(opened).value();
  return write_export(arguments, recording, streams);
}

}  // namespace firstcontact
