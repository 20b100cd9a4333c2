// Whether a recording's numbers can be reckoned with at all: before anything is proved of them.
#pragma once

#include <firstcontact/result.hpp>
#include <optional>
#include <string>

#include "scene/recording.hpp"

namespace firstcontact::verify {

/// What is wrong with the header, if anything: a number that is not finite or beyond 1e15, a rotation that is none, a
/// shape without points, a mass or moment of inertia of a dynamic body that is not positive or beyond 1e30.
[[nodiscard]] std::optional<Error> find_unsound(const RecordingHeader& header, const std::string& file);

/// Where a step stands.
struct Place {
  std::string file;
  std::uint64_t byte = 0;
};

/// The same for a step. Errors name `place`.
[[nodiscard]] std::optional<Error> find_unsound(const RecordedStep& step, const RecordingHeader& header,
                                                const Place& place);

}  // namespace firstcontact::verify
