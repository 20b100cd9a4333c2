// A host may round upward or take subnormal numbers for zero: a world, and what is asked about shapes, give the same
// bits in it, and leave its mode as it was.
#include <firstcontact/cast.hpp>
#include <firstcontact/separation.hpp>
#include <firstcontact/time_of_impact.hpp>
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "support/hostile_mode.hpp"

namespace firstcontact {
namespace {

constexpr HostMode all_modes[] = {HostMode::rounds_up, HostMode::rounds_to_zero, HostMode::flushes_subnormals};

// Many boxes, spun, over a floor. What is made in the host's mode is the host's: these are made before.
std::vector<BodyDefinition> heap() {
  std::vector<BodyDefinition> bodies(81);
  bodies[0].type = BodyType::fixed;
  bodies[0].collider = make_box_collider({20.0, 0.5, 20.0}).value();
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const double number = static_cast<double>(i);
    bodies[i].collider = make_box_collider({0.4, 0.3, 0.2}).value();
    bodies[i].mesh_pose.position = {0.9 * static_cast<double>(i % 4), 0.1 + 0.9 * (number / 4.0), 1e-310 * number};
    bodies[i].angular_velocity = {0.1 * number, 1e-309, 0.0};
  }
  return bodies;
}

std::uint64_t hash_after_a_while(const std::vector<BodyDefinition>& bodies, int threads) {
  WorldDefinition definition;
  definition.threads = threads;
  World world(definition);
  for (const BodyDefinition& body : bodies) {
    static_cast<void>(world.add_body(body).value());
  }
  for (int step = 0; step < 40; ++step) {
    world.step();
  }
  return world.state_hash();
}

TEST(HostMode, ChangesNoBitOfAWorld) {
  const std::vector<BodyDefinition> bodies = heap();
  const std::uint64_t expected = hash_after_a_while(bodies, 1);
  for (const HostMode host : all_modes) {
    for (const int threads : {1, 2}) {
      const InHostMode in_host(host);
      const std::uint64_t word = mode_word();
      EXPECT_EQ(hash_after_a_while(bodies, threads), expected);
      EXPECT_EQ(mode_word(), word);
    }
  }
}

std::vector<double> answers() {
  const ConvexShape rod = make_shape(make_box({1.0, 0.01, 0.03}));
  const ConvexShape post = make_cone({0.0, -1.0, 0.0}, {0.1, 1.3, 0.0}, 0.1);
  MovingShape spinning{&rod, {}};
  spinning.motion.start.position = {0.0, 0.1, 0.7};
  spinning.motion.angular_velocity = {3.0, 63.0, 1.0};
  const MovingShape standing{&post, {}};
  const TimeOfImpact impact = time_of_impact(spinning, standing, {.duration = 0.1});
  const Separation apart = separation({&rod, spinning.motion.start}, {&post, {}});
  const CastHit hit = ray_cast({&post, {}}, {{-5.0, 0.1, 0.03}, {10.0, 0.0, 0.0}});
  const MassProperties mass = mass_properties(post);
  const FlowState flown =
      evaluate({0, FlowKind::ballistic, 0.0, {}, {1.0, 0.3, 0.1}, {3.0, 2.0, 0.3}, {0.0, -9.81, 0.0}},
               {{1.0, 1.7, 2.3}, {}}, 0.7);
  return {impact.time,  impact.gap,         impact.normal.x,       apart.distance,           apart.lower_bound,
          hit.fraction, mass.inertia[0][0], flown.pose.position.y, flown.pose.orientation.x, flown.angular_velocity.z};
}

TEST(HostMode, ChangesNoBitOfAnAnswerAboutShapes) {
  const std::vector<double> expected = answers();
  for (const HostMode host : all_modes) {
    const InHostMode in_host(host);
    const std::uint64_t word = mode_word();
    const std::vector<double> found = answers();
    EXPECT_EQ(mode_word(), word);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(found[i]), std::bit_cast<std::uint64_t>(expected[i])) << i;
    }
  }
}

}  // namespace
}  // namespace firstcontact
