#include "calendar/pair_query.hpp"

#include <firstcontact/separation.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "calendar/body_boxes.hpp"
#include "calendar/near_shapes.hpp"
#include "core/tolerances.hpp"
#include "dynamics/flow.hpp"
#include "dynamics/whirl.hpp"

namespace firstcontact {

namespace {

constexpr double no_gap_yet = std::numeric_limits<double>::infinity();
// A span is cut in four when its screws stray too far: the deviation falls sixteenfold.
constexpr double span_cut = 0.25;
// A pair that needs more is so near, and turns so fast, that its next impact is better answered than waited for.
constexpr int most_spans = 256;
// rad: a body that turns by more in what is asked is looked for in the solid of revolution that it turns in first.
// Where it turns by less, but is so much larger than the other, that sees it go by as fast: looks are counted for both.
constexpr double whole_turn = 6.283185307179586;
// Of the gap: how far the screws over the first span may stray, of a body that whirls.
constexpr double first_deviation = 0.25;

struct ShapePair {
  const ConvexShape* a;
  const ConvexShape* b;
};

struct SpinBounds {
  double a, b;  // rad/s^2
};

// rad/s^2
double spin_bound_of(const RigidBody& body, const KnownScrew* known) {
  return known != nullptr ? known->angular_acceleration : angular_acceleration_bound(body.segment, body.inertia);
}

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
    answer_.certified_gap = no_gap_yet;
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

KnownScrew find_screw(const RigidBody& body, double begin, double end) {
  KnownScrew known{body.version, begin, end, angular_acceleration_bound(body.segment, body.inertia), {}};
  known.motion = screw_over(body.segment, body.inertia, {begin, end, 0.0, known.angular_acceleration});
  return known;
}

namespace {

// Every pair of shapes has a memory of its own. Where shapes are chosen, few of many are near, and a few memories go
// round: what one knows of other shapes is certified anew like anything else.
constexpr std::size_t caches_of_chosen = 128;

// Fewer pairs of shapes are sooner asked than boxed.
constexpr std::size_t fewest_boxed = 4;

// m, world: where each of the shapes is during the motion, and `reach` around it.
std::vector<Aabb> boxes_of_ways(const ChosenShapes& shapes, const KnownScrew& screw, double reach) {
  const double duration = screw.end - screw.begin;
  const RigidMotion& motion = screw.motion;
  const Aabb path = swept_box(motion, Vec3(0.0), 0.0, duration);
  const double turn = std::min(2.0, duration * std::sqrt(squared_length(motion.angular_velocity)));
  std::vector<Aabb> boxes(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const double radius = shapes[i].radius;
    const double strays = screw_deviation({screw.begin, screw.end, radius, screw.angular_acceleration});
    const Aabb box = close_box(shapes[i], {Vec3(0.0), motion.start.orientation});
    boxes[i] = grown({path.low + box.low, path.high + box.high}, turn * radius + strays + reach);
  }
  return boxes;
}

/// Asks pairs of shapes one after the other; an impact shortens what is asked of the next.
class BodyPairSearch {
 public:
  BodyPairSearch(const PairQuery& query, std::vector<AxisCache>& caches)
      : query_(query),
        caches_(caches),
        row_(shape_count(*query.b->collider)),
        bounds_{spin_bound_of(*query.a, query.screw_a), spin_bound_of(*query.b, query.screw_b)} {
    first_.certified_gap = no_gap_yet;
  }

  void ask(const ChosenShapes& shapes_a, const ChosenShapes& shapes_b, double begin, double end) {
    query_.begin = begin;
    query_.end = std::min(end, first_.impact_time.value_or(end));
    if (shapes_a.size() * shapes_b.size() < fewest_boxed) {
      ask_all(shapes_a, shapes_b);
    } else {
      ask_those_that_may_meet(shapes_a, shapes_b);
    }
  }

  [[nodiscard]] const PairAnswer& first() const { return first_; }

 private:
  void ask_all(const ChosenShapes& shapes_a, const ChosenShapes& shapes_b) {
    for (std::size_t i = 0; i < shapes_a.size(); ++i) {
      for (std::size_t j = 0; j < shapes_b.size(); ++j) {
        ask_pair(shapes_a, i, shapes_b, j);
      }
    }
  }

  // Most shapes of two chain links are nowhere near each other, though the links are.
  void ask_those_that_may_meet(const ChosenShapes& shapes_a, const ChosenShapes& shapes_b) {
    know_screws();
    // Twice the target: a query that touches may answer with a gap a little above it.
    const std::vector<Aabb> boxes_a = boxes_of_ways(shapes_a, *query_.screw_a, 2.0 * query_.target);
    const std::vector<Aabb> boxes_b = boxes_of_ways(shapes_b, *query_.screw_b, 0.0);
    for (std::size_t i = 0; i < shapes_a.size(); ++i) {
      for (std::size_t j = 0; j < shapes_b.size(); ++j) {
        if (overlaps(boxes_a[i], boxes_b[j])) {
          know_screws();
          ask_pair(shapes_a, i, shapes_b, j);
        }
      }
    }
  }

  void ask_pair(const ChosenShapes& shapes_a, std::size_t i, const ChosenShapes& shapes_b, std::size_t j) {
    AxisCache* cache = &caches_[(shapes_a.number(i) * row_ + shapes_b.number(j)) % caches_.size()];
    take(ShapePairSearch(query_, {&shapes_a[i], &shapes_b[j]}, bounds_, cache).run());
  }

  // Those over what is left of the query, found once for all pairs of shapes.
  void know_screws() {
    query_.screw_a = known(query_.screw_a, *query_.a, found_a_);
    query_.screw_b = known(query_.screw_b, *query_.b, found_b_);
  }

  const KnownScrew* known(const KnownScrew* screw, const RigidBody& body, KnownScrew& found) const {
    if (screw != nullptr && screw->begin == query_.begin && screw->end == query_.end) {
      return screw;
    }
    found = find_screw(body, query_.begin, query_.end);
    return &found;
  }

  void take(const PairAnswer& answer) {
    first_.queries += answer.queries;
    first_.looks += answer.looks;
    query_.most_looks = std::max(tolerances::fewest_looks, query_.most_looks - answer.looks);
    first_.came_near = first_.came_near || answer.came_near;
    first_.certified_gap = std::min(first_.certified_gap, answer.certified_gap);
    if (answer.impact_time) {
      first_.impact_time = answer.impact_time;
      query_.end = *answer.impact_time;  // later ones no longer matter
    }
  }

  PairQuery query_;
  std::vector<AxisCache>& caches_;
  std::size_t row_;
  SpinBounds bounds_;
  KnownScrew found_a_, found_b_;
  PairAnswer first_;
};

struct TimeSpan {
  double begin = 0.0, end = 0.0;  // s
};

/// Two bodies, of which one stands still and has so many shapes that they are chosen.
struct ManyAndOther {
  const RigidBody& many;
  const RigidBody& other;
  bool is_many_first;
};

void ask_about(const ManyAndOther& bodies, const ChosenShapes& near, const ChosenShapes& of_other, const TimeSpan& span,
               BodyPairSearch& search) {
  search.ask(bodies.is_many_first ? near : of_other, bodies.is_many_first ? of_other : near, span.begin, span.end);
}

// For each shape of the other body those beside its own way: a tree's hulls are each near a few triangles of the ground
// below the tree.
void ask_each(const ManyAndOther& bodies, const TimeSpan& span, double reach, BuiltTriangles& triangles,
              BodyPairSearch& search) {
  const ChosenShapes all(*bodies.other.collider);
  const std::vector<Aabb> boxes = boxes_of_ways(all, find_screw(bodies.other, span.begin, span.end), reach);
  Aabb whole;
  for (const Aabb& box : boxes) {
    whole = merged(whole, box);
  }
  const ChosenShapes near_whole = shapes_in(bodies.many, whole, triangles);  // builds what is built once
  for (Index i = 0; i < all.size() && near_whole.size() > 0; ++i) {
    const ChosenShapes near = shapes_in_part(bodies.many, boxes[i], triangles);
    if (near.size() > 0) {
      ask_about(bodies, near, ChosenShapes(*bodies.other.collider, {i}), span, search);
    }
  }
}

// Stretch by stretch of the other body's way.
PairAnswer first_contact_with_many(const PairQuery& query, std::vector<AxisCache>& caches, BuiltTriangles& triangles) {
  const bool is_a = has_many_shapes(*query.a);
  const ManyAndOther bodies{is_a ? *query.a : *query.b, is_a ? *query.b : *query.a, is_a};
  const int stretches = stretches_of_way(bodies.other, query.begin, query.end);
  // Twice the target: a query that touches may answer with a gap a little above it.
  const double reach = 2.0 * query.target;
  BodyPairSearch search(query, caches);
  TimeSpan span{query.begin, query.begin};
  for (int i = 1; i <= stretches && !search.first().impact_time; ++i) {
    span.end = i == stretches ? query.end : query.begin + (query.end - query.begin) * i / stretches;
    if (shape_count(*bodies.other.collider) > 1) {
      ask_each(bodies, span, reach, triangles, search);
    } else {
      const Aabb way = box_of_way(bodies.other, span.begin, span.end, reach);
      ask_about(bodies, shapes_in(bodies.many, way, triangles), ChosenShapes(*bodies.other.collider), span, search);
    }
    span.begin = span.end;
  }
  return search.first();
}

}  // namespace

PairAnswer first_contact(const PairQuery& query, std::vector<AxisCache>& caches, BuiltTriangles& triangles) {
  if (has_many_shapes(*query.a) || has_many_shapes(*query.b)) {
    caches.resize(caches_of_chosen);
    return first_contact_with_many(query, caches, triangles);
  }
  const ChosenShapes shapes_a(*query.a->collider);
  const ChosenShapes shapes_b(*query.b->collider);
  caches.resize(shapes_a.size() * shapes_b.size());
  BodyPairSearch search(query, caches);
  search.ask(shapes_a, shapes_b, query.begin, query.end);
  return search.first();
}

}  // namespace firstcontact
