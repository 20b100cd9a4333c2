// The window's life, from opening to closing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <firstcontact/result.hpp>
#include <optional>
#include <string>

#include "viewer/session.hpp"

namespace firstcontact {

struct ViewerOptions {
  OpenRequest open;
  std::string state_file;    // written again and again, for tests and scripts; empty: none
  std::uint64_t frames = 0;  // closes after that many pictures of an open scene; 0: when the person closes it
};

/// What the window came to.
struct ViewerReport {
  std::uint64_t frames = 0;
  std::string frame_times;             // where the time of a frame went, for people; empty unless `frames` was given
  std::optional<std::string> refused;  // nothing was open in the end: why
  bool leaves_thread = false;  // something long is still under way beside us: end the process without waiting for it
};

/// Opens the window and returns when it is closed. Error: no display, no OpenGL 3.3, or a mistake in a shader.
[[nodiscard]] Result<ViewerReport> run_viewer(const ViewerOptions& options);

}  // namespace firstcontact
