#include "render/label.hpp"

#include <stb/stb_easy_font.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace firstcontact {
namespace {

constexpr int margin = 4;       // of letters' own units, around the text
constexpr int line_height = 8;  // in the same: small letters reach below the line

struct Vertex {  // as stb_easy_font lays them out
  float x, y, z;
  std::array<std::uint8_t, 4> color;
};

std::string printable(const std::string& text) {
  std::string result;
  std::copy_if(text.begin(), text.end(), std::back_inserter(result),
               [](char letter) { return letter >= ' ' && letter <= '~'; });
  return result;
}

}  // namespace

void fill(Image& image, const PixelBox& box, const std::array<std::uint8_t, 3>& color) {
  for (int y = std::max(box.top, 0); y < std::min(box.bottom, image.height); ++y) {
    for (int x = std::max(box.left, 0); x < std::min(box.right, image.width); ++x) {
      const auto at = 3 * (static_cast<std::ptrdiff_t>(y) * image.width + x);
      std::copy(color.begin(), color.end(), image.rgb.begin() + at);
      if (!image.alpha.empty()) {
        image.alpha[static_cast<std::size_t>(at) / 3] = 255;
      }
    }
  }
}

LabelSize size_of(const Label& label) {
  std::string text = printable(label.text);
  return {label.scale * (stb_easy_font_width(text.data()) + 2 * margin), label.scale * (line_height + 2 * margin)};
}

void draw_label(Image& image, const Label& label) {
  const LabelSize size = size_of(label);
  fill(image, {label.x, label.y, label.x + size.width, label.y + size.height}, label.ground);
  std::string text = printable(label.text);
  constexpr std::size_t most_per_letter = 300;  // bytes, as stb_easy_font.h has it
  std::vector<Vertex> corners(most_per_letter * (text.size() + 1) / sizeof(Vertex) + 4);
  const int quads = stb_easy_font_print(0.0F, 0.0F, text.data(), nullptr, corners.data(),
                                        static_cast<int>(corners.size() * sizeof(Vertex)));
  for (int i = 0; i < quads; ++i) {
    const Vertex& first = corners[4 * static_cast<std::size_t>(i)];
    const Vertex& third = corners[4 * static_cast<std::size_t>(i) + 2];
    const auto pixel = [&](float unit, int from) {
      return from + label.scale * (margin + static_cast<int>(std::lround(unit)));
    };
    fill(image, {pixel(first.x, label.x), pixel(first.y, label.y), pixel(third.x, label.x), pixel(third.y, label.y)},
         label.color);
  }
}

}  // namespace firstcontact
