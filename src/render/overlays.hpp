// What is drawn over the bodies to explain them: lines, and ghosts of bodies at other times.
#pragma once

#include <cstdint>
#include <deque>
#include <firstcontact/result.hpp>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "render/renderer.hpp"
#include "render/show.hpp"
#include "scene/motion_table.hpp"

namespace firstcontact {

struct OverlayChoice {
  bool octree = false;    // the cells of the tree of tracks
  bool tracks = false;    // boxes swept by moving bodies over one step
  bool hulls = false;     // edges of the convex shapes, a colour for each
  bool contacts = false;  // where bodies bear on each other, with normals
  bool impulses = false;  // impacts of the last moments, with their impulse
  bool events = false;    // the next impacts, with the bodies as they will be
  bool spin = false;      // angular velocity and angular momentum
  bool trails = false;    // where centres of mass went
  bool sleepers = false;  // bodies asleep, in slate
  friend bool operator==(const OverlayChoice&, const OverlayChoice&) = default;
};

/// The overlays that a list such as "tracks,contacts" names; "all" is all. Error: a name there is not.
[[nodiscard]] Result<OverlayChoice> overlays_named(std::string_view list);
/// The names, as `overlays_named` takes them, in the order of the structure.
[[nodiscard]] std::vector<std::string_view> overlay_names();
/// The switch of overlay number `index` in that order.
[[nodiscard]] bool& overlay_switch(OverlayChoice& choice, std::size_t index);

/// What two bodies gave each other in a step, by its length.
struct PairForce {
  BodyIndex a = 0, b = 0;
  Vec3 force{0.0};  // N, on b; on a just as much the other way
};

/// One instant of a run, as overlays look at it.
struct Instant {
  const Stage* stage = nullptr;
  const MotionTable* motions = nullptr;
  double time = 0.0;                       // s
  double time_step = 1.0 / 60;             // s, the span of tracks
  std::span<const PairForce> forces = {};  // of the step, each pair once; none where that is not known
};

/// The mean forces of a step that took `seconds`; none where its impulses were not kept.
[[nodiscard]] std::vector<PairForce> pair_forces(const RecordedStep& step, double seconds);

/// The scale of arrows up to half of `scale` metres long, the largest force's among them.
[[nodiscard]] ForceScale force_scale(double largest, double scale);

/// What the past leaves on the picture. Fed with every instant shown, in any order of time: going back forgets.
class OverlayMemory {
 public:
  void see(const Instant& instant, const std::vector<Event>& passed, double scale);
  [[nodiscard]] const std::deque<Event>& recent_impacts() const { return impacts_; }
  struct TrailPoint {
    double time = 0.0;
    Vec3 place{0.0};
  };
  [[nodiscard]] const std::vector<std::deque<TrailPoint>>& trails() const { return trails_; }
  /// Bodies that a method let through each other: the last time of each pair is shown until time goes back.
  void see_passages(const std::vector<Passage>& passages);
  [[nodiscard]] const std::deque<Passage>& passages() const { return passages_; }
  void forget();

 private:
  std::deque<Event> impacts_;
  std::deque<Passage> passages_;
  std::vector<std::deque<TrailPoint>> trails_;
  double time_ = 0.0;
};

/// True when the body sleeps: unlike one that is followed and stands still, it has not begun a motion for two steps.
[[nodiscard]] bool is_asleep(BodyIndex body, const Instant& instant);

/// Adds the chosen overlays to `picture` (contacts with arrows of force where these are known: then it has their
/// scale), and the ghosts of bodies where they should have met. `coming` are the events already known, after the
/// instant, in time order.
void add_overlays(Picture& picture, const OverlayChoice& choice, const Instant& instant, const OverlayMemory& memory,
                  const std::vector<Event>& coming);

/// Adds the cells of the octree that the body's track visits, or, where it stands still, its own box.
void add_visited_cells(Picture& picture, BodyIndex body, const Instant& instant);

/// What the lines of an overlay mean.
struct LegendLine {
  glm::vec4 ink{1.0F};
  std::string meaning;
};
/// Of the overlays that are on, in their order; `forces`: what their arrows mean, where there are any.
[[nodiscard]] std::vector<LegendLine> overlay_legend(const OverlayChoice& choice,
                                                     const std::optional<ForceScale>& forces);

}  // namespace firstcontact
