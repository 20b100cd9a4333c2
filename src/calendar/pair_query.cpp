#include "calendar/pair_query.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "dynamics/flow.hpp"

namespace firstcontact {

namespace {

constexpr double no_gap_yet = std::numeric_limits<double>::infinity();
// A span is cut in four when its screws stray too far: the deviation falls sixteenfold.
constexpr double span_cut = 0.25;
// A pair that needs more is so near, and turns so fast, that its next impact is better answered than waited for.
constexpr int most_spans = 256;

struct ShapePair {
  const ConvexShape* a;
  const ConvexShape* b;
};

struct SpinBounds {
  double a, b;  // rad/s^2
};

RigidMotion screw_of(const RigidBody& body, double angular_acceleration, const ConvexShape& shape, double begin,
                     double end) {
  return screw_over(body.segment, body.inertia, {begin, end, shape.radius, angular_acceleration});
}

// One span's answer, with the screws' deviation taken off the gap it promises.
struct SpanAnswer {
  TimeOfImpact impact;
  double deviation = 0.0;  // m, of both screws together
  double gap = 0.0;        // m, certified for the true motion
};

SpanAnswer ask_span(const PairQuery& query, const ShapePair& shapes, const SpinBounds& bounds, AxisCache* cache) {
  MovingShape a{shapes.a, screw_of(*query.a, bounds.a, *shapes.a, query.begin, query.end)};
  MovingShape b{shapes.b, screw_of(*query.b, bounds.b, *shapes.b, query.begin, query.end)};
  SpanAnswer answer;
  answer.deviation = a.motion.deviation + b.motion.deviation;
  // The deviation goes into the target here, not into the query, so that a start nearer than the target (whose target
  // the query halves) can be told from one whose screws are too coarse.
  a.motion.deviation = 0.0;
  b.motion.deviation = 0.0;
  TimeOfImpactOptions options;
  options.duration = query.end - query.begin;
  options.target = query.target + answer.deviation;
  options.tolerance = query.tolerance;
  answer.impact = time_of_impact(a, b, options, cache);
  answer.gap = answer.impact.target - answer.deviation;
  return answer;
}

// Screws are fine enough when what they stray is small against the gap that was certified.
bool is_fine(const SpanAnswer& answer, double tolerance) {
  return answer.deviation == 0.0 || answer.deviation <= std::min(tolerance, answer.gap);
}

// A pair that starts nearer than the target is asked with half of its present gap as target. If it parts first and
// comes back, that would let each bounce of a series use up half of the gap that is left. So it is asked again from
// half-way to the answer, where it is near its furthest: the target then is half of the gap there, and a series of
// bounces keeps a gap of the order of its own height. What lies before is certified by the first answer.
SpanAnswer ask_span_again_half_way(const PairQuery& query, const ShapePair& shapes, const SpinBounds& bounds,
                                   const SpanAnswer& first) {
  PairQuery later = query;
  const double half_way = 0.5 * first.impact.time;
  later.begin += half_way;
  SpanAnswer second = ask_span(later, shapes, bounds, nullptr);
  const bool is_better = second.gap > first.gap && second.impact.status != ImpactStatus::overlaps;
  if (!is_better) {
    return first;
  }
  second.impact.time += half_way;
  second.gap = first.gap;  // what is certified for the whole is what the first half has
  return second;
}

// Screws that overlap, or cannot be told apart from the start, say nothing of the flows that they only approximate.
bool answers_for_truth(const TimeOfImpact& impact) {
  return impact.status == ImpactStatus::clear || impact.status == ImpactStatus::touches ||
         (impact.status == ImpactStatus::undecided && impact.time > 0.0);
}

PairAnswer first_contact_of_shapes(PairQuery query, const ShapePair& shapes, const SpinBounds& bounds,
                                   AxisCache* cache) {
  PairAnswer answer;
  answer.certified_gap = no_gap_yet;
  const double end = query.end;
  double span = end - query.begin;
  while (query.begin < end && answer.queries < most_spans) {
    query.end = std::min(end, query.begin + span);
    SpanAnswer asked = ask_span(query, shapes, bounds, cache);
    ++answer.queries;
    if (asked.impact.status == ImpactStatus::touches && asked.gap > 0.0 && asked.gap < 0.9 * query.target) {
      asked = ask_span_again_half_way(query, shapes, bounds, asked);
      ++answer.queries;
    }
    const bool near = asked.impact.iterations > 0;
    const bool promised = asked.gap > 0.0 && answers_for_truth(asked.impact);
    answer.came_near = answer.came_near || near;
    if (asked.impact.status == ImpactStatus::clear && (promised || !near)) {
      answer.certified_gap = near ? std::min(answer.certified_gap, asked.gap) : answer.certified_gap;
      query.begin = query.end;
      span *= 2.0;
      continue;
    }
    if (promised) {
      query.begin += asked.impact.time;  // certified up to here in any case
      answer.certified_gap = std::min(answer.certified_gap, asked.gap);
    }
    const double finer = (query.end - query.begin) * span_cut;
    if ((promised && is_fine(asked, query.tolerance)) || asked.deviation == 0.0 || query.begin + finer <= query.begin) {
      answer.impact_time = std::min(query.begin, end);
      return answer;
    }
    span = std::max(finer, 1e-9 * (end - query.begin));
  }
  if (query.begin < end) {
    answer.impact_time = query.begin;  // spans used up: doubt is never 'clear'
  }
  return answer;
}

}  // namespace

PairAnswer first_contact(const PairQuery& query, std::vector<AxisCache>& caches) {
  const auto& shapes_a = query.a->collider->shapes;
  const auto& shapes_b = query.b->collider->shapes;
  caches.resize(shapes_a.size() * shapes_b.size());
  const SpinBounds bounds{angular_acceleration_bound(query.a->segment, query.a->inertia),
                          angular_acceleration_bound(query.b->segment, query.b->inertia)};
  PairAnswer first;
  first.certified_gap = no_gap_yet;
  PairQuery shorter = query;
  for (std::size_t i = 0; i < shapes_a.size(); ++i) {
    for (std::size_t j = 0; j < shapes_b.size(); ++j) {
      AxisCache* cache = &caches[i * shapes_b.size() + j];
      const PairAnswer answer = first_contact_of_shapes(shorter, {&shapes_a[i], &shapes_b[j]}, bounds, cache);
      first.queries += answer.queries;
      first.came_near = first.came_near || answer.came_near;
      first.certified_gap = std::min(first.certified_gap, answer.certified_gap);
      if (answer.impact_time) {
        first.impact_time = answer.impact_time;
        shorter.end = *answer.impact_time;  // later ones no longer matter
      }
    }
  }
  return first;
}

}  // namespace firstcontact
