// A host with an engine of its own, compiled with -Ofast, that loads plugins with theirs: they do not meet, and a
// plugin that was closed has left nothing behind. usage: plugin_host PLUGIN OTHER_PLUGIN
#include <dlfcn.h>
#include <malloc.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tumble.hpp"

namespace {

using Tumble = std::uint64_t (*)(int);

std::size_t running_threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

// A thread that was joined is listed for a moment yet.
bool is_alone() {
  for (int wait = 0; wait < 1000 && running_threads() > 1; ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return running_threads() == 1;
}

bool is_mapped(const std::string& file) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find(file) != std::string::npos) {
      return true;
    }
  }
  return false;
}

struct Plugin {
  void* handle = nullptr;
  Tumble tumble = nullptr;
};

Plugin load(const char* file) {
  Plugin plugin;
  plugin.handle = dlopen(file, RTLD_NOW | RTLD_GLOBAL);
  if (plugin.handle == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(1);
  }
  plugin.tumble = reinterpret_cast<Tumble>(dlsym(plugin.handle, "plugin_tumble"));
  return plugin;
}

void expect(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "not so: %s\n", what);
    std::exit(1);
  }
}

std::uint64_t run_and_close(const char* file) {
  const Plugin plugin = load(file);
  const std::uint64_t hash = plugin.tumble(2);
  expect(is_alone(), "no thread outlives the last world");
  dlclose(plugin.handle);
  expect(!is_mapped(file), "a plugin that was closed is gone");
  return hash;
}

}  // namespace

int main(int count, char** arguments) {
  expect(count == 3, "two plugins are named");
  const std::uint64_t own = tumble(2).hash;
  expect(is_alone(), "no thread outlives the last world");
  {
    const Plugin first = load(arguments[1]);
    const Plugin second = load(arguments[2]);
    expect(first.tumble != second.tumble, "two plugins are two");
    expect(first.tumble(2) == own && second.tumble(1) == own && tumble(1).hash == own, "three engines, one answer");
    dlclose(first.handle);
    expect(second.tumble(2) == own, "an engine does not need another");
    dlclose(second.handle);
  }
  std::size_t held = 0;
  for (int time = 0; time < 8; ++time) {
    expect(run_and_close(arguments[1]) == own, "loaded again, the same answer");
    const std::size_t now = mallinfo2().uordblks;
    expect(time < 4 || now <= held, "nothing is left behind, however often");
    held = now;
  }
  std::printf("%016llx\n", static_cast<unsigned long long>(own));
}
