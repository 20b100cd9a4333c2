// Where two bodies bear on each other: their shapes' manifolds, or their nearest points.
#include <firstcontact/separation.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include "calendar/body_boxes.hpp"
#include "calendar/near_shapes.hpp"
#include "calendar/way_out.hpp"
#include "calendar/world_state.hpp"
#include "core/short_list.hpp"
#include "core/tolerances.hpp"
#include "narrowphase/seams.hpp"

namespace firstcontact {

ContactPoint point_of_pair(const PairRecord& pair) {
  ContactPoint point;
  point.a = pair.a;
  point.b = pair.b;
  point.friction = pair.friction;
  point.rolling_friction = pair.rolling_friction;
  point.spinning_friction = pair.spinning_friction;
  point.restitution = pair.restitution;
  point.rest_gap = tolerances::rest_gap * pair.skin;
  return point;
}

namespace {

// m: how far apart two boxes are along the axis that shows most; negative when they overlap.
double gap_of_boxes(const Aabb& a, const Aabb& b) {
  const Vec3 gaps = glm::max(b.low - a.high, a.low - b.high);
  return std::max({gaps.x, gaps.y, gaps.z});
}

// The axis along which two boxes are furthest apart.
Nearness nearness_of_boxes(const Aabb& a, const Aabb& b) {
  Nearness best{-std::numeric_limits<double>::infinity(), Vec3(0.0)};
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 normal(0.0);
    const bool is_b_above = b.low[axis] - a.high[axis] >= a.low[axis] - b.high[axis];
    normal[axis] = is_b_above ? 1.0 : -1.0;
    const double gap = is_b_above ? b.low[axis] - a.high[axis] : a.low[axis] - b.high[axis];
    best = gap > best.gap ? Nearness{gap, normal} : best;
  }
  return best;
}

// Of a skin: a manifold whose nearest point is this much further off than the shapes are lacks a point.
constexpr double nearest_slack = 0.01;

struct PosedShapes {
  PosedShape a, b;
  std::uint64_t shapes = 0;  // which two of the bodies' shapes
};

// The nearest points of the two shapes, or the deepest when they overlap.
BearingPoint witness_point(const PosedShapes& posed, const Separation& apart) {
  return {apart.normal, 0.5 * (apart.point_a + apart.point_b), apart.distance - apart.depth, posed.shapes << 48U,
          posed.shapes};
}

// Returns the least separation, m: infinity where there is no point.
double add_manifold_points(const PosedShapes& posed, const Manifold& manifold, FoundContact& found) {
  double nearest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < manifold.count; ++i) {
    const ManifoldPoint& point = manifold.points[static_cast<std::size_t>(i)];
    BearingPoint& bearing = found.points.add();
    bearing.normal = manifold.normal;
    bearing.at = point.point;
    bearing.separation = point.separation;
    bearing.feature = point.feature ^ (posed.shapes * 0x9E3779B97F4A7C15ULL);
    bearing.shapes = posed.shapes;
    nearest = std::min(nearest, point.separation);
  }
  return nearest;
}

bool is_beyond_a_seam(const PosedShapes& posed, const Separation& apart) {
  return !is_own_contact(*posed.a.shape, apart.feature_a, rotate_inverse(posed.a.pose.orientation, apart.normal)) ||
         !is_own_contact(*posed.b.shape, apart.feature_b, rotate_inverse(posed.b.pose.orientation, -apart.normal));
}

struct PosedBody {
  const RigidBody& body;
  Pose pose;
  const CloseBoxes& boxes;
};

/// A pair's question to its shapes.
struct ShapeQuestion {
  const PairRecord& pair;
  PosedBody a, b;
  double margin;  // m
  BuiltTriangles& triangles;
  std::vector<OverlappingShapes>& overlapping;
};

// Those of a body across a surface, which has to be led out of all its triangles at once.
void note_overlap(const PosedShapes& posed, const Separation& apart, std::vector<OverlappingShapes>& overlapping) {
  const bool is_at_surface = is_of_surface(*posed.a.shape) || is_of_surface(*posed.b.shape);
  if (apart.depth > 0.0 && is_at_surface) {
    overlapping.push_back({posed.a, posed.b});
  }
}

// Of two shapes whose boxes overlap, or nearly do.
Nearness add_shape_contact(const ShapeQuestion& asked, const PosedShapes& posed, FoundContact& found) {
  const double margin = asked.margin;
  const Separation apart = separation(posed.a, posed.b, asked.pair.measured.nearest);
  found.nearest = apart.nearest;
  const Nearness nearness{apart.lower_bound, apart.normal};
  note_overlap(posed, apart, asked.overlapping);
  if (apart.distance > margin || is_beyond_a_seam(posed, apart)) {
    return nearness;
  }
  const Manifold manifold = contact_manifold(posed.a, posed.b, apart, margin);
  const bool is_deep = apart.depth > margin;  // then the way out is all that matters
  const double nearest =
      is_deep ? std::numeric_limits<double>::infinity() : add_manifold_points(posed, manifold, found);
  const BearingPoint witness = witness_point(posed, apart);
  const double tilt = is_deep ? 0.0 : std::sqrt(squared_length(glm::cross(manifold.normal, apart.normal)));
  found.witnesses.push_back({witness, tilt});
  // A face of a smooth hull may lie further off than a corner beside it: the point that will meet first is always in.
  if (apart.distance - apart.depth < nearest - nearest_slack * asked.pair.skin) {
    found.points.push_back(witness);
  }
  return nearness;
}

}  // namespace

namespace {

// m/s: of b's belt against a's. Only what runs along the surface carries; a belt that runs into it would be a shove.
Vec3 belt_velocity(const RigidBody& a, const Pose& pose_a, const RigidBody& b, const Pose& pose_b) {
  const Vec3 zero(0.0);
  if (a.surface_velocity_local == zero && b.surface_velocity_local == zero) {
    return zero;
  }
  return rotate(pose_b.orientation, b.surface_velocity_local) - rotate(pose_a.orientation, a.surface_velocity_local);
}

// Of the smaller body's radius: how much wider than its margin a body's surroundings are looked at, so that what was
// measured lasts for some way.
constexpr double room_of_choice = 0.1;

// A shape that was not asked lies beyond one of the six sides of the other body's box, in the axes of its own body, by
// `reach` at least. Nothing is said of which: what holds for all six holds for it.
void add_nearness_of_the_rest(const Pose& pose, double reach, NearnessList& nearness) {
  const Mat3 axes = rotation_matrix(pose.orientation);
  for (int axis = 0; axis < 3; ++axis) {
    nearness.push_back({reach, axes[axis]});
    nearness.push_back({reach, -axes[axis]});
  }
}

using ShapeBoxes = ShortList<Aabb, 1>;  // m, world

// The box of the collider's only shape is the collider's.
ShapeBoxes boxes_of(const PosedBody& posed, const ChosenShapes& shapes) {
  ShapeBoxes boxes;
  if (posed.body.collider->shapes.size() == 1) {
    boxes.push_back(posed.boxes.whole);
    return boxes;
  }
  const std::vector<Aabb>& known = posed.boxes.of_shapes;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    boxes.push_back(known.empty() ? close_box(shapes[i], posed.pose) : known[shapes.number(i)]);
  }
  return boxes;
}

void add_contact_of_shapes(const ShapeQuestion& asked, const ChosenShapes& near_a, const ChosenShapes& near_b,
                           FoundContact& found) {
  const ShapeBoxes boxes_a = boxes_of(asked.a, near_a);
  const ShapeBoxes boxes_b = boxes_of(asked.b, near_b);
  const std::size_t row = shape_count(*asked.b.body.collider);
  for (std::size_t i = 0; i < near_a.size(); ++i) {
    const Aabb& box_a = boxes_a.begin()[i];
    for (std::size_t j = 0; j < near_b.size(); ++j) {
      const Aabb& box_b = boxes_b.begin()[j];
      const std::uint64_t shapes = near_a.number(i) * row + near_b.number(j) + 1;
      const PosedShapes posed{{&near_a[i], asked.a.pose}, {&near_b[j], asked.b.pose}, shapes};
      found.nearness.push_back(gap_of_boxes(box_a, box_b) > asked.margin ? nearness_of_boxes(box_a, box_b)
                                                                         : add_shape_contact(asked, posed, found));
    }
  }
}

// One of the two bodies has so many shapes that they are chosen: for each shape of the other those within `reach` of
// its own box.
void add_contact_with_many(const ShapeQuestion& asked, double reach, FoundContact& found) {
  const bool is_many_first = has_many_shapes(asked.a.body);
  const PosedBody& many = is_many_first ? asked.a : asked.b;
  const PosedBody& other = is_many_first ? asked.b : asked.a;
  const auto add = [&](const ChosenShapes& near, const ChosenShapes& of_other) {
    add_contact_of_shapes(asked, is_many_first ? near : of_other, is_many_first ? of_other : near, found);
  };
  const ChosenShapes near = shapes_in(many.body, grown(other.boxes.whole, reach), asked.triangles);
  const ChosenShapes all(*other.body.collider);
  if (all.size() == 1) {
    add(near, all);
  } else {
    for (Index i = 0; i < all.size() && near.size() > 0; ++i) {
      const Aabb box = close_box(all[i], other.pose);
      add(shapes_in_part(many.body, grown(box, reach), asked.triangles), ChosenShapes(*other.body.collider, {i}));
    }
  }
  add_nearness_of_the_rest(many.pose, reach, found.nearness);
}

// One contact for all, at the moving body's centre: it is to go out as it stands, not to be turned.
void lead_out(const ShapeQuestion& asked, FoundContact& found) {
  const WayOut way = way_out(asked.overlapping);
  const Vec3& at = asked.a.body.is_dynamic() ? asked.a.pose.position : asked.b.pose.position;
  found.points = {};
  found.witnesses = {};
  found.points.push_back({way.normal, at, -way.depth, 0, 0});
  found.witnesses.push_back({{way.normal, at, -way.depth, 0, 0}, 0.0});
}

void add_contact_of_bodies(const ShapeQuestion& asked, FoundContact& found) {
  if (has_many_shapes(asked.a.body) || has_many_shapes(asked.b.body)) {
    const double size = std::min(asked.a.body.collider->radius, asked.b.body.collider->radius);
    add_contact_with_many(asked, asked.margin + room_of_choice * size, found);
  } else {
    add_contact_of_shapes(asked, ChosenShapes(*asked.a.body.collider), ChosenShapes(*asked.b.body.collider), found);
  }
  if (!asked.overlapping.empty()) {
    lead_out(asked, found);
  }
}

}  // namespace

Vec3 surface_velocity(const Vec3& belt, const Vec3& normal) { return belt - glm::dot(normal, belt) * normal; }

PosedPair posed_pair(const WorldState& world, const PairRecord& pair, double time) {
  const RigidBody& a = world.bodies[pair.a];
  const RigidBody& b = world.bodies[pair.b];
  return {&pair, &a, &b, state_at(a, time).pose, state_at(b, time).pose};
}

namespace {

// Of poses that may have been asked for before.
PosedPair posed_pair_as_known(WorldState& world, const PairRecord& pair, double time) {
  return {&pair, &world.bodies[pair.a], &world.bodies[pair.b], state_of(world, pair.a, time).pose,
          state_of(world, pair.b, time).pose};
}

FoundContact find_contact_of(const ShapeQuestion& asked) {
  FoundContact found;
  if (gap_of_boxes(asked.a.boxes.whole, asked.b.boxes.whole) > asked.margin) {
    found.nearness.push_back(nearness_of_boxes(asked.a.boxes.whole, asked.b.boxes.whole));
    return found;
  }
  add_contact_of_bodies(asked, found);
  return found;
}

}  // namespace

Vec3 belt_of(WorldState& world, const PairRecord& pair, double time) {
  return belt_velocity(world.bodies[pair.a], state_of(world, pair.a, time).pose, world.bodies[pair.b],
                       state_of(world, pair.b, time).pose);
}

ContactPoint contact_point(const PosedPair& posed, const BearingPoint& bearing) {
  ContactPoint point = point_of_pair(*posed.pair);
  point.normal = bearing.normal;
  point.arm_a = bearing.at - posed.pose_a.position;
  point.arm_b = bearing.at - posed.pose_b.position;
  point.separation = bearing.separation;
  point.feature = bearing.feature;
  point.shapes = bearing.shapes;
  point.surface_velocity =
      surface_velocity(belt_velocity(*posed.a, posed.pose_a, *posed.b, posed.pose_b), bearing.normal);
  return point;
}

ContactPoint contact_point(WorldState& world, const PairRecord& pair, const BearingPoint& bearing, double time) {
  return contact_point(posed_pair_as_known(world, pair, time), bearing);
}

double least_separation(const FoundContact& found) {
  double least = std::numeric_limits<double>::infinity();
  for (const BearingPoint& point : found.points) {
    least = std::min(least, point.separation);
  }
  return least;
}

FoundContact find_contact(const PosedPair& posed, double margin) {
  BuiltTriangles nothing_yet;
  std::vector<OverlappingShapes> overlapping;
  const CloseBoxes boxes_a = close_boxes(*posed.a->collider, posed.pose_a);
  const CloseBoxes boxes_b = close_boxes(*posed.b->collider, posed.pose_b);
  return find_contact_of({*posed.pair,
                          {*posed.a, posed.pose_a, boxes_a},
                          {*posed.b, posed.pose_b, boxes_b},
                          margin,
                          nothing_yet,
                          overlapping});
}

FoundContact find_contact(WorldState& world, const PosedPair& posed, double margin) {
  BuiltTriangles nothing_yet;
  std::vector<OverlappingShapes> overlapping;
  return find_contact_of({*posed.pair,
                          {*posed.a, posed.pose_a, close_boxes(world, posed.pair->a, posed.pose_a)},
                          {*posed.b, posed.pose_b, close_boxes(world, posed.pair->b, posed.pose_b)},
                          margin,
                          nothing_yet,
                          overlapping});
}

FoundContact find_contact(WorldState& world, std::uint32_t index, double time, double margin) {
  PairRecord& pair = world.pairs[index];
  const PosedPair posed = posed_pair_as_known(world, pair, time);
  std::vector<OverlappingShapes> overlapping;
  return find_contact_of({pair,
                          {*posed.a, posed.pose_a, close_boxes(world, pair.a, posed.pose_a)},
                          {*posed.b, posed.pose_b, close_boxes(world, pair.b, posed.pose_b)},
                          margin,
                          pair.triangles,
                          overlapping});
}

FoundPoints pair_contact(WorldState& world, std::uint32_t index, double time, double margin) {
  const PairRecord& pair = world.pairs[index];
  const FoundContact found = find_contact(world, index, time, margin);
  FoundPoints contact{{}, std::min(margin, least_separation(found))};
  for (const BearingPoint& bearing : found.points) {
    contact.points.push_back(contact_point(world, pair, bearing, time));
  }
  return contact;
}

}  // namespace firstcontact
