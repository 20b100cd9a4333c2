// What is known of two bodies that may meet: where they bear on each other, and what each answer left for the next.
#pragma once

#include <firstcontact/octree.hpp>
#include <firstcontact/time_of_impact.hpp>

#include <cstdint>
#include <span>
#include <vector>

#include "calendar/near_shapes.hpp"
#include "core/short_list.hpp"
#include "dynamics/contact_point.hpp"

namespace firstcontact {

/// What was found last at one contact point, kept to start the next solve from.
struct StoredImpulse {
  std::uint64_t feature = 0;
  Vec3 point_local_b{0.0};  // m, in b's frame: where it was
  double normal_impulse = 0.0;
  Vec3 friction_impulse{0.0};
  Vec3 normal{0.0};  // unit: along which
};

/// A certified gap between two shapes, or two bodies: along `normal` (unit, from a to b) they are this far apart.
struct Nearness {
  double gap = 0.0;  // m
  Vec3 normal{0.0};
};

/// A point where two shapes bear on each other, or may.
struct BearingPoint {
  Vec3 normal{0.0};           // unit, from a to b
  Vec3 at{0.0};               // m, world
  double separation = 0.0;    // m
  std::uint64_t feature = 0;  // names the point from step to step
  std::uint64_t shapes = 0;   // which two of the bodies' shapes, by number; 0: the bodies as wholes
};

/// The nearest points of two shapes, with the direction between them: where and along what they will really meet.
struct Witness {
  BearingPoint point;
  double tilt = 0.0;  // rad: between that direction and the manifold's normal, which is a face's
};

/// Of every two shapes, or one for all.
using NearnessList = ShortList<Nearness, 1>;

/// Where two bodies bear on each other.
struct PairContact {
  std::uint32_t pair = 0;
  std::span<const ContactPoint> points;  // a and b are body indices here
  double nearest = 0.0;                  // m: the least separation of any point
};

/// The same, with points of its own: found at some moment of a substep, and not remembered.
struct FoundPoints {
  std::vector<ContactPoint> points;
  double nearest = 0.0;  // m
};

/// What the narrowphase finds of two bodies.
struct FoundContact {
  ShortList<BearingPoint, 5> points;  // a manifold's four, and the nearest one
  ShortList<Witness, 1> witnesses;    // one per pair of shapes in reach
  NearnessList nearness;
  NearestVertices nearest;  // of the last two shapes, for when the same two are asked next
};

/// A contact point as it rides on the two bodies; the rest of it is the pair's.
struct MeasuredPoint {
  MeasuredPoint(const BearingPoint& bearing, const Vec3& on_a, const Vec3& on_b, const Vec3& belt)
      : normal(bearing.normal),
        arm_a(on_a),
        arm_b(on_b),
        surface_velocity(belt),
        separation(bearing.separation),
        feature(bearing.feature),
        shapes(bearing.shapes) {}

  Vec3 normal{0.0};            // from a to b
  Vec3 arm_a{0.0};             // m, in a's frame
  Vec3 arm_b{0.0};             // m, in b's
  Vec3 surface_velocity{0.0};  // m/s
  double separation = 0.0;     // m
  std::uint64_t feature = 0;
  std::uint64_t shapes = 0;
};

/// What the narrowphase found of a pair, and where: it lasts while the two bodies hardly move past each other.
struct MeasuredContact {
  double margin = -1.0;  // m: points were looked for within this; negative when nothing was measured yet
  double time = 0.0;     // s
  Pose pose_a, pose_b;
  NearnessList nearness;
  NearestVertices nearest;  // of two shapes
  std::vector<MeasuredPoint> points;
};

/// A candidate pair: two bodies the broadphase could not tell apart in this step. What is asked of every pair in every
/// substep comes first, in one line of the cache: most pairs are too far apart for anything else of theirs to be read.
struct alignas(64) PairRecord {
  BodyIndex a = 0, b = 0;  // a < b
  /// m: the bodies' ways (WorldState::ways) that would use up the gap last measured; negative when there is none.
  double ways_to_meet = -1.0;
  double skin = 0.0;  // m: the scale of all the gaps this pair keeps (tolerances.hpp)
  double restitution = 0.0;
  double resting_speed = 0.0;                      // m/s: slower approaches are lasting contact, not impacts
  double predicted_until = -1.0;                   // s: what the last prediction says holds until then
  std::uint32_t predicted_a = 0, predicted_b = 0;  // versions of the bodies at the last prediction
  bool overlapping = false;  // overlapped at the start of the scene and is still being pushed apart
  bool active = false;       // it has rows in the present piece
  bool squeezed = false;     // the kinematic body of the pair waits, because the other cannot give way
  bool presses = false;      // one of its bodies bears on the other along their present chords
  bool touching = false;     // lasting contact was reported to have begun, and not to have ended
  int impacts_this_step = 0;
  int impacts_this_substep = 0;
  int looks_since_impact = 0;  // PairAnswer::looks of all queries in this step since it last met
  double friction = 0.0;
  double rolling_friction = 0.0;   // m
  double spinning_friction = 0.0;  // m
  MeasuredContact measured;
  std::vector<AxisCache> caches;
  BuiltTriangles triangles;  // where one of the two has a surface of many
  std::vector<StoredImpulse> impulses;
  double impulses_substep = 0.0;  // s: the substep that they were found for
};

}  // namespace firstcontact
