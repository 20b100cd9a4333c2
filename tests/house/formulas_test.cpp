// Every formula of docs/method.md that has a number is cited from the code, as "method 4.2", and no citation leads
// nowhere.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

const fs::path root = FIRSTCONTACT_SOURCE_DIR;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void add_matches(std::set<std::string>& found, const std::string& text, const std::regex& form) {
  for (std::sregex_iterator at(text.begin(), text.end(), form); at != std::sregex_iterator(); ++at) {
    found.insert((*at)[1].str());
  }
}

// A numbered formula stands on an indented line, its number at the end.
std::set<std::string> formulas() {
  std::set<std::string> found;
  add_matches(found, text_of(root / "docs" / "method.md"), std::regex(R"(\n    [^\n]*\((\d+\.\d+)\) *(?=\n))"));
  return found;
}

// "(method 4.2)", "Method (4.2)", "docs/method.md, 6.3".
std::set<std::string> citations() {
  const std::regex form(R"([Mm]ethod(?:\.md)?,? \(?(\d+\.\d+))");
  std::set<std::string> found;
  for (const char* const folder : {"src", "include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.is_regular_file()) {
        add_matches(found, text_of(entry.path()), form);
      }
    }
  }
  return found;
}

// Headings with a number of their own, such as 6.5, may be cited too.
std::set<std::string> headings() {
  std::set<std::string> found;
  add_matches(found, text_of(root / "docs" / "method.md"), std::regex(R"(\n### (\d+\.\d+) )"));
  return found;
}

TEST(Formulas, OfTheMethodAreAllCitedFromTheCode) {
  const std::set<std::string> cited = citations();
  const std::set<std::string> numbered = formulas();
  ASSERT_GT(numbered.size(), 20U);
  for (const std::string& number : numbered) {
    EXPECT_TRUE(cited.contains(number)) << number << " is cited nowhere";
  }
}

TEST(Formulas, ThatTheCodeCitesExist) {
  const std::set<std::string> numbered = formulas();
  const std::set<std::string> titled = headings();
  for (const std::string& number : citations()) {
    EXPECT_TRUE(numbered.contains(number) || titled.contains(number)) << number << " is not in docs/method.md";
  }
}

}  // namespace
}  // namespace firstcontact
