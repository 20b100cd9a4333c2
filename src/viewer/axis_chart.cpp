#include "viewer/axis_chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

struct TimeUnit {
  double seconds;
  const char* name;
};

// The one in which the chart's length is a handy number.
TimeUnit unit_for(double length) {
  constexpr std::array<TimeUnit, 4> units{{{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  const auto* const fitting =
      std::find_if(units.begin(), units.end() - 1, [length](const TimeUnit& unit) { return length >= unit.seconds; });
  return *fitting;
}

std::string number_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.5g", value);
  return text.data();
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const bool is_special = letter == '<' || letter == '&' || letter == '>' || letter == '"';
    result += is_special ? "&#" + std::to_string(static_cast<int>(letter)) + ";" : std::string(1, letter);
  }
  return result;
}

// A picture that grows downward, line by line.
class ChartPicture {
 public:
  explicit ChartPicture(const AxisChart& chart) : chart_(chart) {}

  [[nodiscard]] double x(double time) const {
    const double share = std::clamp((time - chart_.from) / (chart_.until - chart_.from), 0.0, 1.0);
    return chart_left + share * (width - margin - chart_left);
  }
  void text(double left, double baseline, std::string_view words, std::string_view more = "") {
    body_ += "<text x=\"" + number_text(left) + "\" y=\"" + number_text(baseline) + "\"" + std::string(more) + ">" +
             xml_text(words) + "</text>\n";
  }
  struct Rectangle {
    double left, top, right, bottom;
  };
  void fill(const Rectangle& at, std::string_view color) {
    body_ += "<rect x=\"" + number_text(at.left) + "\" y=\"" + number_text(at.top) + "\" width=\"" +
             number_text(std::max(at.right - at.left, 0.5)) + "\" height=\"" + number_text(at.bottom - at.top) +
             "\" fill=\"" + std::string(color) + "\"/>\n";
  }
  [[nodiscard]] std::string whole(double height) const {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number_text(width) + " " + number_text(height) +
           "\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
           body_ + "</svg>\n";
  }

  static constexpr double width = 900.0, margin = 20.0, chart_left = 370.0, row_height = 20.0;

 private:
  AxisChart chart_;
  std::string body_;
};

constexpr std::string_view entry_color = "#d03a30", leave_color = "#2e9a50", bar_color = "#9aa0aa";

void draw_head(ChartPicture& picture, const AxisReport& report, const ChartSubject& subject) {
  picture.text(ChartPicture::margin, 28.0,
               subject.first + " and " + subject.second + ": " + std::to_string(report.all_axes) +
                   (report.is_planar() ? " axes in their plane" : " axes"),
               " font-size=\"16\"");
  const Separation& apart = report.separation;
  picture.text(ChartPicture::margin, 48.0,
               apart.depth > 0.0 ? "they overlap: the shortest way out is " + number_text(apart.depth) + " m"
                                 : number_text(apart.distance) + " m apart");
  picture.text(ChartPicture::chart_left, 48.0,
               report.meets ? "latest entry before earliest leave: they meet" : "they do not meet in this step");
}

}  // namespace

AxisChart axis_chart(const AxisReport& report, double span) {
  AxisChart chart{span, report.rows[report.latest_entry].enter, report.rows[report.earliest_leave].leave, 0.0, 0.0};
  const double reach = 12.0 * span;
  const auto seen = [&](double time) { return std::clamp(time, -reach, reach); };
  const double first = std::min({0.0, seen(chart.latest_entry), seen(chart.earliest_leave)});
  const double last = std::max({span, seen(chart.latest_entry), seen(chart.earliest_leave)});
  chart.from = first - 0.2 * (last - first);
  chart.until = last + 0.2 * (last - first);
  return chart;
}

std::vector<ChartTick> chart_ticks(const AxisChart& chart, int most) {
  const double length = chart.until - chart.from;
  double apart = std::pow(10.0, std::floor(std::log10(length / most)));
  for (const double digit : {1.0, 2.0, 5.0, 10.0}) {
    if (length / (digit * apart) < most) {
      apart *= digit;
      break;
    }
  }
  const TimeUnit unit = unit_for(length);
  std::vector<ChartTick> ticks;
  for (double i = std::ceil(chart.from / apart); i * apart <= chart.until; i += 1.0) {
    i += 0.0;  // no minus before a zero
    ticks.push_back({i * apart, number_text(i * apart / unit.seconds) + " " + unit.name});
  }
  return ticks;
}

std::vector<std::size_t> chosen_rows(const AxisReport& report, RowChoice choice) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    if (choice == RowChoice::all || report.rows[i].gap > 0.0) {
      rows.push_back(i);
    }
  }
  return rows;
}

std::string_view axis_kind_text(AxisKind kind) {
  return kind == AxisKind::face_a ? "face of the first" : kind == AxisKind::face_b ? "face of the second" : "edges";
}

std::string axis_chart_svg(const AxisReport& report, const ChartSubject& subject) {
  const AxisChart chart = axis_chart(report, subject.span);
  const std::vector<std::size_t> rows = chosen_rows(report, subject.choice);
  ChartPicture picture(chart);
  draw_head(picture, report, subject);
  constexpr double top = 84.0;
  const double bottom = top + ChartPicture::row_height * static_cast<double>(rows.size());
  picture.fill({picture.x(0.0), top - 4.0, picture.x(chart.span), bottom}, "#eef1f6");  // the step
  for (const ChartTick& tick : chart_ticks(chart, 8)) {
    picture.fill({picture.x(tick.time), top - 4.0, picture.x(tick.time) + 0.5, bottom}, "#c8ccd4");
    picture.text(picture.x(tick.time), top - 10.0, tick.text, " text-anchor=\"middle\" font-size=\"11\"");
  }
  double row_top = top;
  for (const std::size_t i : rows) {
    const AxisRow& row = report.rows[i];
    std::array<char, 120> text{};
    std::snprintf(text.data(), text.size(), "%s (%.2f %.2f %.2f), gap %.4g m", axis_kind_text(row.kind).data(),
                  row.axis.x, row.axis.y, row.axis.z, row.gap);
    picture.text(ChartPicture::margin, row_top + 14.0, text.data());
    if (row.enter <= row.leave) {
      picture.fill({picture.x(row.enter), row_top + 3.0, picture.x(row.leave), row_top + 17.0},
                   i == report.latest_entry     ? entry_color
                   : i == report.earliest_leave ? leave_color
                                                : bar_color);
    }
    row_top += ChartPicture::row_height;
  }
  picture.fill({picture.x(chart.latest_entry), top - 4.0, picture.x(chart.latest_entry) + 1.5, bottom}, entry_color);
  picture.fill({picture.x(chart.earliest_leave), top - 4.0, picture.x(chart.earliest_leave) + 1.5, bottom},
               leave_color);
  return picture.whole(bottom + ChartPicture::margin);
}

std::string axis_chart_csv(const AxisReport& report, const ChartSubject& subject) {
  std::string table =
      "kind,x,y,z,first_low_m,first_high_m,second_low_m,second_high_m,gap_m,speed_m_s,enter_s,leave_s\n";
  for (const std::size_t i : chosen_rows(report, subject.choice)) {
    const AxisRow& row = report.rows[i];
    table += axis_kind_text(row.kind);
    for (const double number : {row.axis.x, row.axis.y, row.axis.z, row.a.low, row.a.high, row.b.low, row.b.high,
                                row.gap, row.speed, row.enter, row.leave}) {
      table += "," + shortest_text(number);
    }
    table += "\n";
  }
  return table;
}

}  // namespace firstcontact
