// Quantities over time, with axes, as panels show them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "scene/scene_file.hpp"

namespace firstcontact {

/// A line of a plot: a value for each instant, at even distances; not a number: there is none.
struct PlotLine {
  const char* name = "";
  std::array<float, 3> color{0.45F, 0.75F, 1.0F};
  std::vector<double> values = {};
};

struct TimePlot {
  const char* name = "";
  const char* unit = "";
  std::vector<PlotLine> lines;
  TimeSpan span = {};  // s: of the first and the last instant
  double now = 0.0;    // s: marked by a stroke
};

/// The least and the greatest value of all lines, and a little air; 0 and 1 when there is none.
struct PlotRange {
  double low = 0.0, high = 1.0;
};
[[nodiscard]] PlotRange range_of(const TimePlot& plot);

/// Draws the plot in a place of that size (screen coordinates) of the panel at hand: name and unit, least and greatest
/// value, the span's ends, and, under the mouse, the values there. Returns the instant that was clicked, if one was.
[[nodiscard]] std::optional<double> draw_time_plot(const TimePlot& plot, float width, float height);

}  // namespace firstcontact
