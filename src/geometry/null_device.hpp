// Where output goes that nobody wants.
#pragma once

namespace firstcontact {

#if defined(_WIN32)
inline constexpr const char* null_device = "NUL";
#else
inline constexpr const char* null_device = "/dev/null";
#endif

}  // namespace firstcontact
