// The version of the headers and of the library. The build reads it here: it stands nowhere else.
// What it promises: docs/abi.md.
#pragma once

#include <firstcontact/export.hpp>

#include <string_view>

#define FIRSTCONTACT_VERSION_MAJOR 0
#define FIRSTCONTACT_VERSION_MINOR 1
#define FIRSTCONTACT_VERSION_PATCH 0

namespace firstcontact {

struct Version {
  int major_number = 0;
  int minor_number = 0;
  int patch_number = 0;
  friend bool operator==(const Version&, const Version&) = default;
};

/// Of the headers that the caller was compiled with.
inline constexpr Version header_version{FIRSTCONTACT_VERSION_MAJOR, FIRSTCONTACT_VERSION_MINOR,
                                        FIRSTCONTACT_VERSION_PATCH};

/// Of the library that is linked, or was loaded.
[[nodiscard]] FIRSTCONTACT_EXPORT Version library_version();
/// The same as text: "1.2.3".
[[nodiscard]] FIRSTCONTACT_EXPORT std::string_view library_version_text();

}  // namespace firstcontact
