// The stupid oracle: distance by trying every vertex against every face and every edge against every edge, poses by the
// C library's sine and cosine, and time by steps so small that nothing can be jumped over. Shares no code with the
// engine.
#pragma once

#include <firstcontact/separation.hpp>

namespace firstcontact::test {

/// Distance (m) between the surfaces; 0 when the shapes overlap.
[[nodiscard]] double slow_distance(const PosedShape& a, const PosedShape& b);

/// The pose of `motion` at `time`, by Rodrigues' formula in long double.
[[nodiscard]] Pose slow_pose(const RigidMotion& motion, double time);

struct SlowSweep {
  bool reached = false;  // a distance below `keep` was seen
  double time = 0.0;     // s: when, or the end
  double nearest = 0.0;  // m: the smallest distance seen
  bool capped = false;   // gave up making steps small enough: what was seen is dense sampling only
};
/// Steps from 0 to `end` with an undirected bound on speed and stops where the distance falls below `keep`.
[[nodiscard]] SlowSweep slow_sweep(const MovingShape& a, const MovingShape& b, double end, double keep);

}  // namespace firstcontact::test
