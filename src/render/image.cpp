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

std::size_t pixels_of(const Image& image) {
  return static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
}

// Colours and alpha together, 4 bytes a pixel.
std::vector<std::uint8_t> woven(const Image& image) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(4 * image.alpha.size());
  for (std::size_t i = 0; i < image.alpha.size(); ++i) {
    bytes.insert(bytes.end(), {image.rgb[3 * i], image.rgb[3 * i + 1], image.rgb[3 * i + 2], image.alpha[i]});
  }
  return bytes;
}

Image transparent_half_of(const Image& image) {
  Image half{std::max(image.width / 2, 1), std::max(image.height / 2, 1), {}};
  const std::vector<std::uint8_t> whole = woven(image);
  std::vector<std::uint8_t> bytes(4 * pixels_of(half));
  stbir_resize_uint8_srgb(whole.data(), image.width, image.height, 0, bytes.data(), half.width, half.height, 0, 4, 3,
                          0);
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    half.rgb.insert(half.rgb.end(), {bytes[i], bytes[i + 1], bytes[i + 2]});
    half.alpha.push_back(bytes[i + 3]);
  }
  return half;
}

Image half_of(const Image& image) {
  if (!image.alpha.empty()) {
    return transparent_half_of(image);
  }
  Image half{std::max(image.width / 2, 1), std::max(image.height / 2, 1), {}};
  half.rgb.resize(3 * pixels_of(half));
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
    if (!part.alpha.empty()) {
      std::copy_n(part.alpha.begin() + static_cast<std::ptrdiff_t>(y) * part.width, part.width,
                  all.alpha.begin() + static_cast<std::ptrdiff_t>(y) * all.width + left);
    }
  }
}

std::string png_bytes(const Image& image) {
  std::string bytes;
  if (!image.alpha.empty()) {
    stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, woven(image).data(), 4 * image.width);
    return bytes;
  }
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
