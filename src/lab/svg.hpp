// Pictures as SVG text that a browser, Inkscape and LaTeX's converters read alike: plain attributes, no style sheets,
// no scripts. Lines and letters are `currentColor`: black where nothing else is said, and light on a dark page.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

/// `value` with up to three significant digits, "0.0167" or "1e-06"; whole numbers below a million in full.
[[nodiscard]] std::string short_number(double value);
/// Text with &, <, > and quotes as entities.
[[nodiscard]] std::string escaped(std::string_view text);

/// A picture that grows by what is added; coordinates in pixels, y downwards.
class Svg {
 public:
  struct TextStyle {
    std::string_view anchor = "start";  // start, middle, end
    double size = 12.0;
    std::string_view color = "currentColor";
    double turned = 0.0;  // degrees
    bool is_bold = false;
  };
  struct Stroke {
    std::string_view color = "currentColor";
    double width = 1.0;
    std::string_view dashes;
    double opacity = 1.0;
  };
  Svg(double width, double height, std::string_view title);

  void rectangle(double x, double y, double width, double height, std::string_view fill);
  void line(double x1, double y1, double x2, double y2, const Stroke& stroke);
  void path(const std::vector<std::array<double, 2>>& points, const Stroke& stroke);
  void text(double x, double y, std::string_view text, const TextStyle& style);
  /// A mark of radius 4 in one of six shapes, so that colour alone never has to tell them apart.
  void mark(double x, double y, std::size_t shape, std::string_view color);
  /// The whole picture, see-through.
  [[nodiscard]] std::string done() const { return text_ + "</svg>\n"; }

 private:
  std::string text_;
};

/// The picture on white paper: for files that may end up on any ground.
[[nodiscard]] std::string on_paper(const std::string& picture);

/// Colours, dashes and marks by which lines are told apart: Okabe and Ito's palette, safe for the colour-blind.
[[nodiscard]] std::string_view line_color(std::size_t index);
[[nodiscard]] std::string_view line_dashes(std::size_t index);
/// From nearly white (0) to dark blue (1), ever darker: it stays in order in grey print.
struct ShadeColors {
  std::string fill, ink;
};
[[nodiscard]] ShadeColors shade(double value);

}  // namespace firstcontact
