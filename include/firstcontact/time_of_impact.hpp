// When do two moving convex shapes first touch, rotation included, and when do they not.
//
// The promise, and its side: an answer is never late and never missed; it may be early by the tolerance. Doubt is never
// reported as `clear`. Pure functions; call them from any thread. The mathematics: docs/method.md.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/motion.hpp>
#include <firstcontact/shape.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace firstcontact {

/// A convex shape and the motion of its local origin. Does not own the shape, which must outlive the call.
struct MovingShape {
  const ConvexShape* shape = nullptr;
  RigidMotion motion;
};

enum class ImpactStatus : std::uint8_t {
  clear,      // further apart than the target at every instant of [0, duration]
  touches,    // at `time` the gap is in (0, target + tolerance], and it was more than the target before (see `target`)
  overlaps,   // they interpenetrate (or touch exactly) at the start: time 0, `depth` says how deep
  undecided,  // arithmetic could not decide beyond `time`, up to which they are certified apart
};

/// What closed last: the kind of axis that held the shapes apart just before the impact.
enum class ClosingFeature : std::uint8_t { face_a, face_b, edges, vertex, core };

struct TimeOfImpactOptions {
  double duration = 1.0;    // s
  double target = 1e-4;     // m: the gap at which shapes count as touching. A pair that starts nearer than target +
                            // tolerance is given half of its present gap as target, so that a skin never blocks motion
  double tolerance = 1e-5;  // m: how much earlier than the target gap contact may be reported, > 0
  int max_iterations = 10000;  // then: undecided at the last certified time
};

struct TimeOfImpact {
  ImpactStatus status = ImpactStatus::undecided;
  double time = 0.0;           // s, of impact; when not `touches`: the last time known safe
  double gap = 0.0;            // m, distance at `time` (a lower bound when clear: the target that was certified)
  double target = 0.0;         // m, the target that was really used (smaller than asked when the start is nearer)
  Vec3 normal{0.0, 1.0, 0.0};  // unit, from a to b, at `time`
  Vec3 point{0.0};             // m, world, midway between the witness points at `time`
  double depth = 0.0;          // m, penetration depth at the start when `overlaps`
  ClosingFeature feature = ClosingFeature::core;
  int iterations = 0;  // distance queries used
};

/// Where a separating axis was last measured: while the bodies have moved less since than the separation it showed,
/// no vertex needs to be looked at. Believed for shapes of the same identity and sizes only, and written by
/// time_of_impact alone.
struct MeasuredAxis {
  const void* shape_a = nullptr;  // identity_of
  const void* shape_b = nullptr;
  double mark_a = 0.0;  // m: made of the shapes' own sizes: another shape at the same address hardly has the same
  double mark_b = 0.0;
  double separation = 0.0;  // m, of the cores, rounding taken off
  Vec3 normal{0.0};         // unit, world, from a to b
  Vec3 offset{0.0};         // m: b's reference point minus a's
  Quat orientation_a{1.0, 0.0, 0.0, 0.0};
  Quat orientation_b{1.0, 0.0, 0.0, 0.0};
};

/// Vertices of both cores that carried the nearest points: the same ones, or nearly, carry them a little later.
struct NearestVertices {
  const void* shape_a = nullptr;  // identity_of
  const void* shape_b = nullptr;
  std::array<Index, 3> a{}, b{};  // in pairs, all different
  std::uint8_t count = 0;         // of pairs; 0 when nothing is known
};

/// A separating axis remembered from an earlier query of the same two shapes. Makes repeated questions cheap; changes
/// no answer's safety: the axis and the vertices may be anything, because every axis is certified, and every vertex
/// looked for in the shape, before it is used. Asked with other shapes it starts afresh, and so it does with a shape of
/// another size where an old one was. After a shape was changed in place within its box, begin with a new cache.
struct AxisCache {
  Vec3 axis_local_a{0.0};  // unit, in a's frame; zero when there is none
  MeasuredAxis measured{};
  NearestVertices nearest{};
};

/// First time within [0, options.duration] at which the shapes come within options.target of each other.
/// Certified: `clear` means that at every instant some axis separates the shapes by more than the target; a `touches`
/// time is never later than the true one. Motions' deviations count as extra thickness of the target.
/// @param cache updated in place by value semantics of the caller: pass nullptr for none
/// @throws ContractViolation  for a missing shape, options out of range, an orientation that is not of unit length to
/// 1e-3, and numbers that are not finite or, unless the shapes are plainly apart, beyond 1e50
[[nodiscard]] FIRSTCONTACT_EXPORT TimeOfImpact time_of_impact(const MovingShape& a, const MovingShape& b,
                                                              const TimeOfImpactOptions& options,
                                                              AxisCache* cache = nullptr);

/// The source article's own method: translation only (spin is ignored), per-axis entry and leave, collision when the
/// latest entry comes before the earliest leave. `swept_faces` uses face normals alone, which is what the article does
/// and which misses edge against edge; `swept_full` adds all edge-edge axes and is exact for polyhedra without spin.
/// @throws ContractViolation  as time_of_impact, and for shapes without faces
enum class SweptAxes : std::uint8_t { faces, faces_and_edges };
[[nodiscard]] FIRSTCONTACT_EXPORT TimeOfImpact swept_time_of_impact(const MovingShape& a, const MovingShape& b,
                                                                    const TimeOfImpactOptions& options, SweptAxes axes);

}  // namespace firstcontact
