// What the lines over the bodies mean.
#include <imgui.h>

#include <algorithm>
#include <string>

#include "viewer/panel_style.hpp"
#include "viewer/panels.hpp"

namespace firstcontact {

void draw_legend(const ViewState& state, const Session& session) {
  const std::vector<LegendLine> lines = overlay_legend(state.settings.overlays, state.force_scale);
  if (lines.empty() || is_narrow()) {
    return;
  }
  float width = 0.0F;
  for (const LegendLine& line : lines) {
    width = std::max(width, ImGui::CalcTextSize(line.meaning.c_str()).x);
  }
  const float pitch = 1.35F * em();
  const float air = 0.5F * em();
  // Left of the controls, and above what is said of methods.
  const float aside = state.settings.shows_panels ? panel_width(25.5F * em()) + 1.6F * em() : 0.8F * em();
  const bool has_names = !session.companions.empty() || session.request().method.kind != RivalKind::first_contact;
  const float below = (has_names ? 8.0F : 4.2F) * em();
  const ImVec2 high(ImGui::GetIO().DisplaySize.x - aside, picture_bottom(state) - below);
  const ImVec2 low(high.x - width - 3.0F * air - em(),
                   high.y - pitch * static_cast<float>(lines.size()) - 2.0F * air + 0.3F * em());
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled(low, high, IM_COL32(19, 22, 27, 205), 0.5F * em());
  ImVec2 at(low.x + air, low.y + air);
  for (const LegendLine& line : lines) {
    const ImVec4 ink(line.ink.r, line.ink.g, line.ink.b, 1.0F);
    const float middle = at.y + 0.55F * em();
    list->AddRectFilled(ImVec2(at.x, middle - 0.15F * em()), ImVec2(at.x + em(), middle + 0.15F * em()),
                        ImGui::ColorConvertFloat4ToU32(ink), 2.0F);
    list->AddText(ImVec2(at.x + em() + air, at.y), IM_COL32(237, 240, 245, 255), line.meaning.c_str());
    at.y += pitch;
  }
}

}  // namespace firstcontact
