// A decomposition as bytes, every bit of it, and back.
#pragma once

#include <firstcontact/decomposition.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace firstcontact {

[[nodiscard]] std::string decomposition_bytes(const ConvexDecomposition& found);

/// Nothing when the bytes are not what `decomposition_bytes` writes. Whatever they are, every index in what is returned
/// is within its list. Pure.
[[nodiscard]] std::optional<ConvexDecomposition> decomposition_of(std::string_view bytes);

}  // namespace firstcontact
