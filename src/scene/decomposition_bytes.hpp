// A decomposition as bytes, every bit of it, and back.
#pragma once

#include <firstcontact/decomposition.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace firstcontact {

[[nodiscard]] std::string decomposition_bytes(const ConvexDecomposition& found);

/// Nothing when the bytes are not what `decomposition_bytes` writes. Whatever they are, what is returned is sound
/// (decomposition_check.hpp). Pure.
[[nodiscard]] std::optional<ConvexDecomposition> decomposition_of(std::string_view bytes);

}  // namespace firstcontact
