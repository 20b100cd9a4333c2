// The cube root: the nearest double, whoever compiled it.
#include "core/cube_root.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/random.hpp"

namespace firstcontact {
namespace {

TEST(CubeRoot, IsExactWhereThereIsAnExactOne) {
  for (double root = 1.0; root < 2000.0; root += 1.0) {
    EXPECT_EQ(cube_root(root * root * root), root);
    EXPECT_EQ(cube_root(root * root * root * 0x1p-300), root * 0x1p-100);
  }
  EXPECT_EQ(cube_root(0.0), 0.0);
  EXPECT_EQ(cube_root(0x1p-1074), 0x1p-358);  // the least double
}

#if defined(__SIZEOF_FLOAT128__) && defined(__GNUC__) && !defined(__clang__)
__extension__ using Wide = __float128;
// No double is nearer: the cubes of the middles between it and its neighbours, in 113 bits, lie on either side.
TEST(CubeRoot, IsTheNearestDouble) {
  testing_support::Random random(31);
  for (int i = 0; i < 100'000; ++i) {
    const double x = std::ldexp(random.between(0.5, 1.0), i % 200 - 100);
    const double root = cube_root(x);
    const Wide below = (Wide(root) + std::nextafter(root, 0.0)) / 2;
    const Wide above = (Wide(root) + std::nextafter(root, std::numeric_limits<double>::infinity())) / 2;
    ASSERT_TRUE(below * below * below <= Wide(x) && Wide(x) <= above * above * above) << x;
  }
}
#endif

}  // namespace
}  // namespace firstcontact
