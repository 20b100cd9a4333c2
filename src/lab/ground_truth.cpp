#include "lab/ground_truth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firstcontact {
namespace {

constexpr std::uint64_t most_looks = 2000000;
constexpr double touching = 1e-9;  // m: nearer is taken for touching, and an overlap waited for

// Rounding of widest_gap: 64 roundings of numbers as large as the distance and the corners.
double rounding_of(const Vec3& offset, double reach) { return 64.0 * 0x1p-53 * (glm::length(offset) + reach); }

void add_direction(std::vector<Vec3>& directions, const Vec3& direction) {
  const bool is_known = std::any_of(directions.begin(), directions.end(), [&](const Vec3& known) {
    return glm::length(glm::cross(known, direction)) < 1e-9;
  });
  if (!is_known) {
    directions.push_back(direction);
  }
}

struct Shadow {
  double low, high;
};

Shadow shadow_of(const std::vector<Vec3>& corners, const Vec3& axis) {
  Shadow shadow{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Vec3& corner : corners) {
    const double along = glm::dot(corner, axis);
    shadow.low = std::min(shadow.low, along);
    shadow.high = std::max(shadow.high, along);
  }
  return shadow;
}

// Everything in a's frame: b's corners and directions are turned into it, its offset is left.
struct AxisTrial {
  const Solid& a;
  const std::vector<Vec3>& corners_b;
  AxisGap best{-std::numeric_limits<double>::infinity(), Vec3(0.0, 1.0, 0.0)};

  void test(const Vec3& axis) {
    const Shadow of_a = shadow_of(a.corners, axis);
    const Shadow of_b = shadow_of(corners_b, axis);
    const double ahead = of_b.low - of_a.high;
    const double behind = of_a.low - of_b.high;
    const double gap = std::max(ahead, behind);
    if (gap > best.gap) {
      best = {gap, ahead >= behind ? axis : -axis};
    }
  }
};

double longest(const std::vector<Vec3>& corners) {
  double reach = 0.0;
  for (const Vec3& corner : corners) {
    reach = std::max(reach, glm::length(corner));
  }
  return reach;
}

// The corners of `solid` that lie furthest along `direction` (world), to within `tolerance` metres.
std::vector<Vec3> furthest_corners(const Solid& solid, const Pose& pose, const Vec3& direction, double tolerance) {
  std::vector<Vec3> placed;
  double furthest = -std::numeric_limits<double>::infinity();
  for (const Vec3& corner : solid.corners) {
    placed.push_back(to_world(pose, corner));
    furthest = std::max(furthest, glm::dot(placed.back(), direction));
  }
  std::erase_if(placed, [&](const Vec3& corner) { return glm::dot(corner, direction) < furthest - tolerance; });
  return placed;
}

// Middle between the nearest points of two lines that are not parallel.
std::optional<Vec3> middle_of_lines(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  const Vec3 along_a = a[1] - a[0];
  const Vec3 along_b = b[1] - b[0];
  const Vec3 across = glm::cross(along_a, along_b);
  const double squared = glm::dot(across, across);
  if (squared < 1e-6 * glm::dot(along_a, along_a) * glm::dot(along_b, along_b)) {
    return std::nullopt;
  }
  const Vec3 between = b[0] - a[0];
  const double on_a = glm::dot(glm::cross(between, along_b), across) / squared;
  const double on_b = glm::dot(glm::cross(between, along_a), across) / squared;
  return 0.5 * (a[0] + on_a * along_a + b[0] + on_b * along_b);
}

class Walk {
 public:
  Walk(const FreePair& pair, double duration)
      : pair_(pair),
        duration_(duration),
        spin_(spin_speed(*pair.a, pair.motion_a) + spin_speed(*pair.b, pair.motion_b)) {
    reach_ = longest(pair.a->corners) + longest(pair.b->corners);
  }

  /// Goes on while the gap stays above `kept`; true when the end was reached.
  bool runs_to_end_above(double kept) {
    while (time < duration_ && looks < most_looks) {
      const AxisGap now = look(time);
      if (now.gap <= kept + touching) {
        last = now;
        return false;
      }
      advance((now.gap - kept) / closing_speed(now.normal));
    }
    return time >= duration_;
  }

  /// From a touching gap on: looks until the overlap is beyond doubt (true), or the gap is open again or time is up.
  bool falls_into_overlap() {
    while (time < duration_ && looks < most_looks) {
      const AxisGap now = look(time);
      if (-now.gap >= overlap_depth) {
        return true;
      }
      if (now.gap > 2.0 * touching) {
        return false;
      }
      const double speed = glm::length(pair_.motion_b.linear_velocity - pair_.motion_a.linear_velocity) + spin_;
      advance((overlap_depth + now.gap) / speed);  // the overlap cannot be beyond doubt any earlier
    }
    return false;
  }

  double time = 0.0;
  std::uint64_t looks = 0;
  AxisGap last;

 private:
  AxisGap look(double when) {
    ++looks;
    const Pose a = pose_at(pair_.motion_a, when);
    const Pose b = pose_at(pair_.motion_b, when);
    AxisGap found = widest_gap(*pair_.a, a, *pair_.b, b);
    found.gap -= found.gap > 0.0 ? rounding_of(b.position - a.position, reach_) : 0.0;
    return found;
  }
  // Along an axis that stands still, no corner closes the gap faster.
  [[nodiscard]] double closing_speed(const Vec3& normal) const {
    const double straight = glm::dot(normal, pair_.motion_a.linear_velocity - pair_.motion_b.linear_velocity);
    return std::max(straight + spin_, 1e-300);
  }
  void advance(double step) { time = std::min(duration_, time + std::max(step, 1e-15 * (1.0 + duration_))); }

  FreePair pair_;
  double duration_;
  double spin_;
  double reach_ = 0.0;
};

}  // namespace

std::string_view meeting_name(Meeting meeting) {
  constexpr std::array<std::string_view, 4> names{"meets", "clear", "grazes", "undecided"};
  return names.at(static_cast<std::size_t>(meeting));
}

Solid solid_of(const Hull& hull) {
  Solid solid;
  solid.corners = hull.vertices;
  for (const HullFace& face : hull.faces) {
    add_direction(solid.face_directions, face.normal);
  }
  for (const HullEdge& edge : hull.edges) {
    add_direction(solid.edge_directions, glm::normalize(hull.vertices[edge.vertex[1]] - hull.vertices[edge.vertex[0]]));
  }
  return solid;
}

AxisGap widest_gap(const Solid& a, const Pose& pose_a, const Solid& b, const Pose& pose_b) {
  const Mat3 turn_a = rotation_matrix(pose_a.orientation);
  const Mat3 turn = glm::transpose(turn_a) * rotation_matrix(pose_b.orientation);
  const Vec3 offset = glm::transpose(turn_a) * (pose_b.position - pose_a.position);
  std::vector<Vec3> corners_b;
  corners_b.reserve(b.corners.size());
  for (const Vec3& corner : b.corners) {
    corners_b.push_back(offset + turn * corner);
  }
  AxisTrial trial{a, corners_b};
  for (const Vec3& direction : a.face_directions) {
    trial.test(direction);
  }
  for (const Vec3& direction : b.face_directions) {
    trial.test(turn * direction);
  }
  for (const Vec3& of_b : b.edge_directions) {
    const Vec3 edge_b = turn * of_b;
    for (const Vec3& of_a : a.edge_directions) {
      const Vec3 axis = glm::cross(of_a, edge_b);
      const double length = glm::length(axis);
      if (length > 1e-8) {  // parallel edges add nothing to the faces beside them
        trial.test(axis / length);
      }
    }
  }
  trial.best.normal = turn_a * trial.best.normal;
  return trial.best;
}

double spin_speed(const Solid& solid, const RigidMotion& motion) {
  const double spin = glm::length(motion.angular_velocity);
  if (spin == 0.0) {
    return 0.0;
  }
  const Vec3 axis = rotate_inverse(motion.start.orientation, motion.angular_velocity / spin);
  double furthest = 0.0;
  for (const Vec3& corner : solid.corners) {
    furthest = std::max(furthest, glm::length(glm::cross(axis, corner)));
  }
  return (1.0 + 1e-12) * spin * furthest;
}

GroundTruth ground_truth(const FreePair& pair, double duration, double margin) {
  Walk walk(pair, duration);
  GroundTruth truth;
  const auto finished = [&](Meeting meeting) {
    truth.meeting = walk.looks >= most_looks ? Meeting::undecided : meeting;
    truth.looks = walk.looks;
    return truth;
  };
  if (walk.runs_to_end_above(margin)) {
    truth.apart_until = duration;
    return finished(Meeting::clear);
  }
  while (walk.looks < most_looks) {
    const bool is_at_end = walk.runs_to_end_above(0.0);
    truth.apart_until = walk.time;
    truth.last = walk.last;
    if (is_at_end) {
      return finished(Meeting::grazes);
    }
    if (walk.falls_into_overlap()) {
      truth.overlap_at = walk.time;
      return finished(Meeting::meets);
    }
    if (walk.time >= duration) {
      return finished(Meeting::grazes);
    }
  }
  return finished(Meeting::undecided);
}

std::optional<Vec3> touching_point(const FreePair& pair, double time, const Vec3& normal) {
  const double size = std::min(longest(pair.a->corners), longest(pair.b->corners));
  const double tolerance = 1e-4 * size;
  const auto of_a = furthest_corners(*pair.a, pose_at(pair.motion_a, time), normal, tolerance);
  const auto of_b = furthest_corners(*pair.b, pose_at(pair.motion_b, time), -normal, tolerance);
  if (of_a.size() == 1) {
    return of_a.front();
  }
  if (of_b.size() == 1) {
    return of_b.front();
  }
  return of_a.size() == 2 && of_b.size() == 2 ? middle_of_lines(of_a, of_b) : std::nullopt;
}

}  // namespace firstcontact
