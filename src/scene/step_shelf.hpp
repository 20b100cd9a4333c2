// The steps of a run by number, so that a window can go to any instant of it: kept in memory while the run goes on, or
// found in a recording.
#pragma once

#include <cstdint>
#include <deque>
#include <firstcontact/world.hpp>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "scene/motion_table.hpp"

namespace firstcontact {

/// Every function may be called from any thread.
class StepShelf {
 public:
  StepShelf() = default;
  StepShelf(const StepShelf&) = delete;
  StepShelf& operator=(const StepShelf&) = delete;
  virtual ~StepShelf() = default;

  /// The steps that can be asked for are first() .. end() - 1; the number of either only grows.
  [[nodiscard]] virtual std::size_t first() const = 0;
  [[nodiscard]] virtual std::size_t end() const = 0;
  /// The time at the end of a step, s.
  [[nodiscard]] virtual double end_time(std::size_t step) const = 0;
  [[nodiscard]] virtual std::shared_ptr<const RecordedStep> step(std::size_t step) const = 0;
  /// Whether the step has events; known without reading it.
  [[nodiscard]] virtual bool has_events(std::size_t step) const = 0;
  /// How many events all steps before that one have, the forgotten ones too; known without reading them.
  [[nodiscard]] virtual std::uint64_t events_before(std::size_t step) const = 0;
  /// A place to begin from on the way to `step`: the number of a step not after it, and before that one the segments in
  /// force, one for each body there has been, and which bodies are gone.
  struct Start {
    std::size_t step = 0;
    std::vector<MotionSegment> segments;
    std::vector<BodyIndex> removed;
  };
  [[nodiscard]] virtual Start start_near(std::size_t step) const = 0;
};

/// Steps in memory. When they take more than a limit, the oldest are forgotten.
class MemoryShelf : public StepShelf {
 public:
  /// `start`: the segments in force before the first step.
  MemoryShelf(std::vector<MotionSegment> start, std::size_t most_segments);

  void add(RecordedStep step);

  [[nodiscard]] std::size_t first() const override;
  [[nodiscard]] std::size_t end() const override;
  [[nodiscard]] double end_time(std::size_t step) const override;
  [[nodiscard]] std::shared_ptr<const RecordedStep> step(std::size_t step) const override;
  [[nodiscard]] bool has_events(std::size_t step) const override;
  [[nodiscard]] std::uint64_t events_before(std::size_t step) const override;
  [[nodiscard]] Start start_near(std::size_t step) const override;

 private:
  using Snapshot = std::shared_ptr<const Start>;
  void drop_oldest();

  mutable std::mutex mutex_;  // guards all below
  std::size_t first_ = 0;
  std::deque<std::shared_ptr<const RecordedStep>> steps_;
  std::deque<std::uint64_t> events_before_;  // each of them
  std::uint64_t events_ = 0;                 // of all
  std::deque<Snapshot> snapshots_;           // before steps first_, first_ + interval, ..
  Start current_;                            // behind the last step
  std::size_t most_segments_, segments_ = 0;
};

/// How many steps lie between two places to begin from: seeking plays at most that many.
inline constexpr std::size_t snapshot_interval = 32;

/// The number of the step that holds `time`: the first that ends at or after it, or the last there is. The shelf must
/// not be empty.
[[nodiscard]] std::size_t step_at(const StepShelf& shelf, double time);

/// Events of the shelf after `time`, in time order, at most `most`, looking at most `steps` steps ahead.
struct Lookahead {
  std::size_t most = 16, steps = 64;
};
[[nodiscard]] std::vector<Event> events_after(const StepShelf& shelf, double time, const Lookahead& lookahead);
/// How many events there were up to `time`, which is within the shelf.
[[nodiscard]] std::uint64_t events_until(const StepShelf& shelf, double time);
/// The last event up to `time` by which two bodies met or passed through each other, looking at most `steps` back.
[[nodiscard]] std::optional<Event> meeting_before(const StepShelf& shelf, double time, std::size_t steps);
/// The time of the last event before `time`, looking at most `steps` steps back; `time` itself when there is none.
[[nodiscard]] double event_before(const StepShelf& shelf, double time, std::size_t steps);

/// The motions in force at any instant of a shelf. Near steps forward are played, everything else begins anew.
class ShelfPlayer {
 public:
  /// Neither is copied: both must outlive the player.
  ShelfPlayer(const RecordingHeader& header, const StepShelf& shelf);

  /// Goes to `time`, as far as the shelf goes; at most for about `patience` seconds of wall time (a step that is being
  /// played is played to its end). False: patience ended first, and what is shown is the end of a step on the way. Ask
  /// again to go on.
  bool go_to(double time, double patience = std::numeric_limits<double>::infinity());

  [[nodiscard]] const MotionTable& motions() const { return table_; }
  [[nodiscard]] double time() const { return time_; }
  /// Events passed over by the last `go_to`, when that went forward a little; else none.
  [[nodiscard]] const std::vector<Event>& passed_events() const { return passed_; }
  /// Those of them where bodies passed through each other.
  [[nodiscard]] const std::vector<Passage>& passages() const { return passages_; }

 private:
  void begin_at(std::size_t step);
  void play(const RecordedStep& step, double from, double until);

  const RecordingHeader* header_;
  const StepShelf* shelf_;
  MotionTable table_;
  std::size_t step_ = 0;  // the one that holds time_
  bool has_begun_ = false;
  double time_ = 0.0;
  std::vector<Event> passed_;
  std::vector<Passage> passages_;
};

}  // namespace firstcontact
