// Who takes part in an impact, and how each pair answers.
#include "calendar/impact_cluster.hpp"

#include <algorithm>
#include <cmath>

#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of the fastest approach in the cluster: what is slower counts as touching, not as approaching.
constexpr double approach_precision = 1e-11;

double approach_speed(const Cluster& cluster, const ContactPoint& point) {
  return -glm::dot(point.normal, relative_velocity(point, cluster.responders));
}

/// How one pair answers in this impact.
struct Response {
  double restitution = 0.0;
  bool has_friction = true;
};

// Restitution gives way where gravity would have the bodies meet again at once, and where a pair has met too often: the
// guard against endless events. But the gaps of a damped series shrink to nothing. So a slow impact at a gap that was
// used up already has its restitution all the same, and wins some of the gap back, until the solver takes the pair
// over. Below the floor friction waits too, because it would turn part of the rebound aside.
Response response_of(const PairRecord& pair, double speed, double gap) {
  const bool is_slow = speed < pair.resting_speed;
  const bool is_used_up = gap < tolerances::used_up_gap * pair.skin;
  if (is_slow && is_used_up && pair.restitution > 0.0) {
    return {pair.restitution, gap > tolerances::floor_gap * pair.skin};
  }
  if (is_slow) {
    return {};
  }
  return {pair.impacts_this_step > tolerances::pair_impacts_before_plastic ? 0.0 : pair.restitution, true};
}

// The points an impact of this pair acts on. A manifold's normal is a face's, and may lean a hundredth of a radian from
// the way the shapes really meet. That is nothing to a box that lands; but where they slide past each other fast, the
// lean times the sliding speed outweighs the approach, and an impulse along the face's normal would not stop it. Then
// the nearest points alone are what meets.
std::vector<ContactPoint> impact_points(WorldState& world, const Cluster& cluster, const PairRecord& pair,
                                        const FoundContact& found, std::uint32_t a, std::uint32_t b) {
  constexpr double tolerable_share = 0.01;
  const auto point_at = [&](const BearingPoint& bearing) {
    ContactPoint point = contact_point(world, pair, bearing, cluster.time);
    point.a = a;
    point.b = b;
    return point;
  };
  std::vector<ContactPoint> nearest;
  bool leans = false;
  for (const Witness& witness : found.witnesses) {
    const ContactPoint point = point_at(witness.point);
    const Vec3 velocity = relative_velocity(point, cluster.responders);
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

// As it comes, without the fall that was given ahead.
Responder responder_before(WorldState& world, BodyIndex index, double time, double early) {
  Responder responder = responder_of(world.bodies[index], state_of(world, index, time));
  responder.velocity.linear -= early * world.bodies[index].acceleration;
  return responder;
}

bool is_pushed(const Cluster& cluster, std::size_t slot) {
  const Velocity& now = cluster.responders[slot].velocity;
  return now.linear != cluster.came_with[slot].linear || now.angular != cluster.came_with[slot].angular;
}

}  // namespace

double shock_reach(const PairRecord& pair) { return 2.0 * tolerances::impact_gap * pair.skin; }

bool goes_against(const Vec3& push, const Vec3& pull) {
  const double scale = std::sqrt(squared_length(push) * squared_length(pull));
  return -glm::dot(push, pull) > tolerances::share_against_pull * scale;
}

// Thrown back or stopped, a body would have what it was given ahead for nothing. Not what contacts took of it: they
// gave their support ahead as well, and the two cancel. Who falls has not been held, whatever contacts did to it; but
// who is held up sinks, too, where it topples, and one that is pushed further down is better left its whole velocity:
// standing until the substep ends and sinking on after it, it would have fallen for nothing. So it would where it is
// pushed aside.
double early_fall(const WorldState& world, const RigidBody& body, const Vec3& velocity, const Vec3& push, double time) {
  const double squares = squared_length(body.acceleration);
  if (body.motion != MotionClass::driven || squares == 0.0) {
    return 0.0;
  }
  const double left = world.substep_end - time;
  const bool is_thrown_back = push == Vec3(0.0) || goes_against(push, body.acceleration);
  const double fallen = is_thrown_back ? glm::dot(velocity, body.acceleration) / squares : 0.0;
  return std::clamp(fallen, (1.0 - body.held_up) * left, left);
}

std::uint32_t join(WorldState& world, Cluster& cluster, BodyIndex body, const Vec3& push) {
  const auto [slot, is_new] = cluster.slots.emplace(body, static_cast<std::uint32_t>(cluster.bodies.size()));
  if (is_new) {
    cluster.bodies.push_back(body);
    const Vec3 velocity = state_of(world, body, cluster.time).linear_velocity;
    const Vec3& way = cluster.keeps_sinking ? world.bodies[body].acceleration : push;
    const double early = early_fall(world, world.bodies[body], velocity, way, cluster.time);
    cluster.early_falls.push_back(early);
    cluster.responders.push_back(responder_before(world, body, cluster.time, early));
    cluster.came_with.push_back(cluster.responders.back().velocity);
    cluster.has_neighbours.push_back(false);
  }
  return slot->second;
}

std::vector<Responder> responders_before(WorldState& world, const Cluster& cluster) {
  std::vector<Responder> before;
  for (std::size_t i = 0; i < cluster.bodies.size(); ++i) {
    before.push_back(responder_before(world, cluster.bodies[i], cluster.time, cluster.early_falls[i]));
  }
  return before;
}

std::size_t points_of_first_pair(const Cluster& cluster) {
  return cluster.pairs.size() > 1 ? cluster.first_point[1] : cluster.points.size();
}

bool add_to_cluster(WorldState& world, Cluster& cluster, std::uint32_t index) {
  if (cluster.known_pairs.contains(index)) {
    return false;
  }
  const PairRecord& pair = world.pairs[index];
  const FoundContact found = find_contact(world, index, cluster.time, shock_reach(pair));
  if (found.points.empty()) {
    return false;
  }
  const Vec3& normal = found.points.front().normal;
  const std::uint32_t a = join(world, cluster, pair.a, -normal);
  const std::uint32_t b = join(world, cluster, pair.b, normal);
  cluster.pairs.push_back(index);
  cluster.known_pairs.insert(index);
  cluster.first_point.push_back(cluster.points.size());
  double fastest = 0.0;
  for (const ContactPoint& point : impact_points(world, cluster, pair, found, a, b)) {
    fastest = std::max(fastest, approach_speed(cluster, point));
    cluster.points.push_back(point);
  }
  const double gap = least_separation(found);
  const Response response = response_of(pair, fastest, gap);
  if (cluster.pairs.size() == 1) {
    cluster.is_trapped = fastest < pair.resting_speed && gap < tolerances::trapped_gap * pair.skin;
    cluster.is_sliding_in = fastest < pair.resting_speed && gap < tolerances::floor_gap * pair.skin;
    cluster.bounces = response.restitution > 0.0;
    cluster.is_worn_out = pair.impacts_this_step > tolerances::pair_impacts_before_plastic && pair.restitution > 0.0 &&
                          fastest >= pair.resting_speed;
    cluster.approach = fastest;
  }
  const bool is_parted_in_the_end = cluster.pairs.size() == 1 && cluster.is_sliding_in;
  for (std::size_t i = cluster.first_point.back(); i < cluster.points.size(); ++i) {
    cluster.points[i].restitution = is_parted_in_the_end ? 0.0 : response.restitution;
    cluster.points[i].friction = response.has_friction ? cluster.points[i].friction : 0.0;
  }
  cluster.tolerance = std::max(cluster.tolerance, approach_precision * fastest);
  return true;
}

bool add_neighbours(WorldState& world, Cluster& cluster) {
  bool added = false;
  const std::size_t bodies = cluster.bodies.size();
  for (std::size_t i = 0; i < bodies; ++i) {
    const bool is_reached = i < 2 || is_pushed(cluster, i);  // the two that met first are in whatever became of them
    if (cluster.has_neighbours[i] || !is_reached || !world.bodies[cluster.bodies[i]].is_dynamic()) {
      continue;
    }
    cluster.has_neighbours[i] = true;
    for (const std::uint32_t pair : std::vector<std::uint32_t>(world.pairs_of[cluster.bodies[i]])) {
      added = (!world.pairs[pair].overlapping && add_to_cluster(world, cluster, pair)) || added;
    }
  }
  return added;
}

}  // namespace firstcontact
