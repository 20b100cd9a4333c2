// Values as little-endian bytes and back, whatever the machine: what recordings are made of.
#pragma once

#include <cstdint>
#include <firstcontact/math.hpp>
#include <string>
#include <string_view>

namespace firstcontact {

/// Appends values to a growing text of bytes. Doubles keep every bit.
class ByteWriter {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void u32(std::uint32_t value) { little_endian(value, 4); }
  void u64(std::uint64_t value) { little_endian(value, 8); }
  void f64(double value);
  void vector(const Vec3& value);
  void rotation(const Quat& value);   // x, y, z, w
  void text(std::string_view value);  // u32 length, then the bytes
  void raw(std::string_view value) { bytes_ += value; }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void little_endian(std::uint64_t value, int count);
  std::string bytes_;
};

/// Takes values off the front of some bytes. Reading past the end gives zeros and makes `ok` false for good, so that a
/// whole record is read first and judged once.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] std::uint8_t u8() { return static_cast<std::uint8_t>(little_endian(1)); }
  [[nodiscard]] std::uint32_t u32() { return static_cast<std::uint32_t>(little_endian(4)); }
  [[nodiscard]] std::uint64_t u64() { return little_endian(8); }
  [[nodiscard]] double f64();
  [[nodiscard]] Vec3 vector();
  [[nodiscard]] Quat rotation();
  [[nodiscard]] std::string text();
  [[nodiscard]] std::string raw(std::uint64_t bytes);
  /// A count of records of at least `record_bytes` bytes each: zero, and not ok, when fewer bytes than that are left.
  /// No damaged count ever makes a reader ask for memory that the file could not fill.
  [[nodiscard]] std::uint32_t count(std::size_t record_bytes);

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool is_at_end() const { return ok_ && rest_.empty(); }

 private:
  [[nodiscard]] std::uint64_t little_endian(std::size_t count);
  std::string_view rest_;
  bool ok_ = true;
};

/// The checksum of zip, PNG and Ethernet (CRC-32, polynomial 0xEDB88320 reflected; ISO 3309). crc32("123456789") is
/// 0xCBF43926. Of bytes that come in parts: `before` is the checksum of those that came before.
[[nodiscard]] std::uint32_t crc32(std::string_view bytes, std::uint32_t before = 0);

}  // namespace firstcontact
