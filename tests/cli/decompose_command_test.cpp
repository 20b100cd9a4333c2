#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "program_fixture.hpp"
#include "render/image.hpp"

namespace firstcontact::testing {
namespace {

// Two boxes in the shape of an L, 3 by 3 by 1.
constexpr std::string_view l_obj =
    "v 0 0 0\nv 3 0 0\nv 3 1 0\nv 1 1 0\nv 1 3 0\nv 0 3 0\nv 0 0 1\nv 3 0 1\nv 3 1 1\nv 1 1 1\nv 1 3 1\nv 0 3 1\n"
    "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\nf 1 2 8 7\nf 2 3 9 8\nf 3 4 10 9\nf 4 5 11 10\nf 5 6 12 11\nf 6 1 7 12\n";

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

TEST(DecomposeCommand, WritesAnObjectPerHull) {
  const ScratchFolder folder;
  const std::string input = folder.file("l.obj", l_obj);
  const ProgramRun result = run({"decompose", input, "-o", "-"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(count(result.out, "o hull_"), 2U);
  EXPECT_EQ(count(result.out, "\nv "), 16U);
  EXPECT_EQ(count(result.out, "\nf "), 12U);
  EXPECT_NE(result.err.find("2 hulls of at most 8 vertices"), std::string::npos) << result.err;
}

TEST(DecomposeCommand, ReportsWhatWasFoundAndReached) {
  const ScratchFolder folder;
  const std::string input = folder.file("l.obj", l_obj);
  const ProgramRun result = run({"decompose", input, "-o", folder.path("hulls.obj"), "--report", "-", "--quiet"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const auto report = nlohmann::json::parse(result.out);
  EXPECT_EQ(report["hulls"], 2);
  EXPECT_EQ(report["within_tolerance"], true);
  EXPECT_EQ(report["mass"]["source"], "mesh");
  EXPECT_NEAR(report["mass"]["volume_m3"].get<double>(), 5.0, 1e-12);
  EXPECT_EQ(report["mesh"]["polygons_cut"], 8);
}

TEST(DecomposeCommand, SaysWhenTooFewHullsBreakTheTolerance) {
  const ScratchFolder folder;
  const std::string input = folder.file("l.obj", l_obj);
  const ProgramRun result = run({"decompose", input, "-o", folder.path("hulls.obj"), "--max-hulls", "1"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.err.find("the tolerance of 2 % is not kept: too few hulls were allowed"), std::string::npos)
      << result.err;
}

TEST(DecomposeCommand, KeepsWhatItMadeUnlessToldNotTo) {
  const ScratchFolder folder;
  const std::string input = folder.file("l.obj", l_obj);
  EXPECT_EQ(run({"cache", "--clear"}).status, 0);
  const ProgramRun anew = run({"decompose", input, "-o", "-", "--no-cache"});
  EXPECT_NE(run({"cache"}).out.find(": 0 decompositions"), std::string::npos);
  const ProgramRun made = run({"decompose", input, "-o", "-"});
  EXPECT_NE(run({"cache"}).out.find(": 1 decompositions"), std::string::npos);
  const ProgramRun kept = run({"decompose", input, "-o", "-"});
  EXPECT_EQ(made.out, anew.out);
  EXPECT_EQ(kept.out, anew.out);
  EXPECT_EQ(kept.err, anew.err);
  EXPECT_NE(run({"cache", "--clear"}).out.find("deleted 1 decompositions"), std::string::npos);
  EXPECT_NE(run({"cache"}).out.find(": 0 decompositions, 0 bytes"), std::string::npos);
}

TEST(DecomposeCommand, ASceneSharesTheCache) {
  const ScratchFolder folder;
  folder.file("l.obj", l_obj);
  const std::string scene = folder.file(
      "scene.json", R"({"version": 1, "gravity": [0, 0, 0], "duration": 0.1, "bodies": [{"mesh": "l.obj"}]})");
  EXPECT_EQ(run({"cache", "--clear"}).status, 0);
  EXPECT_EQ(run({"simulate", scene, "--quiet", "--no-cache"}).status, 0);
  EXPECT_NE(run({"cache"}).out.find(": 0 decompositions"), std::string::npos);
  EXPECT_EQ(run({"decompose", folder.path("l.obj"), "-o", folder.path("hulls.obj")}).status, 0);
  EXPECT_EQ(run({"simulate", scene, "--quiet"}).status, 0);
  EXPECT_NE(run({"cache"}).out.find(": 1 decompositions"), std::string::npos);
}

TEST(DecomposeCommand, DrawsTheHullsTogetherAndApart) {
  const ScratchFolder folder;
  const std::string input = folder.file("l.obj", l_obj);
  const ProgramRun result =
      run({"decompose", input, "-o", folder.path("hulls.obj"), "--picture", folder.path("hulls.png")});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto picture = read_image(folder.path("hulls.png"));
  ASSERT_TRUE(picture) << picture.error().message;
  const Image& image = picture.value();
  ASSERT_EQ(image.rgb.size(), static_cast<std::size_t>(3 * image.width * image.height));
  // The mesh on the left is grey, the hulls right of it are coloured.
  const auto colourful = [&](int from, int to) {
    int count = 0;
    for (int y = 0; y < image.height; ++y) {
      for (int x = from; x < to; ++x) {
        const auto* const pixel = &image.rgb[static_cast<std::size_t>(3 * (y * image.width + x))];
        count += std::max({pixel[0], pixel[1], pixel[2]}) - std::min({pixel[0], pixel[1], pixel[2]}) > 90 ? 1 : 0;
      }
    }
    return count;
  };
  // What it shows fills it: colour, or the grey mesh's shadow, is near all four sides.
  const auto row_share = [&](int from, int to) {
    int count = 0;
    for (int y = from; y < to; ++y) {
      for (int x = 0; x < image.width; ++x) {
        const auto* const pixel = &image.rgb[static_cast<std::size_t>(3 * (y * image.width + x))];
        count += std::max({pixel[0], pixel[1], pixel[2]}) - std::min({pixel[0], pixel[1], pixel[2]}) > 90 ? 1 : 0;
      }
    }
    return count;
  };
  EXPECT_GT(row_share(0, image.height / 5), 200) << "nothing stands in the upper fifth";
  EXPECT_GT(row_share(4 * image.height / 5, image.height), 200) << "nothing stands in the lowest fifth";
  EXPECT_GT(colourful(9 * image.width / 10, image.width), 200) << "nothing stands at the right";
  const int third = image.width / 4;
  EXPECT_LT(colourful(0, third), 1000);
  EXPECT_GT(colourful(third, 2 * third), 10000);
  EXPECT_GT(colourful(2 * third, image.width), 10000);
  EXPECT_EQ(run({"decompose", input, "-o", "-", "--picture", folder.path("hulls.jpg")}).status, 2);
}

TEST(DecomposeCommand, RefusesWhatItCannotDo) {
  const ScratchFolder folder;
  const std::string input = folder.file("l.obj", l_obj);
  const std::string broken = folder.file("broken.obj", "v 0 0 0\nv 1 0\nf 1 2 3\n");
  EXPECT_EQ(run({"decompose", input}).status, 2);
  EXPECT_EQ(run({"decompose", input, "-o", input}).status, 2);
  EXPECT_EQ(run({"decompose", folder.path("none.obj"), "-o", "-"}).status, 2);
  EXPECT_EQ(run({"decompose", input, "-o", "-", "--max-vertices", "5"}).status, 2);
  const ProgramRun result = run({"decompose", broken, "-o", "-"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("broken.obj:2: "), std::string::npos) << result.err;
}

}  // namespace
}  // namespace firstcontact::testing
