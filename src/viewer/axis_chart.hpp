// The chart of a pair's axes: what the lab's panel shows, and what can be kept of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viewer/axis_lab.hpp"

namespace firstcontact {

/// What all rows share. All in seconds from now.
struct AxisChart {
  double span = 0.0;
  double latest_entry = 0.0, earliest_leave = 0.0;
  double from = 0.0, until = 0.0;  // what is shown: the step, and the two instants where they are near enough
};
/// Of a report that has rows.
[[nodiscard]] AxisChart axis_chart(const AxisReport& report, double span);

/// Round instants of the chart, at most so many, and how they are written: all in one unit.
struct ChartTick {
  double time = 0.0;  // s from now
  std::string text;   // "0.5 ms"
};
[[nodiscard]] std::vector<ChartTick> chart_ticks(const AxisChart& chart, int most);

enum class RowChoice : std::uint8_t { all, separating };
/// Numbers of the report's rows: all, or those whose shadows do not overlap now.
[[nodiscard]] std::vector<std::size_t> chosen_rows(const AxisReport& report, RowChoice choice);
[[nodiscard]] std::string_view axis_kind_text(AxisKind kind);

/// What the pair's two bodies are called, and the time until which motions are looked at.
struct ChartSubject {
  std::string first, second;
  double span = 0.0;  // s
  RowChoice choice = RowChoice::all;
};
/// The chart as a picture by itself.
[[nodiscard]] std::string axis_chart_svg(const AxisReport& report, const ChartSubject& subject);
/// A row for each axis; numbers read back to the same bits.
[[nodiscard]] std::string axis_chart_csv(const AxisReport& report, const ChartSubject& subject);

}  // namespace firstcontact
