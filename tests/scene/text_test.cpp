#include "scene/text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "support/random.hpp"

namespace firstcontact {
namespace {

TEST(Text, ANumberReadsBackToTheSameBits) {
  testing_support::Random random(20260101);
  for (int i = 0; i < 20000; ++i) {
    const double value = std::bit_cast<double>(random.next());
    if (std::isfinite(value)) {
      const ParsedNumber back = parse_number(shortest_text(value));
      ASSERT_TRUE(back.is_number) << shortest_text(value);
      ASSERT_EQ(std::bit_cast<std::uint64_t>(back.value), std::bit_cast<std::uint64_t>(value));
    }
  }
}

TEST(Text, ANumberIsAsShortAsItCanBe) {
  EXPECT_EQ(shortest_text(0.1), "0.1");
  EXPECT_EQ(shortest_text(1.0 / 60.0), "0.016666666666666666");
  EXPECT_EQ(shortest_text(-0.0), "-0");
}

TEST(Text, OnlyAWholeNumberIsANumber) {
  for (const char* const text : {"", " 1", "1 ", "1x", "--1", "+", "e", "0x10", "1e999"}) {
    EXPECT_FALSE(parse_number(text).is_number) << "'" << text << "'";
  }
  EXPECT_EQ(parse_number("-2.5e3").value, -2500.0);
}

TEST(Text, HexadecimalHasSixteenDigits) {
  EXPECT_EQ(hexadecimal_text(0), "0000000000000000");
  EXPECT_EQ(hexadecimal_text(0x0123456789ABCDEFU), "0123456789abcdef");
  EXPECT_EQ(hexadecimal_text(std::numeric_limits<std::uint64_t>::max()), "ffffffffffffffff");
}

TEST(Text, ACsvFieldIsQuotedWhenItMustBe) {
  EXPECT_EQ(csv_field("crate 1"), "crate 1");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"hi\""), "\"say \"\"hi\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(NearestName, IsTheOneThatWasMeant) {
  const std::vector<std::string_view> names{"duration", "record", "position", "rotation", "y"};
  EXPECT_EQ(nearest_name("dration", names), "duration");
  EXPECT_EQ(nearest_name("duratoin", names), "duration");
  EXPECT_EQ(nearest_name("positon", names), "position");
  EXPECT_EQ(nearest_name("recrd", names), "record");
  EXPECT_FALSE(nearest_name("velocity", names));
  EXPECT_FALSE(nearest_name("x", names)) << "a name of one letter is not what any other letter was meant for";
  EXPECT_FALSE(nearest_name("", names));
  EXPECT_FALSE(nearest_name(std::string(100000, 'd'), names));
}

}  // namespace
}  // namespace firstcontact
