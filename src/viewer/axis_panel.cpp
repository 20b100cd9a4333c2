// The article's picture, live: each axis a row, its shadows' overlap in time a bar over the step.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/panel_style.hpp"
#include "viewer/panels.hpp"

namespace firstcontact {
namespace {

constexpr ImU32 a_ink = IM_COL32(86, 156, 230, 255);
constexpr ImU32 b_ink = IM_COL32(240, 150, 70, 255);
constexpr ImU32 bar_ink = IM_COL32(120, 125, 135, 190);
constexpr ImU32 entry_ink = IM_COL32(235, 80, 70, 255);
constexpr ImU32 leave_ink = IM_COL32(90, 200, 120, 255);

constexpr const char* kind_name(AxisKind kind) {
  return kind == AxisKind::face_a ? "face of the first" : kind == AxisKind::face_b ? "face of the second" : "edges";
}

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

// What all rows share: the step, and the two instants that decide. All in seconds from now.
struct Chart {
  double span = 0.0;
  double latest_entry = 0.0, earliest_leave = 0.0;
  double from = 0.0, until = 0.0;  // what is shown: the step, and the two instants where they are near enough
};

Chart chart_of(const AxisReport& report, double span) {
  Chart chart{span, report.rows[report.latest_entry].enter, report.rows[report.earliest_leave].leave, 0.0, 0.0};
  const double reach = 12.0 * span;
  const auto seen = [&](double time) { return std::clamp(time, -reach, reach); };
  const double first = std::min({0.0, seen(chart.latest_entry), seen(chart.earliest_leave)});
  const double last = std::max({span, seen(chart.latest_entry), seen(chart.earliest_leave)});
  chart.from = first - 0.2 * (last - first);
  chart.until = last + 0.2 * (last - first);
  return chart;
}

// From the shadows' entry to their leave. The latest entry and the earliest leave go through all rows.
void draw_interval(const AxisRow& row, const Chart& chart, ImU32 ink) {
  ImDrawList* const list = ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const auto x = [&](double time) {
    return corner.x +
           width * static_cast<float>(std::clamp((time - chart.from) / (chart.until - chart.from), 0.0, 1.0));
  };
  const float height = em();
  const float above = 0.5F * ImGui::GetStyle().ItemSpacing.y;
  const auto line = [&](double time, ImU32 line_ink) {
    list->AddLine(ImVec2(x(time), corner.y - above), ImVec2(x(time), corner.y + height + above), line_ink, 1.5F);
  };
  list->AddRectFilled(ImVec2(x(0.0), corner.y - above), ImVec2(x(chart.span), corner.y + height + above),
                      IM_COL32(255, 255, 255, 16));
  if (row.enter <= row.leave) {
    list->AddRectFilled(ImVec2(x(row.enter), corner.y + 0.2F * height), ImVec2(x(row.leave), corner.y + 0.8F * height),
                        ink, 3.0F);
  }
  line(chart.latest_entry, entry_ink);
  line(chart.earliest_leave, leave_ink);
  ImGui::Dummy(ImVec2(width, height));
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
    ImGui::TextColored(ImVec4(1.0F, 0.45F, 0.4F, 1.0F), "they overlap: the shortest way out is %.4g m", apart.depth);
  } else {
    ImGui::Text("%.6g m apart, along (%.3f, %.3f, %.3f)", apart.distance, apart.normal.x, apart.normal.y,
                apart.normal.z);
  }
  if (report.rows.empty()) {
    return;
  }
  const AxisRow& last_in = report.rows[report.latest_entry];
  const AxisRow& first_out = report.rows[report.earliest_leave];
  ImGui::TextColored(ImVec4(0.92F, 0.45F, 0.4F, 1.0F), "latest entry: %s", instant_text(last_in.enter).c_str());
  ImGui::SameLine();
  ImGui::TextColored(ImVec4(0.5F, 0.85F, 0.55F, 1.0F), "  earliest leave: %s", instant_text(first_out.leave).c_str());
  ImGui::TextUnformatted(report.meets ? "the entry comes before the leave: they meet in this step"
                                      : "they do not meet in this step, going straight on without turning");
}

void draw_rows(const AxisReport& report, double span) {
  const Chart chart = chart_of(report, span);
  const auto shown = static_cast<float>(std::min<std::size_t>(report.rows.size(), 9)) + 1.0F;
  const ImVec2 size(0.0F, shown * (em() + 2.0F * ImGui::GetStyle().CellPadding.y) + 2.0F);
  if (!ImGui::BeginTable("axes", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY, size)) {
    return;
  }
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("axis", ImGuiTableColumnFlags_WidthFixed, 17.0F * em());
  ImGui::TableSetupColumn("gap now, m", ImGuiTableColumnFlags_WidthFixed, 7.0F * em());
  ImGui::TableSetupColumn("entry to leave; lighter: the step");
  ImGui::TableHeadersRow();
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const AxisRow& row = report.rows[i];
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::Text("%s (%.2f %.2f %.2f)", kind_name(row.kind), row.axis.x, row.axis.y, row.axis.z);
    ImGui::TableNextColumn();
    ImGui::Text("%s%.4g", i == report.separating ? "> " : "  ", row.gap);
    ImGui::TableNextColumn();
    draw_interval(row, chart, i == report.latest_entry ? entry_ink : i == report.earliest_leave ? leave_ink : bar_ink);
  }
  ImGui::EndTable();
}

}  // namespace

void draw_axis_panel(ViewState& state, const Session& session) {
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetNextWindowPos(ImVec2(io.DisplaySize.x - 0.8F * em(), io.DisplaySize.y - 4.0F * em()), ImGuiCond_Always,
                          ImVec2(1.0F, 1.0F));
  const float width = std::min(44.0F * em(), io.DisplaySize.x);
  ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, io.DisplaySize.y));
  if (ImGui::Begin("Axes", &state.lab.is_open, ImGuiWindowFlags_AlwaysAutoResize)) {
    if (!state.lab.report) {
      ImGui::TextWrapped("Select two bodies: tool 'select' (V), then click one, and another with Shift held.");
    } else {
      const AxisReport& report = *state.lab.report;
      ImGui::Text("%s and %s: %zu axes", session.stage->header.bodies[*state.selected].name.c_str(),
                  session.stage->header.bodies[*state.second].name.c_str(), report.all_axes);
      if (report.leaves_out_edges) {
        ImGui::TextDisabled("faces alone: their edges are too many to try all pairs of");
      }
      draw_verdict(report);
      if (!report.rows.empty()) {
        ImGui::TextUnformatted("shadows on the axis that separates them most (>)");
        draw_shadows(report.rows[report.separating]);
        draw_rows(report, session.stage->header.time_step);
      }
    }
  }
  ImGui::End();
}

}  // namespace firstcontact
