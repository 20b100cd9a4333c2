// Where contacts have nothing left to lose, those who were to rise rise less. Wedged bricks shuffle to and fro by
// micrometres as their load goes from contact to contact; some rise and some sink, and a few hundredths of the rise are
// paid for by nobody. What is cut is what they are pushed by; nobody is kept from where its own velocity takes it,
// unless that is nowhere.
#include <algorithm>
#include <optional>

#include "calendar/driven.hpp"
#include "calendar/repair_books.hpp"

namespace firstcontact {

namespace {

constexpr int most_rounds = 16;
// Of the skin: whose own velocity takes it less far in a substep goes nowhere, but shuffles.
constexpr double shuffle = 1.0;

/// A body whose push is cut short.
struct Slowed {
  std::uint32_t slot = 0;
  Velocity motion;    // as it was certified
  Velocity own;       // what it does by itself, if it goes somewhere: the rest of the motion is its push
  double lift = 0.0;  // J: what it takes to push it so; negative for one that is pushed down
};

Velocity own_velocity(const WorldState& world, const Driven& driven, std::uint32_t slot, double duration) {
  const RigidBody& body = world.bodies[driven.bodies[slot]];
  Velocity own = driven.responders[slot].velocity;
  if (duration * fastest_point(body, own) < shuffle * skin_of_size(world, body.size)) {
    return {};
  }
  own.angular += change_by_tumbling(world, driven, slot, own, duration);
  return own;
}

// Of the push, this share. The whole is the motion that was certified, to the bit.
Velocity motion_of(const Slowed& one, double share) {
  if (share == 1.0) {
    return one.motion;
  }
  return {one.own.linear + share * (one.motion.linear - one.own.linear),
          one.own.angular + share * (one.motion.angular - one.own.angular)};
}

/// Those whose pushes are all cut by one share, and who they are.
struct Company {
  std::vector<Slowed> members;
  std::vector<bool> has;  // by slot

  void add(const WorldState& world, const Driven& driven, std::uint32_t slot, double duration) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    const Velocity motion{body.segment.linear_velocity, body.segment.angular_velocity};
    const Velocity own = own_velocity(world, driven, slot, duration);
    const Vec3 push = motion.linear - own.linear;
    members.push_back({slot, motion, own, -duration * body.mass * glm::dot(body.acceleration, push)});
    has[slot] = true;
  }

  [[nodiscard]] double lift() const {
    double sum = 0.0;
    for (const Slowed& one : members) {
      sum += one.lift;
    }
    return sum;
  }
};

Company rising_of(const WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots,
                  double duration) {
  Company rising;
  rising.has.assign(driven.bodies.size(), false);
  for (const std::uint32_t slot : slots) {
    rising.add(world, driven, slot, duration);
    if (!(rising.members.back().lift > 0.0)) {
      rising.members.pop_back();
      rising.has[slot] = false;
    }
  }
  return rising;
}

// Gives them this share of their pushes; returns the bodies, sorted.
std::vector<BodyIndex> move(WorldState& world, const Driven& driven, const std::vector<Slowed>& slowed, double share,
                            double begin) {
  std::vector<BodyIndex> moved;
  std::vector<GivenMotion> motions;
  for (const Slowed& one : slowed) {
    motions.push_back({one.slot, motion_of(one, share)});
    moved.push_back(driven.bodies[one.slot]);
  }
  give_motions(world, driven, motions, begin);
  std::sort(moved.begin(), moved.end());
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

// Has those who would run into others join. False where all are in the company already.
bool add_failing(const WorldState& world, const Driven& driven, const std::vector<bool>& fails, double begin,
                 Company& company) {
  const std::size_t before = company.members.size();
  for (std::uint32_t slot = 0; slot < fails.size(); ++slot) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    if (fails[slot] && !company.has[slot] && body.is_dynamic() && body.is_awake()) {
      company.add(world, driven, slot, world.substep_end - begin);
    }
  }
  return company.members.size() > before;
}

// Who would run into them is slowed with them: where all move by their pushes alone, they keep the gaps that they would
// have had a little earlier. `share_of(company)`: what they keep of their pushes; none where there is no use in going
// on. True where such motions were found.
template <typename ShareOf>
bool slow_all_around(WorldState& world, const Driven& driven, Company company, const ShareOf& share_of, double begin) {
  for (int round = 0; round < most_rounds; ++round) {
    const std::optional<double> share = share_of(company);
    if (!share) {
      break;
    }
    const std::vector<bool> fails = failing(world, driven, move(world, driven, company.members, *share, begin));
    if (std::find(fails.begin(), fails.end(), true) == fails.end()) {
      return true;
    }
    if (!add_failing(world, driven, fails, begin, company)) {
      break;
    }
  }
  move(world, driven, company.members, 1.0, begin);
  return false;
}

// Who would be run into by another goes out of its way as it was to.
void slow_who_can(WorldState& world, const Driven& driven, std::vector<Slowed> rising, double owed, double begin) {
  for (int round = 0; round < most_rounds && !rising.empty(); ++round) {
    double lift = 0.0;
    for (const Slowed& one : rising) {
      lift += one.lift;
    }
    const double share = std::max(0.0, 1.0 - owed / lift);
    const std::vector<bool> fails = failing(world, driven, move(world, driven, rising, share, begin));
    const auto others =
        std::stable_partition(rising.begin(), rising.end(), [&](const Slowed& one) { return !fails[one.slot]; });
    if (others == rising.end()) {
      return;
    }
    move(world, driven, {others, rising.end()}, 1.0, begin);
    rising.erase(others, rising.end());
  }
  move(world, driven, rising, 1.0, begin);
}

// To be given again as they are: all of a motion is taken for a push.
std::vector<Slowed> present_motions(const WorldState& world, const Driven& driven,
                                    const std::vector<std::uint32_t>& slots) {
  std::vector<Slowed> motions;
  for (const std::uint32_t slot : slots) {
    const MotionSegment& segment = world.bodies[driven.bodies[slot]].segment;
    motions.push_back({slot, {segment.linear_velocity, segment.angular_velocity}, {}, 0.0});
  }
  return motions;
}

}  // namespace

// A column whose contacts have no gap left is lifted by all of them at once, and nobody below has anything to lose: if
// those who can are slowed, and it is not enough, nobody rises by its push, nor sinks by it into who does not.
void lift_less(WorldState& world, const Driven& driven, const std::vector<std::uint32_t>& slots, double owed,
               double begin) {
  const double duration = world.substep_end - begin;
  const Company rising = rising_of(world, driven, slots, duration);
  // As long as those who sink are not as many as those who rise.
  const auto what_pays = [owed](const Company& company) {
    const double lift = company.lift();
    return lift > owed ? std::optional(1.0 - owed / lift) : std::nullopt;
  };
  if (slow_all_around(world, driven, rising, what_pays, begin)) {
    return;
  }
  const std::vector<Slowed> repaired = present_motions(world, driven, slots);
  const double before = lift_of_motions(world, driven, slots, duration);
  slow_who_can(world, driven, rising.members, owed, begin);
  const double left = lift_of_motions(world, driven, slots, duration);
  if (before - left >= owed || left <= 0.0) {
    return;
  }
  const std::vector<Slowed> slowed = present_motions(world, driven, slots);
  move(world, driven, repaired, 1.0, begin);
  const auto nothing = [](const Company& /*company*/) { return std::optional(0.0); };
  if (!slow_all_around(world, driven, rising, nothing, begin) ||
      lift_of_motions(world, driven, slots, duration) > left) {
    move(world, driven, slowed, 1.0, begin);
  }
}

}  // namespace firstcontact
