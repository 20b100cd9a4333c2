// Files in and out. An input is read whole or is an error; an output is whole or is not there at all: it is written to
// a temporary file beside its target, which is renamed in one go when everything is in it.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <firstcontact/result.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace firstcontact {

/// Why the file cannot be opened for reading; nothing when it can.
[[nodiscard]] std::optional<Error> find_unreadable(const std::filesystem::path& file);

/// The bytes of a file. Error, naming the file: it is not there, is a directory, cannot be read, or is above 1 GiB.
[[nodiscard]] Result<std::string> read_file(const std::filesystem::path& file);

/// A file beside `target` that is not there: hidden, named after it and after this process, however long its name is.
/// Programs that write the same target are kept apart by it.
[[nodiscard]] std::filesystem::path temporary_beside(const std::filesystem::path& target);

/// The first bytes of a file that another run was writing, so that this run can go on with them.
struct WrittenPart {
  std::filesystem::path file;
  std::uint64_t bytes = 0;
  std::uint32_t checksum = 0;  // CRC-32 of those bytes
};

/// A file being written. Until `finish` the target keeps what it held before (or stays absent); an OutputFile that is
/// destroyed unfinished leaves nothing behind. A target that is not a regular file (a device, a pipe) is written
/// straight.
class OutputFile {
 public:
  /// Error, naming the file: the folder is missing or not writable, or the target is a directory.
  [[nodiscard]] static Result<OutputFile> create(const std::filesystem::path& target);
  /// The same, begun with the bytes that `part` speaks of. Error: they are not in that file any more.
  [[nodiscard]] static Result<OutputFile> resume(const std::filesystem::path& target, const WrittenPart& part);
  OutputFile(OutputFile&&) noexcept;
  OutputFile& operator=(OutputFile&&) noexcept;
  ~OutputFile();

  /// Appends. A failure (disk full) is kept: `failed` tells, and `finish` reports it.
  void write(std::string_view bytes);
  [[nodiscard]] bool failed() const { return error_.has_value(); }

  /// What has been written so far, all of it in the system's hands: this process may be killed. Nothing when it cannot
  /// be read again, as from a device, or when writing failed.
  [[nodiscard]] std::optional<WrittenPart> written_part();

  /// Closes and puts the file in its place. Returns what went wrong, if anything: then the target is as it was before.
  [[nodiscard]] std::optional<Error> finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const;
  };
  OutputFile(std::filesystem::path target, std::filesystem::path written, std::FILE* stream);
  void discard();
  [[nodiscard]] Error failure(int code) const;

  std::filesystem::path target_;   // where it shall be
  std::filesystem::path written_;  // where it is written: a temporary file, or the target itself when that is a device
  std::unique_ptr<std::FILE, Close> stream_;
  std::uint64_t bytes_ = 0;     // written
  std::uint32_t checksum_ = 0;  // of them
  std::optional<Error> error_;
};

/// Writes `text` as the whole of `target`; what went wrong, if anything.
[[nodiscard]] std::optional<Error> write_file(const std::filesystem::path& target, std::string_view text);

/// True when both names lead to one place, whether or not something is there yet.
[[nodiscard]] bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace firstcontact
