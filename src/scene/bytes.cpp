#include "scene/bytes.hpp"

#include <zlib.h>

#include "core/bit_cast.hpp"

namespace firstcontact {

void ByteWriter::little_endian(std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i, value >>= 8U) {
    bytes_.push_back(static_cast<char>(value & 0xFFU));
  }
}

void ByteWriter::f64(double value) { u64(bit_cast<std::uint64_t>(value)); }

void ByteWriter::vector(const Vec3& value) {
  f64(value.x);
  f64(value.y);
  f64(value.z);
}

void ByteWriter::rotation(const Quat& value) {
  f64(value.x);
  f64(value.y);
  f64(value.z);
  f64(value.w);
}

void ByteWriter::text(std::string_view value) {
  u32(static_cast<std::uint32_t>(value.size()));
  raw(value);
}

std::uint64_t ByteReader::little_endian(std::size_t count) {
  if (rest_.size() < count) {
    ok_ = false;
    rest_ = {};
    return 0;
  }
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) {
    value = value << 8U | static_cast<unsigned char>(rest_[i]);
  }
  rest_.remove_prefix(count);
  return value;
}

double ByteReader::f64() { return bit_cast<double>(u64()); }

Vec3 ByteReader::vector() {
  const double x = f64();
  const double y = f64();
  return {x, y, f64()};
}

Quat ByteReader::rotation() {
  const Vec3 axis = vector();
  return {f64(), axis.x, axis.y, axis.z};
}

std::string ByteReader::text() {
  const std::uint32_t length = count(1);
  std::string value(rest_.substr(0, length));
  rest_.remove_prefix(length);
  return value;
}

std::string ByteReader::raw(std::uint64_t bytes) {
  if (bytes > rest_.size()) {
    ok_ = false;
    rest_ = {};
  }
  std::string value(rest_.substr(0, bytes));
  rest_.remove_prefix(value.size());
  return value;
}

std::uint32_t ByteReader::count(std::size_t record_bytes) {
  const std::uint32_t records = u32();
  if (records > rest_.size() / record_bytes) {
    ok_ = false;
    rest_ = {};
    return 0;
  }
  return records;
}

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): zlib speaks of unsigned bytes
  const auto* const first = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(::crc32_z(before, first, bytes.size()));
}

}  // namespace firstcontact
