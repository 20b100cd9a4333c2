// Which rows a piece has, and where they are measured.
#include <algorithm>
#include <cmath>

#include "calendar/row_parts.hpp"
#include "calendar/seams.hpp"
#include "contact/row_response.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of a skin: a point that moved less since its load was found is the same, whatever its name.
constexpr double same_point_skins = 40.0;
// Of the normals' sine squared: what turned no further is the same point still.
constexpr double same_normal = 1e-4;
constexpr double equal_normal = 1e-24;  // the same of a difference that is rounding

// As it would go on by itself.
Pose predicted(const SolverBody& body, double duration) {
  return {body.pose.position + duration * body.before.linear,
          glm::normalize(quaternion_from_rotation_vector(duration * body.before.angular) * body.pose.orientation)};
}

void recall_loads(const PairRecord& pair, double duration, ContactConstraint& row) {
  const StoredImpulse* best = nullptr;
  double nearest = same_point_skins * pair.skin;
  for (const StoredImpulse& stored : pair.impulses) {
    const double distance = std::sqrt(squared_length(stored.point_local_b - row.point_local_b));
    if (stored.feature == row.feature) {
      best = &stored;
      break;
    }
    if (distance < nearest && squared_length(glm::cross(stored.normal, row.normal)) < same_normal) {
      nearest = distance;
      best = &stored;
    }
  }
  if (best != nullptr) {
    const double share = pair.impulses_substep > 0.0 ? duration / pair.impulses_substep : 1.0;
    row.load = share * best->normal_impulse;
    row.load_1 = share * glm::dot(best->friction_impulse, row.tangent_1);
    row.load_2 = share * glm::dot(best->friction_impulse, row.tangent_2);
  }
}

void add_row(const PairRecord& pair, ContactConstraint row, ContactPiece& piece) {
  ContactProblem& problem = piece.problem;
  row.room = std::max(0.0, row.separation - tolerances::rest_gap * pair.skin);
  row.point_local_b = rotate_inverse(problem.bodies[row.b].pose.orientation, row.start_arm_b);
  make_ready(problem, row);
  if (row.response > 0.0) {
    recall_loads(pair, problem.duration, row);
  }
  problem.rows.push_back(row);
}

/// A pair whose rows are found: as it is at the piece's start, and in its middle.
struct FoundPair {
  const PairRecord& pair;
  std::uint32_t index = 0;
  std::uint32_t a = 0, b = 0;  // places
  const std::vector<ContactPoint>& at_start;
  FoundContact in_middle;
  Pose middle_a, middle_b;
};

// Of a skin: what moves its partner past it by less until the middle bears there as it does at the start. Not what is
// round: its points do not ride on it.
constexpr double lasting_way = 0.1;

bool hardly_moves(const WorldState& world, const ContactProblem& problem, const FoundPair& found) {
  if (world.bodies[found.pair.a].collider->is_curved || world.bodies[found.pair.b].collider->is_curved) {
    return false;
  }
  const SolverBody& a = problem.bodies[found.a];
  const SolverBody& b = problem.bodies[found.b];
  const double speed = std::sqrt(squared_length(b.before.linear - a.before.linear)) +
                       a.radius * std::sqrt(squared_length(a.before.angular)) +
                       b.radius * std::sqrt(squared_length(b.before.angular));
  return 0.5 * problem.duration * speed < lasting_way * found.pair.skin;
}

bool has_belt(const FoundPair& found) {
  return std::any_of(found.at_start.begin(), found.at_start.end(),
                     [](const ContactPoint& point) { return point.surface_velocity != Vec3(0.0); });
}

// Whether there is a middle to measure in: what hardly moves, runs on a belt or is led out is asked where it was; and
// what has met, as the impact ends the motion by which its middle would be foretold.
bool measure_middle(WorldState& world, const ContactPiece& piece, const BearingPair& near, FoundPair& found) {
  if (near.is_met || found.pair.overlapping || hardly_moves(world, piece.problem, found) || has_belt(found)) {
    return false;
  }
  const double half = 0.5 * piece.problem.duration;
  found.middle_a = predicted(piece.problem.bodies[found.a], half);
  found.middle_b = predicted(piece.problem.bodies[found.b], half);
  const PosedPair posed{&found.pair, &world.bodies[found.pair.a], &world.bodies[found.pair.b], found.middle_a,
                        found.middle_b};
  found.in_middle = find_contact(world, posed, near.margin);
  return true;
}

// m: a point's gap at the start, of its gap in the middle, if nothing turned.
double gap_before(const FoundPair& found, const ContactProblem& problem, const BearingPoint& point) {
  const SolverBody& a = problem.bodies[found.a];
  const SolverBody& b = problem.bodies[found.b];
  const Vec3 of_a = a.before.linear + glm::cross(a.before.angular, point.at - found.middle_a.position);
  const Vec3 of_b = b.before.linear + glm::cross(b.before.angular, point.at - found.middle_b.position);
  return point.separation - 0.5 * problem.duration * glm::dot(point.normal, of_b - of_a);
}

// m: by as much a point may stray from its straight way until the middle.
double bend_of(const SolverBody& body, double half) {
  return 0.5 * body.radius * half * half * squared_length(body.before.angular);
}

// Whether two shapes' points in the middle can be used: what runs past its neighbour within the piece, or through it to
// its other side, is asked where it was.
bool bears_in_middle(const FoundPair& found, std::uint64_t shapes, double margin, const ContactProblem& problem) {
  double least_now = margin;
  for (const ContactPoint& point : found.at_start) {
    least_now = point.shapes == shapes ? std::min(least_now, point.separation) : least_now;
  }
  double least = std::numeric_limits<double>::infinity();
  const double half = 0.5 * problem.duration;
  const double bend = bend_of(problem.bodies[found.a], half) + bend_of(problem.bodies[found.b], half);
  for (const BearingPoint& point : found.in_middle.points) {
    if (point.shapes == shapes && gap_before(found, problem, point) < -found.pair.skin - bend) {
      return false;
    }
    least = point.shapes == shapes ? std::min(least, point.separation) : least;
  }
  for (const Witness& witness : found.in_middle.witnesses) {
    least = witness.point.shapes == shapes ? std::min(least, witness.point.separation) : least;
  }
  return std::isfinite(least) && least > std::min(0.2 * found.pair.skin, 0.5 * least_now);
}

void add_rows_of_start(const FoundPair& found, std::uint64_t shapes, ContactPiece& piece) {
  for (const ContactPoint& point : found.at_start) {
    if (point.shapes != shapes) {
      continue;
    }
    ContactConstraint row = row_of_pair(found.pair, found.index, found.a, found.b);
    row.normal = point.normal;
    row.start_arm_a = row.arm_a = point.arm_a;
    row.start_arm_b = row.arm_b = point.arm_b;
    row.separation = point.separation;
    row.belt = point.surface_velocity;
    row.feature = point.feature;
    row.shapes = point.shapes;
    add_row(found.pair, row, piece);
  }
}

// The arm at the start of a point that a round body has in the middle: that of its core rides on it, the rounding is
// along the normal whatever turns.
Vec3 carried_arm(const SolverBody& body, const Pose& middle, const Vec3& arm, const Vec3& rounding) {
  return rotate(body.pose.orientation, rotate_inverse(middle.orientation, arm - rounding)) + rounding;
}

// Where impulses act, of a point that was measured in the middle: of two round bodies half-way between both as they
// turned by then, so that neither is favoured; else where it was measured at the start, if its normal is the same; else
// on the round body as it turned by then (a point of another normal would take its spin for an approach), else the same
// point as it was measured at the start, else half-way between the two bodies' matter.
void place_at_start(const WorldState& world, const FoundPair& found, const ContactProblem& problem, const Vec3& middle,
                    ContactConstraint& row) {
  const SolverBody& a = problem.bodies[row.a];
  const SolverBody& b = problem.bodies[row.b];
  const Roundings roundings = roundings_of(world, problem, row);
  const auto same = std::find_if(found.at_start.begin(), found.at_start.end(),
                                 [&](const ContactPoint& point) { return point.feature == row.feature; });
  const bool is_exact = same != found.at_start.end() && squared_length(same->normal - row.normal) < equal_normal;
  if (roundings.a > 0.0 && roundings.b > 0.0) {
    const Vec3 on_a = a.pose.position + carried_arm(a, found.middle_a, row.arm_a, roundings.a * row.normal);
    const Vec3 on_b = b.pose.position + carried_arm(b, found.middle_b, row.arm_b, -roundings.b * row.normal);
    const Vec3 at = 0.5 * (on_a + on_b);
    row.start_arm_a = at - a.pose.position;
    row.start_arm_b = at - b.pose.position;
  } else if (roundings.b > 0.0 && !is_exact) {
    row.start_arm_b = carried_arm(b, found.middle_b, row.arm_b, -roundings.b * row.normal);
    row.start_arm_a = b.pose.position + row.start_arm_b - a.pose.position;
  } else if (roundings.a > 0.0 && !is_exact) {
    row.start_arm_a = carried_arm(a, found.middle_a, row.arm_a, roundings.a * row.normal);
    row.start_arm_b = a.pose.position + row.start_arm_a - b.pose.position;
  } else if (same != found.at_start.end()) {
    row.start_arm_a = same->arm_a;
    row.start_arm_b = same->arm_b;
  } else {
    const Vec3 speeds = a.before.linear + glm::cross(a.before.angular, row.arm_a) + b.before.linear +
                        glm::cross(b.before.angular, row.arm_b);
    const Vec3 at = middle - 0.25 * problem.duration * speeds;
    row.start_arm_a = at - a.pose.position;
    row.start_arm_b = at - b.pose.position;
  }
}

void add_row_of_middle(const WorldState& world, const FoundPair& found, const BearingPoint& point,
                       ContactPiece& piece) {
  ContactConstraint row = row_of_pair(found.pair, found.index, found.a, found.b);
  row.normal = point.normal;
  row.feature = point.feature;
  row.shapes = point.shapes;
  row.arm_a = point.at - found.middle_a.position;
  row.arm_b = point.at - found.middle_b.position;
  place_at_start(world, found, piece.problem, point.at, row);
  row.separation = gap_before(found, piece.problem, point);
  add_row(found.pair, row, piece);
}

void add_rows_of_middle(const WorldState& world, const FoundPair& found, std::uint64_t shapes, ContactPiece& piece) {
  for (const BearingPoint& point : found.in_middle.points) {
    if (point.shapes == shapes) {
      add_row_of_middle(world, found, point, piece);
    }
  }
  // A plank that slides off a step's edge comes nearer to it along its own face, and not along the step's.
  for (const Witness& witness : found.in_middle.witnesses) {
    const bool is_near = witness.point.separation < tolerances::lift_gap * found.pair.skin;
    if (witness.point.shapes == shapes && is_near && witness.tilt > least_tilt) {
      add_row_of_middle(world, found, witness.point, piece);
    }
  }
}

// Which two shapes bear on each other at the start or in the middle, in the order in which they were found.
std::vector<std::uint64_t> shapes_of(const FoundPair& found) {
  std::vector<std::uint64_t> shapes;
  const auto add = [&](const auto& point) {
    if (std::find(shapes.begin(), shapes.end(), point.shapes) == shapes.end()) {
      shapes.push_back(point.shapes);
    }
  };
  std::for_each(found.at_start.begin(), found.at_start.end(), add);
  std::for_each(found.in_middle.points.begin(), found.in_middle.points.end(), add);
  return shapes;
}

// An impact is of the points that have met: what comes to the same neighbour from further off, faster than it may rest,
// has an impact of its own, when it is there.
void leave_to_calendar(std::size_t first, ContactProblem& problem) {
  const auto begin = problem.rows.begin() + static_cast<std::ptrdiff_t>(first);
  const auto is_yet_to_come = [&](const ContactConstraint& row) {
    const double speed = glm::dot(row.normal, start_velocity(problem, row, &SolverBody::before));
    return !row.is_met && -speed > row.resting_speed;
  };
  problem.rows.erase(std::remove_if(begin, problem.rows.end(), is_yet_to_come), problem.rows.end());
}

void find_rows_of(WorldState& world, ContactStep& step, const BearingPair& near, ContactPiece& piece) {
  PairRecord& pair = world.pairs[near.pair];
  FoundPair found{
      pair, near.pair, place_of(world, step, pair.a, piece), place_of(world, step, pair.b, piece), near.points, {},
      {},   {}};
  const std::size_t first = piece.problem.rows.size();
  const bool has_middle = measure_middle(world, piece, near, found);
  for (const std::uint64_t shapes : shapes_of(found)) {
    const std::size_t first_of_shapes = piece.problem.rows.size();
    if (has_middle && bears_in_middle(found, shapes, near.margin, piece.problem)) {
      add_rows_of_middle(world, found, shapes, piece);
    } else {
      add_rows_of_start(found, shapes, piece);
    }
    if (!near.is_met && !pair.overlapping) {
      leave_out_false_bites(world, pair, first_of_shapes, piece.problem);
    }
  }
  for (std::size_t i = first; i < piece.problem.rows.size(); ++i) {
    ContactConstraint& row = piece.problem.rows[i];
    row.is_met = near.is_met && row.separation < met_gap * pair.skin;
  }
  if (near.is_met && pair.restitution > 0.0) {
    leave_to_calendar(first, piece.problem);
  }
  pair.active = piece.problem.rows.size() > first;
  if (pair.active) {
    piece.pairs.push_back(near.pair);
  }
}

}  // namespace

void find_rows(WorldState& world, ContactStep& step, ContactPiece& piece) {
  step.slot_of.resize(world.bodies.size(), no_place);
  ContactProblem& problem = piece.problem;
  problem = {};
  problem.duration = piece.end - piece.begin;
  problem.impact_law = world.definition.impact_law;
  for (const std::uint32_t pair : piece.pairs) {  // what a failed certificate added is gone, too
    world.pairs[pair].active = false;
  }
  piece.pairs.clear();
  for (std::size_t i = 0; i < piece.bodies.size(); ++i) {
    const BodyIndex index = piece.bodies[i];
    step.slot_of[index] = static_cast<std::uint32_t>(i);
    problem.bodies.push_back(solver_body(world.bodies[index], index, piece.states[i], piece));
    if (piece.stands[i]) {
      give_way_to_nothing(problem.bodies.back());
      problem.bodies.back().before = problem.bodies.back().after = {};
    }
  }
  for (const BearingPair& near : piece.near) {
    find_rows_of(world, step, near, piece);
  }
  if (any_overlaps(problem)) {  // who is pushed apart pushes others on
    for (SolverBody& body : problem.bodies) {
      body.is_met = true;
    }
  }
  forget_places(step, piece);
}

void remember_loads(WorldState& world, const ContactPiece& piece) {
  for (const std::uint32_t index : piece.pairs) {
    world.pairs[index].impulses.clear();
    world.pairs[index].impulses_substep = piece.problem.duration;
    world.pairs[index].presses = false;
  }
  const double rounding = rounding_of(piece.problem);
  for (const ContactConstraint& row : piece.problem.rows) {
    PairRecord& pair = world.pairs[row.pair];
    const bool is_pushed = row.impulse > least_impulse(piece.problem, row, rounding);
    pair.presses = pair.presses || row.load > 0.0 || is_pushed || row.is_hit;
    if (row.load > 0.0) {
      pair.impulses.push_back({row.feature, row.point_local_b, row.load,
                               row.load_1 * row.tangent_1 + row.load_2 * row.tangent_2, row.normal});
    }
  }
}

}  // namespace firstcontact
