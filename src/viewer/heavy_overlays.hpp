// Overlays that ask much of a scene, worked out beside the window.
#pragma once

#include <future>
#include <memory>
#include <vector>

#include "render/overlays.hpp"
#include "viewer/beside.hpp"
#include "viewer/view_state.hpp"

namespace firstcontact {

/// The lines of octree (with the selected body's cells), tracks, hulls and contacts. They are of the instant shown, but
/// where they take longer than a moment: then of the last one that is done. One thread: the window's.
class HeavyOverlays {
 public:
  /// Takes what is done, and asks for the lines of this picture when nothing is under way.
  void update(const ViewState& state, const Session& session, const Picture& picture, Beside& beside);
  [[nodiscard]] const std::vector<PictureLine>& lines() const { return found_.lines; }
  /// Of the arrows of force among them, if there are any.
  [[nodiscard]] const std::optional<ForceScale>& force_scale() const { return found_.force_scale; }
  /// True while the session's stage is being read: no body may be added to it.
  [[nodiscard]] bool is_reading() const { return coming_.valid() && !is_ready(coming_); }

 private:
  std::future<Picture> coming_;
  Picture found_;  // its lines
  OverlayChoice asked_choice_;
  std::weak_ptr<const Stage> asked_stage_;
};

/// The others of a choice, which a frame has time for.
[[nodiscard]] OverlayChoice light_overlays(OverlayChoice choice);

}  // namespace firstcontact
