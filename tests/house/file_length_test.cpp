// A file above 400 lines wants to be two; above 600 it has to be.

#include <gtest/gtest.h>

#include "house/source_files.hpp"

namespace firstcontact {
namespace {

TEST(FileLength, NoFileIsLongerThanSixHundredLines) {
  constexpr std::size_t most_lines = 600;
  const auto files = source_files({"include", "src", "tests", "examples", "benchmarks"});
  ASSERT_GT(files.size(), 10U) << "looked in the wrong place";
  for (const SourceFile& file : files) {
    EXPECT_LE(file.line_count, most_lines) << file.path;
  }
}

}  // namespace
}  // namespace firstcontact
