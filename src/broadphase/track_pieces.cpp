#include "broadphase/track_pieces.hpp"

#include <algorithm>
#include <cmath>

namespace firstcontact {

namespace {

constexpr double most_pieces = 64.0;
// Relative to the numbers a slab test subtracts: far above its rounding, far below any gap that matters.
constexpr double slab_margin = 1e-12;

/// A box whose centre moves at constant velocity from t = 0 on.
struct MovingBox {
  Vec3 center{0.0};
  Vec3 velocity{0.0};
  Vec3 half_extents{0.0};
};

MovingBox moving_box(const Track& track, double time) {
  if (!track.fast) {
    return {0.5 * (track.box.low + track.box.high), Vec3(0.0), 0.5 * (track.box.high - track.box.low)};
  }
  return {track.center + (time - track.begin) * track.velocity, track.velocity, track.half_extents};
}

bool meet_within(const MovingBox& a, const MovingBox& b, double duration) {
  double enter = 0.0;
  double leave = duration;
  for (int axis = 0; axis < 3; ++axis) {
    const double offset = b.center[axis] - a.center[axis];
    const double speed = b.velocity[axis] - a.velocity[axis];
    const double scale = std::abs(a.center[axis]) + std::abs(b.center[axis]) +
                         duration * (std::abs(a.velocity[axis]) + std::abs(b.velocity[axis]));
    const double reach = a.half_extents[axis] + b.half_extents[axis] + slab_margin * scale;
    if (speed == 0.0) {
      if (std::abs(offset) > reach) {
        return false;
      }
      continue;
    }
    const double first = (-reach - offset) / speed;
    const double second = (reach - offset) / speed;
    enter = std::max(enter, std::min(first, second));
    leave = std::min(leave, std::max(first, second));
  }
  return enter <= leave + slab_margin * duration;
}

}  // namespace

std::vector<Aabb> cut_into_pieces(const Track& track, double grain) {
  if (!track.fast) {
    return {track.box};
  }
  const double duration = track.end - track.begin;
  const Vec3 way = glm::abs(track.velocity) * duration;
  const double pieces = std::clamp(std::ceil(std::max({way.x, way.y, way.z}) / grain), 1.0, most_pieces);
  std::vector<Aabb> boxes;
  for (double k = 0.0; k < pieces; k += 1.0) {
    const Vec3 from = track.center + (duration * k / pieces) * track.velocity;
    const Vec3 to = track.center + (duration * (k + 1.0) / pieces) * track.velocity;
    // The cut points are rounded: grown so that neighbours share them for certain.
    const Vec3 slack = track.half_extents + slab_margin * (glm::abs(from) + glm::abs(to));
    boxes.push_back({glm::min(from, to) - slack, glm::max(from, to) + slack});
  }
  return boxes;
}

bool may_meet(const Track& a, const Track& b) {
  const double begin = std::max(a.begin, b.begin);
  const double end = std::min(a.end, b.end);
  if (begin > end) {
    return false;
  }
  if (!a.fast && !b.fast) {
    return overlaps(a.box, b.box);
  }
  return meet_within(moving_box(a, begin), moving_box(b, begin), end - begin);
}

bool may_touch(const Track& track, const Vec3& low, const Vec3& high) {
  if (!track.fast) {
    return overlaps(track.box, {low, high});
  }
  const MovingBox still{0.5 * (low + high), Vec3(0.0), 0.5 * (high - low)};
  return meet_within(moving_box(track, track.begin), still, track.end - track.begin);
}

}  // namespace firstcontact
