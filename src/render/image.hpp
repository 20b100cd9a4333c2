// Pictures in memory, and as PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <firstcontact/result.hpp>
#include <optional>
#include <string>
#include <vector>

namespace firstcontact {

/// Rows from the top down, 3 bytes (red, green, blue, sRGB) a pixel without padding.
struct Image {
  int width = 0, height = 0;  // pixels
  std::vector<std::uint8_t> rgb;
};

/// Writes `part` into `all`, from column `left` on; it must fit.
void put_beside(Image& all, const Image& part, int left);

/// The image as a PNG file's bytes.
[[nodiscard]] std::string png_bytes(const Image& image);

/// The image and after it its halves, down to one pixel: the levels of a texture. Means are of light, not of numbers.
[[nodiscard]] std::vector<Image> with_halves(Image image);

/// Reads a PNG or JPEG. Error, naming the file: it cannot be read or is neither.
[[nodiscard]] Result<Image> read_image(const std::filesystem::path& file);

}  // namespace firstcontact
