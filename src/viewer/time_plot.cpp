#include "viewer/time_plot.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "viewer/panel_style.hpp"

namespace firstcontact {
namespace {

std::string short_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

ImU32 ink_of(const PlotLine& line) {
  return ImGui::GetColorU32(ImVec4(line.color[0], line.color[1], line.color[2], 1.0F));
}

// Where values and instants are on the screen.
struct PlotFrame {
  ImVec2 low, high;  // left upper and right lower corner
  PlotRange range;
  [[nodiscard]] float y(double value) const {
    const double share = (value - range.low) / (range.high - range.low);
    return high.y - static_cast<float>(share) * (high.y - low.y);
  }
  [[nodiscard]] float x(std::size_t i, std::size_t count) const {
    const float share = static_cast<float>(i) / static_cast<float>(std::max<std::size_t>(count, 2) - 1);
    return low.x + share * (high.x - low.x);
  }
};

void draw_line(const PlotFrame& frame, const PlotLine& line) {
  ImDrawList* const list = ImGui::GetWindowDrawList();
  for (std::size_t i = 1; i < line.values.size(); ++i) {
    const double before = line.values[i - 1];
    const double value = line.values[i];
    if (std::isfinite(before) && std::isfinite(value)) {
      list->AddLine(ImVec2(frame.x(i - 1, line.values.size()), frame.y(before)),
                    ImVec2(frame.x(i, line.values.size()), frame.y(value)), ink_of(line), 1.5F);
    }
  }
}

// What the plot is, and which of its lines is which.
void draw_title(const TimePlot& plot) {
  ImGui::TextDisabled("%s, %s", plot.name, plot.unit);
  for (const PlotLine& line : plot.lines) {
    if (plot.lines.size() > 1) {
      ImGui::SameLine();
      ImGui::TextColored(ImVec4(line.color[0], line.color[1], line.color[2], 1.0F), "%s", line.name);
    }
  }
}

void draw_values_at(const TimePlot& plot, std::size_t i, double time) {
  ImGui::BeginTooltip();
  ImGui::Text("%.6g s", time);
  for (const PlotLine& line : plot.lines) {
    if (i < line.values.size() && std::isfinite(line.values[i])) {
      ImGui::TextColored(ImVec4(line.color[0], line.color[1], line.color[2], 1.0F), "%s %.6g %s", line.name,
                         line.values[i], plot.unit);
    }
  }
  ImGui::EndTooltip();
}

}  // namespace

PlotRange range_of(const TimePlot& plot) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const PlotLine& line : plot.lines) {
    for (const double value : line.values) {
      low = std::isfinite(value) ? std::min(low, value) : low;
      high = std::isfinite(value) ? std::max(high, value) : high;
    }
  }
  if (!(low <= high)) {
    return {};
  }
  const double air = std::max(0.06 * (high - low), 1e-6 * std::max(std::abs(low), std::abs(high)));
  return air > 0.0 ? PlotRange{low - air, high + air} : PlotRange{low - 1.0, high + 1.0};
}

std::optional<double> draw_time_plot(const TimePlot& plot, float width, float height) {
  ImGui::BeginGroup();
  ImGui::PushID(plot.name);
  draw_title(plot);
  const float letters = ImGui::GetTextLineHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 size(width, std::max(height - letters - ImGui::GetStyle().ItemSpacing.y, 2.0F * em()));
  ImGui::InvisibleButton("plot", size);
  const bool is_over = ImGui::IsItemHovered();
  const bool is_held = ImGui::IsItemActive();
  const PlotFrame frame{corner, ImVec2(corner.x + size.x, corner.y + size.y), range_of(plot)};
  ImDrawList* const list = ImGui::GetWindowDrawList();
  list->AddRectFilled(frame.low, frame.high, IM_COL32(255, 255, 255, 14), 3.0F);
  list->PushClipRect(frame.low, frame.high, true);
  if (frame.range.low < 0.0 && frame.range.high > 0.0) {
    list->AddLine(ImVec2(frame.low.x, frame.y(0.0)), ImVec2(frame.high.x, frame.y(0.0)), IM_COL32(255, 255, 255, 50));
  }
  for (const PlotLine& line : plot.lines) {
    draw_line(frame, line);
  }
  const double length = std::max(plot.span.to - plot.span.from, 1e-12);
  const float now = frame.low.x + static_cast<float>((plot.now - plot.span.from) / length) * size.x;
  list->AddLine(ImVec2(now, frame.low.y), ImVec2(now, frame.high.y), IM_COL32(255, 255, 255, 150));
  const auto write = [&](const std::string& text, float left, float top) {
    list->AddText(ImVec2(left, top), IM_COL32(255, 255, 255, 150), text.c_str());
  };
  const float air = 0.2F * em();
  write(short_text(frame.range.high), frame.low.x + air, frame.low.y);
  write(short_text(frame.range.low), frame.low.x + air, frame.high.y - letters);
  const std::string until = short_text(plot.span.to) + " s";
  write(until, frame.high.x - ImGui::CalcTextSize(until.c_str()).x - air, frame.high.y - letters);
  list->PopClipRect();
  const double share = std::clamp((ImGui::GetIO().MousePos.x - frame.low.x) / std::max(size.x, 1.0F), 0.0F, 1.0F);
  const double under = plot.span.from + share * length;
  if (is_over && !plot.lines.empty() && !plot.lines.front().values.empty()) {
    const auto last = static_cast<double>(plot.lines.front().values.size() - 1);
    draw_values_at(plot, static_cast<std::size_t>(std::lround(share * last)), under);
  }
  ImGui::PopID();
  ImGui::EndGroup();
  return is_held ? std::optional(under) : std::nullopt;
}

}  // namespace firstcontact
