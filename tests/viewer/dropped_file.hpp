// A file dropped upon a window, as a file manager does it: XDND, version 5 (freedesktop.org), by Xlib.
#pragma once

#include <string>

namespace firstcontact::testing {

struct PlaceOnScreen {
  int x = 0, y = 0;  // pixels
};

/// `file` is a whole path as a URI has it. True when the window of that name has taken it.
[[nodiscard]] bool drop_file(const std::string& file, const std::string& window, const PlaceOnScreen& place);

}  // namespace firstcontact::testing
