// The studies that ship, reduced: the first, middle and last value of every sweep (of time steps without the shortest,
// which take as long as all else), one seed each. What is looked at are the numbers: that the engine misses nothing,
// and that every rival fails where its study says it does.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "lab/lab.hpp"
#include "lab/measures.hpp"
#include "scene/scratch_folder.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

Study reduced(Study study) {
  for (auto& values : study.sweep) {
    if (values.size() > 3) {
      values = {values.front(), values[values.size() / 2], values.back()};
    }
  }
  auto& time_steps = study.sweep.at(static_cast<std::size_t>(Parameter::time_step));
  time_steps.erase(time_steps.begin(), time_steps.end() - std::min<std::ptrdiff_t>(2, std::ssize(time_steps)));
  study.seeds = 1;
  return study;
}

using Row = std::map<std::string, std::string>;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char letter : line) {
    letter == ',' ? static_cast<void>(fields.emplace_back()) : fields.back().push_back(letter);
  }
  return fields;
}

// The table by method: method -> column -> text.
std::map<std::string, Row> methods_of(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = fields_of(line);
  std::map<std::string, Row> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = fields_of(line);
    for (std::size_t i = 0; i < names.size(); ++i) {
      rows[fields.front()][names[i]] = fields.at(i);
    }
  }
  return rows;
}

// Where each study's rivals are known to fail: method and column, which must not be 0.
const std::map<std::string, std::vector<std::pair<std::string, std::string>>> failures{
    {"bullet_through_paper",
     {{"discrete", "missed"},
      {"discrete", "wrong_side"},
      {"substeps 64", "missed"},
      {"swept_translation", "wrong_side"}}},
    {"plates",
     {{"discrete", "missed"},
      {"substeps 8", "missed"},
      {"swept_translation", "late"},
      {"speculative", "ghosts"},
      {"linear_cast", "missed"},
      {"sphere_sweep", "missed"},
      {"sphere_sweep 0.5", "ghosts"}}},
    {"propeller",
     {{"discrete", "missed"}, {"linear_cast", "missed"}, {"sphere_sweep", "missed"}, {"speculative", "late"}}},
    {"timestep",
     {{"discrete", "late_by_a_step"},
      {"swept_translation", "late_by_a_step"},
      {"linear_cast", "late_by_a_step"},
      {"sphere_sweep", "late_by_a_step"}}},
};

class ShippedStudies : public ::testing::TestWithParam<const char*> {};

TEST_P(ShippedStudies, ShowTheirPointReduced) {
  const auto whole = read_study(fs::path(FIRSTCONTACT_SOURCE_DIR) / "studies" / (std::string(GetParam()) + ".json"));
  ASSERT_TRUE(whole) << whole.error().message;
  const Study study = reduced(whole.value());
  const testing::ScratchFolder folder;
  const fs::path results = folder.path("results");
  ASSERT_TRUE(run_part(study, results, {}));
  const auto trouble = finish_study(study, {results}, results);
  ASSERT_FALSE(trouble) << trouble->message;
  auto rows = methods_of(testing::text_of(results / "methods.csv"));
  const Row& ours = rows["first_contact"];
  EXPECT_EQ(ours.at("runs"), std::to_string(case_count(study)));
  EXPECT_GT(parse_number(ours.at("meet")).value, 0.9 * static_cast<double>(case_count(study)) * 0.9);
  for (const char* const column :
       {"missed", "late", "late_by_a_step", "ghosts", "wrong_side", "deepest_m", "time_lost_s"}) {
    EXPECT_EQ(ours.at(column), "0") << column;
  }
  const bool has_lasting_contact =
      std::string(GetParam()) == "propeller";  // whose energy is a limit: docs/tunneling.md
  EXPECT_TRUE(has_lasting_contact || parse_number(ours.at("energy_error_greatest")).value < 1e-9)
      << ours.at("energy_error_greatest");
  EXPECT_LT(parse_number(ours.at("momentum_error_greatest")).value, 1e-9);
  EXPECT_LT(parse_number(ours.at("velocity_error_median")).value, 1e-2);
  for (const auto& [method, column] : failures.at(GetParam())) {
    EXPECT_GT(parse_number(rows[method].at(column)).value, 0.0) << method << ' ' << column;
  }
  const std::string page = testing::text_of(results / "report.html");
  EXPECT_EQ(page.find("nan"), std::string::npos);
  for (std::size_t i = 0; i < study.figures.size(); ++i) {
    EXPECT_TRUE(fs::exists(results / ("figures/figure_" + std::to_string(i + 1) + ".svg"))) << i;
    EXPECT_NE(page.find("Figure " + std::to_string(i + 1) + ":"), std::string::npos);
  }
  EXPECT_TRUE(fs::exists(results / "timing/report.html"));
}

INSTANTIATE_TEST_SUITE_P(All, ShippedStudies,
                         ::testing::Values("bullet_through_paper", "propeller", "plates", "timestep"),
                         [](const auto& study) { return std::string(study.param); });

// In the figures' tables, a share is that of the runs in that cell and no other.
TEST(Figures, ShareOutRunsByTheirValues) {
  Study study = read_study(fs::path(FIRSTCONTACT_SOURCE_DIR) / "studies/bullet_through_paper.json").value();
  study.sweep = {std::vector<double>{1.0, 10.0, 10000.0}, {0.0001, 0.1}, {0.0}, {0.0}, {1.0 / 60.0}, {0.0}};
  study.methods = {"discrete"};
  study.figures = {{FigureKind::heat_map, Parameter::speed, Parameter::thickness, "missed"}};
  study.seeds = 40;
  const testing::ScratchFolder folder;
  ASSERT_TRUE(run_part(study, folder.path("r"), {}));
  ASSERT_FALSE(finish_study(study, {folder.path("r")}, folder.path("r")));
  const std::string numbers = testing::text_of(folder.path("r") / "figures/figure_1.csv");
  // At 1 m/s a step is 17 mm: the cube of 10 cm is seen before its middle has passed. At 10 m/s it is seen on the one
  // side or, pushed out and given no impulse, on the other. At 10 km/s a step is 167 m.
  for (const char* const line : {"discrete,1,1e-04,0\n", "discrete,1,0.1,0\n", "discrete,10000,1e-04,1\n"}) {
    EXPECT_NE(numbers.find(line), std::string::npos) << line << numbers;
  }
  for (const char* const line : {"discrete,10,1e-04,0\n", "discrete,10,1e-04,1\n"}) {
    EXPECT_EQ(numbers.find(line), std::string::npos) << line << numbers;
  }
}

}  // namespace
}  // namespace firstcontact
