// The medley's scenes by chords: what `kicks` needs forty rules for, energy that cannot grow has by itself.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "scene/scene_world.hpp"

namespace firstcontact {
namespace {

class ChordMedley : public ::testing::TestWithParam<const char*> {};

TEST_P(ChordMedley, WinsNoEnergyAndLosesNoTime) {
  auto scene = read_scene(std::string(FIRSTCONTACT_TEST_DATA_DIR "/scene/data/medley/") + GetParam() + ".json");
  ASSERT_TRUE(scene) << scene.error().message;
  scene.value().world.contact_model = ContactModel::chords;
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

// All but those of ten seconds and more.
INSTANTIATE_TEST_SUITE_P(
    Once, ChordMedley,
    ::testing::Values("stands_elastic", "hulls_rebound", "rolls_on_facets", "held_up_across_steps", "whirling_rods",
                      "seventy_boxes", "wedged_elastic", "wedged_crates", "light_between_heavy",
                      "tapped_while_it_topples", "sunk_under_its_load", "turns_about_a_point", "meet_in_free_fall",
                      "turned_into_its_momentum", "lifted_by_its_turn", "turned_while_it_wobbles", "rings_in_a_column",
                      "rings_among_slabs", "pivots_on_its_corner", "spins_with_no_gap_left", "grazes_a_smooth_wall",
                      "pushed_aside", "struck_while_it_rolls_off", "struck_while_it_is_pressed",
                      "trapped_while_it_rolls", "sinks_on", "struck_again", "struck_through_another",
                      "bounces_while_it_is_held_up", "pinned_in_a_column", "spends_its_fall", "pushed_through_many",
                      "owes_without_restitution", "held_up_where_it_ends_early", "slides_along_a_tilted_face"),
    [](const auto& scenes) { return std::string(scenes.param); });

// The crate of the scenes, with a model of contact.
std::string crate_with(const std::string& model) {
  std::ifstream in(FIRSTCONTACT_SOURCE_DIR "/scenes/rest/crate.json");
  std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  text.insert(text.find('{') + 1, "\"contact_model\": \"" + model + "\",");
  const std::string file = ::testing::TempDir() + "crate_with_" + model + ".json";
  std::ofstream(file) << text;
  return file;
}

TEST(ContactModel, IsReadAndNamedWhereThereIsNone) {
  EXPECT_EQ(read_scene(crate_with("chords")).value().world.contact_model, ContactModel::chords);
  EXPECT_EQ(read_scene(crate_with("kicks")).value().world.contact_model, ContactModel::kicks);
  const auto wrong = read_scene(crate_with("strings"));
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("contact_model"), std::string::npos) << wrong.error().message;
  EXPECT_NE(wrong.error().message.find("chords"), std::string::npos) << wrong.error().message;
}

}  // namespace
}  // namespace firstcontact
