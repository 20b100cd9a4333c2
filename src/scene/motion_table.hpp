// Which motion every body is in, at a time that moves forward: what exports, films and the window rebuild poses from.
#pragma once

#include <firstcontact/math.hpp>
#include <firstcontact/world.hpp>
#include <functional>
#include <optional>
#include <vector>

#include "scene/recording.hpp"

namespace firstcontact {

/// The segment in force of every body. `header` is not copied: it must outlive the table, and may grow at its end
/// (`add_body`).
class MotionTable {
 public:
  explicit MotionTable(const RecordingHeader& header) : MotionTable(header, header.bodies.size()) {}
  /// With the first `count` bodies of the header: the others come later.
  MotionTable(const RecordingHeader& header, std::size_t count);

  /// The next body of `header.bodies` has just come into the world, at `time` seconds.
  void add_body(double time);
  /// The body follows `segment` from its start on.
  void begin(const MotionSegment& segment) { current_[segment.body] = segment; }
  /// The body is not there any more from `time` on.
  void remove(BodyIndex body, double time) { removed_at_[body] = time; }

  [[nodiscard]] std::size_t size() const { return current_.size(); }
  /// False when the body has been removed, or has not come yet.
  [[nodiscard]] bool is_there(BodyIndex body, double time) const {
    return time >= added_at_[body] && time < removed_at_[body];
  }
  [[nodiscard]] const MotionSegment& segment(BodyIndex body) const { return current_[body]; }
  /// The state of the centre of mass; before its segment begins: as the segment begins.
  [[nodiscard]] FlowState state(BodyIndex body, double time) const;
  /// Where the mesh's own origin is.
  [[nodiscard]] Pose mesh_pose_at(BodyIndex body, double time) const;

 private:
  const RecordingHeader* header_;
  std::vector<MotionSegment> current_;
  std::vector<double> added_at_, removed_at_;  // s
};

/// Bodies that a rival method let through each other, and where they were as they met (src/rivals/tunnel_watch.hpp).
struct Passage {
  Event event;
  Pose pose_a, pose_b;  // of the centres of mass
};
[[nodiscard]] Passage passage_at(const Event& event, const MotionTable& motions);

/// Gives the steps of a run one after the other, and nothing at its end. Error: damaged data.
using StepSource = std::function<Result<std::optional<RecordedStep>>()>;

/// Plays the steps of a source forward, and stops at any instant within them.
class StepPlayer {
 public:
  /// `header` is not copied: it must outlive the player.
  StepPlayer(const RecordingHeader& header, StepSource source);

  /// Goes on to `time`, or to the end when that comes first. Error: what the source says.
  [[nodiscard]] std::optional<Error> advance(double time);

  /// The motions in force at the time that was last advanced to.
  [[nodiscard]] const MotionTable& motions() const { return table_; }
  /// The instant that was reached, s.
  [[nodiscard]] double time() const { return time_; }
  [[nodiscard]] bool is_at_end() const { return is_at_end_; }
  /// The events passed over in the last call of `advance`, in time order.
  [[nodiscard]] const std::vector<Event>& passed_events() const { return passed_; }
  /// Those of them where bodies passed through each other.
  [[nodiscard]] const std::vector<Passage>& passages() const { return passages_; }
  /// What is already known of the future: events after `time` within the step at hand, in time order.
  [[nodiscard]] std::vector<Event> coming_events() const;

 private:
  void play_step_until(double time);
  void begin_until(double time);

  StepSource source_;
  MotionTable table_;
  RecordedStep step_;                              // the one at hand
  std::size_t next_segment_ = 0, next_event_ = 0;  // of the step, not played yet
  std::vector<Event> passed_;
  std::vector<Passage> passages_;
  double time_ = 0.0;
  bool is_at_end_ = false;
};

}  // namespace firstcontact
