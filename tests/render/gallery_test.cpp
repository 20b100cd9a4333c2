// The gallery shows every scene there is.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

TEST(Gallery, ShowsEveryScene) {
  const fs::path root = FIRSTCONTACT_SOURCE_DIR;
  std::ifstream file(root / "docs/gallery.md");
  const std::string page{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::size_t scenes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root / "scenes")) {
    if (entry.path().extension() == ".json") {
      ++scenes;
      const std::string name = fs::relative(entry.path(), root / "scenes").string();
      EXPECT_NE(page.find("scenes/" + name + "]"), std::string::npos)
          << name << ": run tools/make_gallery.py build/release/firstcontact";
    }
  }
  EXPECT_GE(scenes, 20U);
}

}  // namespace
}  // namespace firstcontact
