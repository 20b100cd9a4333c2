// firstcontact cache

#include "cli/commands.hpp"
#include "scene/decomposition_cache.hpp"

namespace firstcontact {

CLI::App* declare_cache(CLI::App& program, CacheArguments& arguments) {
  CLI::App* const command =
      program.add_subcommand("cache", "Says where decompositions of meshes are kept, and how many");
  command->add_flag("--clear", arguments.clear, "Delete them: they are made anew when they are needed");
  command->footer("Example:\n  firstcontact cache --clear");
  return command;
}

ExitStatus show_cache(const CacheArguments& arguments, const Streams& streams) {
  const DecompositionCache cache = user_decomposition_cache();
  if (cache.folder.empty()) {
    return refuse(streams, ExitStatus::system_failed,
                  "found neither XDG_CACHE_HOME nor HOME, expected one of them to be an absolute path");
  }
  const auto found = arguments.clear ? clear(cache) : Result<CacheContents>(contents(cache));
  if (!found) {
    return refuse(streams, ExitStatus::system_failed, found.error().message);
  }
  const std::string text = cache.folder.string() + ": " + (arguments.clear ? "deleted " : "") +
                           std::to_string(found.value().entries) + " decompositions, " +
                           std::to_string(found.value().bytes) + " bytes\n";
  const auto error = put_text("-", text, streams);
  return error ? refuse(streams, ExitStatus::system_failed, error->message) : ExitStatus::done;
}

}  // namespace firstcontact
