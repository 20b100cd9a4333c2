// Rows where a certificate failed.
#include <algorithm>
#include <cmath>

#include "calendar/row_parts.hpp"
#include "contact/row_response.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of a gap: where sliding along a face's normal would use up more of it than along the shortest way, that is a row,
// too.
constexpr double share_of_gap = 0.05;

// An impulse on two bodies that give way acts at one place, or angular momentum is made: of a point that was measured
// `later` s after the start, on a round body as it turned by then, else half-way between where the two's matter was.
void act_at_one_place(const WorldState& world, const ContactProblem& problem, double later, ContactConstraint& row) {
  const SolverBody& a = problem.bodies[row.a];
  const SolverBody& b = problem.bodies[row.b];
  if (!a.is_dynamic || !b.is_dynamic) {
    return;
  }
  const Vec3 of_a = a.pose.position + row.start_arm_a;
  const Vec3 of_b = b.pose.position + row.start_arm_b;
  const Vec3 turned = later * (glm::cross(a.way.angular, row.start_arm_a) + glm::cross(b.way.angular, row.start_arm_b));
  const Roundings roundings = roundings_of(world, problem, row);
  const Vec3 at = roundings.b > 0.0 ? of_b : roundings.a > 0.0 ? of_a : 0.5 * (of_a + of_b - turned);
  row.start_arm_a = at - a.pose.position;
  row.start_arm_b = at - b.pose.position;
}

// m: by which the two may slide past each other in that time.
double way_past(const ContactProblem& problem, std::uint32_t a, std::uint32_t b, double duration) {
  const SolverBody& of_a = problem.bodies[a];
  const SolverBody& of_b = problem.bodies[b];
  return duration * (std::sqrt(squared_length(of_b.way.linear - of_a.way.linear)) +
                     of_a.radius * std::sqrt(squared_length(of_a.way.angular)) +
                     of_b.radius * std::sqrt(squared_length(of_b.way.angular)));
}

}  // namespace

bool add_rows_at(WorldState& world, ContactStep& step, const Prediction& meeting, ContactPiece& piece) {
  PairRecord& pair = world.pairs[meeting.pair];
  const double time = *meeting.answer.impact_time;
  const PosedPair posed = posed_pair(world, pair, time);
  const FoundContact found = find_contact(posed, 2.0 * pair.skin);
  ContactProblem& problem = piece.problem;
  for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
    step.slot_of[problem.bodies[i].body] = static_cast<std::uint32_t>(i);
  }
  const std::uint32_t a = place_of(world, step, pair.a, piece);
  const std::uint32_t b = place_of(world, step, pair.b, piece);
  const std::size_t before = problem.rows.size();
  double least = least_separation(found);
  for (const Witness& witness : found.witnesses) {
    least = std::min(least, witness.point.separation);
  }
  // What had no row comes as near as it does there: it was let pass, and is no step.
  const double kept =
      pair.active ? kept_gap * pair.skin : std::clamp(least, tolerances::passing_gap * pair.skin, kept_gap * pair.skin);
  const auto add = [&](const BearingPoint& point, std::uint64_t salt) {
    ContactConstraint row = row_of_pair(pair, meeting.pair, a, b);
    row.is_added = true;
    row.normal = point.normal;
    row.feature = point.feature ^ salt;
    row.shapes = point.shapes;
    row.start_arm_a = row.arm_a = point.at - posed.pose_a.position;
    row.start_arm_b = row.arm_b = point.at - posed.pose_b.position;
    act_at_one_place(world, problem, time - piece.begin, row);
    const double speed = glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::way));
    if (pair.active && point.separation + std::min(0.0, speed) * (piece.end - time) > kept) {
      return;
    }
    row.separation = point.separation - speed * (time - piece.begin);
    row.room = std::max(0.0, row.separation - kept);
    row.point_local_b = rotate_inverse(problem.bodies[b].pose.orientation, row.start_arm_b);
    make_ready(problem, row);
    problem.rows.push_back(row);
  };
  for (const BearingPoint& point : found.points) {
    add(point, 0x5555U);
  }
  const double way = way_past(problem, a, b, piece.end - time);
  for (const Witness& witness : found.witnesses) {
    if (witness.tilt * way > share_of_gap * witness.point.separation || problem.rows.size() == before) {
      add(witness.point, 0x7777U);
    }
  }
  forget_places(step, piece);
  if (problem.rows.size() == before) {
    return false;
  }
  problem.bodies[a].is_met = problem.bodies[b].is_met = true;
  problem.bodies[a].is_disturbed = problem.bodies[b].is_disturbed = true;
  if (!pair.active) {
    pair.active = true;
    piece.pairs.push_back(meeting.pair);
  }
  return true;
}

}  // namespace firstcontact
