// The engine against closed forms: every scene of data/analytic, every key of its reference.json. The rows, each with
// what the method allows and why, stand in comparisons.json; tools/analytic_table.py prints them with today's figures.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analytic_run.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing_support::AnalyticRun;

const fs::path& folder() {
  static const fs::path path = fs::path(FIRSTCONTACT_TEST_DATA_DIR) / "scene/data/analytic";
  return path;
}

json read(const std::string& name) {
  std::ifstream file(folder() / name);
  return json::parse(file);
}

const json& reference() {
  static const json values = read("reference.json");
  return values;
}

const json& comparisons() {
  static const json table = read("comparisons.json");
  return table;
}

std::vector<std::string> scenes() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder())) {
    if (entry.is_directory()) {
      names.push_back(entry.path().filename().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

double expected(const json& row) {
  const json* value = row.contains("expected") ? &row.at("expected") : &reference();
  if (!row.contains("expected")) {
    for (const json& key : row.at("reference")) {
      value = key.is_string() ? &value->at(key.get<std::string>()) : &value->at(key.get<std::size_t>());
    }
  }
  return value->get<double>() * row.value("scale", 1.0);
}

// A side that is null in the table allows anything.
double side(const json& row, const char* name) {
  return row.at(name).is_null() ? std::numeric_limits<double>::infinity() : row.at(name).get<double>();
}

class Analytic : public ::testing::TestWithParam<std::string> {};

TEST_P(Analytic, IsWithinWhatTheMethodAllows) {
  const AnalyticRun run(folder() / GetParam());
  EXPECT_GT(run.statistics().min_gap.value_or(1.0), 0.0);
  EXPECT_EQ(run.statistics().time_lost, 0.0);
  EXPECT_EQ(run.initial_overlaps(), 0U);  // several scenes start touching: that is no overlap
  int rows = 0;
  for (const json& row : comparisons().at("rows")) {
    if (row.at("scene") != GetParam()) {
      continue;
    }
    ++rows;
    const double wanted = expected(row);
    const double ours = run.measured(row.at("measure"));
    EXPECT_GE(ours, wanted - side(row, "below")) << row.at("what") << ": " << row.at("why");
    EXPECT_LE(ours, wanted + side(row, "above")) << row.at("what") << ": " << row.at("why");
  }
  EXPECT_GT(rows, 0) << "a scene that nobody compares";
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(ClosedForm, Analytic, ::testing::ValuesIn(scenes()), test_name);

using Keys = std::set<std::pair<std::string, std::string>>;

Keys keys_of_reference() {
  Keys keys;
  for (const auto& [key, values] : reference().items()) {
    for (const auto& [inner, value] : values.items()) {
      keys.emplace(key, inner);
    }
  }
  return keys;
}

Keys keys_that_are_used() {
  Keys keys;
  for (const json& row : comparisons().at("rows")) {
    for (const char* list : {"reference", "covers"}) {
      if (row.contains(list)) {
        keys.emplace(row.at(list).at(0), row.at(list).at(1));
      }
    }
  }
  for (const auto& [key, inner] : comparisons().at("given").items()) {
    for (const json& name : inner) {
      keys.emplace(key, name);
    }
  }
  for (const auto& [key, reason] : comparisons().at("not_simulated").items()) {
    for (const auto& [inner, value] : reference().at(key).items()) {
      keys.emplace(key, inner);
    }
  }
  return keys;
}

TEST(AnalyticTable, HasEveryKeyOfTheReference) { EXPECT_EQ(keys_that_are_used(), keys_of_reference()); }

// The bounds are formulas of these numbers: when one changes, tools/make_analytic_comparisons.py works them out again.
TEST(AnalyticTable, IsMadeFromTheTolerancesThatHold) {
  const json& method = comparisons().at("method");
  EXPECT_EQ(method.at("skin_per_size"), tolerances::skin_per_size);
  EXPECT_EQ(method.at("impact_gap"), tolerances::impact_gap);
  EXPECT_EQ(method.at("rest_gap"), tolerances::rest_gap);
  EXPECT_EQ(method.at("gap_tolerance"), tolerances::gap_tolerance);
  EXPECT_EQ(method.at("activation_gap"), tolerances::activation_gap);
  EXPECT_EQ(method.at("resting_speed"), tolerances::resting_speed);
  EXPECT_EQ(method.at("resting_speed_per_step_of_fall"), tolerances::resting_speed_per_step_of_fall);
  EXPECT_EQ(method.at("substeps_with_contact"), tolerances::substeps_with_contact);
}

// Arrays are compared to their last element.
TEST(AnalyticTable, HasEveryElementOfEveryArray) {
  std::set<json> used;
  for (const json& row : comparisons().at("rows")) {
    used.insert(row.value("reference", json()));
  }
  for (const auto& [key, inner] : keys_that_are_used()) {
    const json& value = reference().at(key).at(inner);
    const bool is_compared = used.contains(json{key, inner, 0});
    for (std::size_t i = 0; is_compared && i < value.size(); ++i) {
      EXPECT_TRUE(used.contains(json{key, inner, i})) << key << " " << inner << " " << i;
    }
  }
}

}  // namespace
}  // namespace firstcontact
