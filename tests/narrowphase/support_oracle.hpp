// The other oracle, for hulls of any number of vertices: shares no code with the engine. Distance by Wolfe's algorithm
// (1976, 'Finding the nearest point in a polytope'), which is only a guess and is not trusted: what counts is the
// separation of all vertices along the axis it leaves, a lower bound for any axis, and the length of a vector between
// two real points, an upper bound. Time goes by steps that a bound on speed allows, so that between two looks nothing
// can have happened.
#pragma once

#include <firstcontact/time_of_impact.hpp>

#include <array>

namespace firstcontact::test {

/// Where two cores stand to each other; a's reference point is the origin, axes are the world's.
struct OracleScene {
  const ConvexShape* a = nullptr;
  const ConvexShape* b = nullptr;
  Mat3 axes_a{1.0}, axes_b{1.0};
  Vec3 offset{0.0};  // m
};

/// The scene of two motions after `time` seconds: turns by the C library's long double sine and cosine.
[[nodiscard]] OracleScene oracle_scene(const MovingShape& a, const MovingShape& b, double time);

/// Both bounds of the distance between the surfaces (negative when the roundings overlap).
struct OracleDistance {
  double lower = 0.0, upper = 0.0;  // m
  Vec3 axis{0.0, 1.0, 0.0};         // unit, world, from a to b
};

/// The vertices that carried the nearest points last time: where to begin the next time.
struct OracleCorral {
  std::array<std::array<Index, 2>, 4> vertex{};
  int count = 0;
};

[[nodiscard]] OracleDistance oracle_distance(const OracleScene& scene, OracleCorral& corral);

struct OracleSweep {
  bool reached = false;   // the upper bound fell below `keep`
  double time = 0.0;      // s: when, or the end
  double distance = 0.0;  // m, the upper bound there
  bool capped = false;    // took too many steps: from then on only dense sampling
};
/// Steps from 0 to `end`, and stops where the distance is certain to be below `keep` metres.
[[nodiscard]] OracleSweep oracle_sweep(const MovingShape& a, const MovingShape& b, double end, double keep);

}  // namespace firstcontact::test
