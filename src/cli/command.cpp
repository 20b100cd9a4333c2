#include "cli/command.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "scene/files.hpp"
#include "scene/text.hpp"

namespace firstcontact {

ExitStatus refuse(const Streams& streams, ExitStatus status, std::string_view message) {
  streams.err << "firstcontact: " << message << "\n";
  return status;
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
  return streams.out ? std::nullopt : std::optional(Error{"standard output: cannot be written"});
}

void declare_no_cache(CLI::App& command, bool& is_off) {
  command.add_flag("--no-cache", is_off, "Take meshes apart anew, and keep nothing (see: firstcontact cache)");
}

DecompositionCache cache_unless(bool is_off) { return is_off ? DecompositionCache{} : user_decomposition_cache(); }

std::string rounded_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

}  // namespace firstcontact
