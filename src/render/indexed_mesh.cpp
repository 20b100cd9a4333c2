#include <array>
#include <bit>
#include <cstddef>
#include <unordered_map>

#include "render/display_mesh.hpp"

namespace firstcontact {
namespace {

using Key = std::array<std::uint32_t, 8>;

// Fowler, Noll, Vo (FNV-1a), a word at a time. It only says where to look: numbers are given in the order of the mesh.
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t hash = 14695981039346656037U;
    for (const std::uint32_t word : key) {
      hash = (hash ^ word) * 1099511628211U;
    }
    return hash ^ (hash >> 32U);
  }
};

Key key_of(const DisplayVertex& v) {
  const std::array numbers{v.position.x, v.position.y, v.position.z, v.normal.x,
                           v.normal.y,   v.normal.z,   v.texture.x,  v.texture.y};
  return std::bit_cast<Key>(numbers);
}

}  // namespace

IndexedMesh indexed(const DisplayMesh& mesh) {
  std::unordered_map<Key, std::uint32_t, KeyHash> number_of;
  IndexedMesh result;
  result.indices.reserve(mesh.vertices.size());
  for (const DisplayVertex& vertex : mesh.vertices) {
    const auto number = static_cast<std::uint32_t>(result.vertices.size());
    const auto [entry, is_new] = number_of.emplace(key_of(vertex), number);
    if (is_new) {
      result.vertices.push_back(vertex);
    }
    result.indices.push_back(entry->second);
  }
  return result;
}

}  // namespace firstcontact
