#include <firstcontact/version.hpp>

#define FIRSTCONTACT_TEXT_OF(number) #number
#define FIRSTCONTACT_TEXT(number) FIRSTCONTACT_TEXT_OF(number)

namespace firstcontact {

Version library_version() { return header_version; }

std::string_view library_version_text() {
  return FIRSTCONTACT_TEXT(FIRSTCONTACT_VERSION_MAJOR) "." FIRSTCONTACT_TEXT(
      FIRSTCONTACT_VERSION_MINOR) "." FIRSTCONTACT_TEXT(FIRSTCONTACT_VERSION_PATCH);
}

}  // namespace firstcontact
