// firstcontact export

#include <unistd.h>

#include <utility>

#include "cli/commands.hpp"
#include "render/glb_looks.hpp"
#include "scene/export_csv.hpp"
#include "scene/export_glb.hpp"
#include "scene/files.hpp"

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

// A file that is gone when this is.
struct Passing {
  explicit Passing(std::filesystem::path name) : file(std::move(name)) {}
  ~Passing() {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
  Passing(const Passing&) = delete;
  Passing& operator=(const Passing&) = delete;
  std::filesystem::path file;
};

// A table goes to standard output through a file of its own: what is damaged half-way says nothing.
ExitStatus print_table(const ExportArguments& arguments, RecordingReader& recording, const Streams& streams);

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

ExitStatus export_file(const ExportArguments& arguments, const Streams& streams) {
  auto opened = RecordingReader::open(arguments.recording);
  if (!opened) {
    return refuse(streams, ExitStatus::bad_input, opened.error().message);
  }
  RecordingReader recording = std::move(opened).value();
  return arguments.output == "-" ? print_table(arguments, recording, streams)
                                 : write_export(arguments, recording, streams);
}

ExitStatus print_table(const ExportArguments& arguments, RecordingReader& recording, const Streams& streams) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  const Passing table(folder / ("firstcontact-" + std::to_string(::getpid()) + ".csv"));
  ExportArguments to_file = arguments;
  to_file.output = table.file.string();
  const ExitStatus status = write_export(to_file, recording, streams);
  if (status != ExitStatus::done) {
    return status;
  }
  const auto text = read_file(table.file);
  const auto error = text ? put_text("-", text.value(), streams) : std::optional(text.error());
  return error ? refuse(streams, ExitStatus::system_failed, error->message) : ExitStatus::done;
}

// The scene's run goes through a recording beside the output, which is where there is room for it.
ExitStatus export_scene(const ExportArguments& arguments, const Streams& streams) {
  const std::filesystem::path output = arguments.output == "-" ? std::filesystem::temp_directory_path() / "table"
                                                               : std::filesystem::path(arguments.output);
  const std::string hidden = "." + output.filename().string() + "-" + std::to_string(::getpid()) + ".fcr";
  const Passing recording(output.parent_path() / hidden);
  SimulateArguments run;
  run.scene = arguments.recording;
  run.method = arguments.method;
  run.record = recording.file.string();
  run.no_cache = arguments.no_cache;
  run.quiet = true;
  const ExitStatus status = simulate(run, streams);
  if (status != ExitStatus::done) {
    return status;
  }
  ExportArguments of_recording = arguments;
  of_recording.looks = arguments.looks.empty() ? arguments.recording : arguments.looks;
  of_recording.recording = run.record;
  return export_file(of_recording, streams);
}

}  // namespace

CLI::App* declare_export(CLI::App& program, ExportArguments& arguments) {
  CLI::App* const command = program.add_subcommand(
      "export", "Turns a recording, or a scene that it runs, into an animation (glTF) or a table of poses (CSV)");
  command->add_option("input", arguments.recording, "A recording (.fcr), or a scene (.json)")
      ->required()
      ->type_name("FILE");
  declare_method(*command, arguments.method, "Of a scene: what keeps the bodies apart");
  command
      ->add_option("-o,--output", arguments.output,
                   "The file to write: OUT.glb or OUT.csv, or - for the table on standard output")
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
  if (ending != ".csv" && ending != ".glb" && arguments.output != "-") {
    return refuse(streams, ExitStatus::bad_input,
                  "--output: found " + arguments.output + ", expected a file name that ends in .glb or .csv");
  }
  const std::array inputs{NamedFile{"input", arguments.recording}, NamedFile{"--scene", arguments.looks}};
  const std::array outputs{NamedFile{"--output", arguments.output}};
  if (const auto error = clash(inputs, outputs)) {
    return refuse(streams, ExitStatus::bad_input, error->message);
  }
  if (std::filesystem::path(arguments.recording).extension() == ".json") {
    return export_scene(arguments, streams);
  }
  if (arguments.method != engine_name) {
    return refuse(
        streams, ExitStatus::bad_input,
        "--method: found " + arguments.recording + ", a recording, expected a scene, which any method can run");
  }
  return export_file(arguments, streams);
}

}  // namespace firstcontact
