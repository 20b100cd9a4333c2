// Scenes out of the medley (tools/medley.py) in which a promise was broken once: bodies of all shapes and densities,
// dropped on each other in ways that nobody would think of.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

class Medley : public ::testing::TestWithParam<const char*> {};

TEST_P(Medley, WinsNoEnergyAndLosesNoTime) {
  auto scene = read_scene(std::string(FIRSTCONTACT_TEST_DATA_DIR "/scene/data/medley/") + GetParam() + ".json");
  ASSERT_TRUE(scene) << scene.error().message;
  const double duration = scene.value().duration;
  auto loaded = load_geometry(std::move(scene).value());
  World world = std::move(make_world(loaded.value())).value();
  double before = std::numeric_limits<double>::infinity();
  double greatest = 0.0;
  while (world.time() < duration) {
    world.step();
    const Totals totals = world.totals();
    const double now = totals.kinetic_energy + totals.potential_energy;
    greatest = std::max(greatest, totals.kinetic_energy);
    ASSERT_LE(now - before, 1e-12 * std::max(greatest, std::abs(now))) << "in the step to " << world.time() << " s";
    before = now;
  }
  EXPECT_EQ(world.statistics().time_lost, 0.0);
  EXPECT_GT(world.statistics().min_gap.value_or(1.0), 0.0);
}

// What was wrong with earlier models of contact, one by one: gravity's kick for a substep was thrown back as if it were
// a fall (the first three); who was held up after an impact was told without the fall it had coming; and rods that were
// turned into their own angular momentum by what repairs motions had hundreds of times their energy. A few that had
// used up their gaps wedged each other for good, impact by impact; and where sweeps gave up on motions or on what they
// approached with, time or energy was lost or won. The direct solver gave up where rounding left no less than it asked
// for; what toppled while it was held up, and was tapped from above, sank later than it fell; sweeps let a light plate
// sink until it had to be lifted; and what turned about a point that did not slide had nothing to pay with for the way
// that its turn led it. And two that met slowly while they fell held each other up until the substep's end. Rods whose
// spin was stopped wobbled on as if it were not, and were turned into their angular momentum all the same; then their
// neighbours take it from them. Chains of pairs that something ran into in the middle of a substep rang until nothing
// was left of their gaps; and what pivoted on a corner, or whirled on an edge, with next to nothing left below it was
// nobody's but the calendar's. Where a substep ended early, who was held up after an impact was thrown up by the fall
// of all that was left of it; a crowd that the repair lifted by more than it had to lose kept what it had won; and gaps
// in a column became traps in fewer impacts than ringing was told by. And a tower rose by what every one of its
// contacts missed, though that was good enough for each. A smooth wall was taken to hold up what grazed it, and what
// was pushed aside to be thrown back: both fell for nothing. And small groups without restitution kept what the repair
// had lifted them by. What its support turned over an edge, or what others pressed down, was struck with what they gave
// it in the whole substep. And two that rolled over each other used up their gap where neither was the solver's; or one
// was held up that went on toppling. And who toppled over what held it up, and met something only because it sank, was
// left standing with the spin that it was given for its height. What was struck for the second time in a step, or
// through another, was struck with what it had yet to be given all the same; and who was held up, and bounced, rose
// without falling. A thin plate that was pinned between a floor and a brick was nobody's while it left the one, and
// trapped when it had met the other once; standing there, it was sped up by what would have slid down. And bodies that
// fell together threw each other up with what their fall had lost to the substep.
INSTANTIATE_TEST_SUITE_P(Once, Medley,
                         ::testing::Values("stands_elastic", "hulls_rebound", "rolls_on_facets", "held_up_across_steps",
                                           "whirling_rods", "seventy_boxes", "wedged_elastic", "wedged_crates",
                                           "pushed_through_many", "light_between_heavy", "tapped_while_it_topples",
                                           "sunk_under_its_load", "turns_about_a_point", "meet_in_free_fall",
                                           "turned_into_its_momentum", "lifted_by_its_turn", "turned_while_it_wobbles",
                                           "rings_in_a_column", "rings_among_slabs", "pivots_on_its_corner",
                                           "spins_with_no_gap_left", "held_up_where_it_ends_early",
                                           "lifted_for_nothing", "trapped_in_a_column", "risen_by_what_is_good_enough",
                                           "grazes_a_smooth_wall", "pushed_aside", "owes_without_restitution",
                                           "struck_while_it_rolls_off", "struck_while_it_is_pressed",
                                           "trapped_while_it_rolls", "sinks_on", "struck_again",
                                           "struck_through_another", "bounces_while_it_is_held_up",
                                           "pinned_in_a_column", "spends_its_fall", "slides_along_a_tilted_face"),
                         [](const auto& scenes) { return std::string(scenes.param); });

}  // namespace
}  // namespace firstcontact
