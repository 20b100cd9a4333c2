// The scenes to choose from.
#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "viewer/panel_style.hpp"
#include "viewer/panels.hpp"

namespace firstcontact {
namespace {

// A picture, and beside it the name and what is to be seen; all of it is clicked. Only what is in sight asks for its
// picture.
void draw_entry(ViewState& state, const OpenRequest& present, Thumbnails& thumbnails, const CatalogueEntry& entry) {
  const ImVec2 picture(6.4F * em(), 3.6F * em());
  const float air = 0.5F * em();
  const float text_width = ImGui::GetContentRegionAvail().x - picture.x - 2.0F * air;
  const float sentence =
      entry.sentence.empty() ? 0.0F : ImGui::CalcTextSize(entry.sentence.c_str(), nullptr, false, text_width).y;
  const float height = std::max(picture.y, ImGui::GetTextLineHeightWithSpacing() + sentence);
  ImGui::PushID(entry.file.c_str());
  const ImVec2 begin = ImGui::GetCursorPos();
  if (ImGui::Selectable("##entry", present.file == entry.file, 0, ImVec2(0.0F, height))) {
    state.wants = request_like(present, entry.file);
  }
  note_control(state.controls, entry.name.c_str());
  const bool is_in_sight = ImGui::IsItemVisible();
  const ImVec2 end = ImGui::GetCursorPos();
  ImGui::SetCursorPos(begin);
  const GLuint texture = is_in_sight ? thumbnails.texture_of(entry.file) : 0;
  if (texture != 0) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): it is no pointer
    ImGui::Image(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)), picture);
  }
  ImGui::SetCursorPos(ImVec2(begin.x + picture.x + air, begin.y));
  ImGui::BeginGroup();
  ImGui::TextUnformatted(entry.name.c_str());
  if (!entry.sentence.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyle().Colors[ImGuiCol_TextDisabled]);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + text_width);
    ImGui::TextUnformatted(entry.sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
  }
  ImGui::EndGroup();
  ImGui::SetCursorPos(end);
  ImGui::PopID();
}

// By their files' names: most are of the list below, too, by their own.
std::vector<CatalogueEntry> recent_entries(const ViewState& state) {
  std::vector<CatalogueEntry> entries;
  for (const std::filesystem::path& file : state.recent) {
    entries.push_back({file, "opened last", file.filename().string(), file.parent_path().string()});
  }
  return entries;
}

void draw_list(ViewState& state, const OpenRequest& present, Thumbnails& thumbnails,
               const std::vector<CatalogueEntry>& entries) {
  std::string topic = "none yet";
  bool is_open = false;
  for (const CatalogueEntry& entry : entries) {
    if (entry.topic != topic) {
      topic = entry.topic;
      is_open =
          ImGui::CollapsingHeader(topic.empty() ? "demonstrations" : topic.c_str(), ImGuiTreeNodeFlags_DefaultOpen);
    }
    if (is_open) {
      draw_entry(state, present, thumbnails, entry);
    }
  }
}

}  // namespace

void draw_scene_panel(ViewState& state, const OpenRequest& present, Thumbnails& thumbnails) {
  const ImGuiIO& io = ImGui::GetIO();
  // It opens upward from its place: below it is the time.
  ImGui::SetNextWindowPos(ImVec2(0.8F * em(), picture_bottom(state) - 4.0F * em()), ImGuiCond_Always,
                          ImVec2(0.0F, 1.0F));
  ImGui::SetNextWindowSize(ImVec2(panel_width(26.0F * em()), std::min(30.0F * em(), io.DisplaySize.y - 5.0F * em())),
                           ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowCollapsed(!present.file.empty(), ImGuiCond_FirstUseEver);
  if (begin_panel(state.panels, "Scenes")) {
    draw_list(state, present, thumbnails, recent_entries(state));
    draw_list(state, present, thumbnails, state.catalogue);
  }
  ImGui::End();
}

}  // namespace firstcontact
