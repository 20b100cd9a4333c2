#include "render/film_writer.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "scene/files.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> ffmpeg_arguments(const FilmFormat& format, const fs::path& target, const fs::path& written) {
  const std::string size = std::to_string(format.width) + "x" + std::to_string(format.height);
  const std::string rate = std::to_string(format.frames_per_second);
  std::vector<std::string> arguments{"ffmpeg", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt",
                                     "rgb24",  "-s",           size,        "-r",    rate, "-i", "-"};
  const std::vector<std::string> gif{"-vf",
                                     "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:"
                                     "bayer_scale=4:diff_mode=rectangle",
                                     "-f", "gif"};
  const std::vector<std::string> mp4{"-vf",       "crop=trunc(iw/2)*2:trunc(ih/2)*2",
                                     "-c:v",      "libx264",
                                     "-pix_fmt",  "yuv420p",
                                     "-crf",      "19",
                                     "-preset",   "medium",
                                     "-movflags", "+faststart",
                                     "-f",        "mp4"};
  const auto& rest = target.extension() == ".gif" ? gif : mp4;
  arguments.insert(arguments.end(), rest.begin(), rest.end());
  arguments.push_back(written.string());
  return arguments;
}

std::vector<char*> pointers(std::vector<std::string>& arguments) {
  std::vector<char*> list;
  for (std::string& argument : arguments) {
    list.push_back(argument.data());
  }
  list.push_back(nullptr);
  return list;
}

// A file that has no name: whatever becomes of this process, nothing is left of it.
int nameless_file() { return ::memfd_create("ffmpeg's complaints", MFD_CLOEXEC); }

std::string text_of(int file) {
  std::string text;
  std::array<char, 4096> block{};
  ::lseek(file, 0, SEEK_SET);
  for (ssize_t count = 0; (count = ::read(file, block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

struct FilmWriter::Process {
  fs::path target, written;
  int log = -1;   // what ffmpeg says
  int pipe = -1;  // to ffmpeg's standard input
  pid_t child = -1;
  bool has_failed = false;

  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    close_pipe();
    if (child > 0) {
      ::kill(child, SIGTERM);
      ::waitpid(child, nullptr, 0);
    }
    std::error_code ignored;
    fs::remove(written, ignored);
    if (log >= 0) {
      ::close(log);
    }
  }
  void close_pipe() {
    if (pipe >= 0) {
      ::close(pipe);
      pipe = -1;
    }
  }
  [[nodiscard]] std::optional<Error> start(const FilmFormat& format);
};

// ffmpeg reads the frames from a pipe, and what it complains about goes into a file without a name.
std::optional<Error> FilmWriter::Process::start(const FilmFormat& format) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return Error{std::string("cannot talk to ffmpeg: ") + std::strerror(errno)};
  }
  pipe = ends[1];
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, log, STDERR_FILENO);
  std::vector<std::string> arguments = ffmpeg_arguments(format, target, written);
  const int trouble = ::posix_spawnp(&child, "ffmpeg", &actions, nullptr, pointers(arguments).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  if (trouble == ENOENT) {
    child = -1;
    return Error{"films are written by ffmpeg, which is not installed; Debian's package is ffmpeg (a .png needs none)"};
  }
  if (trouble != 0) {
    child = -1;
    return Error{std::string("ffmpeg cannot be started: ") + std::strerror(trouble)};
  }
  return std::nullopt;
}

FilmWriter::FilmWriter(std::unique_ptr<Process> process) : process_(std::move(process)) {}
FilmWriter::FilmWriter(FilmWriter&&) noexcept = default;
FilmWriter& FilmWriter::operator=(FilmWriter&&) noexcept = default;
FilmWriter::~FilmWriter() = default;

Result<FilmWriter> FilmWriter::create(const fs::path& output, const FilmFormat& format) {
  const fs::path folder = output.has_parent_path() ? output.parent_path() : fs::path(".");
  if (!fs::is_directory(folder) || ::access(folder.c_str(), W_OK) != 0) {
    return Error{output.string() + ": cannot be written: " + folder.string() + " is no folder that can be written to"};
  }
  auto process = std::make_unique<Process>();
  process->target = output;
  process->written = temporary_beside(output);
  process->log = nameless_file();
  if (process->log < 0) {
    return Error{std::string("cannot listen to ffmpeg: ") + std::strerror(errno)};
  }
  if (auto error = process->start(format)) {
    return *std::move(error);
  }
  ::signal(SIGPIPE, SIG_IGN);  // an ffmpeg that dies is an error of `write`, not our end
  return FilmWriter(std::move(process));
}

bool FilmWriter::add(const Image& frame) {
  const std::uint8_t* next = frame.rgb.data();
  std::size_t left = frame.rgb.size();
  while (left > 0 && !process_->has_failed) {
    const ssize_t written = ::write(process_->pipe, next, left);
    if (written < 0 && errno != EINTR) {
      process_->has_failed = true;
    }
    const std::size_t taken = written > 0 ? static_cast<std::size_t>(written) : 0;
    next += taken;
    left -= taken;
  }
  return !process_->has_failed;
}

std::optional<Error> FilmWriter::finish() {
  process_->close_pipe();
  int status = 0;
  ::waitpid(std::exchange(process_->child, -1), &status, 0);
  const bool is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !process_->has_failed;
  if (!is_good) {
    return Error{process_->target.string() + ": cannot be written: ffmpeg: " + text_of(process_->log)};
  }
  std::error_code code;
  fs::rename(process_->written, process_->target, code);
  return code ? std::optional(Error{process_->target.string() + ": cannot be written: " + code.message()})
              : std::nullopt;
}

}  // namespace firstcontact
