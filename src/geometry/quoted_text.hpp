// Words out of a file as messages show them.
#pragma once

#include <string>
#include <string_view>

namespace firstcontact {

/// `word` in quotes, at most 40 characters of it. Control characters and bytes that are no UTF-8 stand as '?': whatever
/// the file holds, a message is text on one line.
[[nodiscard]] std::string quoted_text(std::string_view word);

}  // namespace firstcontact
