// A world that runs on its own thread beside the window, and puts every step on a shelf.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <firstcontact/world.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "rivals/stepper.hpp"
#include "scene/step_shelf.hpp"

namespace firstcontact {

/// A spring from a point of a body to a point in the world.
struct DragSpring {
  BodyIndex body = 0;
  Vec3 grip_local{0.0};  // m, from the centre of mass, body axes
  Vec3 target{0.0};      // m, world
};

/// How a body meets others.
struct BodySurface {
  BodyIndex body = 0;
  double restitution = 0.3;  // 0 to 1
  double friction = 0.5;
};

/// What a step keeps of its impulses.
struct WatchedImpulses {
  std::optional<BodyIndex> body;  // whose are kept one by one
  bool of_pairs = false;          // of all others, their sums by pair
  friend bool operator==(const WatchedImpulses&, const WatchedImpulses&) = default;
};

/// What is known of a running world, as of its last step.
struct LiveFigures {
  double time = 0.0;         // s, simulated
  double step_wall_s = 0.0;  // of the last step
  Statistics statistics;
  std::size_t bodies = 0;
  std::uint64_t tunnelled = 0;  // bodies that the method let through each other, so far
};

/// Every function is for the window's thread.
class LiveRun {
 public:
  LiveRun(std::unique_ptr<Stepper> stepper, std::shared_ptr<MemoryShelf> shelf);
  /// Waits for the step at hand.
  ~LiveRun();
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  /// Asks for all steps that begin before `time`.
  void want(double time);
  /// A body that comes into the world before the next step.
  void add_body(BodyDefinition definition);
  /// From the next step on; nothing: lets go.
  void drag(std::optional<DragSpring> spring);
  /// From the next step on.
  void surround(const Surroundings& surroundings);
  void set_surface(const BodySurface& surface);
  /// From the next step on, steps say what this body was given by others, and, if they are wanted, what the bodies of
  /// each other pair gave each other, all together.
  void watch(const WatchedImpulses& watched);
  [[nodiscard]] LiveFigures figures() const;
  /// Processor time of the running thread so far, s.
  [[nodiscard]] double cpu_seconds();
  /// True while a step is being computed: destroying the run would wait for it.
  [[nodiscard]] bool is_busy() const { return is_busy_; }

 private:
  void run();
  void take_commands(RecordedStep& step);
  void add_watched_impulses(RecordedStep& step) const;
  void publish(RecordedStep step, double wall_s);

  std::unique_ptr<Stepper> stepper_;  // the running thread's
  std::shared_ptr<MemoryShelf> shelf_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  double wanted_ = 0.0;  // s
  std::deque<BodyDefinition> coming_;
  std::optional<DragSpring> spring_;
  std::optional<Surroundings> surroundings_;
  std::vector<BodySurface> surfaces_;
  WatchedImpulses watched_;
  LiveFigures figures_;
  bool must_stop_ = false;
  std::atomic<bool> is_busy_ = false;
  std::thread thread_;
};

}  // namespace firstcontact
