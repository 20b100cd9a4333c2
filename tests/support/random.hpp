// A small random generator for tests, the same on every machine (splitmix64; Steele, Lea, Flood 2014).
#pragma once

#include <firstcontact/math.hpp>

#include <cstdint>

namespace firstcontact::testing_support {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  /// Uniform in [low, high).
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(next() >> 11U) * 0x1.0p-53);
  }
  /// Uniform in the cube [-half, half)^3.
  Vec3 vector(double half) {
    const double x = between(-half, half);
    const double y = between(-half, half);
    const double z = between(-half, half);
    return {x, y, z};
  }
  Quat rotation() { return glm::normalize(quaternion_from_rotation_vector(vector(3.0))); }

 private:
  std::uint64_t state_;
};

}  // namespace firstcontact::testing_support
