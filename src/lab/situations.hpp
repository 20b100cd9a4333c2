// The situations that studies vary: two boxes that are about to meet, or not. All spins are about principal axes about
// which a free body turns evenly, so that the free motion of every method is the same, and exact: a straight line and
// an even turn. No gravity, no friction: what is to be seen is the contact alone, and its exact answer is known.
#pragma once

#include <optional>

#include "lab/study.hpp"
#include "rivals/rival.hpp"

namespace firstcontact {

/// A fixed plate that the first body starts in front of: it has gone through when its centre is behind the plate's
/// middle.
struct Wall {
  Vec3 normal{1.0, 0.0, 0.0};  // towards where it starts
  double offset = 0.0;         // m: dot(normal, x) of the plate's middle
};

struct Situation {
  RivalScene scene;       // two bodies
  double duration = 0.0;  // s
  double size = 0.0;      // m: cube root of the smaller moving body's volume
  std::optional<Wall> wall;
};

/// Which parameters mean something to a situation; others must have one value in a study.
[[nodiscard]] bool has_parameter(SituationKind kind, Parameter parameter);

/// The bodies of a case. Pure.
[[nodiscard]] Situation make_situation(SituationKind kind, const Values& values, std::uint64_t seed);

}  // namespace firstcontact
