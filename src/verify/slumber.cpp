#include "verify/slumber.hpp"

#include <algorithm>
#include <cmath>

#include "scene/text.hpp"

namespace firstcontact::verify {
namespace {

constexpr double shortest_rest = 0.5;  // s
constexpr double time_share = 1e-9;
constexpr double place_share = 4e-5;  // of a body's arm

double length_of(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

// What turning moved a point one metre off by, at most: the difference of two rotations by an angle has the length
// sqrt(8) sin(angle / 2).
double turn_between(const IntervalMatrix& p, const IntervalMatrix& q) {
  double squares = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 off = middle(p.rows[i]) - middle(q.rows[i]);
    squares += glm::dot(off, off);
  }
  return std::sqrt(0.5 * squares);
}

bool stands(const MotionSegment& segment) {
  const Vec3 zero(0.0);
  return segment.linear_velocity == zero && segment.angular_velocity == zero && segment.linear_acceleration == zero;
}

}  // namespace

Slumber::Slumber(const RecordingHeader& header, const Laws& laws)
    : header_(header), laws_(laws), sleepers_(header.bodies.size()) {
  for (std::size_t body = 0; body < sleepers_.size(); ++body) {
    const Pose& pose = header.bodies[body].start.pose;
    sleepers_[body].place = pose.position;
    sleepers_[body].attitude = rotation_by(exact_quaternion(pose.orientation));
  }
}

void Slumber::take(const StepMotion& motion, const RecordedStep& step, std::vector<Finding>& findings) {
  findings_ = &findings;
  for (std::uint32_t body = 0; body < sleepers_.size(); ++body) {
    Sleeper& sleeper = sleepers_[body];
    sleeper.slept_at_begin = sleeper.is_asleep;
    sleeper.has_segment = sleeper.woke = false;
    if (!motion.timelines[body].empty()) {
      note_rest(body, motion.timelines[body].back(), motion.end);
    }
  }
  take_events(step);
  check_segments(step);
  if (step.impulses) {
    check_impulses(step);
  }
  check_presence(motion);
}

void Slumber::note_rest(std::uint32_t body, const Leg& last, double time) {
  Sleeper& sleeper = sleepers_[body];
  const Vec3 place = middle(position_at(last.segment, last.end));
  const double arm = laws_.arm(body);
  const double way = length_of(place - sleeper.place) + arm * turn_between(last.at_end.rotation, sleeper.attitude);
  if (!(way <= place_share * arm)) {
    sleeper.rested_since = sleeper.rests_since;
    sleeper.rests_since = time;
    sleeper.place = place;
    sleeper.attitude = last.at_end.rotation;
  }
}

void Slumber::take_events(const RecordedStep& step) {
  for (const Event& event : step.events) {
    Sleeper& sleeper = sleepers_[event.a];
    if (event.kind == EventKind::begin || event.kind == EventKind::end) {
      const int change = event.kind == EventKind::begin ? 1 : -1;
      sleeper.touches += change;
      sleepers_[event.b].touches += change;
    } else if (event.kind == EventKind::removed) {
      sleeper.is_gone = true;
      sleeper.is_asleep = false;
    } else if (event.kind == EventKind::sleep) {
      fall_asleep(event, step);
    } else if (event.kind == EventKind::wake) {
      if (!sleeper.is_asleep) {
        add(event.time, event.a, 0.0, "it wakes though it did not sleep");
      }
      ++counts_.wakes;
      sleeper.is_asleep = false;
      sleeper.woke = true;
      sleeper.woke_at = event.time;
    }
  }
}

// At a step's end, at rest, borne where something pulls at it, and in a segment that stands.
void Slumber::fall_asleep(const Event& event, const RecordedStep& step) {
  Sleeper& sleeper = sleepers_[event.a];
  ++counts_.sleeps;
  if (header_.bodies[event.a].type != BodyType::dynamic || sleeper.is_asleep || sleeper.is_gone) {
    add(event.time, event.a, 0.0, "it falls asleep, which is for dynamic bodies that are there and awake");
    return;
  }
  const double rested = event.time - sleeper.rested_since;
  if (rested < shortest_rest * (1.0 - time_share)) {
    add(event.time, event.a, rested,
        "it falls asleep though it was not at rest for " + shortest_text(shortest_rest) + " s");
  }
  if (laws_.are_known() && laws_.fall(event.a) != Vec3(0.0) && sleeper.touches <= 0) {
    add(event.time, event.a, 0.0, "it falls asleep though nothing bears it");
  }
  const bool stays = std::any_of(step.segments.begin(), step.segments.end(), [&](const MotionSegment& segment) {
    return segment.body == event.a && segment.start_time == event.time && stands(segment);
  });
  if (event.time != step.end_time || !stays) {
    add(event.time, event.a, 0.0, "it falls asleep, expected a segment that stands from its step's end on");
  }
  sleeper.is_asleep = true;
  sleeper.fell_asleep_at = event.time;
}

// Whether it sleeps just before `time`, a time of the step.
bool Slumber::sleeps_at(std::uint32_t body, double time) const {
  const Sleeper& sleeper = sleepers_[body];
  if (sleeper.woke && time >= sleeper.woke_at) {
    return false;
  }
  return sleeper.slept_at_begin || (sleeper.is_asleep && time > sleeper.fell_asleep_at);
}

void Slumber::check_segments(const RecordedStep& step) {
  for (const MotionSegment& segment : step.segments) {
    Sleeper& sleeper = sleepers_[segment.body];
    sleeper.has_segment = true;
    if (sleeps_at(segment.body, segment.start_time) && !sleeper.is_gone) {
      add(segment.start_time, segment.body, length_of(segment.linear_velocity),
          "it gets another motion while it sleeps");
    }
  }
}

void Slumber::check_impulses(const RecordedStep& step) {
  for (const Transfer& transfer : step.impulses->transfers) {
    for (const std::uint32_t body : {transfer.a, transfer.b}) {
      if (sleeps_at(body, transfer.time)) {
        add(transfer.time, body, length_of(transfer.impulse), "it gets an impulse while it sleeps");
      }
    }
  }
  for (const ContactLoad& load : step.impulses->loads) {
    for (const std::uint32_t body : {load.a, load.b}) {
      if (sleeps_at(body, load.begin)) {
        add(load.begin, body, length_of(load.impulse), "it is pressed while it sleeps");
      }
    }
  }
}

// Who is awake has a motion of its own in every step: nobody hangs in the air forgotten.
void Slumber::check_presence(const StepMotion& motion) {
  for (std::uint32_t body = 0; body < sleepers_.size(); ++body) {
    const Sleeper& sleeper = sleepers_[body];
    const bool is_left_alone = sleeper.slept_at_begin && !sleeper.woke;
    const bool must_move = header_.bodies[body].type == BodyType::dynamic && !sleeper.is_gone && motion.end > 0.0;
    if (must_move && !is_left_alone && !sleeper.has_segment) {
      add(motion.begin, body, 0.0, "it has no motion in this step though it does not sleep");
    }
  }
}

void Slumber::add(double time, std::uint32_t body, double measure, const std::string& what) {
  findings_->push_back({FindingKind::slumber, time, header_.bodies[body].name, "", measure, what});
}

}  // namespace firstcontact::verify
