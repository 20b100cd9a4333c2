#include "viewer/room.hpp"

#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <vector>

namespace firstcontact {
namespace {

// A body that others must keep clear of.
struct Placed {
  Index collider = 0;
  Pose pose;
  Aabb box;
};

// All that are there, and those that the running world has yet to take in.
std::vector<Placed> bodies_near(const Session& session, const Aabb& around) {
  const Instant instant = session.instant();
  const auto& bodies = session.stage->header.bodies;
  std::vector<Placed> found;
  for (BodyIndex i = 0; i < bodies.size(); ++i) {
    const bool is_coming = i >= instant.motions->size();
    if (!is_coming && !instant.motions->is_there(i, instant.time)) {
      continue;
    }
    const Pose pose = is_coming ? bodies[i].start.pose : instant.motions->state(i, instant.time).pose;
    const Aabb box = body_box(*session.stage, i, pose);
    if (overlaps(box, around)) {
      found.push_back({bodies[i].collider, pose, box});
    }
  }
  return found;
}

bool is_clear(const Session& session, const Placed& one, const Placed& other, double gap) {
  if (!overlaps(grown(one.box, gap), other.box)) {
    return true;
  }
  for (const ConvexShape& a : session.stage->shapes[one.collider]) {
    for (const ConvexShape& b : session.stage->shapes[other.collider]) {
      if (separation({&a, one.pose}, {&b, other.pose}).distance <= gap) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

std::optional<Vec3> free_place(const Session& session, const RoomWish& wish) {
  constexpr int rings = 4;
  constexpr double air = 0.05;  // of the body's size, kept clear of others
  const Index collider = session.kinds[wish.kind].recorded.collider;
  Pose pose = session.kinds[wish.kind].recorded.start.pose;
  pose.position = wish.place;
  const Aabb box = collider_box(*session.stage, collider, pose);
  const double size = glm::length(box.high - box.low);
  const std::vector<Placed> others = bodies_near(session, grown(box, (rings + 1) * size));
  const Vec3 across = any_perpendicular(wish.normal);
  const Vec3 along = glm::cross(wish.normal, across);
  for (int ring = 0; ring <= rings; ++ring) {
    const int places = ring == 0 ? 1 : 6 * ring;
    for (int i = 0; i < places; ++i) {
      const double angle = 2.0 * glm::pi<double>() * i / places;
      const Vec3 way = 0.7 * ring * size * (std::cos(angle) * across + std::sin(angle) * along);
      const Placed one{collider, {wish.place + way, pose.orientation}, {box.low + way, box.high + way}};
      const bool is_free = std::all_of(others.begin(), others.end(),
                                       [&](const Placed& other) { return is_clear(session, one, other, air * size); });
      if (is_free) {
        return one.pose.position;
      }
    }
  }
  return std::nullopt;
}

}  // namespace firstcontact
