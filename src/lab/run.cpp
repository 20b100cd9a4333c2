#include "lab/run.hpp"

#include <ctime>

#include <algorithm>
#include <array>
#include <cmath>

#include "lab/motion_watch.hpp"

namespace firstcontact {
namespace {

constexpr double margin_share = 2e-3;  // of the smaller body's size: nearer is a graze; 2.5 times the engine's skin

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The pair with the motions and masses that everything is measured against.
struct Subject {
  Situation situation;
  std::array<Solid, 2> solids;
  FreePair free;
  std::array<ImpactingBody, 2> bodies;  // at the start
};

RigidMotion free_motion(const BodyDefinition& body) {
  RigidMotion motion;
  motion.start.orientation = glm::normalize(body.mesh_pose.orientation);
  motion.start.position =
      to_world({body.mesh_pose.position, motion.start.orientation}, body.collider->mass.center_of_mass);
  if (body.type != BodyType::fixed) {
    motion.linear_velocity = body.linear_velocity;
    motion.angular_velocity = body.angular_velocity;
  }
  return motion;
}

ImpactingBody impacting(const BodyDefinition& body, const RigidMotion& motion) {
  const double mass = body.density * body.collider->mass.mass;
  ImpactingBody result;
  result.state = {motion.start, motion.linear_velocity, motion.angular_velocity};
  result.inertia = {body.density * body.collider->principal_moments, body.collider->principal_axes};
  result.inverse_mass = body.type == BodyType::dynamic ? 1.0 / mass : 0.0;
  return result;
}

Subject subject_of(const Study& study, const Case& study_case) {
  Subject subject;
  subject.situation = make_situation(study.situation, study_case.values, study_case.seed);
  const auto& bodies = subject.situation.scene.bodies;
  subject.free.motion_a = free_motion(bodies[0]);
  subject.free.motion_b = free_motion(bodies[1]);
  for (std::size_t i = 0; i < 2; ++i) {
    subject.solids[i] = solid_of(bodies[i].collider->shapes.front().core);
    subject.bodies[i] = impacting(bodies[i], i == 0 ? subject.free.motion_a : subject.free.motion_b);
  }
  return subject;
}

ImpactingBody at_rest_in_pose(ImpactingBody body, const Pose& pose) {
  body.state.pose = pose;
  return body;
}

// Greatest difference, m/s, between the velocities that two states give to any corner of a solid in that pose.
double corner_speed_between(const FlowState& x, const FlowState& y, const Solid& solid, const Pose& pose) {
  const Vec3 linear = x.linear_velocity - y.linear_velocity;
  const Vec3 angular = x.angular_velocity - y.angular_velocity;
  double greatest = 0.0;
  for (const Vec3& corner : solid.corners) {
    greatest = std::max(greatest, glm::length(linear + glm::cross(angular, rotate(pose.orientation, corner))));
  }
  return greatest;
}

// How far the velocity of any corner after the method's first impact is from the exact one, as a share of the fastest
// speed that two points of the bodies had against each other. (Not of the exact change: where bodies just brush, that
// is nearly nothing, and the skin decides what touches first.)
std::optional<double> velocity_error_of(const Subject& subject, const GroundTruth& truth, const RivalImpact& impact) {
  FreePair pair = subject.free;
  const auto point = touching_point(pair, truth.apart_until, truth.last.normal);
  if (truth.meeting != Meeting::meets || !point) {
    return std::nullopt;
  }
  const ImpactingBody a = at_rest_in_pose(subject.bodies[0], pose_at(pair.motion_a, truth.apart_until));
  const ImpactingBody b = at_rest_in_pose(subject.bodies[1], pose_at(pair.motion_b, truth.apart_until));
  const double restitution = subject.situation.scene.bodies[0].restitution;
  const ExactImpact exact = exact_impact(a, b, *point, truth.last.normal, restitution);
  double error = 0.0;
  if (a.inverse_mass > 0.0) {
    error = std::max(error, corner_speed_between(impact.after_a, exact.a, *pair.a, a.state.pose));
  }
  if (b.inverse_mass > 0.0) {
    error = std::max(error, corner_speed_between(impact.after_b, exact.b, *pair.b, b.state.pose));
  }
  const double speed = glm::length(pair.motion_b.linear_velocity - pair.motion_a.linear_velocity) +
                       spin_speed(*pair.a, pair.motion_a) + spin_speed(*pair.b, pair.motion_b);
  return error / speed;
}

void judge(const Subject& subject, const GroundTruth& truth, const MotionWatch& watch, Run& run) {
  const auto& first = watch.first_impact();
  if (first) {
    run.impact_at = first->time;
  }
  if (truth.meeting == Meeting::meets) {
    run.verdict =
        !first ? CaseVerdict::missed : (first->time > truth.overlap_at ? CaseVerdict::late : CaseVerdict::in_time);
    if (first) {
      run.late_by = first->time - truth.overlap_at;
      run.velocity_error = velocity_error_of(subject, truth, *first);
    }
  } else if (truth.meeting == Meeting::clear) {
    run.verdict = first ? CaseVerdict::ghost : CaseVerdict::free_way;
    run.ghost_impulse = watch.total_impulse();
  }
}

void measure_end(const Subject& subject, const Rival& rival, const MotionWatch& watch, Run& run) {
  run.depth = watch.deepest();
  run.energy_ratio = watch.energy_ratio(rival);
  run.time_lost = rival.time_lost();
  run.state_hash = state_hash(rival);
  if (subject.bodies[0].inverse_mass > 0.0 && subject.bodies[1].inverse_mass > 0.0) {
    run.momentum_error = watch.momentum_error(rival);
    run.angular_momentum_error = watch.angular_momentum_error(rival);
  }
  if (subject.situation.wall) {
    const Wall& wall = *subject.situation.wall;
    run.wrong_side = glm::dot(wall.normal, rival.state(0).pose.position) < wall.offset;
  }
}

struct TimedRun {
  Run run;
  double seconds_per_step = 0.0;
};

TimedRun run_method(const Subject& subject, const GroundTruth& truth, const std::string& method) {
  const RivalScene& scene = subject.situation.scene;
  const auto rival = make_rival(scene, rival_method_named(method).value());
  MotionWatch watch(subject.solids[0], subject.solids[1], *rival);
  TimedRun result;
  double seconds = 0.0;
  while (rival->time() < subject.situation.duration) {
    const double before = thread_seconds();
    rival->step();
    seconds += thread_seconds() - before;
    ++result.run.steps;
    watch.look_at_step(*rival, scene.time_step);
  }
  judge(subject, truth, watch, result.run);
  measure_end(subject, *rival, watch, result.run);
  result.seconds_per_step = seconds / static_cast<double>(std::max<std::uint64_t>(1, result.run.steps));
  return result;
}

}  // namespace

std::string_view verdict_name(CaseVerdict verdict) {
  constexpr std::array<std::string_view, 6> names{"in_time", "late", "missed", "free_way", "ghost", "unjudged"};
  return names.at(static_cast<std::size_t>(verdict));
}

CaseResult run_case(const Study& study, std::uint64_t index) {
  CaseResult result;
  result.study_case = case_of(study, index);
  Subject subject = subject_of(study, result.study_case);
  subject.free.a = &subject.solids[0];
  subject.free.b = &subject.solids[1];
  result.truth = ground_truth(subject.free, subject.situation.duration, margin_share * subject.situation.size);
  for (const std::string& method : study.methods) {
    const TimedRun timed = run_method(subject, result.truth, method);
    result.runs.push_back(timed.run);
    result.seconds_per_step.push_back(timed.seconds_per_step);
  }
  return result;
}

}  // namespace firstcontact
