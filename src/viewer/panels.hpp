// The panels over the picture. Each draws itself for this frame and writes what the person changed into the state.
#pragma once

#include "viewer/session.hpp"
#include "viewer/thumbnails.hpp"
#include "viewer/view_state.hpp"

namespace firstcontact {

/// Figures: time, bodies, events, energy and momentum with their drift, where the time of a frame and of a step goes.
void draw_figures_panel(ViewState& state, const Session& session);
/// Speed, tools, throwing, picture, overlays, the collision method.
void draw_control_panel(ViewState& state, Session& session);
/// What was opened last, and the scenes to choose from, each with its picture, to be opened as `present` is; open from
/// the start where nothing else is.
void draw_scene_panel(ViewState& state, const OpenRequest& present, Thumbnails& thumbnails);
/// The bar at the bottom: every instant that is known, with its events.
void draw_time_panel(ViewState& state, Session& session);
/// The axes of the selected pair: shadows, entries and leaves. Below the picture, all across the window.
void draw_axis_panel(ViewState& state, const Session& session);
/// The selected body: what it is, what touches it, and its motion over time. In the same place.
void draw_body_panel(ViewState& state, Session& session);
/// How much of the window's height these take, screen coordinates; 0: both are closed.
[[nodiscard]] float dock_height(const ViewState& state);
/// Where the picture ends, from the top, and other panels with it.
[[nodiscard]] float picture_bottom(const ViewState& state);
/// All keys.
void draw_help_panel(ViewState& state);
/// While a scene is being opened, or when it cannot be; nothing where neither is so.
void draw_loading_panel(const ViewState& state, double seconds);

/// Of runs side by side, and of any run by a rival: the method's name, and what it let through last.
void draw_pane_names(const ViewState& state, const Session& session);

/// While a film is being made: how long it is by now.
void draw_film_badge(const ViewState& state);

/// What the colours of the overlays mean that are on, above the bar of time.
void draw_legend(const ViewState& state, const Session& session);

/// Names beside the bodies, in a picture of that many screen coordinates.
void draw_names(const Session& session, const Camera& camera, double width, double height);

}  // namespace firstcontact
