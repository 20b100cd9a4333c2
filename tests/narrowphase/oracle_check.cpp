#include "oracle_check.hpp"

#include "support_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace firstcontact::test {

namespace {

constexpr double unit_roundoff = 1.1102230246251565e-16;

// What the oracle's own arithmetic may have lost, m: a few last places of every length that enters it.
double oracle_rounding(const WideQuery& query) {
  const double span = query.options.duration;
  const auto size_of = [span](const RigidMotion& motion, const ConvexShape& shape) {
    return glm::length(motion.start.position) + span * glm::length(motion.linear_velocity) +
           span * span * glm::length(motion.linear_acceleration) +
           shape.radius * (1.0 + span * glm::length(motion.angular_velocity));
  };
  const RandomCase& given = query.given;
  return 16.0 * unit_roundoff * (size_of(given.motion_a, given.shape_a) + size_of(given.motion_b, given.shape_b));
}

struct Question {
  const WideQuery& query;
  double allowance;  // m
};

void judge_overlap(const Question& question, const TimeOfImpact& found, OracleVerdict& verdict) {
  const RandomCase& given = question.query.given;
  OracleScene scene = oracle_scene(given.a(), given.b(), 0.0);
  OracleCorral corral;
  const OracleDistance start = oracle_distance(scene, corral);
  verdict.is_wrong_overlap = start.lower > question.allowance || found.time != 0.0;
  // Pushed apart by the depth along the normal they must be free, and not much sooner.
  const double reach = given.shape_a.radius + given.shape_b.radius;
  scene.offset += (found.depth + question.allowance + 1e-9 * reach) * found.normal;
  OracleCorral afresh;
  verdict.is_wrong_overlap = verdict.is_wrong_overlap || !(oracle_distance(scene, afresh).upper > 0.0);
}

void judge_start(const Question& question, const TimeOfImpact& found, OracleVerdict& verdict) {
  const RandomCase& given = question.query.given;
  OracleCorral corral;
  const OracleDistance start = oracle_distance(oracle_scene(given.a(), given.b(), 0.0), corral);
  const TimeOfImpactOptions& options = question.query.options;
  // A start that is nearer than the skin may use half of its gap, and no more.
  const bool is_near = start.lower <= options.target + options.tolerance + question.allowance;
  const double least = is_near ? 0.45 * start.lower - question.allowance : options.target;
  verdict.is_wrong_overlap = start.upper < -question.allowance;
  verdict.is_late = verdict.is_late || (found.time > 0.0 && found.target < least);
}

void judge_contact(const Question& question, const TimeOfImpact& found, OracleVerdict& verdict) {
  const RandomCase& given = question.query.given;
  const TimeOfImpactOptions& options = question.query.options;
  OracleCorral corral;
  const OracleDistance there = oracle_distance(oracle_scene(given.a(), given.b(), found.time), corral);
  const double near = found.target + options.tolerance + question.allowance;
  verdict.is_early = there.lower > near;
  const OracleScene scene = oracle_scene(given.a(), given.b(), found.time);
  const double along = [&] {
    const Vec3 local_a = glm::transpose(scene.axes_a) * found.normal;
    const Vec3 local_b = glm::transpose(scene.axes_b) * found.normal;
    double gap = glm::dot(found.normal, scene.offset) - given.shape_a.rounding - given.shape_b.rounding;
    double reach_a = -1e300;
    double reach_b = -1e300;
    for (const Vec3& vertex : given.shape_a.core.vertices) {
      reach_a = std::max(reach_a, glm::dot(vertex, local_a));
    }
    for (const Vec3& vertex : given.shape_b.core.vertices) {
      reach_b = std::max(reach_b, -glm::dot(vertex, local_b));
    }
    return gap - reach_a - reach_b;
  }();
  verdict.is_wrong_gap = std::abs(found.gap - along) > question.allowance ||
                         found.gap > there.upper + question.allowance ||
                         found.gap < there.lower - 0.25 * options.tolerance - question.allowance;
}

void judge_answer(const Question& question, const TimeOfImpact& found, OracleVerdict& verdict) {
  verdict.status = found.status;
  verdict.time = found.time;
  verdict.is_undecided = found.status == ImpactStatus::undecided;
  if (found.status == ImpactStatus::overlaps) {
    judge_overlap(question, found, verdict);
    return;
  }
  judge_start(question, found, verdict);
  const RandomCase& given = question.query.given;
  const OracleSweep sweep = oracle_sweep(given.a(), given.b(), found.time, found.target - question.allowance);
  verdict.is_capped = sweep.capped;
  const bool is_clear = found.status == ImpactStatus::clear;
  verdict.is_missed = sweep.reached && is_clear;
  verdict.is_late = verdict.is_late || (sweep.reached && !is_clear);
  if (found.status == ImpactStatus::touches) {
    judge_contact(question, found, verdict);
  }
}

}  // namespace

OracleVerdict judge(const WideQuery& query, const TimeOfImpact& found) {
  OracleVerdict verdict;
  judge_answer({query, oracle_rounding(query) + 1e-3 * query.options.tolerance}, found, verdict);
  return verdict;
}

OracleVerdict judge(const WideQuery& query) {
  AxisCache cache;
  const TimeOfImpact cold = time_of_impact(query.given.a(), query.given.b(), query.options, &cache);
  const TimeOfImpact warm = time_of_impact(query.given.a(), query.given.b(), query.options, &cache);
  const OracleVerdict verdict = judge(query, cold);
  const bool is_same = warm.time == cold.time && warm.status == cold.status;
  return is_same || verdict.is_wrong() ? verdict : judge(query, warm);
}

std::string described(const WideQuery& query, const OracleVerdict& verdict) {
  const RandomCase& given = query.given;
  std::ostringstream text;
  text.precision(17);
  text << (verdict.is_missed ? "missed " : "") << (verdict.is_late ? "late " : "") << (verdict.is_early ? "early " : "")
       << (verdict.is_wrong_overlap ? "wrong overlap " : "") << (verdict.is_wrong_gap ? "wrong gap " : "")
       << (verdict.is_undecided ? "undecided " : "") << "at " << verdict.time;
  for (const auto* const shape : {&given.shape_a, &given.shape_b}) {
    text << ", " << shape->core.vertices.size() << " vertices of radius " << shape->radius;
  }
  text << ", spins " << glm::length(given.motion_a.angular_velocity) << ' '
       << glm::length(given.motion_b.angular_velocity) << ", place " << glm::length(given.motion_a.start.position)
       << ", target " << query.options.target << ", duration " << query.options.duration;
  return text.str();
}

void count(OracleTally& tally, const OracleVerdict& verdict) {
  ++tally.queries;
  tally.touches += verdict.status == ImpactStatus::touches ? 1U : 0U;
  tally.clear += verdict.status == ImpactStatus::clear ? 1U : 0U;
  tally.overlaps += verdict.status == ImpactStatus::overlaps ? 1U : 0U;
  tally.missed += verdict.is_missed ? 1U : 0U;
  tally.late += verdict.is_late ? 1U : 0U;
  tally.early += verdict.is_early ? 1U : 0U;
  tally.wrong_overlaps += verdict.is_wrong_overlap ? 1U : 0U;
  tally.wrong_gaps += verdict.is_wrong_gap ? 1U : 0U;
  tally.undecided += verdict.is_undecided ? 1U : 0U;
  tally.capped += verdict.is_capped ? 1U : 0U;
}

}  // namespace firstcontact::test
