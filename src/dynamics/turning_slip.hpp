// Slip that turns while an impact lasts.
#pragma once

#include <firstcontact/math.hpp>

#include <array>
#include <cstddef>

#include "dynamics/friction_disc.hpp"

namespace firstcontact {

/// How the velocity at a point answers to impulses there, along the normal and in the plane of the contact, 1/kg.
struct PlaneCompliance {
  double normal = 0.0;
  glm::dvec2 coupling{0.0};  // of the slip to a normal impulse, and of the normal velocity to friction
  Symmetric2 slip;
};

/// What moves along while a point slips.
struct SlipState {
  double normal_impulse = 0.0;       // N s
  glm::dvec2 friction_impulse{0.0};  // N s
  double normal_velocity = 0.0;      // m/s
  glm::dvec2 slip{0.0};              // m/s
  double normal_work = 0.0;          // J
};

/// Power series of what a slipping point does, in a time t that runs by dp = |slip| dt: then
/// slip' = |slip| coupling - friction K slip is smooth, and slip comes to an end in no finite time.
struct SlipSeries {
  static constexpr std::size_t order = 16;
  using Series = std::array<double, order + 1>;
  Series x{}, y{};               // m/s: the slip
  Series speed{};                // m/s: its length
  Series impulse{}, velocity{};  // N s, m/s: along the normal
  Series work{};                 // J

  SlipSeries(const PlaneCompliance& compliance, double friction, const SlipState& start);
  /// The t up to which what is left out is below `precision` of the slip, no more than `most`.
  [[nodiscard]] double reach(double most, double precision) const;
};

[[nodiscard]] double value_at(const SlipSeries::Series& series, double t);

}  // namespace firstcontact
