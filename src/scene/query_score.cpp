#include "scene/query_score.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <firstcontact/separation.hpp>

namespace firstcontact {
namespace {

double gap_at(const QuerySet& set, const ImpactQuery& query, double time) {
  return separation({&set.shapes[query.shape_a], pose_at(query.motion_a, time)},
                    {&set.shapes[query.shape_b], pose_at(query.motion_b, time)})
      .distance;
}

bool is_contact(ImpactStatus status) { return status == ImpactStatus::touches || status == ImpactStatus::overlaps; }

bool is_wrong_overlap(const KnownAnswer& known, const TimeOfImpact& answer) {
  const double allowed = depth_tolerance + relative_depth_tolerance * known.depth;
  return answer.status != ImpactStatus::overlaps || !(std::abs(answer.depth - known.depth) <= allowed);
}

}  // namespace

TimedAnswer answer(const QuerySet& set, const ImpactQuery& query, const AnswerOptions& options) {
  const MovingShape a{&set.shapes[query.shape_a], query.motion_a};
  const MovingShape b{&set.shapes[query.shape_b], query.motion_b};
  const ImpactMethodOptions asked{options.method, options.impact, options.samples};
  TimedAnswer timed;
  std::vector<double> nanoseconds;
  for (int i = 0; i < options.repeat; ++i) {
    const auto start = std::chrono::steady_clock::now();
    timed.impact = time_of_impact_by(a, b, asked);
    const std::chrono::duration<double, std::nano> passed = std::chrono::steady_clock::now() - start;
    nanoseconds.push_back(passed.count());
  }
  timed.nanoseconds = quantile(std::move(nanoseconds), 0.5);
  return timed;
}

Judgement judge(const QuerySet& set, const ImpactQuery& query, const TimeOfImpact& answer,
                const TimeOfImpactOptions& options) {
  const KnownAnswer& known = query.answer;
  Judgement judgement;
  judgement.is_undecided = answer.status == ImpactStatus::undecided;
  if (known.kind == AnswerKind::touch) {
    return judgement;
  }
  if (known.kind == AnswerKind::overlap0) {
    judgement.is_wrong_overlap = is_wrong_overlap(known, answer);
    return judgement;
  }
  const bool is_hit = known.kind == AnswerKind::hit;
  judgement.is_missed = is_hit && answer.status == ImpactStatus::clear;
  judgement.is_late = is_hit && !judgement.is_missed && answer.time > known.time_high;
  // A miss that never comes near enough cannot be contact, and a contact must be near at its own time.
  const double near = options.target + options.tolerance;
  judgement.is_false_contact =
      is_contact(answer.status) && ((!is_hit && known.distance_low > near) || gap_at(set, query, answer.time) > near);
  judgement.is_early = is_hit && judgement.is_false_contact;
  return judgement;
}

void count(Score& score, const ImpactQuery& query, const Judgement& judgement, double nanoseconds) {
  ++score.queries;
  score.hits += query.answer.kind == AnswerKind::hit ? 1U : 0U;
  score.missed += judgement.is_missed ? 1U : 0U;
  score.late += judgement.is_late ? 1U : 0U;
  score.early += judgement.is_early ? 1U : 0U;
  score.false_contacts += judgement.is_false_contact ? 1U : 0U;
  score.undecided += judgement.is_undecided ? 1U : 0U;
  score.wrong_overlaps += judgement.is_wrong_overlap ? 1U : 0U;
  score.nanoseconds.push_back(nanoseconds);
}

void add(Score& total, const Score& part) {
  total.queries += part.queries;
  total.hits += part.hits;
  total.missed += part.missed;
  total.late += part.late;
  total.early += part.early;
  total.false_contacts += part.false_contacts;
  total.undecided += part.undecided;
  total.wrong_overlaps += part.wrong_overlaps;
  total.nanoseconds.insert(total.nanoseconds.end(), part.nanoseconds.begin(), part.nanoseconds.end());
}

double quantile(std::vector<double> values, double fraction) {
  if (values.empty()) {
    return 0.0;
  }
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(fraction * static_cast<double>(values.size()));
  return values[std::min(values.size(), static_cast<std::size_t>(std::max(rank, 1.0))) - 1];
}

std::string_view status_name(ImpactStatus status) {
  constexpr std::array<std::string_view, 4> names{"clear", "touches", "overlaps", "undecided"};
  return names.at(static_cast<std::size_t>(status));
}

std::string_view feature_name(ClosingFeature feature) {
  constexpr std::array<std::string_view, 5> names{"face_a", "face_b", "edges", "vertex", "core"};
  return names.at(static_cast<std::size_t>(feature));
}

}  // namespace firstcontact
