#include "calendar/motors.hpp"

#include <algorithm>
#include <iterator>

#include "contact/motor.hpp"

namespace firstcontact {

namespace {

constexpr double time_to_speed_up = 0.5;  // s: from a stand to its full speed
constexpr double slower = 0.25;           // of its share, where it does too much
constexpr double least_share = 0.02;      // less is none
// s: how long it rests at most before it tries again, where each time it failed.
constexpr double longest_rest = 0.1;
constexpr double settled_share = 0.25;  // where it goes so fast it has room again
// Of the greatest strain: who does as much is slowed as well, so that what is symmetric stays so.
constexpr double same_strain = 0.8;

WaitingMover* waiting_of(WorldState& world, BodyIndex body) {
  const auto found = std::find_if(world.waiting_movers.begin(), world.waiting_movers.end(),
                                  [&](const WaitingMover& mover) { return mover.body == body; });
  return found == world.waiting_movers.end() ? nullptr : &*found;
}

void count_waiting(WorldState& world, const WaitingMover& mover, double time) {
  RigidBody& body = world.bodies[mover.body];
  const double waited = (1.0 - mover.share) * (time - body.held_since);
  world.statistics.time_lost += waited;
  world.statistics.time_waited += waited;
  body.held_since = time;
}

// Of segments that begin together the last one holds.
void record_anew(WorldState& world, BodyIndex body, double time) {
  std::erase_if(world.segments,
                [&](const MotionSegment& segment) { return segment.body == body && segment.start_time == time; });
  record_segment(world, body);
}

void go_with(WorldState& world, const WaitingMover& mover, double time) {
  const Pose pose = state_of(world, mover.body, time).pose;
  set_segment(world, mover.body, {pose, mover.share * mover.wanted.linear, mover.share * mover.wanted.angular}, time);
  record_anew(world, mover.body, time);
  keep_in_track(world, mover.body);
}

// The pair of the motor's row that bears most.
std::uint32_t most_pressed_pair(const ContactProblem& problem, std::uint32_t motor) {
  std::uint32_t pair = no_place;
  double most = 0.0;
  for (const ContactConstraint& row : problem.rows) {
    const double pressed = row.load + row.impulse + glm::dot(row.bounce, row.normal);
    if ((row.a == motor || row.b == motor) && pressed > most) {
      most = pressed;
      pair = row.pair;
    }
  }
  return pair;
}

/// A motor that is to be slowed, and the piece that says so.
struct Strained {
  BodyIndex body = 0;
  double strain = 0.0;
  std::uint32_t pair = no_place;
};

std::vector<Strained> strained_motors(const ContactPiece& piece) {
  std::vector<Strained> strained;
  for (const MotorLoad& load : motor_loads(piece.problem)) {
    const std::uint32_t pair =
        load.blocked_by != no_place ? load.blocked_by : most_pressed_pair(piece.problem, load.body);
    strained.push_back({piece.problem.bodies[load.body].body, load.strain, pair});
  }
  return strained;
}

void keep_most_strained(std::vector<Strained>& strained) {
  double most = 0.0;
  for (const Strained& one : strained) {
    most = std::max(most, one.strain);
  }
  std::erase_if(strained, [&](const Strained& one) { return one.strain < same_strain * most; });
}

bool has(const ContactPiece& piece, BodyIndex body) {
  return std::any_of(piece.problem.bodies.begin(), piece.problem.bodies.end(),
                     [&](const SolverBody& one) { return one.body == body; });
}

void slow(WorldState& world, const Strained& motor, double share, double time) {
  slow_motor(world, motor.body, share, time);
  if (share == 0.0 && motor.pair != no_place) {
    report_squeezed(world, motor.pair, motor.body, time);
  }
}

// What was pressed is pressed no more by what it was: it is solved as if for the first time.
void solve_anew(WorldState& world, ContactStep& step, const std::vector<Strained>& motors, Drive& drive,
                std::vector<ContactPiece*>& changed) {
  for (ContactPiece& piece : drive.pieces) {
    if (std::none_of(motors.begin(), motors.end(), [&](const Strained& motor) { return has(piece, motor.body); })) {
      continue;
    }
    find_rows(world, step, piece);
    solve(world, step, piece);
    piece.rounds = 0;
    if (std::find(changed.begin(), changed.end(), &piece) == changed.end()) {
      changed.push_back(&piece);
    }
  }
  for (const Strained& motor : motors) {
    drive.slowed.push_back(motor.body);
  }
}

}  // namespace

double clock_share(const WorldState& world, BodyIndex body) {
  if (world.bodies[body].type != BodyType::kinematic) {
    return 0.0;
  }
  for (const WaitingMover& mover : world.waiting_movers) {
    if (mover.body == body) {
      return mover.share;
    }
  }
  return 1.0;
}

void slow_motor(WorldState& world, BodyIndex index, double share, double time) {
  WaitingMover* mover = waiting_of(world, index);
  if (mover == nullptr) {
    const RigidBody& body = world.bodies[index];
    WaitingMover made;
    made.body = index;
    made.wanted = {body.segment.linear_velocity, body.segment.angular_velocity};
    made.share = 1.0;
    mover = &world.waiting_movers.emplace_back(made);
    world.bodies[index].held_since = time;
  }
  count_waiting(world, *mover, time);
  mover->share = share;
  if (share == 0.0) {
    mover->rest = std::min(longest_rest, std::max(2.0 * mover->rest, world.substep_length));
    mover->rests_until = time + mover->rest;
  }
  go_with(world, *mover, time);
}

void begin_motors(WorldState& world, double begin) {
  std::erase_if(world.waiting_movers, [&](WaitingMover& mover) {
    if (world.bodies[mover.body].removed) {
      return true;
    }
    if (begin < mover.rests_until) {
      return false;
    }
    mover.share = std::min(1.0, mover.share + world.substep_length / time_to_speed_up);
    mover.rest = mover.share < settled_share ? mover.rest : 0.0;
    go_with(world, mover, begin);
    if (mover.share < 1.0) {
      return false;
    }
    for (const std::uint32_t pair : world.pairs_of[mover.body]) {
      world.pairs[pair].squeezed = false;
    }
    return true;
  });
}

void end_motors(WorldState& world, double end) {
  for (const WaitingMover& mover : world.waiting_movers) {
    count_waiting(world, mover, end);
  }
}

namespace {

// Those that are to do more than they may, of all pieces.
std::vector<Strained> overstrained_motors(const Drive& drive) {
  std::vector<Strained> strained;
  for (const ContactPiece& piece : drive.pieces) {
    const std::vector<Strained> own = strained_motors(piece);
    std::copy_if(own.begin(), own.end(), std::back_inserter(strained),
                 [](const Strained& one) { return one.strain > 1.0; });
  }
  return strained;
}

}  // namespace

std::vector<ContactPiece*> ease_motors(WorldState& world, ContactStep& step, Drive& drive) {
  std::vector<ContactPiece*> changed;
  while (true) {
    std::vector<Strained> strained = overstrained_motors(drive);
    if (strained.empty()) {
      return changed;
    }
    keep_most_strained(strained);
    std::vector<BodyIndex> slowed;
    for (const Strained& one : strained) {
      if (std::find(slowed.begin(), slowed.end(), one.body) == slowed.end()) {
        const double share = slower * clock_share(world, one.body);
        slow(world, one, share < least_share ? 0.0 : share, drive.pieces.front().begin);
        slowed.push_back(one.body);
      }
    }
    solve_anew(world, step, strained, drive, changed);
  }
}

bool stop_motors_of(WorldState& world, ContactStep& step, std::uint32_t pair, ContactPiece& piece, Drive& drive) {
  std::vector<Strained> strained = strained_motors(piece);
  for (const BodyIndex body : {world.pairs[pair].a, world.pairs[pair].b}) {
    const RigidBody& one = world.bodies[body];
    if (strained.empty() && clock_share(world, body) > 0.0 &&
        (one.linear_velocity != Vec3(0.0) || one.angular_velocity != Vec3(0.0))) {
      strained.push_back({body, 1.0, pair});
    }
  }
  if (strained.empty()) {
    return false;
  }
  keep_most_strained(strained);
  for (const Strained& one : strained) {
    slow(world, one, 0.0, piece.begin);
  }
  std::vector<ContactPiece*> changed;
  solve_anew(world, step, strained, drive, changed);
  std::vector<BodyIndex> bodies;
  for (const Strained& one : strained) {
    bodies.push_back(one.body);
  }
  for (ContactPiece* const one : changed) {
    const std::vector<BodyIndex> own = give_motions(world, *one);
    bodies.insert(bodies.end(), own.begin(), own.end());
  }
  note_meetings(world, pairs_of_bodies(world, bodies), drive);
  return true;
}

bool stop_motors_at(WorldState& world, const std::vector<BodyIndex>& bodies, double time) {
  bool any = false;
  for (const std::uint32_t index : pairs_of_bodies(world, bodies)) {
    const PairRecord& pair = world.pairs[index];
    for (const BodyIndex body : {pair.a, pair.b}) {
      const RigidBody& one = world.bodies[body];
      const bool moves = one.linear_velocity != Vec3(0.0) || one.angular_velocity != Vec3(0.0);
      if (pair.presses && moves && clock_share(world, body) > 0.0) {
        slow(world, {body, 1.0, index}, 0.0, time);
        any = true;
      }
    }
  }
  return any;
}

}  // namespace firstcontact
