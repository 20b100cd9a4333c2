#include "calendar/seams.hpp"

#include <firstcontact/separation.hpp>
#include <firstcontact/triangle_surface.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

#include "calendar/near_shapes.hpp"
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

/// What points of two shapes would do, each at its worst, m.
struct Bite {
  double depth = -std::numeric_limits<double>::infinity();  // closes by so much more than its room
  double left = std::numeric_limits<double>::infinity();    // the gap that would be left
};

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

}  // namespace firstcontact
