#include "calendar/shape_pair_search.hpp"

#include <firstcontact/separation.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/tolerances.hpp"
#include "dynamics/flow.hpp"
#include "dynamics/whirl.hpp"

namespace firstcontact {

namespace {

// A span is cut in four when its screws stray too far: the deviation falls sixteenfold.
constexpr double span_cut = 0.25;
// A pair that needs more is so near, and turns so fast, that its next impact is better answered than waited for.
constexpr int most_spans = 256;
// rad: a body that turns by more in what is asked is looked for in the solid of revolution that it turns in first.
// Where it turns by less, but is so much larger than the other, that sees it go by as fast: looks are counted for both.
constexpr double whole_turn = 6.283185307179586;
// Of the gap: how far the screws over the first span may stray, of a body that whirls.
constexpr double first_deviation = 0.25;

RigidMotion screw_of(const RigidBody& body, const KnownScrew* known, double angular_acceleration,
                     const ConvexShape& shape, double begin, double end) {
  const ScrewSpan span{begin, end, shape.radius, angular_acceleration};
  if (known == nullptr || known->begin != begin || known->end != end) {
    return screw_over(body.segment, body.inertia, span);
  }
  RigidMotion motion = known->motion;
  motion.deviation = screw_deviation(span);
  return motion;
}

// One span's answer, with the screws' deviation taken off the gap it promises.
struct SpanAnswer {
  TimeOfImpact impact;
  double deviation = 0.0;  // m, of both screws together
  double gap = 0.0;        // m, certified for the true motion
};

// Screws that overlap, or cannot be told apart from the start, say nothing of the flows that they only approximate.
bool answers_for_truth(const TimeOfImpact& impact) {
  return impact.status == ImpactStatus::clear || impact.status == ImpactStatus::touches ||
         (impact.status == ImpactStatus::undecided && impact.time > 0.0);
}

/// Searches one pair of shapes, from span to span.
class ShapePairSearch {
 public:
  ShapePairSearch(const PairQuery& query, const ShapePair& shapes, const SpinBounds& bounds, AxisCache* cache)
      : query_(query), shapes_(shapes), bounds_(bounds), cache_(cache), begin_(query.begin) {
    answer_.certified_gap = std::numeric_limits<double>::infinity();
  }

  PairAnswer run() {
    double span = query_.end - begin_;
    are_looks_counted_ = turn_of(*query_.a, *query_.b) > whole_turn || turn_of(*query_.b, *query_.a) > whole_turn;
    if (whirls(*query_.a) || whirls(*query_.b)) {
      pass_by_covers();
      span = std::min(query_.end - begin_, span_of_whirl());
    }
    while (begin_ < query_.end && may_ask()) {
      const double end = std::min(query_.end, begin_ + span);
      const SpanAnswer asked = ask(end, query_.target);
      const bool near = asked.impact.iterations > 0;
      answer_.came_near = answer_.came_near || near;
      Outcome outcome = Outcome::certified;
      if (asked.impact.status != ImpactStatus::clear || (near && asked.gap < query_.target)) {
        outcome = search_near(end, asked);
      } else if (near) {
        certify(end, asked.gap);
      } else {
        begin_ = end;  // told apart by their bounding volumes
      }
      if (outcome == Outcome::impact) {
        answer_.impact_time = begin_;
        return answer_;
      }
      span = outcome == Outcome::certified ? 2.0 * span : (end - begin_) * span_cut;
    }
    if (begin_ < query_.end) {
      answer_.impact_time = begin_;  // spans or looks used up: doubt is never 'clear'
    }
    return answer_;
  }

 private:
  enum class Outcome : std::uint8_t { certified, too_coarse, impact };

  // rad
  [[nodiscard]] double turn_of(const RigidBody& body) const {
    return (query_.end - begin_) * std::sqrt(squared_length(body.segment.angular_velocity));
  }
  // The same as the smaller of the two sees it.
  [[nodiscard]] double turn_of(const RigidBody& body, const RigidBody& other) const {
    return turn_of(body) * std::max(1.0, body.collider->radius / other.collider->radius);
  }
  [[nodiscard]] bool whirls(const RigidBody& body) const { return turn_of(body) > whole_turn; }

  [[nodiscard]] bool may_ask() const {
    return are_looks_counted_ ? answer_.looks < query_.most_looks : answer_.queries < most_spans;
  }

  // The shape itself, or the cover of one that whirls.
  MovingShape covered(const RigidBody& body, const ConvexShape& shape, const KnownScrew* known, Cover& cover) const {
    if (!whirls(body)) {
      return {&shape, screw_of(body, known, spin_bound_of(body, known), shape, begin_, query_.end)};
    }
    cover = cover_of(shape, body.segment, nutation_of(body.segment, body.inertia), begin_);
    return {&cover.shape, cover.motion};
  }

  // How often a body turns is no matter as long as it is apart as what it turns in.
  void pass_by_covers() {
    Cover cover_a;
    Cover cover_b;
    const MovingShape a = covered(*query_.a, *shapes_.a, query_.screw_a, cover_a);
    const MovingShape b = covered(*query_.b, *shapes_.b, query_.screw_b, cover_b);
    TimeOfImpactOptions options{query_.end - begin_, query_.target, tolerances::gap_tolerance * query_.target};
    options.max_iterations = query_.most_looks;
    const TimeOfImpact passed = time_of_impact(a, b, options);
    count(passed);
    if (!answers_for_truth(passed) || passed.target != query_.target) {
      return;
    }
    if (passed.iterations > 0) {
      answer_.came_near = true;
      answer_.certified_gap = passed.target;
    }
    begin_ = passed.status == ImpactStatus::clear ? query_.end : std::min(query_.end, begin_ + passed.time);
  }

  // s: that keeps the screws' deviation well below the gap that there is.
  [[nodiscard]] double span_of_whirl() const {
    const double strays = shapes_.a->radius * bounds_.a + shapes_.b->radius * bounds_.b;
    const double gap = begin_ < query_.end ? gap_now() : 0.0;
    return gap > 0.0 && strays > 0.0 ? std::sqrt(8.0 * first_deviation * gap / strays) : query_.end - begin_;
  }

  void count(const TimeOfImpact& impact) {
    ++answer_.queries;
    answer_.looks += are_looks_counted_ ? 1 + impact.iterations : 0;
  }

  SpanAnswer ask(double end, double target) {
    MovingShape a{shapes_.a, screw_of(*query_.a, query_.screw_a, bounds_.a, *shapes_.a, begin_, end)};
    MovingShape b{shapes_.b, screw_of(*query_.b, query_.screw_b, bounds_.b, *shapes_.b, begin_, end)};
    SpanAnswer answer;
    answer.deviation = a.motion.deviation + b.motion.deviation;
    // The deviation goes into the target here, not into the query, so that a start nearer than the target (whose target
    // the query halves) can be told from one whose screws are too coarse.
    a.motion.deviation = 0.0;
    b.motion.deviation = 0.0;
    TimeOfImpactOptions options;
    options.duration = end - begin_;
    options.target = target + answer.deviation;
    options.tolerance = tolerances::gap_tolerance * target;
    if (are_looks_counted_) {
      options.max_iterations = std::min(options.max_iterations, std::max(0, query_.most_looks - answer_.looks));
    }
    answer.impact = time_of_impact(a, b, options, cache_);
    // What was added is taken off again exactly, so that a kept target can be told from a halved one.
    const bool was_kept = answer.impact.target == options.target;
    answer.gap = was_kept ? target : answer.impact.target - answer.deviation;
    count(answer.impact);
    return answer;
  }

  // m, now, for the true flows; a lower bound.
  [[nodiscard]] double gap_now() const {
    const Pose pose_a = evaluate(query_.a->segment, query_.a->inertia, begin_).pose;
    const Pose pose_b = evaluate(query_.b->segment, query_.b->inertia, begin_).pose;
    return separation({shapes_.a, pose_a}, {shapes_.b, pose_b}).lower_bound;
  }

  void certify(double until, double gap) {
    begin_ = until;
    answer_.certified_gap = std::min(answer_.certified_gap, gap);
    kept_ = std::max(kept_, gap);
  }

  // The pair is near: it starts nearer than the target, or meets. What it aims to keep is half of its present gap, but
  // never less than an earlier span kept. The half is what lets a pair that has met go on; without the second rule
  // every span of an approach would halve what the last one left, and the impact would come when next to nothing is.
  Outcome search_near(double end, SpanAnswer asked) {
    constexpr double is_there = 1.2;
    const double gap = gap_now();
    const double aim = std::max(kept_, std::min(query_.target, 0.5 * gap));
    if (awaited_ && aim <= nearly_same * awaited_->gap) {
      begin_ = awaited_->time;
      return Outcome::impact;
    }
    awaited_.reset();
    if (gap <= is_there * kept_ || !(aim > 0.0)) {
      return Outcome::impact;
    }
    if (aim < query_.target || asked.gap < query_.target) {
      asked = ask(end, aim);
    }
    return take(end, asked, aim);
  }

  Outcome take(double end, const SpanAnswer& asked, double aim) {
    const bool is_exact = asked.deviation == 0.0;
    const bool holds = answers_for_truth(asked.impact) && asked.gap > 0.0 && (asked.gap >= aim || is_exact);
    if (!holds) {
      const bool is_finest = begin_ + (end - begin_) * span_cut <= begin_;
      return is_exact || is_finest ? Outcome::impact : Outcome::too_coarse;
    }
    if (asked.impact.status == ImpactStatus::clear) {
      certify(end, asked.gap);
      return Outcome::certified;
    }
    const double time = std::min(end, begin_ + asked.impact.time);
    if (asked.deviation > tolerances::gap_tolerance * aim) {
      certify(time, asked.gap);
      return Outcome::too_coarse;
    }
    return meet(time, asked.gap);
  }

  // A pair that aimed lower than the target, because it started near, parted first and comes back: asked again from
  // half-way, where it is near its furthest, it may keep more. So a series of bounces keeps gaps of its own height.
  Outcome meet(double time, double gap) {
    const double half_way = begin_ + 0.5 * (time - begin_);
    if (gap < query_.target && half_way > begin_) {
      awaited_ = Meeting{time, gap};
      certify(half_way, gap);
      return Outcome::certified;
    }
    certify(time, gap);
    return Outcome::impact;
  }

  struct Meeting {
    double time = 0.0;  // s
    double gap = 0.0;   // m
  };
  // Of what was aimed at before: less is not worth another question.
  static constexpr double nearly_same = 1.1;

  PairQuery query_;
  ShapePair shapes_;
  SpinBounds bounds_;
  AxisCache* cache_;
  bool are_looks_counted_ = false;
  double begin_ = 0.0;              // s, certified up to here
  double kept_ = 0.0;               // m, the most that a span has certified
  std::optional<Meeting> awaited_;  // found, but perhaps on a smaller gap than need be
  PairAnswer answer_;
};

}  // namespace

double spin_bound_of(const RigidBody& body, const KnownScrew* known) {
  return known != nullptr ? known->angular_acceleration : angular_acceleration_bound(body.segment, body.inertia);
}

PairAnswer first_contact_of_shapes(const PairQuery& query, const ShapePair& shapes, const SpinBounds& bounds,
                                   AxisCache* cache) {
  return ShapePairSearch(query, shapes, bounds, cache).run();
}

}  // namespace firstcontact
