// What every operating system does in a way of its own: POSIX's and Windows's stand side by side in one file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>

namespace firstcontact {

/// Tells this process from all others that run now.
[[nodiscard]] std::uint64_t process_number();

/// The most memory, in bytes, that this process has had at a time.
[[nodiscard]] std::uint64_t peak_memory_bytes();

/// False where this process may not read the file: errno says why.
[[nodiscard]] bool may_be_read(const std::filesystem::path& file);

enum class FileUse {
  read,
  write,      // whatever was there is gone
  write_new,  // fails where something is there already
};

/// Bytes as they are. Null where it fails: errno says why.
[[nodiscard]] std::FILE* open_file(const std::filesystem::path& file, FileUse use);

}  // namespace firstcontact
