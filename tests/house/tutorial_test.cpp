// docs/tutorial.md as code: its files are written, its commands run, and what it shows of their answers is found there.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "cli/program_fixture.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

// Words of a command line; double quotes hold words together, # begins a remark.
std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  const std::regex form("\"([^\"]*)\"|#.*|([^\\s\"]+)");
  for (std::sregex_iterator at(line.begin(), line.end(), form); at != std::sregex_iterator(); ++at) {
    const std::string word = (*at)[1].matched ? (*at)[1].str() : (*at)[2].str();
    if (!word.empty()) {
      words.push_back(word);
    }
  }
  return words;
}

struct Block {
  std::string language, text, before;  // before: the paragraph that leads to it
};

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks;
  std::size_t from = 0;
  while ((from = page.find("```", from)) != std::string::npos) {
    const std::size_t line = page.find('\n', from);
    const std::size_t end = page.find("```", line);
    const std::size_t paragraph = page.rfind("\n\n", from >= 3 ? from - 3 : 0);
    blocks.push_back({page.substr(from + 3, line - from - 3), page.substr(line + 1, end - line - 1),
                      page.substr(paragraph + 2, from - paragraph - 2)});
    from = end + 3;
  }
  return blocks;
}

class Tutor {
 public:
  Tutor() { fs::current_path(folder_.path("")); }
  ~Tutor() { fs::current_path(home_); }
  Tutor(const Tutor&) = delete;
  Tutor& operator=(const Tutor&) = delete;

  void save(const Block& block) const {
    std::smatch name;
    ASSERT_TRUE(std::regex_search(block.before, name, std::regex("`([a-z]+\\.json)`"))) << block.before;
    std::ofstream(name[1].str()) << block.text;
  }
  void run_all(const Block& block) {
    said_.clear();
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      std::vector<std::string> words = words_of(line);
      ASSERT_FALSE(words.empty());
      ASSERT_EQ(words.front(), "firstcontact") << line;
      words.erase(words.begin());
      const testing::ProgramRun run = testing::run(words);
      EXPECT_EQ(run.status, line.find("exit status 1") != std::string::npos ? 1 : 0) << line << "\n" << run.err;
      said_ += run.out + run.err;
      ++commands;
    }
  }
  void expect_said(const Block& block) const {
    std::istringstream lines(block.text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_NE(said_.find(line), std::string::npos) << "\"" << line << "\" is not in:\n" << said_;
    }
  }

  int commands = 0;

 private:
  testing::ScratchFolder folder_;
  fs::path home_ = fs::current_path();
  std::string said_;
};

TEST(Manual, TheTutorialDoesWhatItSays) {
  std::ifstream file(fs::path(FIRSTCONTACT_SOURCE_DIR) / "docs/tutorial.md");
  const std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Tutor tutor;
  for (const Block& block : blocks_of(page)) {
    SCOPED_TRACE(block.text);
    if (block.language == "json") {
      tutor.save(block);
    } else if (block.language == "sh") {
      tutor.run_all(block);
    } else {
      ASSERT_EQ(block.language, "text");
      tutor.expect_said(block);
    }
  }
  EXPECT_GE(tutor.commands, 10);
}

}  // namespace
}  // namespace firstcontact
