// The container and the tables of a .glb file: numbers go in, indices come out, bytes at the end.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

/// Builds the binary part of a glTF file and the tables that describe it. (glTF 2.0, sections 3.6 and 4.4.)
class GlbBuilder {
 public:
  enum class Bounds : std::uint8_t { stated, none };
  /// Adds `numbers` as vectors of `type` ("SCALAR", "VEC2", "VEC3", "VEC4"), and returns the index of the accessor.
  std::size_t add_floats(std::span<const float> numbers, std::string_view type, Bounds bounds);
  /// The same for vertex attributes, whose view has to say what it is for.
  std::size_t add_vertices(std::span<const float> numbers, std::string_view type, Bounds bounds);
  /// Adds bytes that mean something by themselves (a picture), and returns the index of their view.
  std::size_t add_bytes(std::string_view bytes);

  /// The file's bytes, `document` completed by the tables. Empty when it would be above 4 GiB.
  [[nodiscard]] std::string finish(nlohmann::ordered_json document) const;

 private:
  std::size_t add(std::span<const float> numbers, std::string_view type, Bounds bounds, bool is_vertex);
  std::string binary_;
  nlohmann::ordered_json views_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json accessors_ = nlohmann::ordered_json::array();
};

}  // namespace firstcontact
