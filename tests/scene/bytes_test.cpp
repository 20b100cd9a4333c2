#include "scene/bytes.hpp"

#include <gtest/gtest.h>

namespace firstcontact {
namespace {

TEST(Bytes, AreLittleEndian) {
  ByteWriter out;
  out.u32(0x04030201U);
  out.f64(1.0);
  EXPECT_EQ(out.bytes(), std::string("\x01\x02\x03\x04\0\0\0\0\0\0\xF0\x3F", 12));
}

TEST(Bytes, ReadBackWhatWasWritten) {
  ByteWriter out;
  out.u8(200);
  out.u64(0xFEDCBA9876543210U);
  out.vector({1.0, -0.0, 3.0});
  out.rotation({0.5, 1.0, 2.0, 3.0});
  out.text("n\0m");
  ByteReader in(out.bytes());
  EXPECT_EQ(in.u8(), 200);
  EXPECT_EQ(in.u64(), 0xFEDCBA9876543210U);
  EXPECT_EQ(in.vector(), Vec3(1.0, -0.0, 3.0));
  EXPECT_EQ(in.rotation(), Quat(0.5, 1.0, 2.0, 3.0));
  EXPECT_EQ(in.text(), "n");
  EXPECT_TRUE(in.is_at_end());
}

TEST(Bytes, ReadingPastTheEndGivesZerosAndSaysSo) {
  ByteReader in("abc");
  EXPECT_EQ(in.u32(), 0U);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.u8(), 0U);
}

TEST(Bytes, ACountLargerThanTheRestIsNotBelieved) {
  ByteReader in("\xFF\xFF\xFF\xFF rest");
  EXPECT_EQ(in.count(1), 0U);
  EXPECT_FALSE(in.ok());
}

TEST(Crc32, HasItsPublishedCheckValue) {
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32(""), 0U);
}

}  // namespace
}  // namespace firstcontact
