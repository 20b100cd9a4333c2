// The article's picture, live: each axis a row, its shadows' overlap in time a bar over the step.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/axis_chart.hpp"
#include "viewer/panel_style.hpp"
#include "viewer/panels.hpp"

namespace firstcontact {
namespace {

constexpr ImU32 a_ink = IM_COL32(86, 156, 230, 255);
constexpr ImU32 b_ink = IM_COL32(240, 150, 70, 255);
constexpr ImU32 bar_ink = IM_COL32(120, 125, 135, 190);
constexpr ImU32 entry_ink = IM_COL32(235, 80, 70, 255);
constexpr ImU32 leave_ink = IM_COL32(90, 200, 120, 255);

// Two shadows on one axis, to one scale.
void draw_shadows(const AxisRow& row) {
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const double low = std::min(row.a.low, row.b.low);
  const double high = std::max({row.a.high, row.b.high, low + 1e-12});
  const auto x = [&](double along) { return corner.x + width * static_cast<float>((along - low) / (high - low)); };
  list->AddRectFilled(ImVec2(x(row.a.low), corner.y), ImVec2(x(row.a.high), corner.y + 9.0F), a_ink, 2.0F);
  list->AddRectFilled(ImVec2(x(row.b.low), corner.y + 11.0F), ImVec2(x(row.b.high), corner.y + 20.0F), b_ink, 2.0F);
  ImGui::Dummy(ImVec2(width, 24.0F));
}

// Where instants of the chart lie in the column at hand.
struct TimeColumn {
  explicit TimeColumn(const AxisChart& of)
      : chart(of), corner(ImGui::GetCursorScreenPos()), width(ImGui::GetContentRegionAvail().x) {}
  [[nodiscard]] float x(double time) const {
    return corner.x +
           width * static_cast<float>(std::clamp((time - chart.from) / (chart.until - chart.from), 0.0, 1.0));
  }
  AxisChart chart;
  ImVec2 corner;
  float width;
};

// From the shadows' entry to their leave. The latest entry and the earliest leave go through all rows.
void draw_interval(const AxisRow& row, const AxisChart& chart, ImU32 ink) {
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const TimeColumn at(chart);
  const float height = em();
  const float above = 0.5F * ImGui::GetStyle().ItemSpacing.y;
  const auto line = [&](double time, ImU32 line_ink) {
    list->AddLine(ImVec2(at.x(time), at.corner.y - above), ImVec2(at.x(time), at.corner.y + height + above), line_ink,
                  1.5F);
  };
  list->AddRectFilled(ImVec2(at.x(0.0), at.corner.y - above), ImVec2(at.x(chart.span), at.corner.y + height + above),
                      IM_COL32(255, 255, 255, 16));
  if (row.enter <= row.leave) {
    list->AddRectFilled(ImVec2(at.x(row.enter), at.corner.y + 0.2F * height),
                        ImVec2(at.x(row.leave), at.corner.y + 0.8F * height), ink, 3.0F);
  }
  line(chart.latest_entry, entry_ink);
  line(chart.earliest_leave, leave_ink);
  ImGui::Dummy(ImVec2(at.width, height));
}

// Round instants, with a stroke down to the first row.
void draw_ticks(const AxisChart& chart) {
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const TimeColumn at(chart);
  const int most = std::clamp(static_cast<int>(at.width / (5.0F * em())), 2, 12);
  for (const ChartTick& tick : chart_ticks(chart, most)) {
    const float x = at.x(tick.time);
    list->AddLine(ImVec2(x, at.corner.y + 0.95F * em()), ImVec2(x, at.corner.y + 1.4F * em()),
                  IM_COL32(255, 255, 255, 160), 1.0F);
    const float wide = ImGui::CalcTextSize(tick.text.c_str()).x;
    const float left = std::clamp(x - 0.5F * wide, at.corner.x, std::max(at.corner.x + at.width - wide, at.corner.x));
    list->AddText(ImVec2(left, at.corner.y - 0.1F * em()), IM_COL32(255, 255, 255, 200), tick.text.c_str());
  }
  ImGui::Dummy(ImVec2(at.width, 1.3F * em()));
}

std::string instant_text(double time) {
  if (!std::isfinite(time)) {
    return time < 0.0 ? "since ever" : "never";
  }
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.6g s", time);
  return text.data();
}

void draw_verdict(const AxisReport& report) {
  const Separation& apart = report.separation;
  if (apart.depth > 0.0) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(1.0F, 0.45F, 0.4F, 1.0F));
    ImGui::TextWrapped("they overlap: the shortest way out%s is %.4g m, along (%.3f, %.3f, %.3f)",
                       report.is_planar() ? " in their plane" : "", apart.depth, apart.normal.x, apart.normal.y,
                       apart.normal.z);
  } else {
    ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0.5F, 0.85F, 0.55F, 1.0F));
    ImGui::TextWrapped("%.6g m apart, along (%.3f, %.3f, %.3f)", apart.distance, apart.normal.x, apart.normal.y,
                       apart.normal.z);
  }
  ImGui::PopStyleColor();
  if (report.rows.empty()) {
    return;
  }
  const AxisRow& last_in = report.rows[report.latest_entry];
  const AxisRow& first_out = report.rows[report.earliest_leave];
  ImGui::TextColored(ImVec4(0.92F, 0.45F, 0.4F, 1.0F), "latest entry: %s", instant_text(last_in.enter).c_str());
  ImGui::TextColored(ImVec4(0.5F, 0.85F, 0.55F, 1.0F), "earliest leave: %s", instant_text(first_out.leave).c_str());
  ImGui::TextWrapped("%s", report.meets ? "the entry comes before the leave: they meet in this step"
                                        : "they do not meet in this step, going straight on without turning");
}

// What a row is called; after ## what tells it from others of that name.
std::string row_text(const AxisRow& row, std::size_t index, bool is_tight) {
  std::array<char, 96> text{};
  if (is_tight) {
    std::snprintf(text.data(), text.size(), "%s##%zu", axis_kind_text(row.kind).data(), index);
  } else {
    std::snprintf(text.data(), text.size(), "%s (%.2f %.2f %.2f)##%zu", axis_kind_text(row.kind).data(), row.axis.x,
                  row.axis.y, row.axis.z, index);
  }
  return text.data();
}

// A row under the mouse is the one that the picture shows.
void draw_rows(AxisLab& lab, double span) {
  const AxisReport& report = *lab.report;
  const AxisChart chart = axis_chart(report, span);
  const bool is_tight = ImGui::GetContentRegionAvail().x < 34.0F * em();  // no room for what the axes are by number
  lab.shown.reset();
  if (!ImGui::BeginTable("axes", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY)) {
    return;
  }
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("axis", ImGuiTableColumnFlags_WidthFixed, (is_tight ? 9.0F : 16.0F) * em());
  ImGui::TableSetupColumn("gap", ImGuiTableColumnFlags_WidthFixed, 5.5F * em());
  ImGui::TableSetupColumn("time");
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (const char* const head : {"axis", "gap now, m"}) {
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", head);
  }
  ImGui::TableNextColumn();
  draw_ticks(chart);
  for (const std::size_t i : chosen_rows(report, lab.only_separating ? RowChoice::separating : RowChoice::all)) {
    const AxisRow& row = report.rows[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::Selectable(row_text(row, i, is_tight).c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
    lab.shown = ImGui::IsItemHovered() ? std::optional(i) : lab.shown;
    ImGui::TableNextColumn();
    ImGui::Text("%s%.4g", i == report.separating ? "> " : "  ", row.gap);
    ImGui::TableNextColumn();
    draw_interval(row, chart, i == report.latest_entry ? entry_ink : i == report.earliest_leave ? leave_ink : bar_ink);
  }
  ImGui::EndTable();
}

// What the pair is, and how it stands.
void draw_summary(const ViewState& state, const Session& session) {
  const AxisReport& report = *state.lab.report;
  ImGui::TextWrapped("%s and %s: %zu axes%s", session.stage->header.bodies[*state.selected].name.c_str(),
                     session.stage->header.bodies[*state.second].name.c_str(), report.all_axes,
                     report.is_planar() ? " in their plane" : "");
  if (report.leaves_out_edges) {
    ImGui::TextDisabled("faces alone: their edges are too many");
  }
  draw_verdict(report);
  if (report.rows.empty()) {
    return;
  }
  ImGui::TextDisabled(
      "%s", state.lab.shown ? "shadows on the row under the mouse" : "shadows on the axis that separates most (>)");
  draw_shadows(report.rows[std::min(state.lab.shown.value_or(report.separating), report.rows.size() - 1)]);
}

// What can be done with the chart, above it.
void draw_chart_choices(ViewState& state) {
  const bool is_tight = ImGui::GetContentRegionAvail().x < 26.0F * em();
  ImGui::Checkbox(is_tight ? "that separate" : "only axes that separate now", &state.lab.only_separating);
  note_control(state.controls, "only axes that separate now");
  ImGui::SameLine();
  if (ImGui::Button(is_tight ? "save (K)" : "save as SVG and CSV (K)")) {
    state.clicked.push_back(Action::save_chart);
  }
  note_control(state.controls, "save as SVG and CSV (K)");
}

}  // namespace

void draw_axis_panel(ViewState& state, const Session& session) {
  if (begin_dock(state.panels, "Axes (L)", state.lab.is_open, dock_height(state))) {
    if (!state.lab.report) {
      ImGui::TextWrapped("Select two bodies: tool 'select' (V), then click one, and another with Shift held.");
    } else {
      const float left = std::min(24.0F * em(), 0.38F * ImGui::GetContentRegionAvail().x);
      ImGui::BeginChild("summary", ImVec2(left, 0.0F));
      draw_summary(state, session);
      ImGui::EndChild();
      ImGui::SameLine();
      ImGui::BeginChild("chart");
      if (!state.lab.report->rows.empty()) {
        draw_chart_choices(state);
        draw_rows(state.lab, session.stage->header.time_step);
      }
      ImGui::EndChild();
    }
  }
  ImGui::End();
}

}  // namespace firstcontact
