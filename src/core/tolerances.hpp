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
/// Gap to which the contact solver lets a pair close.
inline constexpr double rest_gap = 0.8;
/// Gap to which the contact solver lifts a pair that is nearer: between the two it is held and sinks.
inline constexpr double lift_gap = 0.5;
/// Gap that certificates keep for pairs whose contact the solver holds; the distance to 1 is the solver's room to err.
inline constexpr double floor_gap = 0.05;
/// Gap with which what is held in contact may pass what it bears on with no point. [Seams.*]
inline constexpr double passing_gap = 0.1;
/// A start no deeper than this is taken for touching, not for overlap, and set apart to the rest gap before the first
/// step: scenes put a box exactly on a table, and rounding has it in by 1e-16 m. [World.BodiesThatStartTouching...]
inline constexpr double touching_depth = 0.02;
/// Pairs nearer than this have their contact points found and may become the solver's.
inline constexpr double activation_gap = 2.5;
/// A contact is measured anew when its bodies have moved this far past each other since; in a crowd and in the same
/// step this far.
inline constexpr double lasting_drift = 0.25;
inline constexpr double lasting_drift_in_crowd = 20.0;
/// Early by at most this fraction of the target gap.
inline constexpr double gap_tolerance = 0.1;
/// A pair that meets nearer than this has used up its gap and must win some back. [Tunnelling.*: blade and plates]
inline constexpr double used_up_gap = 0.6;
/// Of the speed at which two bodies slide round each other with next to no gap left: how fast they hop apart. Round a
/// radius r that is 5e-5 r high, and costs a ten thousandth of the slide.
inline constexpr double hop_per_slide = 0.01;
/// Of a push: the share that goes against the pull on a body, at least, where it bears the body or throws it back. What
/// glides along a wall is neither. [Medley.*]
inline constexpr double share_against_pull = 0.1;
/// Two bodies that meet slowly with less than this left, because one rolls over the other too fast for impacts to part
/// them, stand for the rest of the substep: every further impact would halve what is left. [Population.ComingsAnd...]
inline constexpr double trapped_gap = 1e-4;
/// Ten times as much: what has no more left of its gap is the solver's even while it leaves, lest what the solver
/// presses on top of it drives it back within nanoseconds. [Medley.*]
inline constexpr double nearly_trapped_gap = 1e-3;
/// The smallest gap the repair of a substep aims at, so that no pair is trapped in the noise of the distance query.
inline constexpr double smallest_gap = 0.02;

/// A kinematic body that waits for a squeezed one goes on when that is this far before it. Less than the gap to which
/// bodies are lifted, and more than what two floors add up to. [Squeeze.*]
inline constexpr double going_on_gap = 0.4;
/// Of the smaller body's size: the gap within which a body counts as inside a sensor. Beyond twice that gap it is out,
/// so both are right to a millionth. [Sensors.ABulletCrossesAThinSensorWithinOneStep]
inline constexpr double sensor_gap_per_size = 4e-7;

// --- speeds ----------------------------------------------------------------------------------------------------------

/// m/s times (1 - restitution): an approach slower than this is not an impact but a contact for the solver.
inline constexpr double resting_speed = 0.1;
/// Of the speed that the pair's relative acceleration along the normal gives in one time step: the same.
inline constexpr double resting_speed_per_step_of_fall = 0.5;
/// The same, where bounces are followed to their end: less than this would have elastic bodies bounce for ever.
inline constexpr double least_resting_speed_per_step_of_fall = 0.1;
/// Of a step: the bounces that are left out last no longer than this. [Bounces.ComeToRestAtTheirZenoTime]
inline constexpr double last_bounces = 0.9;
/// Of the resting speed: a pair that leaves faster than this is on its way up, not at rest.
inline constexpr double leaving_share = 0.5;
/// rad: a body whose axis of spin strays further in a substep meets others in the calendar, however slowly.
inline constexpr double fast_tumbling = 0.01;
/// rad: the same in a crowd, whose pairs are the solver's unless nothing else will do.
inline constexpr double whirling = 0.1;
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
/// Impacts in one step of a pair of a crowd, which the repair should have kept apart, after which it stands still. What
/// it runs into then stands, too: with 3, a wall hit by a ball lost a hundred times what one pair did.
/// [Repository/Scenes.HoldsWhatItExpects/contact_wall_hit]
inline constexpr int crowd_impacts_before_cut = 400;
/// The same of a crowd that a kinematic body presses on, or when less than that share of the skin is left between
/// the two: then impacts lead nowhere. [Squeeze.*]
inline constexpr int pressed_impacts_before_cut = 3;
inline constexpr double crowd_gap_before_cut = 1e-6;
/// Impacts in one substep of a pair that the solver holds after which the substep ends there and then, and the solver
/// takes them all again; fewer where its gap has become a trap, none where so much of the substep is over; not where
/// less than this share of it is left, nor more often than so. [Medley.*]
inline constexpr int impacts_before_ringing = 8;
inline constexpr double least_piece_of_substep = 1e-2;
inline constexpr double least_rest_of_substep = 1e-3;
inline constexpr int most_pieces_of_substep = 32;
/// Of a substep: one that cannot be paid for is cut down to no less than this. [Medley.*]
inline constexpr double least_share_of_substep = 1.0 / 64.0;
/// Impacts of one body in one step after which its motion is cut for the rest of the substep, and counted as lost.
inline constexpr int body_impacts_before_cut = 2000;
/// Looks at how far apart two bodies are, in one step and since they last met, after which the next impact of the pair
/// stops both, and the rest of the step is counted as lost: two that whirl in each other's reach, a million turns a
/// step. What has fewer left still may look so often. [Whirls.*, Tunnelling.*: blade]
inline constexpr int pair_looks_before_cut = 8'000;
inline constexpr int fewest_looks = 64;

// --- the contact solver (Catto 2023, 'Solver2D') ---------------------------------------------------------------------

inline constexpr int substeps_with_contact = 8;
/// Of a pair's skin: where nobody's surface comes further than this in a step, and all are held by their contacts, one
/// substep does. Smoothly: 5e-6 m/s for a crate of 1 m at 1/60 s. [Stillness.*]
inline constexpr double standing_way = 1e-4;
/// Of its own weight: what a body may bear of one ten times as heavy, or more, where one substep is to do.
/// [Stillness.IsNotForAHeavyCrateOnALightOne]
inline constexpr double load_on_light = 2.0;
/// Bodies on top of each other that these substeps hold; twice as many need twice the substeps.
inline constexpr int height_per_substeps = 24;
inline constexpr int most_substeps = 64;
/// Bodies that the soft solver holds, at least, to be a heap: the step has so many substeps, and these are cut into
/// rounds, [Heap.*]
inline constexpr std::size_t fewest_in_heap = 64;
inline constexpr int substeps_of_heap = 2;
/// or more, so that nobody comes further in a substep than this, of his skin: as far as he is wide;
inline constexpr double way_in_heap = 1250.0;
/// and one, where nobody comes further than the first of these in a step. Where nobody comes further than the second,
/// no approach rebounds.
inline constexpr double slow_way_in_heap = 30.0;
inline constexpr double settled_way = 1.0;
/// Where somebody comes further than this in a step, there are twice as many rounds.
inline constexpr double fast_way_in_heap = 400.0;
/// Where bodies of a heap move past each other, points stop earlier by this share of the way, but by no more than so
/// many skins. [Heap.*]
inline constexpr double room_per_way = 0.25;
inline constexpr double most_room = 20.0;
/// Contacts that are too near are lifted where an island of many points has lost, in the substep before, this share of
/// the energy that the loads' kick brings: who loses less cannot pay for it, and would only be shaken. [Sleep.*,
/// Heap.*]
inline constexpr double lost_where_lifted = 0.01;
/// Its contacts resist turning with an arm of this share of the gap that they rest at.
inline constexpr double turning_arm_in_heap = 2.0;
/// But in a step by no more than this share of what would stop the turning, and in a part of it by as much less: what
/// is nearly still would never be, if contacts had to make up for all of it. With half as much a last hull of five
/// thousand swings for ten seconds and more.
inline constexpr double turning_share_of_step = 0.2;
/// Sweeps of a substep of one round. One of several ends when a sweep changed speeds, on the average, by less than
/// the first share of the fastest kick by loads, or by more than the second: what is still thrown about so is not worth
/// more. A free-standing column in a pit of bricks crept for ever with two sweeps. [Heap.*]
inline constexpr int solver_iterations = 8;
inline constexpr double settled_change = 0.003;
inline constexpr double violent_change = 1.0;
/// Of the kick: a change of speed that comes again in every round and is no greater moves a body as it goes on with it.
inline constexpr double steady_change = 2.0;
/// Of a round's kick: where nobody's contact points move faster, all rounds are alike. [Heap.*, Rounds.*]
inline constexpr double standing_speed = 1e-2;
/// They are swept so often at most, or until no speed changes by more than this fraction of the fastest, or of the
/// kick.
inline constexpr int most_sweeps_of_standing = 32;
inline constexpr double standing_agreement = 1e-2;
inline constexpr double standing_rounding = 3e-9;
/// In a heap as many as come to so many visits of points, but within these bounds: in a narrow pit bricks wedge each
/// other, and what eight sweeps leave undone the repair would have to lift. [Heap.*]
inline constexpr std::size_t row_visits_of_heap = 16000;
inline constexpr int fewest_sweeps_of_heap = 4;
inline constexpr int most_sweeps_of_heap = 64;
inline constexpr int relax_iterations = 1;
/// Islands of no more points than this are solved to agreement: until no velocity changes by more than that fraction of
/// the fastest approach, or so many sweeps are done. [Slopes.*, Landing.*, scenes/issues/lands_flat.json]
inline constexpr std::size_t few_points = 24;
inline constexpr int most_sweeps_of_few = 40;
inline constexpr double agreement_of_few = 1e-6;
/// Dynamic bodies that touch, at least, to be a crowd: what hits one of them meets them all, and is the solver's.
inline constexpr std::uint32_t fewest_in_crowd = 8;
/// The same where one of them has used up its gap. [Medley.*]
inline constexpr std::uint32_t fewest_in_tight_crowd = 2;
/// Those that may touch before so many substeps are over are as good as touching: the calendar would answer their blows
/// one by one, each with all who touch by then. With four it would be the solver's what is the calendar's.
/// [Verify.OfRodsInEmptySpaceFindsAllMomentumKept]
inline constexpr double substeps_before_crowd = 2.0;
/// Contact stiffness as a frequency, in units of 1/substep, and its damping ratio.
inline constexpr double contact_hertz_per_substep = 0.25;
inline constexpr double contact_damping_ratio = 10.0;
/// Of the impulse that a contact held in the last substep: the spring gives way to the rest alone. At 0 a heap sags, by
/// its load times the substep squared, through its gaps, and has to be repaired for ever; at 1 what is squeezed between
/// walls would be pressed harder and harder.
inline constexpr double remembered_share = 0.95;

// --- the direct solver (Castro et al. 2021, 'SAP') -------------------------------------------------------------------

/// Bodies on top of each other, at least, that it is used for; two are enough where the heaviest weighs this many times
/// the lightest.
inline constexpr int fewest_levels_for_direct = 3;
inline constexpr double mass_ratio_for_direct = 10.0;
/// m/s: only where no point has to be stopped from a faster approach.
inline constexpr double quiet_approach = 0.1;
/// Multiplications of one factorization, per body: more is too slow, and left to the soft solver; but high piles, which
/// that solver holds badly, may cost more.
inline constexpr double direct_work_per_body = 4e3;
inline constexpr int high_pile = 10;
inline constexpr double direct_work_per_body_of_high_pile = 60e3;
/// Give of a contact as a share of its inverse effective mass, in one round: less makes the minimization stiffer, more
/// needs more rounds until none of it is left.
inline constexpr double direct_compliance = 1e-4;
/// The give is the same for all contacts of an island, measured by its heaviest bodies; but no less than this share of
/// what the contact's own masses would have it, for the arithmetic's sake.
inline constexpr double direct_least_share = 1e-4;

/// Of a pair's skin: in a heap no row of the repair has a point come nearer than the first, and rows are foreseen for
/// what would come nearer than the second. What is left with less fails again in every substep to come. [Heap.*]
inline constexpr double kept_gap_in_heap = 0.35;
inline constexpr double foreseen_gap_in_heap = 0.2;
/// The last rounds have a few pairs left, and cost next to nothing: in a collapsing heap twenty see all of them apart.
inline constexpr int repair_rounds = 30;
inline constexpr int local_repair_rounds = 12;
inline constexpr int repair_sweeps = 8;
/// Sweeps in which contacts may lose what the repair has lifted. [Heap.*]
inline constexpr int calming_sweeps = 32;

}  // namespace firstcontact::tolerances
