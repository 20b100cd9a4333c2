// Plain letters on a picture, without a window.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "render/image.hpp"

namespace firstcontact {

struct Label {
  std::string text;                      // printable ASCII; anything else is left out
  int x = 0, y = 0;                      // pixels, of its left upper corner
  int scale = 2;                         // letters are about 7 pixels high times this
  std::array<std::uint8_t, 3> color{};   // of the letters
  std::array<std::uint8_t, 3> ground{};  // of the box behind them
};

/// Pixels that the label takes with its box.
struct LabelSize {
  int width = 0, height = 0;
};
[[nodiscard]] LabelSize size_of(const Label& label);

/// Corners in pixels: left and top belong to it, right and bottom do not.
struct PixelBox {
  int left = 0, top = 0, right = 0, bottom = 0;
};
/// Fills the box with one colour; what is outside of the picture is cut.
void fill(Image& image, const PixelBox& box, const std::array<std::uint8_t, 3>& color);

/// Draws it; what is outside of the picture is cut.
void draw_label(Image& image, const Label& label);

}  // namespace firstcontact
