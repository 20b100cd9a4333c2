// One case by every method: what each did, measured against what truly happens.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/ground_truth.hpp"
#include "lab/situations.hpp"
#include "lab/study.hpp"

namespace firstcontact {

/// How a run is judged by its first impact. Only cases that truly meet can be missed or late, only clear ones can have
/// a ghost; a case that grazes or is undecided is judged neither way.
enum class CaseVerdict : std::uint8_t {
  in_time,   // an impact no later than the first instant at which the free motions are seen to overlap
  late,      // an impact after that
  missed,    // none at all, though they meet
  free_way,  // none, and none was due
  ghost,     // an impact although the free motions stay clear
  unjudged,
};
[[nodiscard]] std::string_view verdict_name(CaseVerdict verdict);

/// What one method did in one case. Everything is the same, bit for bit, wherever and whenever it is run.
struct Run {
  CaseVerdict verdict = CaseVerdict::unjudged;
  std::optional<double> impact_at;               // s: the first impulse
  std::optional<double> late_by;                 // s: after the first certain overlap; negative when before it
  std::optional<bool> wrong_side;                // at the end, behind the wall; only where there is one
  double depth = 0.0;                            // m: deepest overlap seen along the motion
  double energy_ratio = 1.0;                     // kinetic energy at the end over the start's
  std::optional<double> momentum_error;          // of the sum of both bodies' sizes; where both move
  std::optional<double> angular_momentum_error;  // the same about the origin
  std::optional<double> velocity_error;          // after the first impact, of the fastest speed before it
  double ghost_impulse = 0.0;                    // N s, in cases that stay clear
  double time_lost = 0.0;                        // s
  std::uint64_t steps = 0;
  std::uint64_t state_hash = 0;  // of every body's final pose and velocity bits
};

struct CaseResult {
  Case study_case;
  GroundTruth truth;
  std::vector<Run> runs;                 // by method
  std::vector<double> seconds_per_step;  // processor time by method: differs from run to run, and is kept apart
};

/// Runs a case by all methods of the study. Pure but for the processor times; call it from any thread.
[[nodiscard]] CaseResult run_case(const Study& study, std::uint64_t index);

/// Exact velocities after an impact without friction at one point.
struct ExactImpact {
  double impulse = 0.0;  // N s
  FlowState a, b;        // velocities; poses at the impact
};
struct ImpactingBody {
  FlowState state;
  InertiaFrame inertia;
  double inverse_mass = 0.0;  // 0: fixed
};
/// Newton's law of restitution at one point: the closed form. `normal` is from a to b.
[[nodiscard]] ExactImpact exact_impact(const ImpactingBody& a, const ImpactingBody& b, const Vec3& point,
                                       const Vec3& normal, double restitution);

}  // namespace firstcontact
