// What every subcommand shares: where it writes, how it ends, and how its options are checked.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <firstcontact/result.hpp>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/decomposition_cache.hpp"

namespace firstcontact {

enum class ExitStatus : int {
  done = 0,
  answer_is_no = 1,
  bad_input = 2,      // or bad usage: the user can mend it
  system_failed = 3,  // disk full, not writable, out of memory
  interrupted = 130,  // 128 + SIGINT, as shells have it
};

struct Streams {
  std::ostream& out;  // answers
  std::ostream& err;  // messages
};

/// Writes "firstcontact: MESSAGE" and returns `status`.
ExitStatus refuse(const Streams& streams, ExitStatus status, std::string_view message);

/// The same of an error: the status says whether the data is at fault, or the system.
ExitStatus refuse(const Streams& streams, const Error& error);

/// Has every option of `program`'s commands that names a file or a folder refuse an empty text, which names none.
void refuse_empty_names(CLI::App& program);

/// An option's check: all of the text is a finite number within [low, high]; `expected` says so in words.
[[nodiscard]] CLI::Validator number_within(double low, double high, const std::string& expected);
/// The same for whole numbers.
[[nodiscard]] CLI::Validator whole_number_within(long low, long high);

/// A file that a command reads or writes, and the option it came from.
struct NamedFile {
  std::string option;
  std::string file;  // empty: not given; "-": standard output
};

/// What is wrong with a set of outputs: two that are one file, one that is an input, or two on standard output.
[[nodiscard]] std::optional<Error> clash(std::span<const NamedFile> inputs, std::span<const NamedFile> outputs);

/// Writes `text` to the file, or to `streams.out` when it is "-". What went wrong, if anything.
[[nodiscard]] std::optional<Error> put_text(const std::string& file, std::string_view text, const Streams& streams);

/// Adds `--no-cache` to a command that may take meshes apart; what is said lands in `is_off`, which must outlive it.
void declare_no_cache(CLI::App& command, bool& is_off);
/// Adds `--method`: what is said lands in `method`, which must outlive it and holds the default.
void declare_method(CLI::App& command, std::string& method, const std::string& help);
/// Adds `--compare`; what is said lands in `methods`, which must outlive it.
void declare_compare(CLI::App& command, std::string& methods);
/// An option's check: the text names one of the lab's methods.
[[nodiscard]] CLI::Validator a_method();

/// The user's cache of decompositions, or none.
[[nodiscard]] DecompositionCache cache_unless(bool is_off);

/// `value` with four significant digits, for people.
[[nodiscard]] std::string rounded_text(double value);

}  // namespace firstcontact
