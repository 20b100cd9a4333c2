#include "calendar/pair_query.hpp"

#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "calendar/body_boxes.hpp"
#include "calendar/near_shapes.hpp"
#include "calendar/shape_pair_search.hpp"
#include "core/tolerances.hpp"
#include "dynamics/flow.hpp"

namespace firstcontact {

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
    first_.certified_gap = std::numeric_limits<double>::infinity();
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
    take(first_contact_of_shapes(query_, {&shapes_a[i], &shapes_b[j]}, bounds_, cache));
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
