#include "cli/command.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "rivals/rival.hpp"
#include "scene/files.hpp"
#include "scene/text.hpp"

namespace firstcontact {

ExitStatus refuse(const Streams& streams, ExitStatus status, std::string_view message) {
  streams.err << "firstcontact: " << message << "\n";
  return status;
}

ExitStatus refuse(const Streams& streams, const Error& error) {
  return refuse(streams, error.is_system ? ExitStatus::system_failed : ExitStatus::bad_input, error.message);
}

void refuse_empty_names(CLI::App& program) {
  const auto check = [](const std::string& text) -> std::string {
    return text.empty() ? "found an empty text, expected the name of a file or folder" : std::string();
  };
  for (CLI::App* const command : program.get_subcommands([](const CLI::App*) { return true; })) {
    for (CLI::Option* const option : command->get_options()) {
      const std::string type = option->get_type_name();
      if (!option->get_positional() && (type.starts_with("FILE") || type.starts_with("FOLDER"))) {
        option->check(check);
      }
    }
    refuse_empty_names(*command);
  }
}

CLI::Validator number_within(double low, double high, const std::string& expected) {
  const auto check = [low, high, expected](const std::string& text) -> std::string {
    const ParsedNumber number = parse_number(text);
    const bool fits = number.is_number && number.value >= low && number.value <= high;
    return fits ? std::string() : "found " + text + ", expected " + expected;
  };
  return CLI::Validator(check, "", "");
}

CLI::Validator whole_number_within(long low, long high) {
  const std::string expected = "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  const auto check = [low, high, expected](const std::string& text) -> std::string {
    const ParsedNumber number = parse_number(text);
    const bool fits = number.is_number && text.find_first_not_of("0123456789") == std::string::npos &&
                      number.value >= static_cast<double>(low) && number.value <= static_cast<double>(high);
    return fits ? std::string() : "found " + text + ", expected " + expected;
  };
  return CLI::Validator(check, "", "");
}

namespace {

std::optional<Error> clash_of(const NamedFile& a, const NamedFile& b) {
  if (a.file.empty() || b.file.empty() || (a.file == "-") != (b.file == "-")) {
    return std::nullopt;
  }
  if (a.file == "-") {
    return Error{a.option + " and " + b.option + ": found both on standard output, expected at most one there"};
  }
  // Devices such as /dev/null hold nothing that could be lost.
  if (!is_same_file(a.file, b.file) || std::filesystem::is_character_file(a.file)) {
    return std::nullopt;
  }
  return Error{a.option + " and " + b.option + ": found the same file " + a.file + ", expected two"};
}

}  // namespace

std::optional<Error> clash(std::span<const NamedFile> inputs, std::span<const NamedFile> outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (const NamedFile& input : inputs) {
      if (auto error = clash_of(input, outputs[i])) {
        return error;
      }
    }
    for (const NamedFile& other : outputs.subspan(i + 1)) {
      if (auto error = clash_of(outputs[i], other)) {
        return error;
      }
    }
  }
  return std::nullopt;
}

std::optional<Error> put_text(const std::string& file, std::string_view text, const Streams& streams) {
  if (file != "-") {
    return write_file(file, text);
  }
  streams.out << text << std::flush;
  return streams.out ? std::nullopt : std::optional(Error{"standard output: cannot be written", true});
}

void declare_no_cache(CLI::App& command, bool& is_off) {
  command.add_flag("--no-cache", is_off, "Take meshes apart anew, and keep nothing (see: firstcontact cache)");
}

CLI::Validator a_method() {
  return {[](const std::string& text) {
            return rival_method_named(text) ? std::string()
                                            : "found " + text + ", expected one of " + rival_method_list();
          },
          "", ""};
}

void declare_method(CLI::App& command, std::string& method, const std::string& help) {
  command.add_option("--method", method, help + ", one of the lab's (docs/tunneling.md): " + rival_method_list())
      ->capture_default_str()
      ->type_name("NAME")
      ->check(a_method());
}

static CLI::Validator a_comparison() {
  return {[](const std::string& text) -> std::string {
            const std::vector<std::string> names = parts_between_commas(text);
            for (const std::string& name : names) {
              if (!rival_method_named(name)) {
                return "found the method \"" + name + "\", expected two to four of " + rival_method_list();
              }
            }
            return names.size() >= 2 && names.size() <= 4
                       ? std::string()
                       : "found " + std::to_string(names.size()) + " methods, expected two to four of " +
                             rival_method_list();
          },
          "", ""};
}

void declare_compare(CLI::App& command, std::string& methods) {
  command
      .add_option("--compare", methods, "Of a scene: two to four methods side by side, such as discrete,first_contact")
      ->type_name("A,B")
      ->check(a_comparison());
}

DecompositionCache cache_unless(bool is_off) {
  return is_off ? DecompositionCache{{}, false} : user_decomposition_cache();
}

std::string rounded_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

}  // namespace firstcontact
