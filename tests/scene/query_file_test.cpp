#include "scene/query_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scene/query_samples.hpp"

namespace firstcontact {
namespace {

using testing::two_cubes;

QuerySet parsed(const std::string& text) {
  auto set = parse_query_set(text, "q.toi");
  if (!set) {
    ADD_FAILURE() << set.error().message;
    return {};
  }
  return std::move(set).value();
}

TEST(QueryFile, IsRead) {
  const QuerySet set = parsed(two_cubes("hit 0.25 0.25 1 0 0 0.25 0 -4 1 0 0"));
  EXPECT_EQ(set.name, "S0");
  ASSERT_EQ(set.shapes.size(), 1U);
  EXPECT_EQ(set.shapes[0].core.vertices.size(), 8U);
  ASSERT_EQ(set.queries.size(), 1U);
  const ImpactQuery& query = set.queries[0];
  EXPECT_EQ(query.id, 17);
  EXPECT_EQ(query.motion_b.start.position, Vec3(2.0, 0.0, 0.0));
  EXPECT_EQ(query.motion_b.linear_velocity, Vec3(-4.0, 0.0, 0.0));
  EXPECT_EQ(query.answer.kind, AnswerKind::hit);
  EXPECT_EQ(query.answer.time_high, 0.25);
  EXPECT_EQ(query.answer.start_distance, 1.0);
  EXPECT_EQ(query.answer.normal, Vec3(1.0, 0.0, 0.0));
}

TEST(QueryFile, QuaternionsAreMadeUnit) {
  std::string text = two_cubes("touch 0 0 0 0 0 0 0 0 1 0 0");
  text.replace(text.find("0 0 0 1  -4"), 11, "0 0 0 1.0000001  -4");
  EXPECT_EQ(parsed(text).queries.at(0).motion_b.start.orientation.w, 1.0);
}

TEST(QueryFile, LineBreaksAreWhiteSpaceLikeAnyOther) {
  std::string text = two_cubes("miss 1 1 1 0.5 0.5 1 0 0 1 0 0");
  for (char& letter : text) {
    letter = letter == '\n' ? '\t' : letter;
  }
  EXPECT_EQ(parsed(text).queries.at(0).answer.distance_low, 0.5);
}

struct Damage {
  std::string from, to;  // the first `from` becomes `to`
  std::string fragment;  // of the message
};

std::vector<Damage> damages() {
  return {
      {"toiset 1", "toiset 2", "q.toi:1: found \"2\", expected \"1\""},
      {"toiset", "", "q.toi:1: found \"1\", expected \"toiset\""},
      {"7 1 1", "7 1e8 1", "q.toi:1: found \"1e8\", expected a whole number"},
      {"7 1 1", "7 1 1.5", "q.toi:1: found \"1.5\", expected a whole number"},
      {"7 1 1", "7 1 2", "found the end of the file, expected \"query\""},
      {"shape 0", "shape 1", "q.toi:2: found \"1\", expected shape number 0"},
      {"v -0.5 -0.5 -0.5", "v -0.5 -0.5 low", "q.toi:3: found \"low\", expected a finite number"},
      {"v -0.5 -0.5 -0.5", "v -0.5 -0.5 inf", "q.toi:3: found \"inf\", expected a finite number"},
      {"v -0.5 -0.5 -0.5", "-0.5 -0.5 -0.5", "q.toi:3: found \"-0.5\", expected \"v\""},
      {"f 4 0 3 2 1", "f 4 0 3 2 8", "q.toi:11: found \"8\", expected a whole number from 0 to below 8"},
      {"f 4 0 3 2 1", "f 99 0 3 2 1", "q.toi:11: found \"99\""},
      {"f 4 0 3 2 1", "f 4 0 1 2 3", "shape 0: "},
      {"query 17", "query -17", "q.toi:17: found \"-17\""},
      {"query 17 0 0", "query 17 0 1", "q.toi:17: found \"1\", expected a whole number from 0 to below 1"},
      {"A 0 0 0", "B 0 0 0", "q.toi:18: found \"B\", expected \"A\""},
      {"0 0 0 1  0", "0 0 0 0  0", "q.toi:18: found a quaternion of length 0"},
      {"expect miss", "expect maybe", "q.toi:20: found \"maybe\", expected hit, miss, overlap0 or touch"},
      {"expect miss", "expect", "q.toi:20: found \"1\", expected hit"},
      {"1 0 0\n#", "1 0 0\nmore #", "q.toi:21: found \"more\", expected the end of the file"},
  };
}

TEST(QueryFile, DamageIsRefusedWithItsLine) {
  for (const Damage& damage : damages()) {
    std::string text = two_cubes("miss 1 1 1 0.5 0.5 1 0 0 1 0 0") + "#";
    const std::size_t place = text.find(damage.from);
    ASSERT_NE(place, std::string::npos) << damage.from;
    text.replace(place, damage.from.size(), damage.to);
    text.resize(text.rfind('#'));
    const auto set = parse_query_set(text, "q.toi");
    ASSERT_FALSE(set) << damage.fragment;
    EXPECT_NE(set.error().message.find(damage.fragment), std::string::npos) << set.error().message;
  }
}

TEST(QueryFile, CutAnywhereItIsAnErrorAndNeverACrash) {
  const std::string whole = two_cubes("miss 1 1 1 0.5 0.5 1 0 0 1 0 0");
  for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
    EXPECT_FALSE(parse_query_set(whole.substr(0, size), "q.toi")) << size;
  }
}

}  // namespace
}  // namespace firstcontact
