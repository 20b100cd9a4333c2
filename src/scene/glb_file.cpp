#include "scene/glb_file.hpp"

#include <algorithm>
#include <limits>

#include "core/bit_cast.hpp"
#include "scene/bytes.hpp"

namespace firstcontact {
namespace {

using Json = nlohmann::ordered_json;

std::size_t width_of(std::string_view type) {
  return type == "SCALAR" ? 1 : type == "VEC2" ? 2 : type == "VEC3" ? 3 : 4;
}

struct Extent {
  Json low = Json::array(), high = Json::array();
};

Extent extent_of(std::span<const float> numbers, std::size_t width) {
  Extent extent;
  for (std::size_t k = 0; k < width; ++k) {
    float low = std::numeric_limits<float>::max();
    float high = std::numeric_limits<float>::lowest();
    for (std::size_t i = k; i < numbers.size(); i += width) {
      low = std::min(low, numbers[i]);
      high = std::max(high, numbers[i]);
    }
    extent.low.push_back(low);
    extent.high.push_back(high);
  }
  return extent;
}

void pad(std::string& bytes, char filler) { bytes.resize((bytes.size() + 3) / 4 * 4, filler); }

}  // namespace

std::size_t GlbBuilder::add(std::span<const float> numbers, std::string_view type, Bounds bounds, bool is_vertex) {
  constexpr int array_buffer = 34962;
  constexpr int float_component = 5126;
  Json view{{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", numbers.size_bytes()}};
  if (is_vertex) {
    view["target"] = array_buffer;
  }
  ByteWriter bytes;
  for (const float number : numbers) {
    bytes.u32(bit_cast<std::uint32_t>(number));
  }
  binary_ += bytes.bytes();
  const std::size_t width = width_of(type);
  Json accessor{{"bufferView", views_.size()},
                {"componentType", float_component},
                {"count", numbers.size() / width},
                {"type", type}};
  if (bounds == Bounds::stated) {
    const Extent extent = extent_of(numbers, width);
    accessor["min"] = extent.low;
    accessor["max"] = extent.high;
  }
  views_.push_back(view);
  accessors_.push_back(accessor);
  return accessors_.size() - 1;
}

std::size_t GlbBuilder::add_floats(std::span<const float> numbers, std::string_view type, Bounds bounds) {
  return add(numbers, type, bounds, false);
}

std::size_t GlbBuilder::add_vertices(std::span<const float> numbers, std::string_view type, Bounds bounds) {
  return add(numbers, type, bounds, true);
}

std::size_t GlbBuilder::add_bytes(std::string_view bytes) {
  views_.push_back({{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", bytes.size()}});
  binary_ += bytes;
  pad(binary_, '\0');  // numbers come at multiples of four
  return views_.size() - 1;
}

std::string GlbBuilder::finish(Json document) const {
  if (!accessors_.empty()) {
    document["accessors"] = accessors_;
  }
  if (!views_.empty()) {
    document["bufferViews"] = views_;
    document["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
  }
  std::string text = document.dump();
  pad(text, ' ');
  std::string binary = binary_;
  pad(binary, '\0');
  const std::size_t total = 12 + 8 + text.size() + (binary.empty() ? 0 : 8 + binary.size());
  if (total > std::numeric_limits<std::uint32_t>::max()) {
    return {};
  }
  ByteWriter out;
  out.raw("glTF");
  out.u32(2);
  out.u32(static_cast<std::uint32_t>(total));
  out.u32(static_cast<std::uint32_t>(text.size()));
  out.raw("JSON");
  out.raw(text);
  if (!binary.empty()) {
    out.u32(static_cast<std::uint32_t>(binary.size()));
    out.raw(std::string_view("BIN\0", 4));
    out.raw(binary);
  }
  return out.bytes();
}

}  // namespace firstcontact
