// Error against cost, and the front of methods that no other beats in both.
#include <algorithm>
#include <cmath>

#include "lab/plots.hpp"
#include "lab/svg.hpp"

namespace firstcontact {
namespace {

bool is_wrong(const Record& record) {
  return record.run.verdict == CaseVerdict::missed || record.run.wrong_side.value_or(false) ||
         measured(Measure::late_by_a_step, record).value_or(0.0) > 0.0;
}

double median(std::vector<double> values) {
  if (values.empty()) {
    return 0.0;
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

bool beats(const CostPoint& a, const CostPoint& b) {
  const bool is_no_worse = a.seconds_per_step <= b.seconds_per_step && a.share_wrong <= b.share_wrong;
  return is_no_worse && (a.seconds_per_step < b.seconds_per_step || a.share_wrong < b.share_wrong);
}

}  // namespace

std::vector<CostPoint> cost_points(const Study& study, const std::vector<Record>& records,
                                   const std::vector<std::vector<double>>& seconds_by_method) {
  std::vector<double> wrong(study.methods.size(), 0.0);
  std::vector<double> meet(study.methods.size(), 0.0);
  for (const Record& record : records) {
    if (record.meeting == Meeting::meets) {
      meet.at(record.method) += 1.0;
      wrong.at(record.method) += is_wrong(record) ? 1.0 : 0.0;
    }
  }
  std::vector<CostPoint> points;
  for (std::size_t method = 0; method < study.methods.size(); ++method) {
    points.push_back({study.methods[method], median(seconds_by_method.at(method)),
                      meet[method] > 0.0 ? wrong[method] / meet[method] : 0.0, false});
  }
  for (CostPoint& point : points) {
    point.is_on_front =
        std::none_of(points.begin(), points.end(), [&](const CostPoint& other) { return beats(other, point); });
  }
  return points;
}

std::string cost_picture(const std::vector<CostPoint>& points) {
  constexpr double left = 70.0;
  constexpr double top = 16.0;
  constexpr double width = 560.0;
  constexpr double height = 320.0;
  Svg svg(left + width + 190.0, top + height + 50.0, "share of wrong runs against processor time per step");
  double low = 10.0;
  double high = -10.0;
  for (const CostPoint& point : points) {
    const double place = std::log10(std::max(point.seconds_per_step, 1e-9));
    low = std::min(low, std::floor(place));
    high = std::max(high, std::ceil(place));
  }
  high = std::max(high, low + 1.0);
  const auto x_of = [&](double seconds) {
    return left + width * (std::log10(std::max(seconds, 1e-9)) - low) / (high - low);
  };
  const auto y_of = [&](double share) { return top + height * (1.0 - share); };
  for (double power = low; power <= high; power += 1.0) {
    const double x = x_of(std::pow(10.0, power));
    svg.line(x, top, x, top + height, {"currentColor", 1.0, "", 0.2});
    svg.text(x, top + height + 16.0, short_number(std::pow(10.0, power + 6.0)),
             {"middle", 10.0, "currentColor", 0.0, false});
  }
  for (int fifth = 0; fifth <= 5; ++fifth) {
    const double y = y_of(0.2 * fifth);
    svg.line(left, y, left + width, y, {"currentColor", 1.0, "", 0.2});
    svg.text(left - 6.0, y + 4.0, short_number(0.2 * fifth), {"end", 10.0, "currentColor", 0.0, false});
  }
  svg.text(left + 0.5 * width, top + height + 38.0, "processor time per step, microseconds (median)",
           {"middle", 12.0, "currentColor", 0.0, false});
  svg.text(16.0, top + 0.5 * height, "wrong: missed, a step late, or wrong side (share)",
           {"middle", 12.0, "currentColor", -90.0, false});
  std::vector<CostPoint> front;
  std::copy_if(points.begin(), points.end(), std::back_inserter(front),
               [](const CostPoint& p) { return p.is_on_front; });
  std::sort(front.begin(), front.end(),
            [](const auto& a, const auto& b) { return a.seconds_per_step < b.seconds_per_step; });
  std::vector<std::array<double, 2>> stairs;
  for (const CostPoint& point : front) {
    if (!stairs.empty()) {
      stairs.push_back({x_of(point.seconds_per_step), stairs.back()[1]});
    }
    stairs.push_back({x_of(point.seconds_per_step), y_of(point.share_wrong)});
  }
  svg.path(stairs, {"currentColor", 1.5, "4 3", 1.0});
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool is_ours = points[i].method == "first_contact";
    const std::string_view color = is_ours ? "currentColor" : line_color(i);
    svg.mark(x_of(points[i].seconds_per_step), y_of(points[i].share_wrong), i, color);
    const double y = top + 14.0 + 20.0 * static_cast<double>(i);
    svg.mark(left + width + 24.0, y - 4.0, i, color);
    svg.text(left + width + 36.0, y, points[i].method, {"start", 12.0, "currentColor", 0.0, points[i].is_on_front});
  }
  return svg.done();
}

}  // namespace firstcontact
