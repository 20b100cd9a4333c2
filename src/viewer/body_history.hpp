// What one body did over time, gathered from the steps of a run: for plots, and for what pushes it.
#pragma once

#include <span>
#include <vector>

#include "scene/step_shelf.hpp"

namespace firstcontact {

/// What another body gave it over a span of time (of no length: at once).
struct BodyPush {
  double begin = 0.0, end = 0.0;  // s
  BodyIndex other = 0;
  Vec3 impulse{0.0};  // N s, on the body
};

/// What of `step` was given to `body`: the impulses that were kept, or, where none were, those of its impacts.
[[nodiscard]] std::vector<BodyPush> pushes_on(BodyIndex body, const RecordedStep& step);

/// One thread at a time.
class BodyHistory {
 public:
  explicit BodyHistory(BodyIndex body) : body_(body) {}
  [[nodiscard]] BodyIndex body() const { return body_; }

  /// Takes over the steps that it does not know yet; at most for about `patience` seconds of wall time, and at least
  /// one.
  void learn(const StepShelf& shelf, double patience);

  /// From when to when it knows all that there is; nothing is known where they are one.
  [[nodiscard]] double known_from() const { return known_from_; }
  [[nodiscard]] double known_until() const { return known_until_; }
  /// The segment in force at a time that is known; null: the body was not there yet, or is not any more.
  [[nodiscard]] const MotionSegment* segment(double time) const;
  /// The step that holds `time`: from when to when it lasts, and what the body was given in it.
  struct StepPushes {
    double begin = 0.0, end = 0.0;  // s
    std::span<const BodyPush> pushes;
  };
  [[nodiscard]] StepPushes step_at(double time) const;

 private:
  struct Step {
    double begin = 0.0, end = 0.0;  // s
    std::size_t first_push = 0, last_push = 0;
  };
  void begin(const StepShelf& shelf);
  void add(const RecordedStep& step);

  BodyIndex body_;
  std::vector<MotionSegment> segments_;  // by start
  std::vector<BodyPush> pushes_;
  std::vector<Step> steps_;
  std::size_t next_ = 0;  // of the shelf's steps
  double known_from_ = 0.0, known_until_ = 0.0;
  double removed_at_ = std::numeric_limits<double>::infinity();  // s
};

/// What a segment's body does at a time, as plots show it.
struct BodyMeasures {
  double time = 0.0;  // s
  Vec3 position{0.0}, velocity{0.0}, spin{0.0};
  double kinetic_energy = 0.0, potential_energy = 0.0;  // J, the latter as Totals has it
  Vec3 force{0.0};  // N: the mean over the step of all but gravity, from how its momentum changed
};
/// Nothing where the body is not there. `gravity`: m/s^2.
[[nodiscard]] std::optional<BodyMeasures> measures_at(const BodyHistory& history, const RecordedBody& body,
                                                      const Vec3& gravity, double time);

}  // namespace firstcontact
