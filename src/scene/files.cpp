#include "scene/files.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "scene/bytes.hpp"
#include "scene/operating_system.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_input_bytes = std::size_t{1} << 30U;  // 1 GiB: above it a file is surely the wrong one

std::string reason(int code) { return std::generic_category().message(code); }

// A symbolic link is followed by hand: renaming onto the link would replace the link instead of what it points at.
fs::path behind_links(const fs::path& target) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(target, ignored);
  return real.empty() ? target : real;
}

struct OpenedFile {
  fs::path path;
  std::FILE* stream = nullptr;  // null: errno says why
};

// The process number keeps two programs that write the same target apart, and opening what is there already fails. A
// killed process may have left its file behind, and in a container the numbers come again: hence the count. Names have
// at most 255 bytes, and the target's own may take them all.
fs::path temporary_name(const fs::path& target, int attempt) {
  constexpr std::size_t longest_stem = 200;
  const std::string stem = "." + target.filename().string().substr(0, longest_stem) + ".part-";
  return target.parent_path() / (stem + std::to_string(process_number()) + "-" + std::to_string(attempt));
}

constexpr int most_attempts = 100;

OpenedFile open_temporary_beside(const fs::path& target) {
  OpenedFile opened;
  for (int attempt = 0; attempt < most_attempts && opened.stream == nullptr; ++attempt) {
    opened.path = temporary_name(target, attempt);
    opened.stream = open_file(opened.path, FileUse::write_new);
    if (opened.stream == nullptr && errno != EEXIST) {
      return opened;
    }
  }
  return opened;
}

Result<std::string> read_stream(std::FILE* stream, const fs::path& file) {
  std::string bytes;
  std::array<char, 65536> block{};
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), stream)) {
    bytes.append(block.data(), count);
    if (bytes.size() > largest_input_bytes) {
      return Error{file.string() + ": found more than 1 GiB, expected a smaller file"};
    }
  }
  if (std::ferror(stream) != 0) {
    return Error{file.string() + ": cannot be read: " + reason(errno)};
  }
  return bytes;
}

}  // namespace

std::optional<Error> find_unreadable(const fs::path& file) {
  std::error_code code;
  const fs::file_status status = fs::status(file, code);
  if (!fs::exists(status)) {
    return Error{file.string() + ": cannot be read: " + (code ? code.message() : reason(ENOENT))};
  }
  if (fs::is_directory(status)) {
    return Error{file.string() + ": found a directory, expected a file"};
  }
  if (!may_be_read(file)) {
    return Error{file.string() + ": cannot be read: " + reason(errno)};
  }
  return std::nullopt;
}

Result<std::string> read_file(const fs::path& file) {
  if (auto error = find_unreadable(file)) {
    return *std::move(error);
  }
  std::FILE* const stream = open_file(file, FileUse::read);
  if (stream == nullptr) {
    return Error{file.string() + ": cannot be read: " + reason(errno)};
  }
  auto bytes = read_stream(stream, file);
  std::fclose(stream);
  return bytes;
}

fs::path temporary_beside(const fs::path& target) {
  std::error_code ignored;
  int attempt = 0;
  while (attempt < most_attempts && fs::exists(temporary_name(target, attempt), ignored)) {
    ++attempt;
  }
  return temporary_name(target, attempt);
}

void OutputFile::Close::operator()(std::FILE* file) const { std::fclose(file); }

Result<OutputFile> OutputFile::create(const fs::path& target) {
  const fs::path real = behind_links(target);
  std::error_code ignored;
  const fs::file_status status = fs::status(real, ignored);
  if (fs::is_directory(status)) {
    return Error{target.string() + ": found a directory, expected a file to write", true};
  }
  const bool is_device = fs::exists(status) && !fs::is_regular_file(status);
  const OpenedFile opened = is_device ? OpenedFile{real, open_file(real, FileUse::write)} : open_temporary_beside(real);
  if (opened.stream == nullptr) {
    return Error{target.string() + ": cannot be written: " + reason(errno), true};
  }
  return OutputFile(real, opened.path, opened.stream);
}

Result<OutputFile> OutputFile::resume(const fs::path& target, const WrittenPart& part) {
  auto created = create(target);
  if (!created) {
    return created;
  }
  const Error gone{part.file.string() + ": found other bytes than the " + std::to_string(part.bytes) +
                   " that were written to it, expected what the run was writing that is to go on"};
  std::error_code code;
  std::FILE* const stream = fs::is_regular_file(part.file, code) ? open_file(part.file, FileUse::read) : nullptr;
  const std::unique_ptr<std::FILE, Close> source(stream);
  OutputFile output = std::move(created).value();
  std::array<char, 65536> block{};
  while (source && output.bytes_ < part.bytes) {
    const std::size_t wanted = std::min<std::uint64_t>(block.size(), part.bytes - output.bytes_);
    const std::size_t count = std::fread(block.data(), 1, wanted, source.get());
    if (count == 0) {
      break;
    }
    output.write({block.data(), count});
  }
  return output.bytes_ == part.bytes && output.checksum_ == part.checksum ? Result<OutputFile>(std::move(output))
                                                                          : Result<OutputFile>(gone);
}

OutputFile::OutputFile(fs::path target, fs::path written, std::FILE* stream)
    : target_(std::move(target)), written_(std::move(written)), stream_(stream) {}

OutputFile::OutputFile(OutputFile&&) noexcept = default;

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this != &other) {
    discard();
    target_ = std::move(other.target_);
    written_ = std::move(other.written_);
    stream_ = std::move(other.stream_);
    bytes_ = other.bytes_;
    checksum_ = other.checksum_;
    error_ = std::move(other.error_);
  }
  return *this;
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::write(std::string_view bytes) {
  if (stream_ && !error_ && std::fwrite(bytes.data(), 1, bytes.size(), stream_.get()) != bytes.size()) {
    error_ = failure(errno);
  }
  bytes_ += bytes.size();
  checksum_ = crc32(bytes, checksum_);
}

std::optional<WrittenPart> OutputFile::written_part() {
  if (!error_ && std::fflush(stream_.get()) != 0) {
    error_ = failure(errno);
  }
  const bool can_be_read = !error_ && written_ != target_;
  return can_be_read ? std::optional(WrittenPart{fs::absolute(written_), bytes_, checksum_}) : std::nullopt;
}

std::optional<Error> OutputFile::finish() {
  require(stream_ != nullptr, "OutputFile::finish: the file is finished already");
  const int flushed = std::fflush(stream_.get());
  const int flush_code = errno;  // closing below must not overwrite it
  if (flushed != 0 && !error_) {
    error_ = failure(flush_code);
  }
  if (error_) {
    discard();
    return error_;
  }
  stream_.reset();
  std::error_code code;
  if (written_ != target_) {
    fs::rename(written_, target_, code);
  }
  if (code) {
    fs::remove(written_, code);
    return failure(code.value());
  }
  return std::nullopt;
}

void OutputFile::discard() {
  if (stream_ == nullptr) {
    return;
  }
  stream_.reset();
  std::error_code ignored;
  if (written_ != target_) {
    fs::remove(written_, ignored);
  }
}

Error OutputFile::failure(int code) const {
  return Error{target_.string() + ": cannot be written: " + reason(code), true};
}

std::optional<Error> write_file(const fs::path& target, std::string_view text) {
  auto file = OutputFile::create(target);
  if (!file) {
    return file.error();
  }
  OutputFile output = std::move(file).value();
  output.write(text);
  return output.finish();
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) || behind_links(fs::absolute(a)) == behind_links(fs::absolute(b));
}

}  // namespace firstcontact
