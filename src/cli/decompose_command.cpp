// firstcontact decompose

#include <algorithm>
#include <array>

#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "render/hulls_picture.hpp"
#include "scene/decomposition_files.hpp"
#include "scene/files.hpp"

namespace firstcontact {
namespace {

constexpr std::uint64_t progress_steps = 1000;

DecompositionOptions options_of(const DecomposeArguments& arguments) {
  DecompositionOptions options;
  options.tolerance = arguments.tolerance;
  options.max_hulls = static_cast<std::size_t>(arguments.max_hulls);
  options.max_vertices = static_cast<std::size_t>(arguments.max_vertices);
  options.time_budget = arguments.time_budget.value_or(0.0);
  options.threads = arguments.threads;
  return options;
}

Result<ConvexDecomposition> run(const DecomposeArguments& arguments, const Mesh& mesh, const Streams& streams) {
  ProgressBar bar(streams.err, progress_steps);
  DecompositionOptions options = options_of(arguments);
  options.progress = [&](const DecompositionProgress& progress) {
    bar.show(static_cast<std::uint64_t>(progress.fraction * progress_steps),
             std::to_string(progress.hulls) + " pieces");
    return true;
  };
  return decompose_once(mesh, options, arguments.input, cache_unless(arguments.no_cache));
}

std::string_view reason_of(const ConvexDecomposition& found, const DecomposeArguments& arguments) {
  if (found.was_stopped) {
    return "the time was up";
  }
  return arguments.max_hulls > 0 ? "too few hulls were allowed" : "it takes more parts than are tried";
}

void print_summary(const ConvexDecomposition& found, const DecomposeArguments& arguments, const Streams& streams) {
  std::size_t most_vertices = 0;
  for (const DecompositionHull& hull : found.hulls) {
    most_vertices = std::max(most_vertices, hull.hull.vertices.size());
  }
  const double percent = 100.0 / found.longest_side;
  streams.err << arguments.input << ": " << found.hulls.size() << " hulls of at most " << most_vertices
              << " vertices; they stick out by " << rounded_text(percent * found.puffing) << " % (bound "
              << rounded_text(percent * found.puffing_bound) << " %) of the longest side, "
              << rounded_text(found.longest_side) << " m\n";
  for (const std::string& note : mesh_notes(found.facts)) {
    streams.err << "  found: " << note << "\n";
  }
  if (!found.is_within_tolerance) {
    streams.err << "  the tolerance of " << rounded_text(100.0 * arguments.tolerance)
                << " % is not kept: " << reason_of(found, arguments) << "\n";
  }
}

std::optional<Error> write_picture(const DecomposeArguments& arguments, std::string_view obj_text,
                                   const ConvexDecomposition& found) {
  const auto picture = picture_of_hulls(obj_text, found);
  return picture ? write_file(arguments.picture, png_bytes(picture.value())) : std::optional(picture.error());
}

// The hulls first: they are there even where nothing can be drawn.
std::optional<Error> write_outputs(const DecomposeArguments& arguments, std::string_view obj_text,
                                   const ConvexDecomposition& found, const Streams& streams) {
  if (auto error = put_text(arguments.output, hulls_as_obj(found), streams)) {
    return error;
  }
  if (!arguments.report.empty()) {
    if (auto error = put_text(arguments.report, decomposition_report(found), streams)) {
      return error;
    }
  }
  return arguments.picture.empty() ? std::nullopt : write_picture(arguments, obj_text, found);
}

}  // namespace

CLI::App* declare_decompose(CLI::App& program, DecomposeArguments& arguments) {
  CLI::App* const command = program.add_subcommand("decompose", "Splits a mesh into convex hulls that cover it");
  command->add_option("input", arguments.input, "The mesh, an OBJ file")->required()->type_name("FILE");
  command->add_option("-o,--output", arguments.output, "The OBJ file to write: one group per hull")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--tolerance", arguments.tolerance,
                   "How far hulls may stick out, as a fraction of the mesh's longest side")
      ->capture_default_str()
      ->check(number_within(1e-4, 1.0, "a number from 0.0001 to 1"));
  command
      ->add_option("--max-hulls", arguments.max_hulls, "At most so many hulls, even beyond the tolerance; 0: no limit")
      ->capture_default_str()
      ->check(whole_number_within(0, 1'000'000));
  command
      ->add_option("--max-vertices", arguments.max_vertices,
                   "At most so many vertices per hull, 8 or more; 0: no limit")
      ->capture_default_str()
      ->check(whole_number_within(0, 1'000'000));
  command->add_option("--time-budget", arguments.time_budget, "Seconds after which the best so far is written")
      ->check(number_within(1e-3, 1e6, "a number from 0.001 to 1e6"));
  command->add_option("--threads", arguments.threads, "Threads; 0: as many as there are cores. The result is the same")
      ->capture_default_str()
      ->check(whole_number_within(0, 1024));
  command->add_option("--report", arguments.report, "Writes what was found and reached as JSON; - is standard output")
      ->type_name("FILE");
  command->add_option("--picture", arguments.picture, "Draws the mesh, its hulls, and the hulls pulled apart: OUT.png")
      ->type_name("FILE");
  command->add_flag("--quiet", arguments.quiet, "No summary on standard error");
  declare_no_cache(*command, arguments.no_cache);
  command->footer("Example:\n  firstcontact decompose models/gear.obj -o gear_hulls.obj --tolerance 0.01 --report -");
  return command;
}

ExitStatus decompose_mesh(const DecomposeArguments& arguments, const Streams& streams) {
  if (arguments.max_vertices != 0 && arguments.max_vertices < 8) {
    return refuse(streams, ExitStatus::bad_input,
                  "--max-vertices: found " + std::to_string(arguments.max_vertices) + ", expected 0, or 8 and more");
  }
  if (!arguments.picture.empty() && !arguments.picture.ends_with(".png")) {
    return refuse(streams, ExitStatus::bad_input,
                  "--picture: found " + arguments.picture + ", expected a file name that ends in .png");
  }
  const std::array inputs{NamedFile{"input", arguments.input}};
  const std::array outputs{NamedFile{"--output", arguments.output}, NamedFile{"--report", arguments.report},
                           NamedFile{"--picture", arguments.picture}};
  if (const auto error = clash(inputs, outputs)) {
    return refuse(streams, ExitStatus::bad_input, error->message);
  }
  const auto text = read_file(arguments.input);
  if (!text) {
    return refuse(streams, ExitStatus::bad_input, text.error().message);
  }
  const auto mesh = read_obj(text.value(), arguments.input);
  if (!mesh) {
    return refuse(streams, ExitStatus::bad_input, mesh.error().message);
  }
  const auto found = run(arguments, mesh.value(), streams);
  if (!found) {
    return refuse(streams, ExitStatus::bad_input, found.error().message);
  }
  if (const auto error = write_outputs(arguments, text.value(), found.value(), streams)) {
    return refuse(streams, ExitStatus::system_failed, error->message);
  }
  if (!arguments.quiet) {
    print_summary(found.value(), arguments, streams);
  }
  return ExitStatus::done;
}

}  // namespace firstcontact
