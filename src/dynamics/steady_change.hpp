// What every round of the soft solver changed a velocity by alike: a body that swings moves with it, one that lands
// does not.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// Follows the velocities of responders from round to round. Of two changes in about one direction the shorter counts,
/// of others none: what is left after all rounds was in each. Linear and angular parts are followed by themselves. A
/// change that comes in one round, like that of a body that lands, leaves nothing.
class SteadyChange {
 public:
  /// `responders` hold a round's share of the kicks already: `kicks` times `share` is taken off again.
  SteadyChange(std::span<const Responder> responders, std::span<const Velocity> kicks, double share);

  /// After a round. The responders are those of the constructor.
  void note_round(std::span<const Responder> responders);

  /// m/s and rad/s in a round.
  [[nodiscard]] const Velocity& of(std::size_t responder) const { return steady_[responder]; }

 private:
  std::vector<Velocity> last_;    // after the round before
  std::vector<Velocity> steady_;  // empty before the first round
};

}  // namespace firstcontact
