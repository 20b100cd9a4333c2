// Random numbers that are the same on every machine (splitmix64; Steele, Lea, Flood 2014), and directions made of them.
#pragma once

#include <firstcontact/math.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>

namespace firstcontact {

class StudyRandom {
 public:
  explicit StudyRandom(std::uint64_t seed) : state_(seed) {}

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
  /// Uniform in [0, 2 pi).
  double angle() { return between(0.0, 2.0 * std::numbers::pi); }
  /// Uniform on the unit sphere (Archimedes: the height is uniform).
  Vec3 direction() {
    const double height = between(-1.0, 1.0);
    const SineCosine around = sine_cosine(angle());
    const double radius = std::sqrt(1.0 - height * height);
    return {radius * around.cosine, height, radius * around.sine};
  }
  /// Uniform over all rotations (Shoemake 1992).
  Quat rotation() {
    const double share = between(0.0, 1.0);
    const SineCosine first = sine_cosine(angle());
    const SineCosine second = sine_cosine(angle());
    const double a = std::sqrt(1.0 - share);
    const double b = std::sqrt(share);
    return {b * second.cosine, a * first.sine, a * first.cosine, b * second.sine};
  }

 private:
  std::uint64_t state_;
};

}  // namespace firstcontact
