// From what is open and what is set to the picture of this frame.
#pragma once

#include "render/renderer.hpp"
#include "viewer/beside.hpp"
#include "viewer/session.hpp"
#include "viewer/view_state.hpp"

namespace firstcontact {

/// The picture with its bodies, before overlays: the lab's body where the person has moved it, the selected ones
/// glowing; the lab's pair green, or red when it overlaps.
[[nodiscard]] Picture bodies_picture(const ViewState& state, const Session& session);

/// The picture of a run beside the main one: the same camera and overlays, without the lab.
[[nodiscard]] Picture companion_picture(const ViewState& state, const Session& session);

/// Adds what explains: the chosen overlays but the heavy ones (HeavyOverlays), the pair's shadows on its axis and its
/// way out, the spring of a drag.
void add_explanations(Picture& picture, const ViewState& state, const Session& session,
                      const std::optional<DragSpring>& spring);

/// Looks at the axes of the selected pair, when the lab is open and there is one. What takes longer than a moment
/// (hulls of many edges) comes with a later frame.
void update_lab(ViewState& state, const Session& session, Beside& beside);

/// Goes on with the history of the selected body, when the inspector is open and there is one.
void update_inspector(ViewState& state, Session& session);

}  // namespace firstcontact
