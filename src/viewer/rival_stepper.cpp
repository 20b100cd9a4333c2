// A plain engine around any method of finding impacts, to see what the method misses. It moves bodies in straight lines
// from impact to impact, answers each by one impulse with friction, and pushes apart what overlaps at the end of a
// step.
#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "viewer/stepper.hpp"

namespace firstcontact {
namespace {

constexpr int most_impacts_per_pair = 4;  // in a step: what chatters on is left to overlap

struct RivalBody {
  BodyDefinition definition;
  InertiaFrame inertia;
  double inverse_mass = 0.0;  // 1/kg; 0 for what no impulse moves
  MotionSegment segment;
};

RivalBody rival_body(const BodyDefinition& definition, BodyIndex index, double time) {
  RivalBody body{definition, {}, 0.0, {}};
  const Collider& collider = *definition.collider;
  const double mass = definition.mass.value_or(definition.density * collider.mass.mass);
  body.inertia = {collider.principal_moments * (mass / collider.mass.mass), collider.principal_axes};
  body.inverse_mass = definition.type == BodyType::dynamic ? 1.0 / mass : 0.0;
  const Quat turned = glm::normalize(definition.mesh_pose.orientation);
  const Vec3 center = to_world({definition.mesh_pose.position, turned}, collider.mass.center_of_mass);
  body.segment = {index, FlowKind::screw, time, {center, turned}, Vec3(0.0), Vec3(0.0), Vec3(0.0)};
  if (definition.type != BodyType::fixed) {
    body.segment.linear_velocity = definition.linear_velocity;
    body.segment.angular_velocity = definition.angular_velocity;
  }
  return body;
}

Vec3 inverse_inertia_times(const RivalBody& body, const Quat& orientation, const Vec3& v) {
  if (body.inverse_mass == 0.0) {
    return Vec3(0.0);
  }
  const Quat axes = orientation * body.inertia.principal_axes;
  return rotate(axes, rotate_inverse(axes, v) / body.inertia.principal_moments);
}

// Where and along what two bodies meet: what an impulse needs to know.
struct Meeting {
  double time = 0.0;  // s, of the world
  Vec3 point{0.0}, normal{0.0, 1.0, 0.0};
};

// Where two shapes bear on each other, in the middle of it (a face that meets a face is not to be turned by its
// corner), and which way. `found` is what the method says; it stands where the shapes overlap.
Meeting looked_at_closely(const PosedShape& a, const PosedShape& b, const Meeting& found) {
  const Separation apart = separation(a, b);
  if (apart.distance <= 0.0) {
    return found;
  }
  const double margin = apart.distance + 1e-3 * std::min(a.shape->radius, b.shape->radius);
  const Manifold manifold = contact_manifold(a, b, apart, margin);
  Vec3 sum(0.0);
  for (int i = 0; i < manifold.count; ++i) {
    sum += manifold.points.at(static_cast<std::size_t>(i)).point;
  }
  const Vec3 middle = manifold.count > 0 ? sum / static_cast<double>(manifold.count) : found.point;
  return {found.time, middle, apart.normal};
}

class RivalStepper : public Stepper {
 public:
  RivalStepper(const Scene& scene, ImpactMethod method)
      : gravity_(scene.world.gravity), time_step_(scene.world.time_step), method_(method) {
    for (const SceneBody& body : scene.bodies) {
      static_cast<void>(add_body(body.definition));
    }
    for (const RivalBody& body : bodies_) {
      segments_.push_back(body.segment);
    }
  }

  void step() override;
  [[nodiscard]] double time() const override { return time_; }
  [[nodiscard]] double time_step() const override { return time_step_; }
  [[nodiscard]] RecordedStep last_step() const override { return {time_, segments_, events_}; }
  [[nodiscard]] std::optional<MotionSegment> add_body(const BodyDefinition& definition) override {
    const auto index = static_cast<BodyIndex>(bodies_.size());
    bodies_.push_back(rival_body(definition, index, time_));
    return bodies_.back().segment;
  }
  [[nodiscard]] FlowState state(BodyIndex body) const override { return state_at(body, time_); }
  void set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) override {
    const FlowState now = state(body);
    begin_segment(body, {now.pose, linear, angular}, time_);
  }
  [[nodiscard]] Statistics statistics() const override { return statistics_; }
  [[nodiscard]] std::size_t body_count() const override { return bodies_.size(); }

 private:
  [[nodiscard]] FlowState state_at(BodyIndex body, double time) const {
    return evaluate(bodies_[body].segment, bodies_[body].inertia, std::max(time, bodies_[body].segment.start_time));
  }
  void begin_segment(BodyIndex body, const FlowState& state, double time) {
    bodies_[body].segment = {body,     FlowKind::screw, time, state.pose, state.linear_velocity, state.angular_velocity,
                             Vec3(0.0)};
    segments_.push_back(bodies_[body].segment);
  }
  void kick();
  [[nodiscard]] std::vector<BodyPair> near_pairs() const;
  [[nodiscard]] std::optional<Meeting> meeting_of(const BodyPair& pair, double from, double until);
  [[nodiscard]] MovingShape moving(BodyIndex body, const ConvexShape& shape, double from) const;
  [[nodiscard]] double closing_speed(const BodyPair& pair, const Meeting& meeting) const;
  void answer(const BodyPair& pair, const Meeting& meeting);
  void push_apart(const BodyPair& pair);

  Vec3 gravity_;
  double time_step_;
  ImpactMethod method_;
  std::vector<RivalBody> bodies_;
  std::vector<MotionSegment> segments_;
  std::vector<Event> events_;
  Statistics statistics_;
  double time_ = 0.0;
};

void RivalStepper::kick() {
  for (BodyIndex i = 0; i < bodies_.size(); ++i) {
    const RivalBody& body = bodies_[i];
    if (body.definition.type == BodyType::fixed) {
      continue;
    }
    FlowState now = state_at(i, time_);
    if (body.inverse_mass > 0.0) {
      now.linear_velocity += time_step_ * (gravity_ + body.inverse_mass * body.definition.force);
    }
    begin_segment(i, now, time_);
  }
}

std::vector<BodyPair> RivalStepper::near_pairs() const {
  Octree octree;
  std::vector<Track> tracks;
  for (BodyIndex i = 0; i < bodies_.size(); ++i) {
    const RivalBody& body = bodies_[i];
    RigidMotion motion;
    motion.start = state_at(i, time_).pose;
    motion.linear_velocity = body.segment.linear_velocity;
    motion.angular_velocity = body.segment.angular_velocity;
    const Collider& collider = *body.definition.collider;
    const Aabb box =
        grown(swept_box(motion, collider.half_extents, collider.radius, time_step_), 1e-2 * collider.radius);
    if (body.definition.type == BodyType::fixed) {
      octree.set_resident(i, box);
    } else {
      Track track;
      track.body = i;
      track.box = box;
      tracks.push_back(track);
    }
  }
  octree.lay_tracks(tracks);
  return octree.pairs();
}

MovingShape RivalStepper::moving(BodyIndex body, const ConvexShape& shape, double from) const {
  RigidMotion motion;
  motion.start = state_at(body, from).pose;
  motion.linear_velocity = bodies_[body].segment.linear_velocity;
  motion.angular_velocity = bodies_[body].segment.angular_velocity;
  return {&shape, motion};
}

std::optional<Meeting> RivalStepper::meeting_of(const BodyPair& pair, double from, double until) {
  std::optional<Meeting> first;
  ImpactMethodOptions options;
  options.method = method_;
  for (const ConvexShape& a : bodies_[pair.a].definition.collider->shapes) {
    for (const ConvexShape& b : bodies_[pair.b].definition.collider->shapes) {
      options.impact.duration = (first ? first->time : until) - from;
      const double size = std::min(a.radius, b.radius);
      options.impact.target = 1e-3 * size;
      options.impact.tolerance = 1e-4 * size;
      const bool has_faces = !a.core.faces.empty() && !b.core.faces.empty();
      const bool is_swept = method_ == ImpactMethod::swept_faces || method_ == ImpactMethod::swept_full;
      options.method = is_swept && !has_faces ? ImpactMethod::discrete : method_;
      ++statistics_.toi_queries;
      const TimeOfImpact impact = time_of_impact_by(moving(pair.a, a, from), moving(pair.b, b, from), options);
      if (impact.status == ImpactStatus::touches || impact.status == ImpactStatus::overlaps) {
        const Meeting found{from + impact.time, impact.point, impact.normal};
        const PosedShape posed_a{&a, state_at(pair.a, found.time).pose};
        const PosedShape posed_b{&b, state_at(pair.b, found.time).pose};
        const Meeting meeting = looked_at_closely(posed_a, posed_b, found);
        first = closing_speed(pair, meeting) > 0.0 ? std::optional(meeting) : first;
      }
    }
  }
  return first;
}

double RivalStepper::closing_speed(const BodyPair& pair, const Meeting& meeting) const {
  const FlowState a = state_at(pair.a, meeting.time);
  const FlowState b = state_at(pair.b, meeting.time);
  const auto speed_of = [&](const FlowState& state) {
    return state.linear_velocity + glm::cross(state.angular_velocity, meeting.point - state.pose.position);
  };
  return glm::dot(speed_of(a) - speed_of(b), meeting.normal);
}

// One impulse at one point, with restitution (Newton) and dry friction (Coulomb).
void RivalStepper::answer(const BodyPair& pair, const Meeting& meeting) {
  FlowState a = state_at(pair.a, meeting.time);
  FlowState b = state_at(pair.b, meeting.time);
  const RivalBody& body_a = bodies_[pair.a];
  const RivalBody& body_b = bodies_[pair.b];
  const Vec3 lever_a = meeting.point - a.pose.position;
  const Vec3 lever_b = meeting.point - b.pose.position;
  const auto closing = [&] {
    return b.linear_velocity + glm::cross(b.angular_velocity, lever_b) - a.linear_velocity -
           glm::cross(a.angular_velocity, lever_a);
  };
  const auto response = [&](const Vec3& along) {  // speed gained along `along` by an impulse of 1 N s, 1/kg
    const Vec3 turn_a = inverse_inertia_times(body_a, a.pose.orientation, glm::cross(lever_a, along));
    const Vec3 turn_b = inverse_inertia_times(body_b, b.pose.orientation, glm::cross(lever_b, along));
    return body_a.inverse_mass + body_b.inverse_mass +
           glm::dot(along, glm::cross(turn_a, lever_a) + glm::cross(turn_b, lever_b));
  };
  const auto apply = [&](const Vec3& impulse) {
    a.linear_velocity -= body_a.inverse_mass * impulse;
    b.linear_velocity += body_b.inverse_mass * impulse;
    a.angular_velocity -= inverse_inertia_times(body_a, a.pose.orientation, glm::cross(lever_a, impulse));
    b.angular_velocity += inverse_inertia_times(body_b, b.pose.orientation, glm::cross(lever_b, impulse));
  };
  const double approach = -glm::dot(closing(), meeting.normal);
  if (approach <= 0.0 || response(meeting.normal) <= 0.0) {
    return;
  }
  const double slow = 4.0 * time_step_ * glm::length(gravity_);
  const double restitution =
      approach < slow ? 0.0 : 0.5 * (body_a.definition.restitution + body_b.definition.restitution);
  const double normal_impulse = (1.0 + restitution) * approach / response(meeting.normal);
  apply(normal_impulse * meeting.normal);
  const Vec3 sliding = closing() - glm::dot(closing(), meeting.normal) * meeting.normal;
  double friction_impulse = 0.0;
  if (glm::length(sliding) > 1e-9) {
    const Vec3 along = glm::normalize(sliding);
    const double friction = std::sqrt(body_a.definition.friction * body_b.definition.friction);
    friction_impulse = std::min(glm::length(sliding) / response(along), friction * normal_impulse);
    apply(-friction_impulse * along);
  }
  begin_segment(pair.a, a, meeting.time);
  begin_segment(pair.b, b, meeting.time);
  ++statistics_.events;
  events_.push_back({meeting.time, EventKind::impact, pair.a, pair.b, meeting.point, meeting.normal, approach,
                     normal_impulse, friction_impulse, 0.0});
}

void RivalStepper::push_apart(const BodyPair& pair) {
  for (const ConvexShape& shape_a : bodies_[pair.a].definition.collider->shapes) {
    for (const ConvexShape& shape_b : bodies_[pair.b].definition.collider->shapes) {
      FlowState a = state_at(pair.a, time_);
      FlowState b = state_at(pair.b, time_);
      const Separation apart = separation({&shape_a, a.pose}, {&shape_b, b.pose});
      const double mobility = bodies_[pair.a].inverse_mass + bodies_[pair.b].inverse_mass;
      if (apart.depth <= 0.0 || mobility == 0.0) {
        continue;
      }
      answer(pair, {time_, 0.5 * (apart.point_a + apart.point_b), apart.normal});
      a = state_at(pair.a, time_);
      b = state_at(pair.b, time_);
      a.pose.position -= (apart.depth * bodies_[pair.a].inverse_mass / mobility) * apart.normal;
      b.pose.position += (apart.depth * bodies_[pair.b].inverse_mass / mobility) * apart.normal;
      begin_segment(pair.a, a, time_);
      begin_segment(pair.b, b, time_);
    }
  }
}

void RivalStepper::step() {
  segments_.clear();
  events_.clear();
  kick();
  const double end = static_cast<double>(statistics_.steps + 1) * time_step_;
  const std::vector<BodyPair> pairs = near_pairs();
  statistics_.pairs_tested += pairs.size();
  std::map<BodyPair, std::optional<Meeting>> meetings;
  std::map<BodyPair, int> impacts;
  for (const BodyPair& pair : pairs) {
    meetings[pair] = meeting_of(pair, time_, end);
  }
  while (true) {
    auto next = meetings.end();
    for (auto at = meetings.begin(); at != meetings.end(); ++at) {
      const bool is_open = at->second && impacts[at->first] < most_impacts_per_pair;
      next = is_open && (next == meetings.end() || at->second->time < next->second->time) ? at : next;
    }
    if (next == meetings.end()) {
      break;
    }
    const BodyPair pair = next->first;
    const double now = next->second->time;
    answer(pair, *next->second);
    ++impacts[pair];
    for (auto& [other, meeting] : meetings) {
      const bool is_touched = other.a == pair.a || other.b == pair.a || other.a == pair.b || other.b == pair.b;
      meeting = is_touched ? meeting_of(other, now, end) : meeting;
    }
  }
  time_ = end;
  ++statistics_.steps;
  for (const BodyPair& pair : pairs) {
    push_apart(pair);
  }
  std::stable_sort(segments_.begin(), segments_.end(),
                   [](const MotionSegment& a, const MotionSegment& b) { return a.start_time < b.start_time; });
}

}  // namespace

std::unique_ptr<Stepper> rival_stepper(const Scene& scene, ImpactMethod method) {
  return std::make_unique<RivalStepper>(scene, method);
}

}  // namespace firstcontact
