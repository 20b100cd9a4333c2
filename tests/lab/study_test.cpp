#include "lab/study.hpp"

#include <gtest/gtest.h>

#include <set>

#include "lab/lab.hpp"
#include "lab/measures.hpp"
#include "lab/situations.hpp"
#include "scene/scratch_folder.hpp"

namespace firstcontact {
namespace {

const char* const good = R"({"version": 1, "name": "n", "situation": "bullet", "seeds": 3,
  "sweep": {"speed": {"from": 10, "to": 1000, "count": 3, "scale": "logarithmic"}, "thickness": [0.001, 0.01], "spin": 5},
  "methods": ["discrete", "substeps 8"], "figures": [{"heat_map": ["speed", "thickness"], "of": "tunneled"}]})";

std::string with(std::string text, const std::string& old_text, const std::string& new_text) {
  const std::size_t at = text.find(old_text);
  return at == std::string::npos ? text : text.replace(at, old_text.size(), new_text);
}

TEST(StudyFile, IsReadAndWrittenAndReadAgain) {
  const auto study = parse_study(good, "s.json");
  ASSERT_TRUE(study) << study.error().message;
  EXPECT_EQ(study.value().sweep[0], (std::vector<double>{10.0, 100.0, 1000.0}));
  EXPECT_EQ(case_count(study.value()), 18U);
  const auto again = parse_study(study_text(study.value()), "t.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(study_text(again.value()), study_text(study.value()));
  EXPECT_EQ(study_hash(again.value()), study_hash(study.value()));
}

TEST(StudyFile, NamesWhatIsWrong) {
  const std::vector<std::array<std::string, 3>> wrong{
      {"\"seeds\": 3", "\"seeds\": 0", "seeds"},
      {"\"bullet\"", "\"billet\"", "situation"},
      {"\"bullet\"", "\"plates\"", "ok"},
      {"\"spin\": 5", "\"spin\": -5", "sweep.spin"},
      {"\"spin\": 5", "\"spun\": 5", "spun"},
      {"[0.001, 0.01]", "[0.01, 0.001]", "sweep.thickness"},
      {"\"substeps 8\"", "\"substeps\"", "methods[1]"},
      {"\"substeps 8\"", "\"discrete\"", "methods[1]"},
      {"\"tunneled\"", "\"tunnelled\"", "figures[0].of"},
      {"\"heat_map\": [\"speed\", \"thickness\"]", "\"heat_map\": [\"speed\"]", "figures[0].heat_map"},
      {"\"logarithmic\"", "\"cubic\"", "sweep.speed.scale"},
  };
  for (const auto& [old_text, new_text, place] : wrong) {
    const auto study = parse_study(with(good, old_text, new_text), "s.json");
    if (place == "ok") {
      EXPECT_TRUE(study) << study.error().message;
      continue;
    }
    ASSERT_FALSE(study) << new_text;
    EXPECT_NE(study.error().message.find(place), std::string::npos) << study.error().message;
  }
}

TEST(StudyFile, RefusesAParameterTheSituationDoesNotHave) {
  const auto study =
      parse_study(with(with(good, "\"bullet\"", "\"plates\""), "\"spin\": 5", "\"angle\": 0.5"), "s.json");
  ASSERT_FALSE(study);
  EXPECT_NE(study.error().message.find("no angle"), std::string::npos) << study.error().message;
}

TEST(StudyCases, GoThroughEveryCombinationOnce) {
  const Study study = parse_study(good, "s.json").value();
  std::set<std::pair<Values, std::uint64_t>> seen;
  std::set<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i < case_count(study); ++i) {
    const Case one = case_of(study, i);
    seen.insert({one.values, one.seed_number});
    seeds.insert(one.seed);
  }
  EXPECT_EQ(seen.size(), 18U);
  EXPECT_EQ(seeds.size(), 18U);
}

TEST(StudyCases, AreTheSameBodiesForEveryTimeStep) {
  const Study study = parse_study(with(good, "\"spin\": 5", "\"time_step\": [0.001, 0.01]"), "s.json").value();
  const Case slow = case_of(study, 0);
  const Case fast = case_of(study, 3);  // three seeds on: the next time step
  ASSERT_NE(slow.values, fast.values);
  EXPECT_EQ(slow.seed, fast.seed);
}

TEST(Situations, StartApartAndTurnAboutPrincipalAxes) {
  for (const SituationKind kind : {SituationKind::bullet, SituationKind::propeller, SituationKind::plates,
                                   SituationKind::rod_post, SituationKind::cubes}) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Situation situation = make_situation(kind, {50.0, 0.02, 70.0, 0.3, 1.0 / 60.0, 0.5}, seed);
      std::array<Solid, 2> solids;
      std::array<Pose, 2> poses;
      for (std::size_t i = 0; i < 2; ++i) {
        const BodyDefinition& body = situation.scene.bodies[i];
        solids[i] = solid_of(body.collider->shapes.front().core);
        poses[i] = body.mesh_pose;
        const Quat axes = glm::normalize(body.mesh_pose.orientation) * body.collider->principal_axes;
        const Vec3 spin = rotate_inverse(axes, body.angular_velocity);
        const Vec3 momentum = body.collider->principal_moments * spin;
        EXPECT_LT(glm::length(glm::cross(spin, momentum)), 1e-9 * (1.0 + glm::length(spin) * glm::length(momentum)));
      }
      EXPECT_GT(widest_gap(solids[0], poses[0], solids[1], poses[1]).gap, 0.005)
          << static_cast<int>(kind) << ' ' << seed;
      EXPECT_GT(situation.duration, 0.0);
    }
  }
}

TEST(Records, AreReadBackFromTheirRows) {
  const Study study = parse_study(good, "s.json").value();
  const CaseResult result = run_case(study, 7);
  for (std::size_t method = 0; method < 2; ++method) {
    Record record;
    record.study_case = result.study_case;
    record.meeting = result.truth.meeting;
    record.apart_until = result.truth.apart_until;
    record.overlap_at = result.truth.overlap_at;
    record.method = method;
    record.run = result.runs[method];
    const std::string row = record_row(study, record);
    const auto again = parse_record(study, row);
    ASSERT_TRUE(again) << row;
    EXPECT_EQ(record_row(study, *again), row);
    EXPECT_FALSE(parse_record(study, row + ",1"));
    EXPECT_FALSE(parse_record(study, row.substr(0, row.size() / 2)));
  }
}

// A build that answers otherwise has left results: today's program must not go on with them.
TEST(StudyFolder, OfABuildThatAnswersOtherwiseIsRefused) {
  const Study study = parse_study(good, "s.json").value();
  const testing::ScratchFolder folder;
  for (const std::uint64_t changed : {std::uint64_t{0}, case_count(study)}) {
    const std::filesystem::path results = folder.path(std::to_string(changed));
    {
      Ledger ledger = Ledger::open(results, study, {}).value();
      CaseResult first = run_case(study, 0);
      first.runs[1].state_hash ^= changed == 0 ? 1U : 0U;
      ASSERT_FALSE(ledger.append(study, {first, run_case(study, 1)}));
    }
    const auto run = run_part(study, results, {});
    ASSERT_EQ(static_cast<bool>(run), changed != 0);
    const auto finished = finish_study(study, {results}, results);
    EXPECT_EQ(finished.has_value(), changed == 0);
    if (changed == 0) {
      EXPECT_NE(run.error().message.find("case 0: found an end that this program does not come to"), std::string::npos)
          << run.error().message;
      EXPECT_EQ(finished->message, run.error().message);
    }
  }
}

}  // namespace
}  // namespace firstcontact
