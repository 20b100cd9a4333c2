#include "viewer/panel_style.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <filesystem>

namespace firstcontact {
namespace {

constexpr float letter_height = 15.0F;  // pixels, on a screen of one pixel per point

// In the order of preference; Debian's package fonts-dejavu-core has the last one.
constexpr std::array font_files{
    "/usr/share/fonts/truetype/inter/Inter-Regular.ttf",        "/usr/share/fonts/opentype/inter/Inter-Regular.otf",
    "/usr/share/fonts/truetype/open-sans/OpenSans-Regular.ttf", "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
};

void load_font(float scale) {
  ImGuiIO& io = ImGui::GetIO();
  for (const char* const file : font_files) {
    std::error_code trouble;
    if (std::filesystem::is_regular_file(file, trouble) &&
        io.Fonts->AddFontFromFileTTF(file, letter_height * scale) != nullptr) {
      return;
    }
  }
  ImFontConfig plain;
  plain.SizePixels = 13.0F * scale;
  io.Fonts->AddFontDefault(&plain);
}

void set_shape(ImGuiStyle& style) {
  style.WindowPadding = ImVec2(12.0F, 10.0F);
  style.FramePadding = ImVec2(8.0F, 4.0F);
  style.ItemSpacing = ImVec2(8.0F, 6.0F);
  style.ItemInnerSpacing = ImVec2(7.0F, 4.0F);
  style.WindowRounding = 9.0F;
  style.ChildRounding = 6.0F;
  style.PopupRounding = 6.0F;
  style.FrameRounding = 5.0F;
  style.GrabRounding = 5.0F;
  style.ScrollbarRounding = 6.0F;
  style.ScrollbarSize = 10.0F;
  style.GrabMinSize = 12.0F;
  style.WindowBorderSize = 1.0F;
  style.WindowTitleAlign = ImVec2(0.0F, 0.5F);
}

struct StyleColor {
  ImGuiCol_ of;
  ImVec4 color;
};

void set_colors(ImGuiStyle& style) {
  const ImVec4 accent(0.25F, 0.55F, 0.95F, 1.0F);
  const auto accented = [&](float strength) { return ImVec4(accent.x, accent.y, accent.z, strength); };
  const auto grey = [](float strength) { return ImVec4(1.0F, 1.0F, 1.0F, strength); };
  const StyleColor colors[] = {
      {ImGuiCol_Text, ImVec4(0.93F, 0.94F, 0.96F, 1.0F)},
      {ImGuiCol_TextDisabled, ImVec4(0.62F, 0.66F, 0.72F, 1.0F)},
      {ImGuiCol_WindowBg, ImVec4(0.075F, 0.085F, 0.105F, 0.90F)},
      {ImGuiCol_PopupBg, ImVec4(0.10F, 0.11F, 0.135F, 0.98F)},
      {ImGuiCol_Border, grey(0.08F)},
      {ImGuiCol_FrameBg, grey(0.07F)},
      {ImGuiCol_FrameBgHovered, grey(0.12F)},
      {ImGuiCol_FrameBgActive, grey(0.16F)},
      {ImGuiCol_TitleBg, ImVec4(0.075F, 0.085F, 0.105F, 0.90F)},
      {ImGuiCol_TitleBgActive, ImVec4(0.10F, 0.12F, 0.155F, 0.96F)},
      {ImGuiCol_TitleBgCollapsed, ImVec4(0.075F, 0.085F, 0.105F, 0.75F)},
      {ImGuiCol_CheckMark, accent},
      {ImGuiCol_SliderGrab, accented(0.85F)},
      {ImGuiCol_SliderGrabActive, accent},
      {ImGuiCol_Button, grey(0.09F)},
      {ImGuiCol_ButtonHovered, accented(0.55F)},
      {ImGuiCol_ButtonActive, accented(0.85F)},
      {ImGuiCol_Header, accented(0.22F)},
      {ImGuiCol_HeaderHovered, accented(0.38F)},
      {ImGuiCol_HeaderActive, accented(0.55F)},
      {ImGuiCol_Separator, grey(0.09F)},
      {ImGuiCol_PlotLines, ImVec4(0.45F, 0.75F, 1.0F, 1.0F)},
      {ImGuiCol_PlotHistogram, accented(0.60F)},
      {ImGuiCol_TableHeaderBg, grey(0.05F)},
      {ImGuiCol_TableRowBgAlt, grey(0.03F)},
      {ImGuiCol_ScrollbarBg, grey(0.0F)},
      {ImGuiCol_ScrollbarGrab, grey(0.16F)},
      {ImGuiCol_ResizeGrip, grey(0.06F)},
  };
  for (const StyleColor& each : colors) {
    style.Colors[each.of] = each.color;
  }
}

}  // namespace

void dress_panels(float scale) {
  load_font(scale);
  ImGui::StyleColorsDark();
  ImGuiStyle& style = ImGui::GetStyle();
  set_shape(style);
  set_colors(style);
  style.ScaleAllSizes(scale);
}

float em() { return ImGui::GetFontSize(); }

bool is_narrow() { return ImGui::GetIO().DisplaySize.x < 60.0F * em(); }

float panel_width(float wanted) { return std::min(wanted, 0.5F * ImGui::GetIO().DisplaySize.x - 1.2F * em()); }

void note_panel(std::vector<PanelPlace>& panels, const char* name, bool is_open) {
  const ImVec2 corner = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  panels.push_back({name, static_cast<double>(corner.x), static_cast<double>(corner.y),
                    static_cast<double>(corner.x + size.x), static_cast<double>(corner.y + size.y),
                    static_cast<double>(ImGui::GetScrollMaxX()), is_open});
}

void note_control(std::vector<ControlPlace>& controls, const char* name) {
  if (ImGui::IsItemVisible()) {
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const float left = std::min(low.x + 2.0F * em(), 0.5F * (low.x + high.x));  // a box's own square, a button's middle
    controls.push_back({name, static_cast<double>(left), 0.5 * static_cast<double>(low.y + high.y)});
  }
}

bool begin_section(std::vector<ControlPlace>& controls, const char* name) {
  const bool is_open = ImGui::CollapsingHeader(name);
  note_control(controls, name);
  return is_open;
}

bool begin_panel(std::vector<PanelPlace>& panels, const char* name, int flags) {
  const bool is_open = ImGui::Begin(name, nullptr, flags);
  note_panel(panels, name, is_open);
  // Right after Begin the last item is the title. A drag moves the panel, and the triangle sees to itself.
  const bool is_dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] > 9.0F;
  const float triangle = ImGui::GetWindowPos().x + 1.6F * em();
  const bool is_clicked = ImGui::IsItemHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && !is_dragged;
  if (is_clicked && ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left].x > triangle) {
    ImGui::SetWindowCollapsed(is_open);
  }
  return is_open;
}

bool begin_dock(std::vector<PanelPlace>& panels, const char* name, bool& is_open, float height) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos(ImVec2(0.0F, window.y - height), ImGuiCond_Always);
  ImGui::SetNextWindowSize(ImVec2(window.x, height), ImGuiCond_Always);
  constexpr ImGuiWindowFlags docked =
      ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoScrollbar;
  const bool is_shown = ImGui::Begin(name, &is_open, docked);
  note_panel(panels, name, is_shown);
  return is_shown;
}

void go_on_line(const char* text) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = ImGui::CalcTextSize(text).x + ImGui::GetFrameHeight() + style.ItemInnerSpacing.x;
  const float end = ImGui::GetItemRectMax().x + style.ItemSpacing.x + width;
  if (end <= ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x) {
    ImGui::SameLine();
  }
}

void draw_figure(const char* name, const char* format, ...) {
  ImGui::TextDisabled("%s", name);
  ImGui::SameLine(std::min(8.5F * em(), 0.42F * ImGui::GetWindowWidth()));
  std::va_list values;
  va_start(values, format);
  ImGui::PushTextWrapPos(0.0F);  // rather in two lines than cut
  ImGui::TextV(format, values);
  ImGui::PopTextWrapPos();
  va_end(values);
}

}  // namespace firstcontact
