// The only file that knows stb's image readers, writers and scaler.
#include "render/image.hpp"

#include <stb/stb_image.h>
#include <stb/stb_image_resize.h>
#include <stb/stb_image_write.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "scene/files.hpp"

namespace firstcontact {
namespace {

void append(void* context, void* data, int size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

Image half_of(const Image& image) {
  Image half{std::max(image.width / 2, 1), std::max(image.height / 2, 1), {}};
  half.rgb.resize(static_cast<std::size_t>(half.width) * static_cast<std::size_t>(half.height) * 3);
  stbir_resize_uint8_srgb(image.rgb.data(), image.width, image.height, 0, half.rgb.data(), half.width, half.height, 0,
                          3, STBIR_ALPHA_CHANNEL_NONE, 0);
  return half;
}

}  // namespace

std::vector<Image> with_halves(Image image) {
  std::vector<Image> levels{std::move(image)};
  while (levels.back().width > 1 || levels.back().height > 1) {
    levels.push_back(half_of(levels.back()));
  }
  return levels;
}

void put_beside(Image& all, const Image& part, int left) {
  for (int y = 0; y < part.height; ++y) {
    const auto row = part.rgb.begin() + 3 * static_cast<std::ptrdiff_t>(y) * part.width;
    const auto at = all.rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(y) * all.width + left);
    std::copy(row, row + 3 * static_cast<std::ptrdiff_t>(part.width), at);
  }
}

std::string png_bytes(const Image& image) {
  std::string bytes;
  stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width);
  return bytes;
}

Result<Image> read_image(const std::filesystem::path& file) {
  const auto bytes = read_file(file);
  if (!bytes) {
    return bytes.error();
  }
  Image image;
  int channels = 0;
  const auto* const data = reinterpret_cast<const stbi_uc*>(bytes.value().data());
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(data, static_cast<int>(bytes.value().size()), &image.width, &image.height, &channels, 3),
      stbi_image_free);
  if (pixels == nullptr) {
    return Error{file.string() + ": found something else, expected a PNG or JPEG picture: " + stbi_failure_reason()};
  }
  const auto size = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) * 3;
  image.rgb.assign(pixels.get(), pixels.get() + size);
  return image;
}

}  // namespace firstcontact
