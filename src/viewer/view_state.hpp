// What a person has set in the window, and what the window has to tell.
#pragma once

#include <array>
#include <filesystem>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "render/near_contacts.hpp"
#include "scene/scene_catalogue.hpp"
#include "viewer/actions.hpp"
#include "viewer/axis_lab.hpp"
#include "viewer/body_history.hpp"
#include "viewer/fly_camera.hpp"
#include "viewer/frame_watch.hpp"
#include "viewer/session.hpp"
#include "viewer/settings.hpp"

namespace firstcontact {

enum class Tool : std::uint8_t { fling, pick, drag, spawn };

/// The axes of a pair, and where the person has moved its first body.
struct AxisLab {
  bool is_open = false;
  std::optional<Pose> moved;         // of the first body's centre of mass; nothing: it is where the run has it
  std::optional<AxisReport> report;  // of the frame at hand, or, where shapes have many edges, of one a little before
  std::future<AxisReport> coming;    // is being worked out beside the window
  std::optional<BodyPair> asked;     // the pair it is about
  bool only_separating = false;      // rows whose shadows overlap now are left out
  std::optional<std::size_t> shown;  // of the report's rows: under the mouse, drawn in the scene
  int saved = 0;                     // number of the last chart on the disk
};

/// The selected body, over time.
struct Inspector {
  bool is_open = false;
  std::optional<BodyHistory> history;  // of the selected body, as far as it is known
  std::vector<NearContact> contacts;   // of it, at the instant shown
};

/// What a kind of body is wanted for: to be thrown, or to be put by a button of the mouse.
enum class KindUse : std::uint8_t { thrown, left, right };
struct WantedKind {
  KindWish wish;
  KindUse use = KindUse::thrown;
};

/// How the energy changed over simulated time, as far as it was seen: a paused picture adds nothing to it, and going
/// back takes nothing from it.
struct EnergyDrift {
  double start = 0.0;  // J: what the change is of
  struct Sample {
    double time = 0.0;    // s
    double change = 0.0;  // percent
  };
  std::vector<Sample> samples;  // by time; a long run's are thinned out
  void see(double time, double change);
  /// The change at a time, between the samples around it; there must be one.
  [[nodiscard]] double at(double time) const;
};

/// The window, as the system has it.
struct WindowState {
  int width = 0, height = 0;  // pixels
  double scale = 1.0;         // how many times larger than usual letters and lines are
  bool is_focused = false, is_full_screen = false;
  bool is_resized = false;  // since the last frame: panels go to their places again
};

/// A panel's corners in the window, screen coordinates from its left upper corner.
struct PanelPlace {
  std::string name;
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
  double cut = 0.0;      // by how much its widest line is too wide
  bool is_open = false;  // more than its title is shown
};

/// Where a button, box or section is clicked, screen coordinates from the window's left upper corner.
struct ControlPlace {
  std::string name;
  double x = 0.0, y = 0.0;
};

struct ViewState {
  Settings settings;
  WindowState window;
  FlyCamera camera;
  Tool tool = Tool::fling;
  bool shows_help = false;
  std::optional<BodyIndex> selected, second;
  std::size_t thrown_kind = 0;                 // of the session's kinds
  std::array<std::size_t, 2> spawned_kinds{};  // by the left button and by the right one
  double kind_size = 1.0;                      // m, the longest side of kinds that the scene does not have
  std::vector<std::filesystem::path> meshes;   // that can be thrown
  std::optional<WantedKind> wants_kind;        // to be made ready
  AxisLab lab;                                 // below the picture is either the lab or the inspector
  Inspector inspector;
  FrameWatch frames;
  double reached_speed = 0.0;    // simulated seconds a second, averaged over the last frames
  double frame_processor = 0.0;  // ms a frame, averaged: of all threads but the simulation's
  EnergyDrift energy_drift;
  double energy_change = 0.0;  // of the start's energy, relative
  Totals totals;
  std::size_t asleep = 0;              // bodies
  std::optional<TimeSpan> time_shown;  // on the bar of time, where the wheel has zoomed it
  std::vector<CatalogueEntry> catalogue;
  std::vector<std::filesystem::path> recent;  // what was opened last, the latest first
  std::size_t thumbnails = 0;                 // pictures of them that are there
  std::vector<PanelPlace> panels;             // of this frame
  std::vector<ControlPlace> controls;         // of this frame, those in sight
  std::string message;                        // what happened last
  std::optional<std::uint64_t> film_frames;   // of the film that is being made; nothing: none is
  int opened = 0;                             // how often something was
  double opening = 0.0;                       // s: for how long something has been being opened; 0: nothing is
  std::size_t line_count = 0;                 // in the last picture
  std::optional<ForceScale> force_scale;      // of the arrows at contacts in it
  DrawCount drawn;                            // of it, of the first run where there are several
  std::optional<OpenRequest> wants;           // to be opened
  std::vector<Action> clicked;                // by panels: done as if by keys
};

/// `shown` by `wheel` notches nearer (or further) about the instant at `share` of it, 0..1. Nothing where that is all
/// of `known` again.
[[nodiscard]] std::optional<TimeSpan> zoomed(const TimeSpan& shown, const TimeSpan& known, double share, double wheel);

/// What tests and scripts look at: one JSON object of the state, with a line break at its end. `session` may be null:
/// nothing is open yet.
[[nodiscard]] std::string state_json(const ViewState& state, const Session* session);

}  // namespace firstcontact
