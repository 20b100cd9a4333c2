// When two solids in free motion first meet: the answer every method is judged by. It shares nothing with the engine's
// narrowphase: positions are straight lines and even turns, distances are all separating axes of the two polyhedra
// tried one by one, and time goes in steps that a bound on the speed proves to jump over nothing.
#pragma once

#include <firstcontact/hull.hpp>
#include <firstcontact/motion.hpp>

#include <optional>
#include <vector>

namespace firstcontact {

/// A polyhedron for separating axes: its corners, and the directions of its faces and edges, each once.
struct Solid {
  std::vector<Vec3> corners;                           // m, local
  std::vector<Vec3> face_directions, edge_directions;  // unit, local
};
[[nodiscard]] Solid solid_of(const Hull& hull);

/// The widest gap that an axis shows between two posed solids. Positive: they are apart, by at least that much.
/// Negative: no axis parts them, they overlap, and a shift of that much along `normal` parts them.
struct AxisGap {
  double gap = 0.0;            // m
  Vec3 normal{0.0, 1.0, 0.0};  // unit, from a to b
};
[[nodiscard]] AxisGap widest_gap(const Solid& a, const Pose& pose_a, const Solid& b, const Pose& pose_b);

enum class Meeting : std::uint8_t {
  meets,      // they overlap at `overlap_at`
  clear,      // further apart than the margin at every instant
  grazes,     // never seen to overlap, but nearer than the margin at some time: judged neither way
  undecided,  // too many looks; judged neither way
};
[[nodiscard]] std::string_view meeting_name(Meeting meeting);

struct GroundTruth {
  Meeting meeting = Meeting::undecided;
  double apart_until = 0.0;  // s: certified apart at every instant before
  double overlap_at = 0.0;   // s: seen to overlap by at least `overlap_depth` (when they meet)
  AxisGap last;              // at apart_until: the axis that closed last
  std::uint64_t looks = 0;
};

/// Overlap that is beyond doubt, m: a thousand times the rounding of widest_gap at 1 km.
inline constexpr double overlap_depth = 1e-7;

struct FreePair {
  const Solid* a = nullptr;
  const Solid* b = nullptr;
  RigidMotion motion_a, motion_b;  // no acceleration
};
/// Looks from 0 to `duration`. Each look's gap, along its own axis, allows a step during which the motions cannot close
/// it; so nothing is jumped over. `margin` in metres tells clear from grazing. Pure.
[[nodiscard]] GroundTruth ground_truth(const FreePair& pair, double duration, double margin);

/// Greatest speed (m/s) at which spin moves any corner of the solid.
[[nodiscard]] double spin_speed(const Solid& solid, const RigidMotion& motion);

/// Where the solids touch at a time when they are a hair apart: one point, or nothing when faces or edges lie along
/// each other, where an impact has no single exact answer.
[[nodiscard]] std::optional<Vec3> touching_point(const FreePair& pair, double time, const Vec3& normal);

}  // namespace firstcontact
