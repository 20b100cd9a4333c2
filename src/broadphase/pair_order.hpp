// Pairs in the order of their bodies, in time linear in them.
#pragma once

#include <firstcontact/octree.hpp>

#include <cstddef>
#include <vector>

namespace firstcontact {

/// By a, then by b, each once; all bodies are below `bodies`.
[[nodiscard]] std::vector<BodyPair> in_order(std::vector<BodyPair> pairs, std::size_t bodies);

}  // namespace firstcontact
