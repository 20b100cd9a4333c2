#include "calendar/seams.hpp"

#include <firstcontact/separation.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "calendar/near_shapes.hpp"
#include "calendar/reach.hpp"
#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

// Of a skin: a false bite that is no greater is given its room. The point bears all the same, as that of a ball does
// which begins to roll on a tile's edge.
constexpr double least_bite = 0.02;
// rad: by which a normal turns at an edge, at least. A face's does not.
constexpr double least_turn = 1e-3;
// Of a skin: less of a bite is rounding.
constexpr double rounding = 1e-9;

/// Two bodies that go on as they are.
struct Going {
  Velocity a, b;
  double duration = 0.0;  // s
};

// m: by how much the point closes until then.
double closing(const ContactPoint& point, const Going& going) {
  return -glm::dot(point.normal, relative_velocity(point, going.a, going.b)) * going.duration;
}

double room_of(const ContactPoint& point) { return std::max(0.0, point.separation - point.rest_gap); }

/// What points of two shapes would do, each at its worst, m.
struct Bite {
  double depth = -std::numeric_limits<double>::infinity();  // closes by so much more than its room
  double left = std::numeric_limits<double>::infinity();    // the gap that would be left
};

Bite bite_of(std::span<const ContactPoint> points, const Going& going) {
  Bite bite;
  for (const ContactPoint& point : points) {
    const double closes = closing(point, going);
    bite.depth = std::max(bite.depth, closes - room_of(point));
    bite.left = std::min(bite.left, point.separation - closes);
  }
  return bite;
}

RigidMotion motion_of(const RigidBody& body, const FlowState& state) {
  RigidMotion motion;
  motion.start = state.pose;
  if (!is_fixed(body)) {
    motion.linear_velocity = state.linear_velocity;
    motion.angular_velocity = state.angular_velocity;
  }
  return motion;
}

// One of a body's shapes, which of a surface is built.
ChosenShapes shape_of(const RigidBody& body, std::size_t number, BuiltTriangles& built) {
  const auto index = static_cast<Index>(number);
  if (!has_surface(*body.collider)) {
    return ChosenShapes(*body.collider, {index});
  }
  return {*body.collider, {index}, built.take(*body.collider, {index})};
}

/// Two shapes of a pair, and how they go on.
struct GoingShapes {
  ChosenShapes a, b;
  RigidMotion motion_a, motion_b;
  double duration = 0.0;  // s
};

/// Where two shapes are when the substep is over.
struct Ending {
  double gap = 0.0;  // m; negative where they overlap
  Vec3 normal{0.0};
};

Ending ending_of(const GoingShapes& shapes) {
  const PosedShape a{&shapes.a[0], pose_at(shapes.motion_a, shapes.duration)};
  const PosedShape b{&shapes.b[0], pose_at(shapes.motion_b, shapes.duration)};
  const Separation apart = separation(a, b, NearestVertices{});
  return {apart.distance - apart.depth, apart.normal};
}

// Whether the points' normal is not that in the end: the shapes go round an edge.
bool turns(const Ending& ending, const Vec3& normal) {
  return squared_length(glm::cross(ending.normal, normal)) > least_turn * least_turn;
}

// Whether they are further apart than `gap` (m) until then.
bool keep_apart(const GoingShapes& shapes, double gap) {
  TimeOfImpactOptions options;
  options.duration = shapes.duration;
  options.target = gap;
  options.tolerance = tolerances::gap_tolerance * gap;
  const TimeOfImpact met = time_of_impact({&shapes.a[0], shapes.motion_a}, {&shapes.b[0], shapes.motion_b}, options);
  return met.status == ImpactStatus::clear && met.target == options.target;
}

// So much more, m, but no more than they would use. What is to be lifted has none.
void give_room(double more, const Going& going, std::span<ContactPoint> points) {
  for (ContactPoint& point : points) {
    const double room = std::max(room_of(point), std::min(closing(point, going), room_of(point) + more));
    point.rest_gap = std::max(point.lift_gap, std::min(point.rest_gap, point.separation - room));
  }
}

// A body that sank to its gap stands a little deeper than it may, and the next tile would be a step to it by as much: a
// crawling one could not climb it. So an edge that it comes round lets it come as near as it stands, where it does.
void stand_alike(double gap, std::span<ContactPoint> points) {
  for (ContactPoint& point : points) {
    point.rest_gap = std::min(point.rest_gap, gap);
  }
}

enum class Verdict : std::uint8_t { bears, bears_with_room, passes };

// The least gap on the way counts, not only the one in the end: an edge that comes past another is nearest in the
// middle. [Columns.*]
Verdict verdict_of(const GoingShapes& shapes, const Bite& bite, double gap, double skin) {
  const double least = tolerances::passing_gap * skin;
  if (gap <= least || gap - bite.left <= 0.5 * bite.depth) {
    return Verdict::bears;
  }
  if (bite.depth < least_bite * skin) {
    return Verdict::bears_with_room;
  }
  return keep_apart(shapes, least) ? Verdict::passes : Verdict::bears;
}

GoingShapes shapes_of(const WorldState& world, PairRecord& pair, std::uint64_t shapes) {
  const RigidBody& a = world.bodies[pair.a];
  const RigidBody& b = world.bodies[pair.b];
  const std::size_t row = shape_count(*b.collider);
  return {
      shape_of(a, (shapes - 1) / row, pair.triangles), shape_of(b, (shapes - 1) % row, pair.triangles), {}, {}, 0.0};
}

RigidMotion motion_of(const SolverBody& body) {
  RigidMotion motion;
  motion.start = body.pose;
  motion.linear_velocity = body.before.linear;
  motion.angular_velocity = body.before.angular;
  return motion;
}

}  // namespace

void leave_out_false_bites(const WorldState& world, PairRecord& pair, std::size_t first, ContactProblem& problem) {
  const std::span rows = std::span(problem.rows).subspan(first);
  const auto closes = [&](const ContactConstraint& row) {
    return -problem.duration * glm::dot(row.normal, middle_velocity(problem, row, &SolverBody::before));
  };
  Bite bite;
  for (const ContactConstraint& row : rows) {
    bite.depth = std::max(bite.depth, closes(row) - row.room);
    bite.left = std::min(bite.left, row.separation - closes(row));
  }
  if (rows.empty() || bite.depth <= rounding * pair.skin || rows.front().shapes == 0) {
    return;
  }
  GoingShapes shapes = shapes_of(world, pair, rows.front().shapes);
  shapes.motion_a = motion_of(problem.bodies[rows.front().a]);
  shapes.motion_b = motion_of(problem.bodies[rows.front().b]);
  shapes.duration = problem.duration;
  const Ending ending = ending_of(shapes);
  const Verdict verdict = verdict_of(shapes, bite, ending.gap, pair.skin);
  if (verdict == Verdict::passes) {
    problem.rows.erase(problem.rows.begin() + static_cast<std::ptrdiff_t>(first), problem.rows.end());
  } else if (verdict == Verdict::bears_with_room && turns(ending, rows.front().normal)) {
    for (ContactConstraint& row : rows) {
      row.room = std::max(row.room, closes(row));
    }
  }
}

void leave_out_false_bites(WorldState& world, std::uint32_t index, double time, const OwnPoints& own) {
  PairRecord& pair = world.pairs[index];
  const RigidBody& body_a = world.bodies[pair.a];
  const RigidBody& body_b = world.bodies[pair.b];
  const FlowState& a = state_of(world, pair.a, time);
  const FlowState& b = state_of(world, pair.b, time);
  const Going going{
      {a.linear_velocity, a.angular_velocity}, {b.linear_velocity, b.angular_velocity}, world.substep_end - time};
  const double stands_at = std::min(body_a.stands_at, body_b.stands_at);
  leave_out_shapes(own, [&](std::span<ContactPoint> points) {
    Bite bite = bite_of(points, going);
    const std::uint64_t shapes_of_both = points.front().shapes;
    if (bite.depth <= rounding * pair.skin || shapes_of_both == 0) {
      return false;
    }
    const std::size_t row = shape_count(*body_b.collider);
    const GoingShapes shapes{shape_of(body_a, (shapes_of_both - 1) / row, pair.triangles),
                             shape_of(body_b, (shapes_of_both - 1) % row, pair.triangles), motion_of(body_a, a),
                             motion_of(body_b, b), going.duration};
    const Ending ending = ending_of(shapes);
    const double gap = ending.gap;
    if (gap > tolerances::passing_gap * pair.skin && turns(ending, points.front().normal)) {
      stand_alike(std::max(gap, stands_at), points);
      bite = bite_of(points, going);
    }
    const Verdict verdict = verdict_of(shapes, bite, gap, pair.skin);
    if (verdict == Verdict::bears_with_room) {
      give_room(gap - bite.left, going, points);
    }
    return verdict == Verdict::passes;
  });
}

}  // namespace firstcontact
