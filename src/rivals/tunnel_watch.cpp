// Conservative advancement (Mirtich 1996) along the recorded motions, through overlaps as well as up to them: a gap of
// g metres, or an overlap of that depth, cannot have closed before g / speed seconds are over, `speed` being more than
// any point of one body has relative to any point of the other.
#include "rivals/tunnel_watch.hpp"

#include <firstcontact/separation.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace firstcontact {
namespace {

constexpr double resolution_share = 1e-4;  // of the smaller body's radius
constexpr int most_looks = 1'000'000;      // of a pair in a step

// A ball that holds a shape: what is far away is told from its centre alone.
struct Ball {
  Vec3 center{0.0};  // m, local
  double radius = 0.0;
};

Ball ball_of(const ConvexShape& shape) {
  const auto reach = [&](int axis, double sign) {
    Vec3 direction(0.0);
    direction[axis] = sign;
    return sign * reach_of(shape, direction);
  };
  const Vec3 low(reach(0, -1.0), reach(1, -1.0), reach(2, -1.0));
  const Vec3 high(reach(0, 1.0), reach(1, 1.0), reach(2, 1.0));
  return {0.5 * (low + high), 0.5 * glm::length(high - low)};
}

// The motion of a body from one instant to another.
struct Leg {
  double begin = 0.0, end = 0.0;  // s
  double start = 0.0;             // s, of the motion's own clock
  RigidMotion motion;

  [[nodiscard]] Pose pose(double time) const { return pose_at(motion, time - start); }
};

Leg leg_of(const MotionSegment& segment, double begin, double end) {
  RigidMotion motion;
  motion.start = segment.pose;
  motion.linear_velocity = segment.linear_velocity;
  motion.angular_velocity = segment.angular_velocity;
  motion.linear_acceleration = segment.linear_acceleration;
  return {begin, end, segment.start_time, motion};
}

struct Gap {
  double width = std::numeric_limits<double>::infinity();  // m; negative: how deep they overlap
  Vec3 normal{0.0, 1.0, 0.0};                              // unit, from a to b
  Vec3 point{0.0};                                         // m, world
  std::size_t shape_a = 0, shape_b = 0;                    // which are nearest
};

bool are_apart(const Aabb& a, const Aabb& b) {
  return glm::any(glm::lessThan(a.high, b.low)) || glm::any(glm::lessThan(b.high, a.low));
}

}  // namespace

struct TunnelWatch::Watched {
  BodyDefinition definition;
  std::shared_ptr<const Collider> collider;
  std::vector<Ball> balls;  // of its shapes
  MotionSegment current;
  std::vector<Leg> legs;  // of the step at hand
  Aabb box;               // that it swept in it
};

// From when two bodies begin to overlap until they are apart.
struct TunnelWatch::Encounter {
  bool was_seen = true;  // to begin: bodies that overlap from the start have no side they came from
  bool is_answered = false;
  double met = 0.0;       // s
  double approach = 0.0;  // m/s
  double deepest = 0.0;   // m
  Gap begun;
};

// A pair's way through one step.
struct TunnelWatch::Walk {
  const Watched& a;
  const Watched& b;

  [[nodiscard]] Gap gap_at(const Leg& leg_a, const Leg& leg_b, double time) const {
    const Pose pose_a = leg_a.pose(time);
    const Pose pose_b = leg_b.pose(time);
    Gap nearest;
    for (std::size_t i = 0; i < a.balls.size(); ++i) {
      const Vec3 center_a = to_world(pose_a, a.balls[i].center);
      for (std::size_t k = 0; k < b.balls.size(); ++k) {
        const Vec3 offset = to_world(pose_b, b.balls[k].center) - center_a;
        const double at_least = glm::length(offset) - a.balls[i].radius - b.balls[k].radius;
        if (at_least >= std::max(nearest.width, 0.0)) {
          continue;
        }
        const Separation found = separation({&a.collider->shapes[i], pose_a}, {&b.collider->shapes[k], pose_b});
        const double width = found.distance > 0.0 ? found.distance : -found.depth;
        if (width < nearest.width) {
          nearest = {width, found.normal, 0.5 * (found.point_a + found.point_b), i, k};
        }
      }
    }
    return nearest.width < std::numeric_limits<double>::infinity() ? nearest : far_gap(pose_a, pose_b);
  }

  // Every ball is away from every other: by how much, the balls say.
  [[nodiscard]] Gap far_gap(const Pose& pose_a, const Pose& pose_b) const {
    Gap gap;
    for (const Ball& ball_a : a.balls) {
      const Vec3 center_a = to_world(pose_a, ball_a.center);
      for (const Ball& ball_b : b.balls) {
        const Vec3 offset = to_world(pose_b, ball_b.center) - center_a;
        gap.width = std::min(gap.width, glm::length(offset) - ball_a.radius - ball_b.radius);
      }
    }
    gap.normal = normalized_or(pose_b.position - pose_a.position, gap.normal);
    return gap;
  }

  [[nodiscard]] double speed(const Leg& leg_a, const Leg& leg_b) const {
    const double longest = std::min(leg_a.end, leg_b.end) - std::max(leg_a.begin, leg_b.begin);
    const Vec3 pull = leg_b.motion.linear_acceleration - leg_a.motion.linear_acceleration;
    const auto now = [](const Leg& leg, double time) {
      return leg.motion.linear_velocity + (time - leg.start) * leg.motion.linear_acceleration;
    };
    const double begin = std::max(leg_a.begin, leg_b.begin);
    return glm::length(now(leg_b, begin) - now(leg_a, begin)) + longest * glm::length(pull) +
           glm::length(leg_a.motion.angular_velocity) * a.collider->radius +
           glm::length(leg_b.motion.angular_velocity) * b.collider->radius;
  }

  // Where two that overlap a little touch: parted by as much, they have nearest points, which an overlap has not.
  [[nodiscard]] Vec3 touching_point(const Leg& leg_a, const Leg& leg_b, const Gap& gap, double time) const {
    const Vec3 apart = 1.01 * std::max(-gap.width, 0.0) * gap.normal;
    Pose pose_b = leg_b.pose(time);
    pose_b.position += apart;
    const PosedShape shape_a{&a.collider->shapes[gap.shape_a], leg_a.pose(time)};
    const Separation found = separation(shape_a, {&b.collider->shapes[gap.shape_b], pose_b}, gap.normal);
    return 0.5 * (found.point_a + found.point_b - apart);
  }

  // How fast the two close in along the normal, where they touch.
  [[nodiscard]] static double approach(const Leg& leg_a, const Leg& leg_b, const Gap& gap, double time) {
    const auto velocity = [&](const Leg& leg) {
      return leg.motion.linear_velocity + glm::cross(leg.motion.angular_velocity, gap.point - leg.pose(time).position);
    };
    return std::max(0.0, glm::dot(velocity(leg_a) - velocity(leg_b), gap.normal));
  }
};

TunnelWatch::TunnelWatch(std::span<const BodyDefinition> bodies) {
  for (const BodyDefinition& body : bodies) {
    add_body(body);
  }
}

TunnelWatch::~TunnelWatch() = default;

void TunnelWatch::add_body(const BodyDefinition& definition) {
  Watched body;
  body.definition = definition;
  body.collider = with_all_shapes(definition.collider);
  for (const ConvexShape& shape : body.collider->shapes) {
    body.balls.push_back(ball_of(shape));
  }
  const auto index = static_cast<BodyIndex>(bodies_.size());
  const Pose mesh = {definition.mesh_pose.position, glm::normalize(definition.mesh_pose.orientation)};
  body.current.body = index;
  body.current.kind = FlowKind::screw;
  body.current.start_time = time_;
  body.current.pose = {to_world(mesh, body.collider->mass.center_of_mass), mesh.orientation};
  bodies_.push_back(std::move(body));
}

// Legs and swept boxes of the step.
void TunnelWatch::follow(const RecordedStep& step) {
  for (Watched& body : bodies_) {
    body.legs = {leg_of(body.current, time_, step.end_time)};
  }
  for (const MotionSegment& segment : step.segments) {
    Watched& body = bodies_.at(segment.body);
    const double begin = std::clamp(segment.start_time, time_, step.end_time);
    body.legs.back().end = begin;
    if (body.legs.back().end <= body.legs.back().begin) {
      body.legs.pop_back();
    }
    body.legs.push_back(leg_of(segment, begin, step.end_time));
    body.current = segment;
  }
  for (Watched& body : bodies_) {
    body.box = {};
    for (const Leg& leg : body.legs) {
      const RigidMotion from = advanced(leg.motion, leg.begin - leg.start);
      const Aabb swept = swept_box(from, body.collider->half_extents, body.collider->radius, leg.end - leg.begin);
      body.box = merged(body.box, swept);
    }
  }
}

bool TunnelWatch::may_meet(const Watched& a, const Watched& b) const {
  const BodyDefinition& p = a.definition;
  const BodyDefinition& q = b.definition;
  const bool gives_way = p.type == BodyType::dynamic || q.type == BodyType::dynamic;
  const bool is_wanted = (p.category & q.mask) != 0U && (q.category & p.mask) != 0U && !(p.group && p.group == q.group);
  return gives_way && is_wanted && !p.is_sensor && !q.is_sensor && !are_apart(a.box, b.box);
}

std::vector<Event> TunnelWatch::look(const RecordedStep& step) {
  std::vector<Event> found;
  follow(step);
  for (BodyIndex a = 0; a < bodies_.size(); ++a) {
    for (BodyIndex b = a + 1; b < bodies_.size(); ++b) {
      if (inside_.contains({a, b}) || may_meet(bodies_[a], bodies_[b])) {
        look_at({a, b}, step, found);
      }
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Event& p, const Event& q) { return p.time < q.time; });
  time_ = step.end_time;
  has_begun_ = true;
  return found;
}

// From look to look through the step: `now` is the encounter at hand, if any.
struct TunnelWatch::Course {
  double resolution = 0.0;   // m
  bool is_answered = false;  // in this step
  std::optional<Encounter> now;
  Gap last_apart;

  // What the gap at `time` begins, deepens or ends. The passage that it ends, if any.
  [[nodiscard]] std::optional<Encounter> take(const Gap& gap, double time, bool may_begin_here) {
    if (!now && gap.width <= -resolution) {
      now = Encounter{may_begin_here, false, time, 0.0, 0.0, gap};
      // As a rule an overlap is seen as it begins, and shows best itself where. A body that a method has set into
      // another came from where it was before.
      now->begun.normal = gap.width >= -4.0 * resolution ? gap.normal : last_apart.normal;
    }
    if (now) {
      now->deepest = std::max(now->deepest, -gap.width);
    }
    std::optional<Encounter> passage;
    if (now && gap.width > 0.0) {
      const bool is_beyond = glm::dot(now->begun.normal, gap.normal) < 0.0;
      const bool is_unanswered = !now->is_answered && !is_answered;
      passage = now->was_seen && (is_beyond || is_unanswered) ? now : std::nullopt;
      now.reset();
    }
    last_apart = gap.width > 0.0 ? gap : last_apart;
    return passage;
  }
};

void TunnelWatch::look_at(const Pair& pair, const RecordedStep& step, std::vector<Event>& found) {
  const Walk walk{bodies_[pair.first], bodies_[pair.second]};
  const auto is_answer = [&](const Event& event) {
    return event.kind == EventKind::impact && event.a == pair.first && event.b == pair.second;
  };
  Course course{resolution_share * std::min(walk.a.collider->radius, walk.b.collider->radius),
                std::any_of(step.events.begin(), step.events.end(), is_answer),
                std::nullopt,
                {}};
  if (const auto known = inside_.find(pair); known != inside_.end()) {
    course.now = known->second;
    inside_.erase(known);
  }
  std::size_t of_a = 0;
  std::size_t of_b = 0;
  double time = time_;
  for (int looks = 0; looks < most_looks; ++looks) {
    const Leg& leg_a = walk.a.legs[of_a];
    const Leg& leg_b = walk.b.legs[of_b];
    const Gap gap = walk.gap_at(leg_a, leg_b, time);
    course.last_apart = looks == 0 ? gap : course.last_apart;
    if (const auto passage = course.take(gap, time, has_begun_ || looks > 0)) {
      found.push_back(event_of(*passage, pair));
    }
    if (course.now && course.now->met == time) {
      course.now->begun.point = walk.touching_point(leg_a, leg_b, gap, time);
      course.now->approach = Walk::approach(leg_a, leg_b, course.now->begun, time);
    }
    if (time >= step.end_time) {
      break;
    }
    const double stride = std::max(std::abs(gap.width), course.resolution) / std::max(walk.speed(leg_a, leg_b), 1e-300);
    time = std::min({leg_a.end, leg_b.end, time + std::max(stride, 1e-15 * (1.0 + time))});
    of_a += time >= leg_a.end && of_a + 1 < walk.a.legs.size() ? 1U : 0U;
    of_b += time >= leg_b.end && of_b + 1 < walk.b.legs.size() ? 1U : 0U;
  }
  if (course.now) {
    course.now->is_answered = course.now->is_answered || course.is_answered;
    inside_.emplace(pair, *course.now);
  }
}

Event TunnelWatch::event_of(const Encounter& passage, const Pair& pair) const {
  Event event;
  event.time = std::max(passage.met, time_);
  event.kind = EventKind::tunnelled;
  event.a = pair.first;
  event.b = pair.second;
  event.point = passage.begun.point;
  event.normal = passage.begun.normal;
  event.approach_speed = passage.approach;
  event.gap = -passage.deepest;
  return event;
}

std::string passage_text(const Event& passage, std::span<const RecordedBody> bodies) {
  const bool is_a_moved = bodies[passage.a].type != BodyType::fixed;
  const std::string& mover = bodies[is_a_moved ? passage.a : passage.b].name;
  const std::string& other = bodies[is_a_moved ? passage.b : passage.a].name;
  std::array<char, 32> time{};
  std::snprintf(time.data(), time.size(), "%.4g", passage.time);
  return mover + " passed through " + other + " at " + time.data() + " s";
}

}  // namespace firstcontact
