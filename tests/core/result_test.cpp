// A result is a value or an error, and says which of the two somebody asked for in vain.
#include <firstcontact/result.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>

namespace firstcontact {
namespace {

using Count = Result<int>;

template <class Act>
std::string missing(const Act& act) {
  try {
    act();
  } catch (const MissingValue& error) {
    return error.what();
  }
  return "nothing thrown";
}

TEST(Result, TheValueOfAnErrorThrowsTheErrorsMessage) {
  Count failed = Error{"a.obj, line 3: found 'x', expected a number"};
  const Count& constant = failed;
  const std::string expected = "a.obj, line 3: found 'x', expected a number";
  EXPECT_EQ(missing([&] { static_cast<void>(failed.value()); }), expected);
  EXPECT_EQ(missing([&] { static_cast<void>(constant.value()); }), expected);
  EXPECT_EQ(missing([&] { static_cast<void>(std::move(constant).value()); }), expected);
  EXPECT_EQ(missing([&] { static_cast<void>(std::move(failed).value()); }), expected);
}

TEST(Result, TheErrorOfAValueIsAMistakeOfTheCaller) {
  const Count found = 3;
  EXPECT_THROW(static_cast<void>(found.error()), ContractViolation);
}

TEST(Result, AValueCanBeChangedAndMovedOut) {
  Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
  *made.value() = 6;
  const std::unique_ptr<int> taken = std::move(made).value();
  EXPECT_EQ(*taken, 6);
  static_assert(std::is_same_v<decltype(std::declval<const Count&>().value()), const int&>);
  static_assert(std::is_same_v<decltype(std::declval<Count&>().value()), int&>);
}

}  // namespace
}  // namespace firstcontact
