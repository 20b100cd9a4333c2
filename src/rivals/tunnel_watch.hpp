// Tells when a method let two bodies pass through each other. It follows the motions that the method gave the bodies,
// whatever the method itself looked at.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rivals/rival.hpp"
#include "scene/recording.hpp"

namespace firstcontact {

/// Two bodies have passed through each other when they overlapped and came apart again, and either the method gave the
/// pair no impulse from the step on in which they met, or they came out on the other side.
///
/// Errs on the method's side: overlaps that are less deep than a ten-thousandth of the smaller body's radius may go
/// unseen, and so may pairs that need more than a million looks in a step. Motions must be screws (the engine's are
/// not: it is judged by `verify`).
class TunnelWatch {
 public:
  explicit TunnelWatch(std::span<const BodyDefinition> bodies);
  ~TunnelWatch();
  void add_body(const BodyDefinition& definition);

  /// The passages that ended in the step, by time. `time` of one is when the bodies met or, if that was in an earlier
  /// step, when this step began; `point` and `normal` are where they met, `gap` is the deepest overlap that was seen,
  /// negative. Steps must come in order, none left out.
  [[nodiscard]] std::vector<Event> look(const RecordedStep& step);

 private:
  struct Watched;
  struct Encounter;
  struct Walk;
  struct Course;
  using Pair = std::pair<BodyIndex, BodyIndex>;

  void follow(const RecordedStep& step);
  [[nodiscard]] bool may_meet(const Watched& a, const Watched& b) const;
  [[nodiscard]] Event event_of(const Encounter& passage, const Pair& pair) const;
  void look_at(const Pair& pair, const RecordedStep& step, std::vector<Event>& found);

  std::vector<Watched> bodies_;
  std::map<Pair, Encounter> inside_;  // pairs that overlapped when the last step ended
  double time_ = 0.0;                 // s: the end of the last step
  bool has_begun_ = false;
};

/// "bullet passed through plate at 0.02286 s": the one that stands still is named last.
[[nodiscard]] std::string passage_text(const Event& passage, std::span<const RecordedBody> bodies);

}  // namespace firstcontact
