// Whether a recording's numbers can be reckoned with at all: before anything is proved of them.
#pragma once

#include <firstcontact/result.hpp>
#include <optional>
#include <string>

#include "scene/recording.hpp"

namespace firstcontact::verify {

/// What is wrong with the header, if anything: a number that is not finite or beyond 1e15, a rotation that is none, a
/// shape without points, a mass or moment of inertia that is not positive.
[[nodiscard]] std::optional<Error> find_unsound(const RecordingHeader& header, const std::string& file);
/// The same for a step that begins at `byte` of the file.
[[nodiscard]] std::optional<Error> find_unsound(const RecordedStep& step, const std::string& file, std::uint64_t byte);

}  // namespace firstcontact::verify
