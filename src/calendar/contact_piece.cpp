#include "calendar/contact_piece.hpp"

#include <algorithm>
#include <cmath>

#include "contact/energy.hpp"
#include "contact/motor.hpp"
#include "contact/stages.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// rad: how far a body may turn in a piece, and how far it is let where it would turn further.
constexpr double farthest_turn = 0.6;
constexpr double next_turn = 0.4;
constexpr double shorter = 0.25;         // of a piece that cannot be settled
constexpr double shortest_piece = 1e-3;  // of the substep

double fastest_spin(const ContactProblem& problem, Velocity SolverBody::*velocity) {
  double most = 0.0;
  for (const SolverBody& body : problem.bodies) {
    if (body.is_dynamic) {
      most = std::max(most, squared_length((body.*velocity).angular));
    }
  }
  return std::sqrt(most);
}

}  // namespace

ContactPiece make_piece(WorldState& world, std::vector<BodyIndex> bodies, double begin, double end) {
  ContactPiece piece;
  piece.begin = begin;
  piece.end = end;
  piece.bodies = std::move(bodies);
  piece.stands.resize(piece.bodies.size(), false);
  double fastest = 0.0;
  for (const BodyIndex index : piece.bodies) {
    piece.states.push_back(state_of(world, index, begin));
    fastest = std::max(fastest, squared_length(piece.states.back().angular_velocity));
  }
  fastest = std::sqrt(fastest);
  if (fastest * (end - begin) > farthest_turn) {
    piece.end = begin + next_turn / fastest;
  }
  return piece;
}

namespace {

// s: how long the piece may last with what was solved: as it is, or less where a body would turn far, or where its
// energy cannot be settled. What turns far after the impulses has a way that means nothing.
double lasting_duration(ContactProblem& problem) {
  for (const auto velocity : {&SolverBody::after, &SolverBody::way}) {
    const double fastest = fastest_spin(problem, velocity);
    if (fastest * problem.duration > farthest_turn) {
      return next_turn / fastest;
    }
  }
  return settle_energy(problem).is_settled ? problem.duration : shorter * problem.duration;
}

void settle_or_shorten(WorldState& world, ContactStep& step, ContactPiece& piece) {
  const double shortest = shortest_piece * (world.substep_end - piece.begin);
  ContactProblem& problem = piece.problem;
  while (!is_overloaded(problem)) {
    const double duration = lasting_duration(problem);
    if (duration == problem.duration) {
      return;
    }
    if (duration < shortest) {
      static_cast<void>(settle_energy(problem));
      return;
    }
    piece.end = piece.begin + duration;
    find_rows(world, step, piece);
    apply_impulses(problem, Solving::anew);
    apply_loads(problem, Solving::anew);
  }
}

}  // namespace

void solve(WorldState& world, ContactStep& step, ContactPiece& piece) {
  apply_impulses(piece.problem, Solving::anew);
  apply_loads(piece.problem, Solving::anew);
  settle_or_shorten(world, step, piece);
}

void solve_on(WorldState& world, ContactStep& step, ContactPiece& piece) {
  apply_impulses(piece.problem, Solving::on);
  apply_loads(piece.problem, Solving::on);
  settle_or_shorten(world, step, piece);
}

namespace {

bool follows(const RigidBody& body, const ContactPiece& piece, MotionClass motion, const Velocity& velocity) {
  return body.motion == motion && body.segment.start_time == piece.begin &&
         body.segment.linear_velocity == velocity.linear && body.segment.angular_velocity == velocity.angular;
}

bool fly_on(WorldState& world, const ContactPiece& piece, std::size_t place) {
  const SolverBody& solved = piece.problem.bodies[place];
  RigidBody& body = world.bodies[solved.body];
  const bool is_same = solved.after.linear == solved.before.linear && solved.after.angular == solved.before.angular;
  if (body.motion == MotionClass::free &&
      ((is_same && body.segment.start_time < piece.begin) || follows(body, piece, MotionClass::free, solved.after))) {
    return false;
  }
  FlowState state{piece.states[place].pose, solved.after.linear, solved.after.angular};
  if (body.torque != Vec3(0.0) && body.twisted_until < world.step_end) {
    const double left = world.step_end - std::max(piece.begin, body.twisted_until);
    state.angular_velocity += left * (solved.inverse_inertia * body.torque);
    body.twisted_until = world.step_end;
  }
  body.motion = MotionClass::free;
  body.path = {};
  set_segment(world, solved.body, state, piece.begin);
  return true;
}

bool follow_chord(WorldState& world, const ContactPiece& piece, std::size_t place) {
  const SolverBody& solved = piece.problem.bodies[place];
  RigidBody& body = world.bodies[solved.body];
  const Velocity way{solved.way.linear + solved.recovery.linear, solved.way.angular + solved.recovery.angular};
  const bool is_same = follows(body, piece, MotionClass::driven, way);
  body.path = {
      true, piece.problem.duration, solved.after.linear, solved.end.linear, solved.spin_at_start, solved.spin_at_end};
  world.known_states[solved.body].time = -1.0;
  if (is_same) {
    return false;
  }
  body.motion = MotionClass::driven;
  set_segment(world, solved.body, {piece.states[place].pose, way.linear, way.angular}, piece.begin);
  return true;
}

// It loses the rest of the substep, and keeps what it had.
bool stand_still(WorldState& world, const ContactPiece& piece, std::size_t place) {
  const SolverBody& solved = piece.problem.bodies[place];
  RigidBody& body = world.bodies[solved.body];
  if (body.motion == MotionClass::cut) {
    return false;
  }
  body.motion = MotionClass::cut;
  body.path = {};
  body.held_since = piece.begin;
  set_segment(world, solved.body, piece.states[place], piece.begin);
  return true;
}

}  // namespace

std::vector<BodyIndex> give_motions(WorldState& world, ContactPiece& piece) {
  std::vector<BodyIndex> changed;
  for (std::size_t place = 0; place < piece.bodies.size(); ++place) {
    const SolverBody& solved = piece.problem.bodies[place];
    const bool is_new = piece.stands[place] ? stand_still(world, piece, place)
                        : solved.is_pressed ? follow_chord(world, piece, place)
                                            : fly_on(world, piece, place);
    if (is_new) {
      changed.push_back(piece.bodies[place]);
    }
  }
  keep_in_tracks(world, changed);
  return changed;
}

}  // namespace firstcontact
