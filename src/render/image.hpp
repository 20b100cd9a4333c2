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
  std::vector<std::uint8_t> alpha = {};  // a byte a pixel, 0: nothing is there; no bytes: all of it is opaque
};

/// Writes `part` into `all`, from column `left` on; it must fit, and have alpha if and only if `all` has.
void put_beside(Image& all, const Image& part, int left);

/// The image as a PNG file's bytes.
[[nodiscard]] std::string png_bytes(const Image& image);

/// The image and after it its halves, down to one pixel: the levels of a texture. Means are of light, not of numbers,
/// and what is transparent has no share in them.
[[nodiscard]] std::vector<Image> with_halves(Image image);

/// Reads a PNG or JPEG; alpha is left away. Error, naming the file: it cannot be read or is neither.
[[nodiscard]] Result<Image> read_image(const std::filesystem::path& file);

}  // namespace firstcontact
