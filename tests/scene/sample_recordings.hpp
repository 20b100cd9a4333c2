// What a recording is made of, for tests of writing and reading it.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <vector>

#include "scene/recording.hpp"

namespace firstcontact::testing_support {

inline const Vec3 sample_gravity(0.0, -9.81, 0.0);

inline RecordingHeader sample_header() {
  RecordingHeader header{"sample", 0.25, sample_gravity, {}, {}};
  header.colliders.push_back(
      {{0.1, 0.2, 0.3},
       {{0.0, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}}}, {0.5, {{0, 0, 0}}, {}}}});
  RecordedBody floor;
  floor.name = "floor, static";
  floor.type = BodyType::fixed;
  RecordedBody ball;
  ball.name = "ball";
  ball.group = 7;
  ball.color = Vec3(1.0, 0.5, 0.0);
  ball.mass = 3.0;
  ball.inertia = {{1.0, 2.0, 3.0}, {0.5, 0.5, 0.5, 0.5}};
  ball.start = {{{1.0, 2.0, 3.0}, {1.0, 0.0, 0.0, 0.0}}, {4.0, 5.0, 6.0}, {7.0, 8.0, 9.0}};
  header.bodies = {floor, ball};
  return header;
}

// Every way in which a segment can be written.
inline std::vector<MotionSegment> sample_segments() {
  const Pose pose{{1.0, 2.0, 3.0}, {0.5, 0.5, 0.5, 0.5}};
  return {{1, FlowKind::ballistic, 0.0, pose, {1.0, -0.0, 3.0}, {4.0, 5.0, 6.0}, sample_gravity},
          {1, FlowKind::screw, 0.125, pose, Vec3(0.0), Vec3(0.0), Vec3(0.0)},
          {0, FlowKind::ballistic, 0.2, pose, Vec3(-0.0), {1.0, 0.0, 0.0}, {1.0, 2.0, 3.0}}};
}

inline std::vector<Event> sample_events() {
  return {{0.125, EventKind::impact, 0, 1, {1.0, 2.0, 3.0}, {0.0, 1.0, 0.0}, 2.5, 7.0, 0.5, 1e-4},
          {0.2, EventKind::removed, 1, 1, Vec3(0.0), Vec3(0.0, 1.0, 0.0), 0.0, 0.0, 0.0, 0.0}};
}

inline std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

inline void expect_same(const Vec3& a, const Vec3& b) {
  EXPECT_EQ(bits(a.x), bits(b.x));
  EXPECT_EQ(bits(a.y), bits(b.y));
  EXPECT_EQ(bits(a.z), bits(b.z));
}

}  // namespace firstcontact::testing_support
