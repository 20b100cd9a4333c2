// A model without a licence cannot be given away: every file in models/ is named in models/LICENSES.md, and every
// credit there is for a model that we ship.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace firstcontact {
namespace {

using Names = std::set<std::string>;

const std::filesystem::path& models_folder() {
  static const std::filesystem::path folder = std::filesystem::path(FIRSTCONTACT_SOURCE_DIR) / "models";
  return folder;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A model is an OBJ file and what belongs to it (its .mtl): all of one stem. What else could lie here is a model too,
// but for the hulls of models, which DecompositionCache.TheDemonstrationsMeshesComeTakenApart counts.
Names shipped_models() {
  Names names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(models_folder())) {
    const bool is_hulls = entry.path().parent_path().filename() == "decompositions";
    if (entry.is_regular_file() && entry.path().filename() != "LICENSES.md" && !is_hulls) {
      names.insert(entry.path().stem().string());
    }
  }
  return names;
}

// Our own stand in backquotes, each other model begins a row of the table whose second cell is its licence.
Names licensed_models(const std::string& text) {
  static const std::regex own("`([A-Za-z0-9_]+)`");
  static const std::regex row(R"((?:^|\n)\| *([A-Za-z0-9_]+) *\| *[^ |\n][^|\n]*\|)");
  Names names;
  for (const std::regex& form : {own, row}) {
    for (std::sregex_iterator found(text.begin(), text.end(), form); found != std::sregex_iterator(); ++found) {
      names.insert((*found)[1].str());
    }
  }
  names.erase("model");  // the table's heading
  return names;
}

TEST(ModelLicences, EveryModelIsNamed) {
  const Names shipped = shipped_models();
  ASSERT_FALSE(shipped.empty()) << models_folder();
  const Names licensed = licensed_models(text_of(models_folder() / "LICENSES.md"));
  for (const std::string& name : shipped) {
    EXPECT_TRUE(licensed.contains(name)) << "models/LICENSES.md does not say whose model '" << name << "' is";
  }
}

TEST(ModelLicences, EveryCreditIsForAModelWeShip) {
  const Names shipped = shipped_models();
  for (const std::string& name : licensed_models(text_of(models_folder() / "LICENSES.md"))) {
    EXPECT_TRUE(shipped.contains(name)) << "models/LICENSES.md credits '" << name << "', which is not in models/";
  }
}

// The test itself must be able to fail: a longer name, a mention in passing and an empty licence do not count.
TEST(ModelLicences, AMissingLicenceIsSeen) {
  EXPECT_EQ(
      licensed_models("ours: `chair_parts`, a gear\n| model | licence |\n|---|---|\n| keg | CC0 1.0 |\n| cow | |\n"),
      (Names{"chair_parts", "keg"}));
}

}  // namespace
}  // namespace firstcontact
