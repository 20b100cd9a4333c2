// Bodies that touch at the start, many of them: against closed forms (gaps of cubes that stand parallel, rows that grow
// about their middle) and brute force over all pairs.
#include <firstcontact/hull.hpp>
#include <firstcontact/separation.hpp>
#include <firstcontact/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "calendar/small_worlds.hpp"
#include "core/tolerances.hpp"
#include "support/random.hpp"

namespace firstcontact {
namespace {

using namespace testing_support;

// m: between bodies of this size (m) once they are set apart.
double rest_gap(double size) { return tolerances::rest_gap * tolerances::skin_per_size * size; }

/// Boxes that stand parallel to each other, in axes turned by `turn`.
struct Block {
  Vec3 half{0.5};  // m
  std::vector<Vec3> places;
  Quat turn{1.0, 0.0, 0.0, 0.0};
};

World world_of(const Block& block, const WorldDefinition& definition) {
  World world{definition};
  for (const Vec3& place : block.places) {
    BodyDefinition cube = body("cube", box(block.half), rotate(block.turn, place));
    cube.mesh_pose.orientation = block.turn;
    add(world, cube);
  }
  return world;
}

Vec3 place_now(const World& world, const Block& block, std::size_t i) {
  return rotate_inverse(block.turn, world.state(static_cast<BodyIndex>(i)).pose.position);
}

// Of boxes in parallel: along the axis that shows most of it.
double least_gap(const World& world, const Block& block) {
  std::vector<Vec3> places;
  for (std::size_t i = 0; i < block.places.size(); ++i) {
    places.push_back(place_now(world, block, i));
  }
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Vec3 apart = glm::abs(places[k] - places[i]) - 2.0 * block.half;
      least = std::min(least, std::max({apart.x, apart.y, apart.z}));
    }
  }
  return least;
}

double furthest_move(const World& world, const Block& block) {
  double furthest = 0.0;
  for (std::size_t i = 0; i < block.places.size(); ++i) {
    furthest = std::max(furthest, glm::length(place_now(world, block, i) - block.places[i]));
  }
  return furthest;
}

void expect_clean_start(const World& world) {
  EXPECT_TRUE(world.initial_overlaps().empty());
  EXPECT_GT(world.statistics().min_gap.value(), 0.0);
  EXPECT_EQ(world.statistics().time_lost, 0.0);
}

Block row(int count, double gap, double size) {
  Block block;
  block.half = Vec3(0.5 * size);
  for (int i = 0; i < count; ++i) {
    block.places.emplace_back(i * size * (1.0 + gap), 0.0, 0.0);
  }
  return block;
}

// Along any line, of any size, with a gap of nothing, next to nothing, or less by rounding: as shares of the size.
TEST(SettingApart, ARowOfCubesGrowsAboutItsMiddle) {
  Random random(451);
  for (const int count : {2, 3, 9, 40, 200}) {
    for (const double size : {1e-3, 1.0, 10.0}) {
      for (const double gap : {0.0, 1e-9, -1e-15, -1e-6}) {
        Block block = row(count, gap, size);
        block.turn = random.rotation();
        World world = world_of(block, weightless());
        world.step();
        expect_clean_start(world);
        const double wanted = rest_gap(size);
        EXPECT_GT(least_gap(world, block), 0.998 * wanted) << count << " of " << size << " at " << gap;
        const double furthest = 0.5 * (count - 1) * (wanted - gap * size);
        EXPECT_NEAR(furthest_move(world, block), furthest, 0.01 * furthest) << count << " of " << size << " at " << gap;
        EXPECT_EQ(world.statistics().set_apart.pairs, static_cast<std::uint64_t>(count - 1));
        EXPECT_NEAR(world.statistics().set_apart.furthest, furthest, 0.01 * furthest);
        EXPECT_EQ(world.statistics().set_apart.energy, 0.0);
      }
    }
  }
}

// Neighbours touch with faces, edges and corners.
TEST(SettingApart, ALatticeOfCubesGrowsAlongItsThreeAxes) {
  for (const Quat& turn : {Quat(1.0, 0.0, 0.0, 0.0), Random(7).rotation()}) {
    Block block;
    block.turn = turn;
    for (int i = 0; i < 6 * 5 * 4; ++i) {
      block.places.emplace_back(i % 6, (i / 6) % 5, i / 30);
    }
    World world = world_of(block, weightless());
    world.step();
    expect_clean_start(world);
    EXPECT_GT(least_gap(world, block), 0.998 * rest_gap(1.0));
    EXPECT_LT(furthest_move(world, block), 1.1 * 0.5 * rest_gap(1.0) * glm::length(Vec3(5.0, 4.0, 3.0)));
  }
}

Block pyramid(int base) {
  Block block;
  for (int layer = 0; layer < base; ++layer) {
    for (int i = 0; i < base - layer; ++i) {
      block.places.emplace_back(i + 0.5 * layer, 0.5 + layer, 0.0);
    }
  }
  return block;
}

// What it costs is told: nobody moves in the first step but by what set them apart.
TEST(SettingApart, APyramidOnTheGroundStandsAndTheEnergyThatItWasGivenIsTold) {
  for (const int base : {2, 7, 20}) {
    const Block block = pyramid(base);
    World world = world_of(block, WorldDefinition{});
    add(world, floor_body());
    const double before = total_energy(world);
    world.step();
    expect_clean_start(world);
    EXPECT_GT(least_gap(world, block), 0.99 * rest_gap(1.0));
    const SetApart& done = world.statistics().set_apart;
    EXPECT_EQ(done.bodies, block.places.size());
    EXPECT_LT(done.furthest, 1.05 * base * rest_gap(1.0));
    EXPECT_GT(done.furthest, 0.95 * base * rest_gap(1.0));
    EXPECT_NEAR(total_energy(world) - before, done.energy, 0.01 * done.energy);
    run(world, 1.0);
    EXPECT_GT(world.statistics().min_gap.value(), 0.0);
    EXPECT_EQ(world.statistics().time_lost, 0.0);
    EXPECT_LT(furthest_move(world, block), 1.1 * base * rest_gap(1.0));
  }
}

// All pairs of bodies, by their shapes.
double least_gap_by_brute_force(const World& world) {
  double least = std::numeric_limits<double>::infinity();
  for (BodyIndex a = 0; a < world.body_count(); ++a) {
    for (BodyIndex b = 0; b < a; ++b) {
      for (const ConvexShape& of_a : world.collider(a)->shapes) {
        for (const ConvexShape& of_b : world.collider(b)->shapes) {
          const Separation found = separation({&of_a, world.state(a).pose}, {&of_b, world.state(b).pose});
          least = std::min(least, found.distance - found.depth);
        }
      }
    }
  }
  return least;
}

TEST(SettingApart, BallsPackedAsCloseAsCanBeGetTheirGaps) {
  World world{weightless()};
  const auto ball = make_sphere_collider(0.5).value();
  for (int i = 0; i < 5 * 5 * 5; ++i) {
    const Vec3 cell(i % 5, (i / 5) % 5, i / 25);
    const Vec3 place(cell.x + 0.5 * std::fmod(cell.y + cell.z, 2.0),
                     std::sqrt(0.75) * (cell.y + std::fmod(cell.z, 2.0) / 3.0), std::sqrt(2.0 / 3.0) * cell.z);
    add(world, body("ball", ball, place));
  }
  world.step();
  expect_clean_start(world);
  const double size = std::cbrt(ball->mass.mass);
  EXPECT_GT(least_gap_by_brute_force(world), 0.998 * rest_gap(size));
  EXPECT_LT(world.statistics().set_apart.furthest, 5.0 * rest_gap(size));
}

TEST(SettingApart, PairsOfDifferentSizesGetTheGapOfTheSmaller) {
  World world{weightless()};
  std::vector<double> sizes{10.0, 1e-3, 1.0, 0.1, 1e-3, 1e-3, 10.0, 1e-2};
  double end = 0.0;
  for (const double size : sizes) {
    add(world, body("cube", box(Vec3(0.5 * size)), {end + 0.5 * size, 0.0, 0.0}));
    end += size;
  }
  world.step();
  expect_clean_start(world);
  for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
    const auto a = static_cast<BodyIndex>(i);
    const double apart = world.state(a + 1).pose.position.x - world.state(a).pose.position.x;
    const double gap = apart - 0.5 * (sizes[i] + sizes[i + 1]);
    EXPECT_GT(gap, 0.99 * rest_gap(std::min(sizes[i], sizes[i + 1]))) << i;
  }
}

std::shared_ptr<const Collider> boxes_in_one(const std::vector<std::pair<Vec3, Vec3>>& boxes) {
  std::vector<ConvexShape> shapes;
  for (const auto& [low, high] : boxes) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) {
      corners.emplace_back((i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z);
    }
    shapes.push_back(make_shape(convex_hull(corners).value()));
  }
  return make_collider(shapes).value();
}

// Two that interlock like the halves of a comb: each tooth of one touches both its neighbours' bars.
TEST(SettingApart, CompoundsThatInterlockShareTheRoomBetweenThem) {
  const auto table = boxes_in_one({{Vec3(0.0), Vec3(5.0, 1.0, 1.0)}, {Vec3(0.0, 1.0, 0.0), Vec3(1.0, 2.0, 1.0)}});
  World world{weightless()};
  const auto add_at = [&](const std::shared_ptr<const Collider>& collider, const Vec3& place) {
    return add(world, body("part", collider, place));
  };
  add_at(table, Vec3(0.0));
  for (int i = 0; i < 4; ++i) {
    add_at(boxes_in_one({{Vec3(0.0), Vec3(1.0)}, {Vec3(0.0, 1.0, 0.0), Vec3(1.0, 2.0, 0.5)}}), {1.0 + i, 1.0, 0.0});
  }
  world.step();
  expect_clean_start(world);
  EXPECT_GT(least_gap_by_brute_force(world), 0.99 * rest_gap(1.0));
}

TEST(SettingApart, NobodyIsPushedIntoWhatWasFurtherOff) {
  // The row grows by 6.4 mm each way: into the loose cubes, and with them into the wall, which leaves it room.
  Block block = row(20, 0.0, 1.0);
  block.places.emplace_back(20.0 + 2e-3, 0.0, 0.0);
  block.places.emplace_back(21.0 + 4e-3, 0.0, 0.0);
  World world = world_of(block, weightless());
  add(world, fixed_body("wall", box(Vec3(0.5)), {22.0 + 5e-3, 0.0, 0.0}));
  world.step();
  expect_clean_start(world);
  EXPECT_GT(least_gap_by_brute_force(world), 0.99 * rest_gap(1.0));
}

TEST(SettingApart, WhoHasNoRoomStaysAndTheOthersGetTheirs) {
  Block block = row(12, 0.0, 1.0);
  World world = world_of(block, weightless());
  for (const double side : {-1.0, 1.0}) {
    add(world, fixed_body("jaw", box(Vec3(0.5)), {11.0, side, 0.0}));  // they hold the last of the row
  }
  world.step();
  for (const InitialOverlap& overlap : world.initial_overlaps()) {
    EXPECT_EQ(world.name(overlap.b), "jaw");
    EXPECT_LT(overlap.depth, 1e-12);
  }
  // By chords who is pushed leans on the next.
  EXPECT_GT(least_gap(world, block), (0.97) * rest_gap(1.0));
  EXPECT_LT(std::abs(place_now(world, block, 11).y), 1.5e-4);  // the lift gap: what the solver's push may move it
}

// A slot with a third of the room that its 50 cubes would like: each gap gets its share.
TEST(SettingApart, ThoseInASlotShareWhatRoomThereIs) {
  const Block block = row(50, 0.0, 1.0);
  World world = world_of(block, weightless());
  const double room = 51.0 * rest_gap(1.0) / 3.0;
  add(world, fixed_body("left", box(Vec3(0.5)), {-1.0 - 0.5 * room, 0.0, 0.0}));
  add(world, fixed_body("right", box(Vec3(0.5)), {50.0 + 0.5 * room, 0.0, 0.0}));
  world.step();
  expect_clean_start(world);
  EXPECT_GT(least_gap_by_brute_force(world), 0.75 / 3.0 * rest_gap(1.0));
}

TEST(SettingApart, BodiesThatComeLaterAreSetApartFromThoseThatAreThere) {
  World world{WorldDefinition{}};
  add(world, floor_body());
  const BodyIndex old = add(world, body("old", box(Vec3(0.5)), {0.0, 0.5, 0.0}));
  run(world, 1.0);
  const Vec3 before = world.state(old).pose.position;
  const std::uint64_t bodies = world.statistics().set_apart.bodies;
  for (int i = 1; i < 30; ++i) {
    add(world, body("new", box(Vec3(0.5)), {before.x + i, 0.5, 0.0}));
    add(world, body("new", box(Vec3(0.5)), {before.x + i - 0.5, 1.5, 0.0}));
  }
  world.step();
  expect_clean_start(world);
  EXPECT_GT(least_gap_by_brute_force(world), 0.45 * rest_gap(1.0));
  EXPECT_LT(glm::length(world.state(old).pose.position - before), 1e-4);
  EXPECT_EQ(world.statistics().set_apart.bodies, bodies + 58U);
}

TEST(SettingApart, LocksGroupsAndMasksAreKept) {
  World world{weightless()};
  for (int i = 0; i < 3; ++i) {
    BodyDefinition cube = body("on rails", box(Vec3(0.5)), {0.0, i, 0.0});
    cube.locked = {true, false, true, true, true, true};
    add(world, cube);
  }
  for (int i = 0; i < 2; ++i) {
    BodyDefinition cube = body("locked", box(Vec3(0.5)), {5.0 + i, 0.0, 0.0});
    cube.locked = {true, false, false, false, false, false};
    add(world, cube);
    BodyDefinition friendly = body("friend", box(Vec3(0.5)), {10.0 + 0.5 * i, 0.0, 0.0});
    friendly.group = 3U;
    add(world, friendly);
  }
  world.step();
  for (BodyIndex i = 0; i < 3; ++i) {
    EXPECT_EQ(world.state(i).pose.position.x, 0.0);
    EXPECT_NEAR(world.state(i).pose.position.y, i + (i - 1.0) * rest_gap(1.0), 1e-6);
  }
  ASSERT_EQ(world.initial_overlaps().size(), 1U);  // along a locked axis there is no way
  EXPECT_EQ(world.name(world.initial_overlaps()[0].a), "locked");
  EXPECT_EQ(world.state(3).pose.position.x, 5.0);
  EXPECT_EQ(world.state(4).pose.position.x, 10.0);
}

// A wall of which two cubes truly overlap: these are named and pushed apart, and the rest is set apart all the same.
TEST(SettingApart, ATrueOverlapIsNamedAndCountedInTheLeastGap) {
  Block block = row(20, 0.0, 1.0);
  block.places[10].x += 0.02;
  World world = world_of(block, weightless());
  world.step();
  ASSERT_EQ(world.initial_overlaps().size(), 1U);
  EXPECT_EQ(world.initial_overlaps()[0].a, 10U);
  EXPECT_EQ(world.initial_overlaps()[0].b, 11U);
  EXPECT_NEAR(world.initial_overlaps()[0].depth, 0.02, 1e-4);
  EXPECT_NEAR(world.statistics().min_gap.value(), -0.02, 1e-3);  // pushed out at a corner, it turns a little
  run(world, 1.0);
  EXPECT_GT(least_gap(world, block), 0.0);
  EXPECT_NEAR(world.statistics().min_gap.value(), -0.02, 1e-3);  // for good: it was so at an instant
}

}  // namespace
}  // namespace firstcontact
