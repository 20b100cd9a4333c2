#include "scene/operating_system.hpp"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define PSAPI_VERSION 2
#if !defined(NOMINMAX)
#define NOMINMAX
#endif
#include <windows.h>  // before psapi.h

#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <psapi.h>
#include <sys/stat.h>
#else
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace firstcontact {

#if defined(_WIN32)

std::uint64_t process_number() { return static_cast<std::uint64_t>(::_getpid()); }

std::uint64_t peak_memory_bytes() {
  PROCESS_MEMORY_COUNTERS counters{};
  ::GetProcessMemoryInfo(::GetCurrentProcess(), &counters, sizeof(counters));
  return counters.PeakWorkingSetSize;
}

bool may_be_read(const std::filesystem::path& file) {
  constexpr int reading = 4;
  return ::_waccess(file.c_str(), reading) == 0;
}

// Older C libraries know no mode "x".
std::FILE* open_file(const std::filesystem::path& file, FileUse use) {
  if (use == FileUse::read) {
    return ::_wfopen(file.c_str(), L"rb");
  }
  const int if_there = use == FileUse::write_new ? _O_EXCL : _O_TRUNC;
  const int descriptor = ::_wopen(file.c_str(), _O_CREAT | _O_WRONLY | _O_BINARY | if_there, _S_IREAD | _S_IWRITE);
  return descriptor < 0 ? nullptr : ::_fdopen(descriptor, "wb");
}

#else

std::uint64_t process_number() { return static_cast<std::uint64_t>(::getpid()); }

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  constexpr std::uint64_t linux_unit = 1024;  // ru_maxrss is in KiB there
  return static_cast<std::uint64_t>(usage.ru_maxrss) * linux_unit;
}

bool may_be_read(const std::filesystem::path& file) { return ::access(file.c_str(), R_OK) == 0; }

std::FILE* open_file(const std::filesystem::path& file, FileUse use) {
  const char* const mode = use == FileUse::read ? "rb" : use == FileUse::write ? "wb" : "wbx";
  return std::fopen(file.c_str(), mode);
}

#endif

}  // namespace firstcontact
