// Two that are stopped, because an impact of theirs would lead nowhere.
#include "dynamics/impact.hpp"

#include <algorithm>
#include <cmath>

#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of the fastest approach: what is slower counts as touching, not as approaching.
constexpr double approach_precision = 1e-11;
// Of a skin: which points of the two take part.
constexpr double shock_reach = 2.0 * tolerances::impact_gap;

/// The two bodies of a pair at an instant, and where they bear on each other. Points refer to them by 0 and 1.
struct Meeting {
  std::vector<BodyIndex> bodies;
  std::vector<Responder> responders;
  std::vector<ContactPoint> points;
};

// The points that impulses act on. A manifold's normal is a face's, and may lean a hundredth of a radian from the way
// the shapes really meet. That is nothing to a box that lands; but where they slide past each other fast, the lean
// times the sliding speed outweighs the approach, and an impulse along the face's normal would not stop it. Then the
// nearest points alone are what meets.
std::vector<ContactPoint> points_that_meet(WorldState& world, std::uint32_t index, double time,
                                           const std::vector<Responder>& responders) {
  constexpr double tolerable_share = 0.01;
  const PairRecord& pair = world.pairs[index];
  const FoundContact found = find_contact(world, index, time, shock_reach * pair.skin);
  const auto point_at = [&](const BearingPoint& bearing) {
    ContactPoint point = contact_point(world, pair, bearing, time);
    point.a = 0;
    point.b = 1;
    return point;
  };
  std::vector<ContactPoint> nearest;
  bool leans = false;
  for (const Witness& witness : found.witnesses) {
    const ContactPoint point = point_at(witness.point);
    const Vec3 velocity = relative_velocity(point, responders);
    const double speed = glm::dot(point.normal, velocity);
    const double sliding = std::sqrt(squared_length(velocity - speed * point.normal));
    leans = leans || witness.tilt * sliding > tolerable_share * std::abs(speed);
    nearest.push_back(point);
  }
  if (leans) {
    return nearest;
  }
  std::vector<ContactPoint> points;
  for (const BearingPoint& bearing : found.points) {
    points.push_back(point_at(bearing));
  }
  return points;
}

Meeting meeting_of(WorldState& world, std::uint32_t pair, double time) {
  Meeting meeting;
  for (const BodyIndex body : {world.pairs[pair].a, world.pairs[pair].b}) {
    meeting.bodies.push_back(body);
    meeting.responders.push_back(responder_of(world.bodies[body], state_of(world, body, time)));
  }
  meeting.points = points_that_meet(world, pair, time, meeting.responders);
  return meeting;
}

void stop_approach(Meeting& meeting) {
  double fastest = 0.0;
  for (const ContactPoint& point : meeting.points) {
    fastest = std::max(fastest, -glm::dot(point.normal, relative_velocity(point, meeting.responders)));
  }
  static_cast<void>(
      resolve_impact_round(meeting.points, meeting.responders, {approach_precision * fastest, true, std::nullopt}));
}

void cut_motion(WorldState& world, BodyIndex index, const Velocity& velocity, double time) {
  RigidBody& body = world.bodies[index];
  if (!body.is_dynamic()) {
    return;
  }
  if (body.motion == MotionClass::cut) {
    change_velocity(world, index, velocity);
  } else {
    const Pose pose = state_of(world, index, time).pose;
    body.motion = MotionClass::cut;
    body.path = {};
    body.held_since = time;
    set_segment(world, index, {pose, velocity.linear, velocity.angular}, time);
    record_segment(world, index);
  }
  note_own_velocity(world, index, time);
}

}  // namespace

void stop_pair(WorldState& world, std::uint32_t pair, double time) {
  ++world.statistics.impact_exceptions.pairs_stopped;
  wake(world, world.pairs[pair].a, time);
  wake(world, world.pairs[pair].b, time);
  Meeting meeting = meeting_of(world, pair, time);
  stop_approach(meeting);
  note_transfers(world, meeting.points, meeting.bodies, time);
  for (std::size_t i = 0; i < meeting.bodies.size(); ++i) {
    cut_motion(world, meeting.bodies[i], meeting.responders[i].velocity, time);
  }
  hold_mover_back(world, pair, time);
}

}  // namespace firstcontact
