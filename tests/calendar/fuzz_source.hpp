// Numbers out of a seed, some of them hostile, and how a fuzzer says what it found.
#pragma once

#include <firstcontact/math.hpp>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <string>

#include "support/random.hpp"

namespace firstcontact {

// What a signal handler can say.
inline volatile std::sig_atomic_t seed_now = 0;

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "seed %ld: %s\n", static_cast<long>(seed_now), what.c_str());
  std::exit(1);
}

inline void expect(bool holds, const char* what) {
  if (!holds) {
    fail(what);
  }
}

/// The same seed gives the same numbers; how many are hostile goes by the seed.
class Source {
 public:
  explicit Source(std::uint64_t seed) : random_(seed), hostility_(one_of<double>({0.0, 0.01, 0.05, 0.3})) {}

  double between(double low, double high) { return random_.between(low, high); }
  bool chance(double share) { return between(0.0, 1.0) < share; }
  std::size_t below(std::size_t count) {
    return std::min(count - 1, static_cast<std::size_t>(between(0.0, static_cast<double>(count))));
  }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[below(choices.size())];
  }

  /// About `size`, mostly; else anything that is a double.
  double number(double size) {
    if (chance(hostility_)) {
      return hostile();
    }
    return size * between(-1.0, 1.0);
  }
  double positive(double low, double high) {
    if (chance(hostility_)) {
      return hostile();
    }
    return low * std::exp(between(0.0, std::log(high / low)));
  }
  Vec3 vector(double size) { return Vec3{number(size), number(size), number(size)}; }
  Quat rotation() {
    if (chance(hostility_)) {
      return Quat{number(1.0), number(1.0), number(1.0), number(1.0)};
    }
    const Quat unit = quaternion_from_rotation_vector(Vec3{between(-3.0, 3.0), between(-3.0, 3.0), between(-3.0, 3.0)});
    return chance(0.2) ? unit * between(0.998, 1.002) : unit;
  }
  Pose pose(double size) {
    const Vec3 position = vector(size);
    return {position, rotation()};
  }

 private:
  double hostile() {
    constexpr double endless = std::numeric_limits<double>::infinity();
    const double found =
        one_of<double>({std::nan(""), endless, 1.7e308, 1e308,  1e200,    1e155,  1e100,  1e51, 1e49, 1e31,
                        1e30,         1e16,    1e12,    1e9,    1e6,      1e3,    1.0,    1e-3, 1e-9, 1e-15,
                        1e-30,        1e-100,  1e-155,  1e-200, 2.2e-308, 1e-310, 5e-324, 0.0});
    return chance(0.5) ? -found : found;
  }

  testing_support::Random random_;
  double hostility_;
};

}  // namespace firstcontact
