// The figures of a study: heat maps (one panel a method), curves (one line a method), and error against cost.
#pragma once

#include <string>
#include <vector>

#include "lab/measures.hpp"

namespace firstcontact {

/// One number per method and value(s) of a figure's parameters: the share where the measure is one, else the median.
/// Empty where no run has a number.
struct FigureTable {
  std::vector<double> x, y;  // y is one value for a curve
  /// By method, y, x.
  std::vector<std::vector<std::vector<std::optional<double>>>> cells;
};
[[nodiscard]] FigureTable figure_table(const Study& study, const Figure& figure, const std::vector<Record>& records);

/// "missed of those that meet, over speed and thickness"
[[nodiscard]] std::string figure_title(const Figure& figure);
/// The figure as SVG.
[[nodiscard]] std::string figure_picture(const Study& study, const Figure& figure, const FigureTable& table);
/// The same numbers: "method,x,y,value".
[[nodiscard]] std::string figure_numbers(const Study& study, const Figure& figure, const FigureTable& table);

/// A method's place between cost and error.
struct CostPoint {
  std::string method;
  double seconds_per_step = 0.0;  // median
  double share_wrong = 0.0;       // of those that meet: missed, or late by more than a step, or on the wrong side
  bool is_on_front = false;       // no other is both cheaper and less often wrong
};
[[nodiscard]] std::vector<CostPoint> cost_points(const Study& study, const std::vector<Record>& records,
                                                 const std::vector<std::vector<double>>& seconds_by_method);
[[nodiscard]] std::string cost_picture(const std::vector<CostPoint>& points);

}  // namespace firstcontact
