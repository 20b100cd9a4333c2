// Runs the program in process and keeps what it said.
#pragma once

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "../scene/scratch_folder.hpp"
#include "cli/program.hpp"

namespace firstcontact::testing {

struct ProgramRun {
  int status = -1;
  std::string out, err;
};

/// No test looks into the cache of whoever runs it, or leaves anything there.
inline void keep_caches_apart() {
  static const ScratchFolder own_cache;
  ::setenv("XDG_CACHE_HOME", own_cache.path("").c_str(), 1);
}

inline ProgramRun run(const std::vector<std::string>& arguments) {
  keep_caches_apart();
  std::ostringstream out;
  std::ostringstream err;
  const int status = run_program(arguments, out, err);
  return {status, out.str(), err.str()};
}

/// A cube of side 1 about the origin, as OBJ.
inline constexpr std::string_view cube_obj =
    "v -0.5 -0.5 -0.5\nv 0.5 -0.5 -0.5\nv 0.5 0.5 -0.5\nv -0.5 0.5 -0.5\n"
    "v -0.5 -0.5 0.5\nv 0.5 -0.5 0.5\nv 0.5 0.5 0.5\nv -0.5 0.5 0.5\n"
    "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 4 8 7 3\nf 1 5 8 4\nf 2 3 7 6\n";

/// A cube that falls onto a floor.
inline constexpr std::string_view falling_cube = R"({
  "version": 1, "name": "falling cube", "duration": 0.5,
  "bodies": [
    {"name": "floor", "type": "static", "shape": {"box": [5, 0.5, 5]}, "position": [0, -0.5, 0]},
    {"name": "cube", "mesh": "cube.obj", "position": [0, 1, 0], "angular_velocity": [1, 2, 3]}]
})";

}  // namespace firstcontact::testing
