// Forces at contacts as arrows, and their scale.

#include "render/contact_arrows.hpp"

#include <gtest/gtest.h>

#include "../scene/scratch_folder.hpp"
#include "render/show.hpp"

namespace firstcontact {
namespace {

TEST(ContactArrows, HaveAScaleOfRoundNumbersThatTheLargestFits) {
  for (const double largest : {0.013, 0.2, 1.0, 9.81, 500.0, 7.3e6}) {
    const ForceScale scale = force_scale(largest, 3.0);
    EXPECT_EQ(scale.metres, 1.0) << "half of the picture's scale, rounded down";
    EXPECT_GE(scale.newtons, largest * (1.0 - 1e-9));
    EXPECT_LE(scale.newtons, 2.5 * largest * (1.0 + 1e-9));
  }
  EXPECT_DOUBLE_EQ(force_scale(9.81, 3.0).newtons, 10.0);
  EXPECT_DOUBLE_EQ(force_scale(2.1, 3.0).newtons, 5.0);
  EXPECT_DOUBLE_EQ(force_scale(500.0, 3.0).newtons, 500.0);
}

TEST(ContactArrows, ForcesAreTheStepsImpulsesByItsLengthEachPairOnce) {
  RecordedStep step;
  EXPECT_TRUE(pair_forces(step, 0.1).empty()) << "they were not kept";
  ImpulseRecord& impulses = step.impulses.emplace();
  impulses.transfers.push_back({0.0, 2, 1, Vec3(0.0), {0.0, 3.0, 0.0}});
  impulses.transfers.push_back({0.0, 1, 2, Vec3(0.0), {0.0, -1.0, 0.0}});
  ContactLoad load;
  load.a = 2;
  load.b = 1;
  load.impulse = {0.0, 0.5, 0.0};
  impulses.loads.push_back(load);
  const auto forces = pair_forces(step, 0.1);
  ASSERT_EQ(forces.size(), 1U);
  EXPECT_EQ(forces[0].a, 1U);
  EXPECT_EQ(forces[0].b, 2U);
  EXPECT_NEAR(forces[0].force.y, -45.0, 1e-12);
}

// A crate that stands: one arrow up on it, of the length that its weight has by the picture's scale.
TEST(ContactArrows, PointAsTheForceOnWhatMovesDoes) {
  const testing::ScratchFolder folder;
  const std::string scene = folder.file("scene.json", R"({"version": 1, "bodies": [
      {"name": "crate", "shape": {"box": [0.5, 0.5, 0.5]}, "position": [0, 0.5002, 0], "mass": 2},
      {"name": "floor", "type": "static", "shape": {"box": [3, 0.5, 3]}, "position": [0, -0.5, 0]}]})");
  const Show show = open_show(scene, {}).value();
  const MotionTable motions(show.stage->header);
  const std::vector<PairForce> forces{{0, 1, {0.0, -19.62, 0.0}}};
  Picture picture;
  picture.scale = 3.0;
  add_contacts(picture, {show.stage.get(), &motions, 0.0, 0.01, forces});
  ASSERT_TRUE(picture.force_scale);
  EXPECT_DOUBLE_EQ(picture.force_scale->newtons, 20.0);
  double longest = 0.0;
  for (const PictureLine& line : picture.lines) {
    longest = std::max(longest, line.to.y - line.from.y);
  }
  EXPECT_NEAR(longest, 19.62 / 20.0, 0.05) << "but for the arrow's head";
  EXPECT_NE(overlay_legend({.contacts = true}, picture.force_scale).front().meaning.find(": 1 m of arrow is 20 N"),
            std::string::npos);
  Picture without;
  without.scale = 3.0;
  add_contacts(without, {show.stage.get(), &motions, 0.0, 0.01});
  EXPECT_FALSE(without.force_scale) << "normals alone";
  EXPECT_GT(without.lines.size(), picture.lines.size());
}

}  // namespace
}  // namespace firstcontact
