// Whether what a recording says can be true at all: asked once, by its reader, for everybody who shows, measures or
// checks it. A checksum that fits says only that the bytes are as they were written.
#pragma once

#include <optional>
#include <string>

#include "scene/recording.hpp"

namespace firstcontact {

/// What no header can say, as "found .., expected ..": a name that is not UTF-8, a shape without a size, an index out
/// of its list, numbers that are not finite or beyond 1e15, a rotation that is not of unit length, a mass or moments of
/// inertia that no body has.
[[nodiscard]] std::optional<std::string> find_flaw(const RecordingHeader& header);
/// The same of a step: also times that do not rise within it.
[[nodiscard]] std::optional<std::string> find_flaw(const RecordedStep& step, const RecordingHeader& header);
/// The same of laws and of impulses.
[[nodiscard]] std::optional<std::string> find_flaw(const RecordedLaws& laws);
[[nodiscard]] std::optional<std::string> find_flaw(const ImpulseRecord& impulses);

}  // namespace firstcontact
