// What all panels look like: their font, their colours, their unit of length.
#pragma once

#include <vector>

#include "viewer/view_state.hpp"

namespace firstcontact {

/// Gives the panels font and colours, for a screen with `scale` pixels per point. Once, after ImGui's context is made
/// and before its first frame. Without a font file of the system's, ImGui's own font has to do.
void dress_panels(float scale);

/// The height of a line's letters, in screen coordinates: panels measure themselves by it, so that they fit any screen.
[[nodiscard]] float em();

/// True when the window has no room for two panels side by side.
[[nodiscard]] bool is_narrow();

/// The width of a panel that would like to be `wanted` wide: at most what two of them side by side leave room for.
[[nodiscard]] float panel_width(float wanted);

/// Keeps the place of the panel that has just begun.
void note_panel(std::vector<PanelPlace>& panels, const char* name, bool is_open);
/// Keeps where the button, box, slider or section that has just been drawn is to be clicked, under that name.
void note_control(std::vector<ControlPlace>& controls, const char* name);
/// A section that opens and closes by a click on its words; true while it is open.
[[nodiscard]] bool begin_section(std::vector<ControlPlace>& controls, const char* name);
/// ImGui::Begin of a panel whose title's words open and close it, as its triangle does; its place is kept in `panels`.
bool begin_panel(std::vector<PanelPlace>& panels, const char* name, int flags = 0);
/// ImGui::Begin of a panel all along the window's lower edge, that high (screen coordinates).
bool begin_dock(std::vector<PanelPlace>& panels, const char* name, bool& is_open, float height);

/// The next button, box or circle with that text comes beside the last one, where there is room for it.
void go_on_line(const char* text);

/// A line of a panel: what it is, in grey, and its value in a column of its own.
[[gnu::format(printf, 2, 3)]] void draw_figure(const char* name, const char* format, ...);

}  // namespace firstcontact
