// Where contacts have nothing left to lose, those who were to rise rise less. Wedged bricks shuffle to and fro by
// micrometres as their load goes from contact to contact; some rise and some sink, and a few hundredths of the rise are
// paid for by nobody.
#include <algorithm>

#include "calendar/driven.hpp"

namespace firstcontact {

namespace {

constexpr int most_rounds = 16;

/// A body that rises in the substep.
struct Rising {
  std::uint32_t slot = 0;
  Velocity motion;    // as it was certified
  double lift = 0.0;  // J: what it takes to lift it so
};

std::vector<Rising> rising_of(const WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots,
                              double duration) {
  std::vector<Rising> rising;
  for (const std::uint32_t slot : slots) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    const Velocity motion{body.segment.linear_velocity, body.segment.angular_velocity};
    const double lift = -duration * body.mass * glm::dot(body.acceleration, motion.linear);
    if (lift > 0.0) {
      rising.push_back({slot, motion, lift});
    }
  }
  return rising;
}

// Gives them this share of their motions; returns the bodies, sorted.
std::vector<BodyIndex> move(WorldState& world, const Driven& driven, const std::vector<Rising>& rising, double share,
                            double begin) {
  std::vector<BodyIndex> moved;
  for (const Rising& one : rising) {
    give_motion(world, driven, one.slot, {share * one.motion.linear, share * one.motion.angular}, begin);
    keep_in_track(world, driven.bodies[one.slot]);
    moved.push_back(driven.bodies[one.slot]);
  }
  return moved;
}

// By slot: whose motions would not keep it apart from another.
std::vector<bool> failing(WorldState& world, const Driven& driven, const std::vector<BodyIndex>& moved) {
  std::vector<bool> fails(driven.bodies.size(), false);
  for (const Prediction& prediction : ask(world, held_pairs_of(world, moved))) {
    const PairRecord& pair = world.pairs[prediction.pair];
    for (const BodyIndex body : {pair.a, pair.b}) {
      if (prediction.answer.impact_time && driven.slot_of[body] != no_slot) {
        fails[driven.slot_of[body]] = true;
      }
    }
  }
  return fails;
}

}  // namespace

void lift_less(WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots, double owed,
               double begin) {
  std::vector<Rising> rising = rising_of(world, driven, slots, world.substep_end - begin);
  for (int round = 0; round < most_rounds && !rising.empty(); ++round) {
    double lift = 0.0;
    for (const Rising& one : rising) {
      lift += one.lift;
    }
    const double share = std::max(0.0, 1.0 - owed / lift);
    const std::vector<bool> fails = failing(world, driven, move(world, driven, rising, share, begin));
    // Who would be run into by another goes out of its way as it was to.
    const auto others =
        std::stable_partition(rising.begin(), rising.end(), [&](const Rising& one) { return !fails[one.slot]; });
    if (others == rising.end()) {
      return;
    }
    move(world, driven, {others, rising.end()}, 1.0, begin);
    rising.erase(others, rising.end());
  }
  move(world, driven, rising, 1.0, begin);
}

}  // namespace firstcontact
