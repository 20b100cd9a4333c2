// Numbers out of text: the same bits, ends and refusals with every standard library.
#include "core/number_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "support/random.hpp"

namespace firstcontact {
namespace {

struct Read {
  double value = -7.0;
  std::size_t length = 0;
  std::errc trouble{};
};
Read read(const std::string& text) {
  Read found;
  const auto [end, trouble] = number_from_text(text.data(), text.data() + text.size(), found.value);
  found.length = static_cast<std::size_t>(end - text.data());
  found.trouble = trouble;
  return found;
}

TEST(NumberText, EndsWhereTheNumberDoes) {
  EXPECT_EQ(read("1.5e3 metres").value, 1500.0);
  EXPECT_EQ(read("1.5e3 metres").length, 5U);
  EXPECT_EQ(read("-0.25e").value, -0.25);
  EXPECT_EQ(read("-0.25e").length, 5U);
  EXPECT_EQ(read(".5").value, 0.5);
  EXPECT_EQ(read("1e-310").value, 1e-310);
  EXPECT_TRUE(std::signbit(read("-0.0e999999").value));
}

TEST(NumberText, RefusesWhatIsNoneOrDoesNotFit) {
  for (const char* const text : {"", "+1", " 1", "e5", "-", ".", "x"}) {
    EXPECT_EQ(read(text).trouble, std::errc::invalid_argument) << text;
    EXPECT_EQ(read(text).value, -7.0) << text;
  }
  for (const char* const text : {"1e309", "-1e400", "1e-400", "-0.001e-330"}) {
    EXPECT_EQ(read(text).trouble, std::errc::result_out_of_range) << text;
    EXPECT_EQ(read(text).value, -7.0) << text;
    EXPECT_EQ(read(text).length, std::string(text).size()) << text;
  }
}

// Against the C library, which rounds correctly. Numbers halfway between doubles among them.
TEST(NumberText, IsTheNearestDouble) {
  testing_support::Random random(5);
  std::vector<std::string> texts{"9007199254740993",
                                 "2.2250738585072011e-308",
                                 "4.9e-324",
                                 "1.7976931348623157e308",
                                 "0.1",
                                 "123456789012345678901234567890",
                                 "8.41e21",
                                 "7.2057594037927933e16"};
  for (int i = 0; i < 2000; ++i) {
    texts.push_back(std::to_string(random.between(-1e3, 1e3)) + std::to_string(i) + "e" +
                    std::to_string(i % 600 - 300));
  }
  for (const std::string& text : texts) {
    const double expected = std::strtod(text.c_str(), nullptr);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read(text).value), std::bit_cast<std::uint64_t>(expected)) << text;
  }
}

// What stands in for the standard library's writer says the same, digit by digit: also where a text with an exponent is
// as long as one without, and of integers above 2^53.
TEST(NumberText, IsWrittenByTrialAsTheLibraryWritesIt) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<double> numbers{0.0,
                              -0.0,
                              1.0,
                              -1.5,
                              0.1,
                              1e-5,
                              0.001,
                              100000.0,
                              1e5,
                              1e6,
                              1e22,
                              1e23,
                              5e-324,
                              2.2250738585072014e-308,
                              1.7976931348623157e308,
                              9007199254740993.0,
                              1.0 / 3.0,
                              std::ldexp(1.0, 60),
                              infinity,
                              -infinity};
  testing_support::Random random(6);
  for (int i = 0; i < 5000; ++i) {
    numbers.push_back(std::ldexp(random.between(-1.0, 1.0), i % 2000 - 1000));
    numbers.push_back(std::round(random.between(-1e4, 1e4)) * std::pow(10.0, i % 24 - 12));
  }
  for (const double number : numbers) {
    EXPECT_EQ(text_from_number_by_trial(number), text_from_number(number));
    EXPECT_TRUE(std::isinf(number) || read(text_from_number(number)).value == number) << number;
  }
}

}  // namespace
}  // namespace firstcontact
