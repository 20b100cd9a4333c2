// The account of a run by chords closes to rounding: what strikes, rolls, is lifted and cut; and damage to it is found.
#include "verify/chord_ledger.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "verify/recorded_scene.hpp"

namespace firstcontact::verify {
namespace {

using testing::first_of;
using testing::lines_of;
using testing::report_of;
using testing::WholeRecording;

WholeRecording recording_of_data(const std::string& name, double duration = 0.0) {
  return testing::recording_of("../tests/" + name, duration);
}

class ChordRuns : public ::testing::TestWithParam<const char*> {};

TEST_P(ChordRuns, AreProvedToTheLastImpulse) {
  const VerifyReport report = report_of(recording_of_data(GetParam()));
  EXPECT_EQ(lines_of(report), "");
  EXPECT_GT(report.ledger.entries, 50U);
  const LedgerCounts& counts = report.ledger;
  EXPECT_LT(std::max({counts.worst_momentum, counts.worst_angular_momentum, counts.worst_energy}), 0.2)
      << "shares of what is allowed";
}

INSTANTIATE_TEST_SUITE_P(Data, ChordRuns,
                         ::testing::Values("scene/data/medley/bounces_while_it_is_held_up",
                                           "scene/data/medley/lifted_by_its_turn",
                                           "scene/data/medley/rings_in_a_column", "scene/data/medley/seventy_boxes",
                                           "scene/data/medley/spins_with_no_gap_left", "scene/data/medley/struck_again",
                                           "scene/data/medley/struck_while_it_rolls_off",
                                           "scene/data/medley/wedged_crates", "scene/data/medley/whirling_rods",
                                           "verify/data/torque", "verify/data/lock", "verify/data/locked_but_one",
                                           "verify/data/asleep", "verify/data/heap", "verify/data/random/random_72"),
                         [](const auto& scene) {
                           const std::string name = scene.param;
                           return name.substr(name.rfind('/') + 1);
                         });

// A crate that slides to a stop on a moving belt beside one on a plate that carries it: what both put in is told apart
// from what is made of nothing.
TEST(ChordRuns, OnBeltsAndKinematicBodiesAreProved) {
  const VerifyReport report = report_of(testing::recording_of_text(R"({
    "version": 1, "name": "carried", "duration": 1.5,
    "bodies": [{"name": "belt", "type": "static", "shape": {"box": [4, 0.1, 1]}, "position": [0, -0.1, 0],
                "surface_velocity": [1.5, 0, 0]},
               {"name": "on the belt", "shape": {"box": [0.2, 0.2, 0.2]}, "position": [0, 0.21, 0]},
               {"name": "plate", "type": "kinematic", "shape": {"cylinder": [1, 0.1]}, "position": [0, -0.1, 3],
                "angular_velocity": [0, 2, 0], "linear_velocity": [0.3, 0.2, 0]},
               {"name": "on the plate", "shape": {"box": [0.2, 0.1, 0.2]}, "position": [0.4, 0.11, 3]}]})"));
  EXPECT_EQ(lines_of(report), "");
  EXPECT_GT(report.ledger.loads, 100U);
}

/// Something that is wrong with a recording, and what is to be found for it.
struct Damage {
  const char* name;
  FindingKind kind;
  std::function<bool(ImpulseRecord&)> damage;  // true when it did
};

class DamagedChords : public ::testing::TestWithParam<Damage> {};

TEST_P(DamagedChords, AreFound) {
  WholeRecording recording = recording_of_data("scene/data/medley/spins_with_no_gap_left", 0.6);
  ASSERT_EQ(lines_of(report_of(recording)), "");
  bool did = false;
  for (RecordedStep& step : recording.steps) {
    if (!did && step.end_time > 0.4) {
      did = GetParam().damage(*step.impulses);
    }
  }
  ASSERT_TRUE(did);
  EXPECT_NE(first_of(report_of(recording), GetParam().kind), nullptr);
}

// The first of the items that are like that.
template <class Item, class Like>
Item* first_like(std::vector<Item>& items, Like&& like) {
  const auto found = std::find_if(items.begin(), items.end(), like);
  return found == items.end() ? nullptr : &*found;
}

bool on_first_load(ImpulseRecord& impulses, const std::function<void(ContactLoad&)>& change) {
  ContactLoad* const load =
      first_like(impulses.loads, [](const ContactLoad& one) { return glm::length(one.impulse) > 1e-3; });
  if (load != nullptr) {
    change(*load);
  }
  return load != nullptr;
}

// Whose spin changes: of one that keeps it any part is like the whole.
bool on_first_chord(ImpulseRecord& impulses, const std::function<void(ChordVelocity&)>& change) {
  ChordVelocity* const chord = first_like(impulses.chords, [](const ChordVelocity& one) {
    return glm::length(one.spin_at_end) > 0.1 && glm::length(one.spin_at_end - one.spin_at_start) > 1e-3;
  });
  if (chord != nullptr) {
    change(*chord);
  }
  return chord != nullptr;
}

INSTANTIATE_TEST_SUITE_P(
    Each, DamagedChords,
    ::testing::Values(
        Damage{"a_load_too_great", FindingKind::momentum,
               [](ImpulseRecord& x) { return on_first_load(x, [](ContactLoad& l) { l.impulse *= 1.0 + 1e-8; }); }},
        Damage{"a_moment_too_great", FindingKind::momentum,
               [](ImpulseRecord& x) {
                 return on_first_load(x, [](ContactLoad& l) {
                   l.moment_a *= 1.0 + 1e-8;
                   l.moment_b *= 1.0 + 1e-8;
                 });
               }},
        Damage{"a_load_that_pulls", FindingKind::friction_cone,
               [](ImpulseRecord& x) { return on_first_load(x, [](ContactLoad& l) { l.normal = -l.normal; }); }},
        Damage{"a_load_out_of_its_cone", FindingKind::friction_cone,
               [](ImpulseRecord& x) {
                 return on_first_load(x, [](ContactLoad& l) {
                   l.impulse += 5.0 * glm::length(l.impulse) * glm::cross(l.normal, Vec3(0.6, 0.0, 0.8));
                 });
               }},
        Damage{"a_start_too_fast", FindingKind::momentum,
               [](ImpulseRecord& x) {
                 return on_first_chord(x, [](ChordVelocity& c) { c.linear_at_start *= 1.0 + 1e-9; });
               }},
        Damage{"an_end_too_fast", FindingKind::momentum,
               [](ImpulseRecord& x) {
                 return on_first_chord(x, [](ChordVelocity& c) { c.linear_at_end *= 1.0 + 1e-9; });
               }},
        Damage{
            "a_spin_too_fast", FindingKind::momentum,
            [](ImpulseRecord& x) { return on_first_chord(x, [](ChordVelocity& c) { c.spin_at_end *= 1.0 + 1e-9; }); }},
        Damage{"a_chord_that_is_missing", FindingKind::momentum,
               [](ImpulseRecord& x) {
                 const bool any = !x.chords.empty();
                 x.chords.resize(any ? x.chords.size() - 1 : 0);
                 return any;
               }},
        Damage{"a_chord_that_ends_early", FindingKind::momentum,
               [](ImpulseRecord& x) {
                 return on_first_chord(x, [](ChordVelocity& c) { c.end = 0.5 * (c.begin + c.end); });
               }},
        Damage{"a_share_that_is_none", FindingKind::momentum,
               [](ImpulseRecord& x) { return on_first_chord(x, [](ChordVelocity& c) { c.share *= 0.5; }); }},
        Damage{"a_transfer_that_is_missing", FindingKind::momentum,
               [](ImpulseRecord& x) {
                 const bool any = !x.transfers.empty() && glm::length(x.transfers.back().impulse) > 1e-3;
                 x.transfers.resize(any ? x.transfers.size() - 1 : x.transfers.size());
                 return any;
               }}),
    [](const auto& test) { return std::string(test.param.name); });

/// Two bricks of 8 kg beside each other in empty space, at rest, that press each other by `load` N s for a step and go
/// apart with what that gives them; their ways and momenta fit, and nothing gave them the energy.
WholeRecording bricks_that_burst_apart(double load) {
  WholeRecording recording = testing::recording_of_text(R"({
    "version": 1, "name": "burst", "gravity": [0, 0, 0], "time_step": 0.015625, "duration": 0.015625,
    "bodies": [{"name": "a", "shape": {"box": [0.1, 0.1, 0.1]}},
               {"name": "b", "shape": {"box": [0.1, 0.1, 0.1]}, "position": [0.21, 0, 0]}]})");
  RecordedStep& step = recording.steps.back();
  const double end = step.end_time;
  step.segments.clear();
  *step.impulses = {};
  for (const std::uint32_t body : {0U, 1U}) {
    const Vec3 gained = Vec3((body == 0 ? -1.0 : 1.0) * load / 8.0, 0.0, 0.0);
    const Pose& start = recording.header.bodies[body].start.pose;
    step.segments.push_back({body, FlowKind::screw, 0.0, start, 0.6 * gained, Vec3(0.0), Vec3(0.0)});
    step.impulses->chords.push_back({0.0, end, body, Vec3(0.0), gained, Vec3(0.0), Vec3(0.0), 1.0});
  }
  const Vec3 x(1.0, 0.0, 0.0);
  step.impulses->loads = {{0.0, end, 0, 1, x, load * x, Vec3(0.0), Vec3(0.0)}};
  return recording;
}

TEST(ChordLedger, FindsEnergyThatIsMadeOfNothing) {
  const VerifyReport report = report_of(bricks_that_burst_apart(0.8));
  ASSERT_EQ(report.findings.size(), 1U) << lines_of(report);
  EXPECT_EQ(report.findings.front().kind, FindingKind::energy);
  EXPECT_NEAR(report.findings.front().measure, 2.0 * 0.5 * 8.0 * 0.1 * 0.1, 1e-9);
}

}  // namespace
}  // namespace firstcontact::verify
