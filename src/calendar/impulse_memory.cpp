#include "calendar/impulse_memory.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "calendar/read_ahead.hpp"
#include "core/parallel.hpp"

namespace firstcontact {

namespace {

// Of a skin. A point that moved less since the last substep is the same point, whatever its feature's name: names
// flicker where clipping ties.
constexpr double same_point_skins = 40.0;

// What the pair remembers of the point: by its name, else the nearest to it that is near enough.
const StoredImpulse* remembered(const PairRecord& pair, const Pose& pose_b, const ContactPoint& point) {
  const auto named = std::find_if(pair.impulses.rbegin(), pair.impulses.rend(),
                                  [&](const StoredImpulse& stored) { return stored.feature == point.feature; });
  if (named != pair.impulses.rend()) {
    return &*named;
  }
  const Vec3 here = rotate_inverse(pose_b.orientation, point.arm_b);
  const StoredImpulse* best = nullptr;
  double nearest = same_point_skins * pair.skin;
  for (const StoredImpulse& stored : pair.impulses) {
    const double distance = std::sqrt(squared_length(stored.point_local_b - here));
    if (distance < nearest) {
      best = &stored;
      nearest = distance;
    }
  }
  return best;
}

// Of the present substep in the one that the pair's impulses were found for.
double share_of_memory(const WorldState& world, const PairRecord& pair) {
  return pair.impulses.empty() ? 1.0 : world.substep_length / pair.impulses_substep;
}

bool recall_impulse(const PairRecord& pair, double share, const Pose& pose_b, ContactPoint& point) {
  const StoredImpulse* const stored = remembered(pair, pose_b, point);
  if (stored != nullptr) {
    const Vec3 friction = share * stored->friction_impulse;
    point.normal_impulse = share * stored->normal_impulse;
    point.friction_impulse = friction - point.normal * glm::dot(point.normal, friction);
  }
  return stored != nullptr;
}

// What begins to bear a body takes over what bore it beside there a substep ago, along the same normal: else a ball
// would sag a little at every tile. (The two share it, once they are swept.)
void take_over_impulse(const WorldState& world, const Driven& driven, BodyIndex body, ContactPoint& point) {
  constexpr double aligned = 1.0 - 5e-5;  // cosine of 1e-2 rad
  for (const std::uint32_t index : world.pairs_of[body]) {
    const PairRecord& other = world.pairs[index];
    // Of those that the solver was asked about; a sleeper is asked about without all that it touches.
    if (!other.active || other.impulses.empty() || driven.slot_of[other.b] == no_slot) {
      continue;
    }
    const Pose& pose_b = driven.states[driven.slot_of[other.b]].pose;
    ContactPoint there = point;
    there.feature = ~point.feature;
    there.arm_b = driven.states[point.b].pose.position + point.arm_b - pose_b.position;
    const StoredImpulse* const stored = remembered(other, pose_b, there);
    if (stored != nullptr && glm::dot(stored->normal, point.normal) > aligned) {
      point.normal_impulse = share_of_memory(world, other) * stored->normal_impulse;
      return;
    }
  }
}

// Of each contact, among the points of all.
std::vector<std::size_t> first_points_of(const std::vector<PairContact>& contacts) {
  std::vector<std::size_t> first;
  first.reserve(contacts.size());
  std::size_t count = 0;
  for (const PairContact& contact : contacts) {
    first.push_back(count);
    count += contact.points.size();
  }
  return first;
}

}  // namespace

void remember_impulses(WorldState& world, const std::vector<PairContact>& contacts, const Driven& driven,
                       const std::vector<ContactPoint>& points) {
  const std::vector<std::size_t> first = first_points_of(contacts);
  visit_each(world.definition.threads, contacts.size(), fewest_parallel, [&](std::size_t k) {
    if (world.definition.threads == 1) {  // another thread may be writing those
      read_impulses_ahead(world.pairs, contacts, k);
    }
    PairRecord& pair = world.pairs[contacts[k].pair];
    pair.impulses.clear();
    pair.impulses_substep = world.substep_length;
    for (const ContactPoint& point : std::span(points).subspan(first[k], contacts[k].points.size())) {
      const Quat& orientation = driven.states[point.b].pose.orientation;
      StoredImpulse& stored = pair.impulses.emplace_back();
      stored.feature = point.feature;
      stored.point_local_b = rotate_inverse(orientation, point.arm_b);
      stored.normal_impulse = point.normal_impulse;
      stored.friction_impulse = point.friction_impulse;
      stored.normal = point.normal;
    }
  });
}

void recall_impulses(const WorldState& world, const std::vector<PairContact>& contacts, const Driven& driven,
                     std::vector<ContactPoint>& points) {
  const std::vector<std::size_t> first = first_points_of(contacts);
  visit_each(world.definition.threads, contacts.size(), fewest_parallel, [&](std::size_t k) {
    read_impulses_ahead(world.pairs, contacts, k);
    const PairRecord& pair = world.pairs[contacts[k].pair];
    const double share = share_of_memory(world, pair);
    for (ContactPoint& point : std::span(points).subspan(first[k], contacts[k].points.size())) {
      const bool is_known = recall_impulse(pair, share, driven.states[point.b].pose, point);
      if (!is_known && !is_in_crowd(world, pair)) {
        const BodyIndex body = world.bodies[pair.b].is_dynamic() ? pair.b : pair.a;
        take_over_impulse(world, driven, body, point);
      }
    }
  });
}

}  // namespace firstcontact
