// The numbers that are a choice and that more than one file, or a promise, depends on: what each is, why it is what it
// is, and which test fails when it is wrong. What one function alone needs stands in it, with its reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace firstcontact::tolerances {

// --- gaps, as fractions of a pair's skin -----------------------------------------------------------------------------

/// Skin of a pair without a skin in the scene: this fraction of the smaller moving body's size (cube root of its
/// volume). A crate of 1 m stands 0.5 mm above the floor: half of what the eye and the house rule allow.
/// [World.ADroppedCrateComesToRestAndStays]
inline constexpr double skin_per_size = 8e-4;
/// Gap at which the calendar reports an impact. Well above the rest gap: a body sinks to rest, which takes energy,
/// where lifting it would make some. [World.EnergyNeverGrowsWhenACrateLands]
inline constexpr double impact_gap = 0.875;
/// Gap to which contact lets a pair close.
inline constexpr double rest_gap = 0.8;
/// Gap to which contact lifts a pair that is nearer: between the two it is held and sinks.
inline constexpr double lift_gap = 0.5;
/// Gap that certificates keep for pairs that have rows; the distance to 1 is the rows' room to err.
inline constexpr double floor_gap = 0.05;
/// Gap with which what is held in contact may pass what it bears on with no point. [Seams.*]
inline constexpr double passing_gap = 0.1;
/// A start no deeper than this is taken for touching, not for overlap, and set apart to the rest gap before the first
/// step: scenes put a box exactly on a table, and rounding has it in by 1e-16 m. [World.BodiesThatStartTouching...]
inline constexpr double touching_depth = 0.02;
/// Pairs nearer than this have their contact points found and may get rows.
inline constexpr double activation_gap = 2.5;
/// Early by at most this fraction of the target gap.
inline constexpr double gap_tolerance = 0.1;
/// What is nearer than this is measured anew wherever it has moved: what is said of the nearest pairs is said of the
/// present.
inline constexpr double smallest_gap = 0.02;

/// Of the smaller body's size: the gap within which a body counts as inside a sensor. Beyond twice that gap it is out,
/// so both are right to a millionth. [Sensors.ABulletCrossesAThinSensorWithinOneStep]
inline constexpr double sensor_gap_per_size = 4e-7;

// --- speeds ----------------------------------------------------------------------------------------------------------

/// m/s times (1 - restitution): an approach slower than this is not an impact but lasting contact.
inline constexpr double resting_speed = 0.1;
/// Of the speed that the pair's relative acceleration along the normal gives in one time step: the same.
inline constexpr double resting_speed_per_step_of_fall = 0.5;
/// The same, where bounces are followed to their end: less than this would have elastic bodies bounce for ever.
inline constexpr double least_resting_speed_per_step_of_fall = 0.1;
/// Of a step: the bounces that are left out last no longer than this. [Bounces.ComeToRestAtTheirZenoTime]
inline constexpr double last_bounces = 0.9;
/// m/s: fastest push of overlapping or too near bodies away from each other.
/// [Shocks.OverlappingBodiesArePushedApartGently]
inline constexpr double push_speed = 0.5;
/// Of the speeds that a relative velocity is the difference of: what rounding leaves of it. Sweeps that change less are
/// over: what is struck at 1e-8 m/s while it tumbles at 1 m/s would be swept for ever.
/// [Impact.ASlowBlowBetweenTumblingBodiesIsExactToRounding]
inline constexpr double speed_rounding = 2.0 * std::numeric_limits<double>::epsilon();

// --- falling asleep --------------------------------------------------------------------------------------------------

/// s: for how long every body of an island must have been at rest.
inline constexpr double sleeping_delay = 0.5;
/// Of a body's size: no point of it may come further in that time. A crate of 1 m that creeps 4 cm in an hour stays
/// awake; what rests in this engine mostly moves by a thousandth of that, or less. [Sleep/RestlessBodies.NeverSleep]
inline constexpr double sleeping_way_per_size = 5e-6;
/// Of a body's size, a second: nor may any point have more speed at a step's end.
inline constexpr double sleeping_speed_per_size = 2e-5;

// --- the guard against endless events --------------------------------------------------------------------------------

/// Impacts of one pair in one step after which they lose all restitution: a body that rattles between walls at 60 km/s.
/// [Shocks.EndlessBouncesEnd]
inline constexpr int pair_impacts_before_plastic = 500;
/// Impacts of one body in one step after which its motion is cut for the rest of the substep, and counted as lost.
inline constexpr int body_impacts_before_cut = 2000;
/// Looks at how far apart two bodies are, in one step and since they last met, after which the next impact of the pair
/// stops both, and the rest of the step is counted as lost: two that whirl in each other's reach, a million turns a
/// step. What has fewer left still may look so often. [Whirls.*, Tunnelling.*: blade]
inline constexpr int pair_looks_before_cut = 8'000;
inline constexpr int fewest_looks = 64;

// --- substeps --------------------------------------------------------------------------------------------------------

/// Of a step in which there may be lasting contact, and not all stand still.
inline constexpr int substeps_with_contact = 8;
/// The same where so many bodies press on each other that they are a heap.
inline constexpr int substeps_of_heap = 4;
inline constexpr std::uint32_t fewest_in_heap = 64;

// --- what is heavy on what is light ----------------------------------------------------------------------------------

/// Times as heavy: what rests on what is lighter by more than this is held in substeps, even where all stand still.
inline constexpr double mass_ratio_of_uneven = 10.0;
/// Of its own weight: what a body may bear of one so much heavier where one substep is to do.
/// [Stillness.IsNotForAHeavyCrateOnALightOne]
inline constexpr double load_on_light = 2.0;

}  // namespace firstcontact::tolerances
