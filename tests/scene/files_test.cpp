#include "scene/files.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "scratch_folder.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;
using testing::ScratchFolder;
using testing::text_of;

TEST(ReadFile, GivesEveryByte) {
  const ScratchFolder folder;
  const std::string bytes("a\0b\r\n\xFF", 6);
  const auto read = read_file(folder.file("data", bytes));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read.value(), bytes);
}

TEST(ReadFile, AnEmptyFileIsAnEmptyText) {
  const ScratchFolder folder;
  EXPECT_EQ(read_file(folder.file("empty", "")).value(), "");
}

TEST(ReadFile, AMissingFileAndAFolderAreNamed) {
  const ScratchFolder folder;
  const auto missing = read_file(folder.path("nowhere"));
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("nowhere: cannot be read: No such file"), std::string::npos);
  const auto directory = read_file(folder.path(""));
  ASSERT_FALSE(directory);
  EXPECT_NE(directory.error().message.find("found a directory, expected a file"), std::string::npos);
}

TEST(OutputFile, IsNotThereUntilItIsWhole) {
  const ScratchFolder folder;
  auto created = OutputFile::create(folder.path("out"));
  ASSERT_TRUE(created) << created.error().message;
  OutputFile output = std::move(created).value();
  output.write("half");
  EXPECT_FALSE(fs::exists(folder.path("out")));
  output.write(" whole");
  EXPECT_FALSE(output.finish().has_value());
  EXPECT_EQ(text_of(folder.path("out")), "half whole");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputFile, LeavesTheOldFileAndNoTraceWhenItIsAbandoned) {
  const ScratchFolder folder;
  folder.file("out", "old");
  {
    OutputFile output = OutputFile::create(folder.path("out")).value();
    output.write("new");
  }
  EXPECT_EQ(text_of(folder.path("out")), "old");
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(OutputFile, TwoWritersOfOneFileDoNotMix) {
  const ScratchFolder folder;
  OutputFile first = OutputFile::create(folder.path("out")).value();
  OutputFile second = OutputFile::create(folder.path("out")).value();
  first.write("first");
  second.write("second");
  EXPECT_FALSE(first.finish().has_value());
  EXPECT_FALSE(second.finish().has_value());
  EXPECT_EQ(text_of(folder.path("out")), "second");
}

TEST(OutputFile, AFullDiskIsReported) {
  if (!fs::exists("/dev/full")) {
    return;  // only Linux has this device
  }
  OutputFile output = OutputFile::create("/dev/full").value();
  output.write(std::string(1U << 20U, 'x'));
  const auto error = output.finish();
  ASSERT_TRUE(error.has_value());
  EXPECT_NE(error->message.find("/dev/full: cannot be written: No space left"), std::string::npos);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(OutputFile, AMissingFolderAndAFolderInPlaceOfAFileAreNamed) {
  const ScratchFolder folder;
  const auto missing = OutputFile::create(folder.path("no/such/out"));
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("no/such/out: cannot be written"), std::string::npos);
  const auto directory = OutputFile::create(folder.path(""));
  ASSERT_FALSE(directory);
  EXPECT_NE(directory.error().message.find("found a directory"), std::string::npos);
}

TEST(OutputFile, ASymbolicLinkStaysOne) {
  const ScratchFolder folder;
  folder.file("real", "old");
  fs::create_symlink(folder.path("real"), folder.path("link"));
  EXPECT_FALSE(write_file(folder.path("link"), "new").has_value());
  EXPECT_TRUE(fs::is_symlink(folder.path("link")));
  EXPECT_EQ(text_of(folder.path("real")), "new");
}

TEST(OutputFile, ADeviceIsWrittenStraight) {
  EXPECT_FALSE(write_file("/dev/null", "gone").has_value());
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(SameFile, SeesThroughDotsAndLinksEvenBeforeTheFileIsThere) {
  const ScratchFolder folder;
  EXPECT_TRUE(is_same_file(folder.path("a"), folder.path("./a")));
  EXPECT_FALSE(is_same_file(folder.path("a"), folder.path("b")));
  folder.file("real", "");
  fs::create_symlink(folder.path("real"), folder.path("link"));
  EXPECT_TRUE(is_same_file(folder.path("real"), folder.path("link")));
}

}  // namespace
}  // namespace firstcontact
