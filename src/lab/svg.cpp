#include "lab/svg.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace firstcontact {
namespace {

std::string pixels(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}

std::string stroked(const Svg::Stroke& stroke) {
  std::string text = attribute("stroke", stroke.color) + attribute("stroke-width", pixels(stroke.width));
  text += stroke.dashes.empty() ? "" : attribute("stroke-dasharray", stroke.dashes);
  return text + (stroke.opacity < 1.0 ? attribute("stroke-opacity", pixels(stroke.opacity)) : "");
}

std::string points_text(const std::vector<std::array<double, 2>>& points) {
  std::string text;
  for (const auto& [x, y] : points) {
    text += (text.empty() ? "" : " ") + pixels(x) + "," + pixels(y);
  }
  return text;
}

}  // namespace

std::string short_number(double value) {
  std::array<char, 32> text{};
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e6;
  std::snprintf(text.data(), text.size(), is_whole ? "%.0f" : "%.3g", value);
  return text.data();
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += letter;
    }
  }
  return result;
}

Svg::Svg(double width, double height, std::string_view title) {
  text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", pixels(width)) +
          attribute("height", pixels(height)) + attribute("viewBox", "0 0 " + pixels(width) + " " + pixels(height)) +
          " role=\"img\" font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n<title>" + escaped(title) +
          "</title>\n";
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view fill) {
  text_ += "<rect" + attribute("x", pixels(x)) + attribute("y", pixels(y)) + attribute("width", pixels(width)) +
           attribute("height", pixels(height)) + attribute("fill", fill) + "/>\n";
}

void Svg::line(double x1, double y1, double x2, double y2, const Stroke& stroke) {
  text_ += "<line" + attribute("x1", pixels(x1)) + attribute("y1", pixels(y1)) + attribute("x2", pixels(x2)) +
           attribute("y2", pixels(y2)) + stroked(stroke) + "/>\n";
}

void Svg::path(const std::vector<std::array<double, 2>>& points, const Stroke& stroke) {
  text_ +=
      "<polyline" + attribute("points", points_text(points)) + attribute("fill", "none") + stroked(stroke) + "/>\n";
}

void Svg::text(double x, double y, std::string_view text, const TextStyle& style) {
  text_ += "<text" + attribute("x", pixels(x)) + attribute("y", pixels(y)) +
           attribute("font-size", pixels(style.size)) + attribute("text-anchor", style.anchor) +
           attribute("fill", style.color);
  text_ += style.is_bold ? attribute("font-weight", "bold") : "";
  text_ += style.turned != 0.0
               ? attribute("transform", "rotate(" + pixels(style.turned) + " " + pixels(x) + " " + pixels(y) + ")")
               : "";
  text_ += ">" + escaped(text) + "</text>\n";
}

void Svg::mark(double x, double y, std::size_t shape, std::string_view color) {
  constexpr double r = 4.0;
  const std::array<std::vector<std::array<double, 2>>, 5> shapes{{
      {{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}},
      {{x, y - 1.3 * r}, {x + 1.2 * r, y + r}, {x - 1.2 * r, y + r}},
      {{x, y - 1.4 * r}, {x + 1.4 * r, y}, {x, y + 1.4 * r}, {x - 1.4 * r, y}},
      {{x, y + 1.3 * r}, {x + 1.2 * r, y - r}, {x - 1.2 * r, y - r}},
      {{x - 1.5 * r, y - 0.6 * r}, {x + 1.5 * r, y - 0.6 * r}, {x + 1.5 * r, y + 0.6 * r}, {x - 1.5 * r, y + 0.6 * r}},
  }};
  if (shape % 6 == 0) {
    text_ += "<circle" + attribute("cx", pixels(x)) + attribute("cy", pixels(y)) + attribute("r", pixels(r)) +
             attribute("fill", color) + "/>\n";
    return;
  }
  text_ += "<polygon" + attribute("points", points_text(shapes.at(shape % 6 - 1))) + attribute("fill", color) + "/>\n";
}

std::string on_paper(const std::string& picture) {
  constexpr std::string_view heading_end = "</title>\n";
  const std::size_t at = picture.find(heading_end) + heading_end.size();
  return picture.substr(0, at) + "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n" + picture.substr(at);
}

std::string_view line_color(std::size_t index) {
  constexpr std::array<std::string_view, 8> colors{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#e69f00", "#56b4e9", "#999999", "#8c6bb1"};
  return colors.at(index % colors.size());
}

std::string_view line_dashes(std::size_t index) {
  constexpr std::array<std::string_view, 4> dashes{"", "6 3", "2 3", "8 3 2 3"};
  return dashes.at(index % dashes.size());
}

ShadeColors shade(double value) {
  // ColorBrewer's Blues (Brewer 2002), three of its stops.
  constexpr std::array<std::array<double, 3>, 3> stops{{{247, 251, 255}, {107, 174, 214}, {8, 48, 107}}};
  const double place = 2.0 * std::clamp(value, 0.0, 1.0);
  const std::size_t lower = place < 1.0 ? 0 : 1;
  const double share = place - static_cast<double>(lower);
  std::array<int, 3> color{};
  for (std::size_t i = 0; i < 3; ++i) {
    color.at(i) =
        static_cast<int>(std::lround(stops.at(lower).at(i) * (1.0 - share) + stops.at(lower + 1).at(i) * share));
  }
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "#%02x%02x%02x", static_cast<unsigned>(color[0]) & 0xFFU,
                static_cast<unsigned>(color[1]) & 0xFFU, static_cast<unsigned>(color[2]) & 0xFFU);
  return {text.data(), value > 0.55 ? "#ffffff" : "#000000"};
}

}  // namespace firstcontact
