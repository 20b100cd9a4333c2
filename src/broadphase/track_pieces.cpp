#include "broadphase/track_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/cube_root.hpp"

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

double piece_length(std::span<const Track> tracks) {
  Aabb all;
  for (const Track& track : tracks) {
    const Vec3 center = track.fast ? track.center : 0.5 * track.box.low + 0.5 * track.box.high;
    all = {glm::min(all.low, center), glm::max(all.high, center)};
  }
  if (tracks.size() < 2) {
    return std::numeric_limits<double>::infinity();
  }
  const Vec3 span = all.high - all.low;
  std::array<double, 3> edges{span.x, span.y, span.z};
  std::sort(edges.begin(), edges.end(), std::greater<>());
  // Bodies in a plane or in a row fill two dimensions or one: an edge shorter than the spacing is none.
  const auto count = static_cast<double>(tracks.size());
  const double in_space = cube_root(edges[0] * edges[1] * edges[2] / count);
  const double in_plane = std::sqrt(edges[0] * edges[1] / count);
  return 2.0 * std::max({in_space, in_plane > edges[2] ? in_plane : 0.0, edges[0] / count});
}

std::vector<TrackPiece> cut_into_pieces(const Track& track, double length) {
  const double duration = track.end - track.begin;
  const Vec3 way = glm::abs(track.velocity) * duration;
  const double longest = std::max({way.x, way.y, way.z});
  const double count = longest > length ? std::min(std::ceil(longest / length), most_pieces) : 1.0;
  std::vector<TrackPiece> pieces;
  for (double k = 0.0; k < count; k += 1.0) {
    const double begin = duration * k / count;
    const double end = duration * (k + 1.0) / count;
    const Vec3 from = track.center + begin * track.velocity;
    const Vec3 to = track.center + end * track.velocity;
    // The cut points are rounded: grown so that neighbours share them for certain, in space and in time.
    const Vec3 slack = track.half_extents + slab_margin * (glm::abs(from) + glm::abs(to));
    const double pause = slab_margin * (std::abs(track.begin) + duration);
    pieces.push_back({{glm::min(from, to) - slack, glm::max(from, to) + slack},
                      track.begin + begin - pause,
                      track.begin + end + pause});
  }
  return pieces;
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

SegmentProbe::SegmentProbe(const Track& track, const Vec3& origin) {
  // A way this short along an axis is made part of the box, where its inverse would overflow.
  constexpr double shortest_way = 1e-30;
  const Vec3 center = track.center - origin;
  const Vec3 way = (track.end - track.begin) * track.velocity;
  for (int axis = 0; axis < 3; ++axis) {
    const bool stays = std::abs(way[axis]) < shortest_way;
    const double reach = track.half_extents[axis] + (stays ? std::abs(way[axis]) : 0.0);
    axes_[static_cast<std::size_t>(axis)] = {rounded_down(center[axis] - reach), rounded_up(center[axis] + reach),
                                             stays ? 0.0F : static_cast<float>(1.0 / way[axis])};
  }
}

LaneSet SegmentProbe::operator()(const BoxLanes& lanes) const {
  return LaneSet{{four_met(lanes, 0), four_met(lanes, 4)}};
}

FourAnswers SegmentProbe::four_met(const BoxLanes& lanes, std::size_t first) const {
  // Times run from 0 to 1, and are wrong by at most 2^-22: two roundings and a rounded inverse.
  constexpr float time_margin = 0x1p-20F;
  FourFloats enter{0.0F, 0.0F, 0.0F, 0.0F};
  FourFloats leave{1.0F, 1.0F, 1.0F, 1.0F};
  FourAnswers met{-1, -1, -1, -1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Axis& moving = axes_[axis];
    const FourFloats low = four(lanes.low[axis], first);
    const FourFloats high = four(lanes.high[axis], first);
    if (moving.inverse_way == 0.0F) {
      met &= (low <= moving.high) & (high >= moving.low);
      continue;
    }
    // The faces the moving box meets first and last; an empty lane is never met, its ends being the wrong way round.
    const bool upward = moving.inverse_way > 0.0F;
    const FourFloats meets = ((upward ? low : high) - (upward ? moving.high : moving.low)) * moving.inverse_way;
    const FourFloats parts = ((upward ? high : low) - (upward ? moving.low : moving.high)) * moving.inverse_way;
    enter = meets > enter ? meets : enter;
    leave = parts < leave ? parts : leave;
  }
  return met & (enter <= leave + time_margin);
}

}  // namespace firstcontact
