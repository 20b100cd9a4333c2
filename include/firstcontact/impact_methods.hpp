// The time of impact by other methods, by name: what engines do, what the source article does, and what this one does,
// behind one question, so that they can be compared on the same pairs. Only `certified` keeps the promise of
// time_of_impact; what the others miss, and why, is told in docs/method.md, section 10.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/time_of_impact.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace firstcontact {

enum class ImpactMethod : std::uint8_t {
  certified,    // time_of_impact: rotation included, never late
  discrete,     // is there contact at the start, is there at the end; nothing is asked in between
  sampled,      // the same at `samples` equal parts of the span
  swept_faces,  // the source article's: per-axis entry and leave over face normals, without spin
  swept_full,   // the same with every edge-edge axis: exact for polyhedra that don't turn
  advancement,  // conservative advancement (Mirtich 1996): safe, and slow where bodies spin or graze
};

/// The names of the methods, in the order of ImpactMethod: the enumerators' own.
[[nodiscard]] FIRSTCONTACT_EXPORT std::span<const std::string_view> impact_method_names();
/// The method of that name; none when there is no such method.
[[nodiscard]] FIRSTCONTACT_EXPORT std::optional<ImpactMethod> impact_method_named(std::string_view name);

struct ImpactMethodOptions {
  ImpactMethod method = ImpactMethod::certified;
  TimeOfImpactOptions impact;
  int samples = 16;  // of `sampled`: poses are looked at k / samples of the duration, k = 0 .. samples; 1 to 1e6
};

/// First contact by the chosen method. `touches` is reported where that method sees a gap of at most impact.target
/// (`discrete` and `sampled`: at the pose that was looked at, so late by up to one part of the span, or never). The
/// swept methods ignore spin and acceleration and refuse shapes without faces. Pure; call it from any thread.
/// @throws ContractViolation  as time_of_impact, and for samples out of range
[[nodiscard]] FIRSTCONTACT_EXPORT TimeOfImpact time_of_impact_by(const MovingShape& a, const MovingShape& b,
                                                                 const ImpactMethodOptions& options);

}  // namespace firstcontact
