// The manual can't rot unseen: its code is that of examples/, its links lead somewhere, and the tests that
// docs/guarantees.md calls as witnesses exist.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

const fs::path root = FIRSTCONTACT_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<fs::path> files_below(const std::string& folder, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  return files;
}

std::vector<fs::path> pages() {
  std::vector<fs::path> all = files_below("docs", ".md");
  all.push_back(root / "README.md");
  all.push_back(root / "CONTRIBUTING.md");
  return all;
}

// The `group`-th group of every match.
std::vector<std::string> matches(const std::string& text, const std::string& form, std::size_t group) {
  const std::regex expression(form);
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), expression); at != std::sregex_iterator(); ++at) {
    found.push_back((*at)[group].str());
  }
  return found;
}

std::vector<std::string> code_blocks(const std::string& page) {
  const std::string begin = "```cpp\n";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at)) {
    at += begin.size();
    const std::size_t end = std::min(page.find("```", at), page.size());
    blocks.push_back(page.substr(at, end - at));
  }
  return blocks;
}

TEST(Manual, EveryCodeBlockIsAWholeExample) {
  std::vector<std::string> examples;
  for (const fs::path& file : files_below("examples", ".cpp")) {
    examples.push_back(text_of(file));
  }
  std::size_t blocks = 0;
  for (const fs::path& page : pages()) {
    for (const std::string& block : code_blocks(text_of(page))) {
      ++blocks;
      EXPECT_TRUE(std::find(examples.begin(), examples.end(), block) != examples.end())
          << page << ": this is no file of examples/:\n"
          << block;
    }
  }
  EXPECT_GE(blocks, 3U);
}

TEST(Manual, EveryLinkLeadsSomewhere) {
  std::size_t links = 0;
  for (const fs::path& page : pages()) {
    for (const std::string& link : matches(text_of(page), R"(\]\(([^)#:]+)(#[^)]*)?\))", 1)) {
      ++links;
      EXPECT_TRUE(fs::exists(page.parent_path() / link)) << page << ": " << link;
    }
  }
  EXPECT_GE(links, 10U);
}

TEST(Manual, EveryWitnessOfAGuaranteeIsATest) {
  std::string tests;
  for (const fs::path& file : files_below("tests", ".cpp")) {
    tests += text_of(file);
  }
  const std::vector<std::string> witnesses =
      matches(text_of(root / "docs/guarantees.md"), R"(`([A-Z][A-Za-z]*\.(\*|[A-Z][A-Za-z0-9]*))`)", 1);
  EXPECT_GE(witnesses.size(), 10U);
  for (const std::string& witness : witnesses) {
    const std::size_t dot = witness.find('.');
    const std::string name = witness.substr(dot + 1);
    const std::string declaration = witness.substr(0, dot) + ", " + (name == "*" ? "" : name + ")");
    const bool exists = tests.find("TEST(" + declaration) != std::string::npos ||
                        tests.find("TEST_P(" + declaration) != std::string::npos;
    EXPECT_TRUE(exists) << "docs/guarantees.md: there is no test " << witness;
  }
}

std::vector<std::string> stations() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root / "src")) {
    if (entry.is_directory()) {
      names.push_back(entry.path().filename());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Manual, TheListOfStationsIsThatOfTheFolders) {
  for (const char* page : {"CONTRIBUTING.md", "README.md"}) {
    const std::vector<std::string> lists = matches(text_of(root / page), R"(\(core, ([a-z,\s]*)\))", 1);
    ASSERT_EQ(lists.size(), 1U) << page;
    std::vector<std::string> listed = matches("core, " + lists[0], "[a-z]+", 0);
    std::sort(listed.begin(), listed.end());
    EXPECT_EQ(listed, stations()) << page;
  }
}

// What the readers of a scene file accept stands in the manual, in quotes or as code.
TEST(Manual, EveryKeyOfASceneIsDocumented) {
  const std::string page = text_of(root / "docs/program.md");
  const std::string manual = page.substr(page.find("## The scene file"));
  std::size_t keys = 0;
  for (const char* file : {"scene_file.cpp", "scene_body.cpp", "scene_checks.cpp", "scene_view.cpp"}) {
    const std::string reader = text_of(root / "src/scene" / file);
    for (const std::string& list : matches(reader, R"(expect_keys\(\{([^}]*)\}\))", 1)) {
      for (const std::string& key : matches(list, "\"([a-z_]+)\"", 1)) {
        ++keys;
        const bool is_told =
            manual.find('`' + key + '`') != std::string::npos || manual.find('"' + key + '"') != std::string::npos;
        EXPECT_TRUE(is_told) << "docs/program.md does not tell of the scene key " << key << " (" << file << ")";
      }
    }
  }
  EXPECT_GE(keys, 60U);
}

// How many scenes a page says there are.
TEST(Manual, TheNumberOfRandomScenesIsThatOfTheFiles) {
  const auto said = matches(text_of(root / "docs/guarantees.md"), "([0-9]+) random scenes that once did", 1);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_EQ(std::stoul(said[0]), files_below("tests/scene/data/medley", ".json").size());
}

TEST(Manual, EveryFileThatAPageNamesIsThere) {
  std::size_t named = 0;
  for (const fs::path& page : pages()) {
    const std::string form =
        "`((src|include|tests|tools|examples|docs|scenes|models|studies)/[A-Za-z0-9_./]+\\.[a-z]+)`";
    for (const std::string& file : matches(text_of(page), form, 1)) {
      ++named;
      EXPECT_TRUE(fs::exists(root / file)) << page << ": there is no " << file;
    }
  }
  EXPECT_GE(named, 20U);
}

}  // namespace
}  // namespace firstcontact
