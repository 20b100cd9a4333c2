// The only file that knows stb's image readers and writers.
#include "render/image.hpp"

#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#include <memory>

#include "scene/files.hpp"

namespace firstcontact {
namespace {

void append(void* context, void* data, int size) {
  static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

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
