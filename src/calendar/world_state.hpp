// Everything a world holds, as plain data, for the functions of the step. docs/step.md walks through it.
#pragma once

#include <firstcontact/octree.hpp>
#include <firstcontact/time_of_impact.hpp>
#include <firstcontact/world.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "calendar/body_boxes.hpp"
#include "calendar/event_queue.hpp"
#include "calendar/pair_query.hpp"
#include "calendar/pair_record.hpp"
#include "dynamics/contact_point.hpp"
#include "dynamics/rigid_body.hpp"

namespace firstcontact {

/// A sensor, and a body that may be inside it.
struct SensorPair {
  BodyIndex sensor = 0, visitor = 0;
  double near = 0.0;      // m: the gap within which the visitor counts as inside
  bool is_known = false;  // whether it is inside
  bool inside = false;
  std::vector<AxisCache> caches;
  BuiltTriangles triangles;
};

/// A body's state at a time, remembered because every pair of the body asks for it.
struct KnownState {
  double time = -1.0;  // s; before all times: of an older segment
  FlowState state;
};

/// The box of a body's collider at a pose, remembered because every pair of the body asks for it, and its track.
struct PosedBox {
  Pose pose;
  CloseBoxes boxes;
  bool is_known = false;
};
/// Two of them: of where the body is, and of where it is to be in the middle of a piece.
struct PosedBoxes {
  std::array<PosedBox, 2> boxes;
  std::size_t oldest = 0;
};

/// The pose of a body when its way was last counted.
struct WayMark {
  Pose pose;
  bool is_begun = false;
};

/// A kinematic body that waits, and how it is to move when it can. By chords it goes with a share of its own clock,
/// which may be none, and waits the rest.
struct WaitingMover {
  BodyIndex body = 0;
  Velocity wanted;
  double share = 0.0;
  double rest = 0.0;         // s: how long it rested last
  double rests_until = 0.0;  // s: before then it does not try to go on
};

/// Bodies that fell asleep together, and what is kept for when they wake. In no list that a step goes through.
struct SleepingIsland {
  std::vector<BodyIndex> bodies;   // ascending; none: the place is free
  std::vector<PairRecord> pairs;   // of theirs with what does not move either
  std::vector<SensorPair> visits;  // of theirs to sensors that do not move
};

struct WorldState {
  WorldDefinition definition;
  std::vector<RigidBody> bodies;
  std::vector<BodyIndex> movers;  // ascending: those that are not fixed (is_fixed), up to date during a step
  bool has_other_movers = false;  // they are to be listed anew before the next step
  std::vector<SleepingIsland> sleeping;
  std::vector<std::uint32_t> free_islands;  // places in `sleeping`
  std::vector<BodyIndex> woken;             // in the present substep, and not yet predicted for
  bool is_stepping = false;
  Octree octree;
  std::vector<Aabb> track_boxes;                     // what the octree knows of each body
  std::size_t moved_tracks = 0;                      // since all were laid
  bool has_other_candidates = true;                  // who may meet whom is to be found anew, wherever the bodies are
  std::vector<PairRecord> pairs;                     // sorted at the start of a step; found later ones behind
  std::vector<PairRecord> spare_pairs;               // empty: room for the next, which is megabytes in a heap
  std::vector<std::vector<std::uint32_t>> pairs_of;  // per body, indices into pairs
  std::vector<SensorPair> sensor_pairs;              // as `pairs`, for bodies that pass through each other
  std::vector<WaitingMover> waiting_movers;
  std::vector<KnownState> known_states;  // per body
  std::vector<KnownScrew> known_screws;  // per body, from its segment's start
  std::vector<PosedBoxes> close_boxes;   // per body
  // Per body: m, an upper bound of how far any point of it has come since it was added, until ways_time. (By itself: it
  // is asked of every pair, many times a step.)
  std::vector<double> ways;
  std::vector<WayMark> way_marks;
  double ways_time = -1.0;  // s: the start of the present substep
  EventQueue queue;
  double time = 0.0;            // s: every body is known here between steps
  double step_end = 0.0;        // s
  double substep_end = 0.0;     // s
  double substep_length = 0.0;  // s: the same for all substeps of a step, to the bit
  bool is_disturbed = true;     // since the last step, something but contact changed how bodies move
  bool stands_still = false;    // in this step nobody moves who could meet somebody
  bool has_new_bodies = false;
  std::vector<bool> is_new;                // per body: no step has looked yet whether it touches or overlaps anything
  std::vector<std::uint32_t> generations;  // per body: how many had its place before
  std::vector<BodyIndex> free_places;      // taken again, the last first
  std::vector<BodyIndex> leaving_places;   // of bodies that were removed, and that a step may still know
  std::vector<Event> events;
  std::vector<Event> coming_events;  // of what was done between steps: the next step's first
  std::vector<MotionSegment> segments;
  ImpulseRecord impulses;
  std::vector<InitialOverlap> initial_overlaps;
  Statistics statistics;
};

// --- tracks.cpp: the broadphase's share of the step
// -------------------------------------------------------------------

/// Sees to it that every moving body has a track for [time, step_end], and all candidate pairs their records: tracks
/// that still hold their bodies are kept, with their pairs, while few are left; else all are laid anew, and what pairs
/// remember is carried over.
void lay_tracks(WorldState& world);
/// Makes sure the body's track holds it until the end of the step; adds the candidate pairs that a new track brings.
void keep_in_track(WorldState& world, BodyIndex body);
/// The same of several, each once.
void keep_in_tracks(WorldState& world, std::span<const BodyIndex> bodies);
/// True when the body stands until something happens to it (fixed, removed, asleep): nothing has to be predicted
/// between two of them.
[[nodiscard]] bool is_fixed(const RigidBody& body);
/// Lists the bodies that are not fixed, if they may be others than in the last step.
void list_movers(WorldState& world);
/// True for a kinematic body that moves at present.
[[nodiscard]] bool is_moving_mover(const RigidBody& body);
/// Adds a pair in the middle of a step.
void add_pair(WorldState& world, PairRecord pair);
/// True when the two have a record among the present pairs.
[[nodiscard]] bool has_pair(const WorldState& world, BodyIndex a, BodyIndex b);
/// m: the scale of the gaps that a body of this size (m) keeps.
[[nodiscard]] double skin_of_size(const WorldState& world, double size);
/// What is to be known of a new pair.
[[nodiscard]] PairRecord make_pair_record(const WorldState& world, const BodyPair& ids);
/// True when the users' filters let the two meet.
[[nodiscard]] bool is_wanted(const RigidBody& a, const RigidBody& b);

// --- body_boxes.cpp
// ------------------------------------------------------------------------------------------------------

/// m: the close box of the body's collider at `pose`, found once for each pose that is asked for.
[[nodiscard]] const Aabb& close_box(WorldState& world, BodyIndex body, const Pose& pose);
/// The same with those of its shapes.
[[nodiscard]] const CloseBoxes& close_boxes(WorldState& world, BodyIndex body, const Pose& pose);
/// The same at `time` >= the start of the body's segment.
[[nodiscard]] const Aabb& collider_box(WorldState& world, BodyIndex body, double time);

// --- contact_points.cpp, contact_memory.cpp, initial_overlaps.cpp: who touches whom
// -------------------------------------------------------------------------------------

/// m: an upper bound of the way of any point `radius` from the centre when the attitude changes.
[[nodiscard]] double way_of_turn(const Quat& before, const Quat& now, double radius);
/// Counts the way every body has come until `time`, the start of a substep.
void count_ways(WorldState& world, double time);
/// m: what a certified gap between the two bodies, once measured, has left of it at the start of the present substep,
/// at least; nothing when none was measured.
[[nodiscard]] inline std::optional<double> gap_left(const WorldState& world, const PairRecord& pair) {
  // Of the four additions here and where the gap was measured.
  constexpr double rounding = 8.0 * std::numeric_limits<double>::epsilon();
  const double ways = world.ways[pair.a] + world.ways[pair.b];
  const double left = pair.ways_to_meet - ways - rounding * (pair.ways_to_meet + ways);
  return pair.ways_to_meet < 0.0 ? std::nullopt : std::optional(left);
}
/// A point with all that it has of its pair.
[[nodiscard]] ContactPoint point_of_pair(const PairRecord& pair);
/// m/s: what a belt's velocity does along a surface that looks along `normal`.
[[nodiscard]] Vec3 surface_velocity(const Vec3& belt, const Vec3& normal);
/// m/s: of b's belt against a's.
[[nodiscard]] Vec3 belt_of(WorldState& world, const PairRecord& pair, double time);
/// The point as it is solved for, at `time`: a and b are body indices.
[[nodiscard]] ContactPoint contact_point(WorldState& world, const PairRecord& pair, const BearingPoint& bearing,
                                         double time);
/// A pair as its bodies lie at some moment.
struct PosedPair {
  const PairRecord* pair = nullptr;
  const RigidBody* a = nullptr;
  const RigidBody* b = nullptr;
  Pose pose_a, pose_b;
};
/// At `time` >= the starts of their segments. (Remembers nothing, so that several threads may ask at once.)
[[nodiscard]] PosedPair posed_pair(const WorldState& world, const PairRecord& pair, double time);
[[nodiscard]] ContactPoint contact_point(const PosedPair& posed, const BearingPoint& bearing);
[[nodiscard]] FoundContact find_contact(const PosedPair& posed, double margin);
/// The same; boxes that others ask for, too, are kept.
[[nodiscard]] FoundContact find_contact(WorldState& world, const PosedPair& posed, double margin);
/// Where a pair bears at `time`, within `margin` metres; no points when it does not.
[[nodiscard]] FoundContact find_contact(WorldState& world, std::uint32_t pair, double time, double margin);
/// m: of all its points; infinity when it has none.
[[nodiscard]] double least_separation(const FoundContact& found);
/// The points only.
[[nodiscard]] FoundPoints pair_contact(WorldState& world, std::uint32_t pair, double time, double margin);
/// The points only, and remembers in the pair what was measured, which is measured anew when its bodies have moved past
/// each other. The points lie behind the others in `points`, and may move when the next are put there. Several threads
/// may ask at once, of different pairs and with points of their own, once all states are known (know_states).
[[nodiscard]] PairContact known_contact(WorldState& world, std::uint32_t pair, double time, double margin,
                                        std::vector<ContactPoint>& points);
/// How two bodies moved past each other since their contact was measured.
struct Drift {
  Vec3 shift{0.0};    // m: of b's centre against a's
  double turn = 0.0;  // m: what turning moved any point of either, at most, summed
};
[[nodiscard]] Drift drift_since(const MeasuredContact& measured, const Pose& pose_a, double radius_a,
                                const Pose& pose_b, double radius_b);
/// Finds the pairs that overlap before the first step of one of their bodies, and reports them.
void find_initial_overlaps(WorldState& world);

// --- touches.cpp: lasting contact, as events
// -------------------------------------------------------------------------------------

/// Reports that a pair is out of reach, if it was in touch.
void report_parting(WorldState& world, PairRecord& pair, double time);

// --- rhythm.cpp
// -------------------------------------------------------------------------------------

/// How many substeps the coming step has.
[[nodiscard]] int substeps_of_step(const WorldState& world);

// --- stillness.cpp
// -------------------------------------------------------------------------------------

/// True when no body that has a candidate pair moves, or is about to: each is held by its contacts, as it was before.
[[nodiscard]] bool all_stand_still(const WorldState& world);
/// True when the pair's bodies come next to nowhere in so long (s), as they move now, and hang in no overlap.
[[nodiscard]] bool stands_still(const WorldState& world, const PairRecord& pair, double duration);
/// m: the way that counts as none.
[[nodiscard]] double standing_way(const PairRecord& pair);

// --- sensors.cpp
// -------------------------------------------------------------------------------------

/// True when one of the two is a sensor that looks for bodies like the other, and one of them moves.
[[nodiscard]] bool may_sense(const RigidBody& a, const RigidBody& b);
[[nodiscard]] SensorPair make_sensor_pair(const WorldState& world, const BodyPair& ids);
/// Takes the step's candidates, with what is known of them; who is none any more has left.
void remember_visits(WorldState& world, std::vector<SensorPair> candidates);
/// Reports who went in and out along the segments of the step that began at `begin` and is over.
void sense(WorldState& world, double begin);

// --- population.cpp
// -------------------------------------------------------------------------------------

/// Takes the body out of the world as it stands; returns the event of it.
[[nodiscard]] Event take_out(WorldState& world, BodyIndex body);

// --- set_apart.cpp: before a body's first step
// -------------------------------------------------------------------------------

/// Moves new bodies that touch others apart, to the gap at which bodies rest: so that the induction has a positive gap
/// to start from and no contact has to be pushed. Translations only, the shortest that do; momentum untouched. Those
/// that are not new stay where they are.
void set_apart(WorldState& world);

// --- segments.cpp: giving bodies their motion
// ---------------------------------------------------------------------------

/// The body's state at `time` >= its segment's start.
[[nodiscard]] const FlowState& state_of(WorldState& world, BodyIndex body, double time);
/// Counts the time that a body lost whose motion was cut until `time`.
void count_lost_time(WorldState& world, BodyIndex body, double time);
/// Gives the body a segment from `time` on, as its motion class has it: ballistic when free, the state's own velocities
/// as a screw when held by contact, none when cut. Its earlier predictions become stale.
void set_segment(WorldState& world, BodyIndex body, const FlowState& state, double time);
/// Gives a body whose motion is cut another velocity to go on with; it stands on until the substep ends.
void change_velocity(WorldState& world, BodyIndex body, const Velocity& velocity);
/// Enters the body's present segment into the step's record.
void record_segment(WorldState& world, BodyIndex body);
/// The body's response to impulses at `state`.
[[nodiscard]] Responder responder_of(const RigidBody& body, const FlowState& state);

// --- transfers.cpp: what bodies gave each other, for who asks
// ---------------------------------------------------------------------------

/// Notes the impulses of `points`, whose bodies are `bodies[point.a]` and `bodies[point.b]`; the arms are from these
/// bodies' places at `time`. Points of one pair along one normal are one transfer.
void note_transfers(WorldState& world, std::span<const ContactPoint> points, const std::vector<BodyIndex>& bodies,
                    double time);
/// Notes the velocity that the body goes on with, whatever its segment does.
void note_own_velocity(WorldState& world, BodyIndex body, double time);
/// What was noted of a chord that the body is on, and of the loads on it, ends at `time`.
void end_chord(WorldState& world, BodyIndex body, double time);

// --- sleep.cpp: bodies at rest, left alone
// -----------------------------------------------------------------------------------------

/// Looks, at the end of a step, for islands whose bodies have all been at rest for long enough, and puts them to sleep.
void fall_asleep(WorldState& world);
/// True when one of the two sleeps and neither moves.
[[nodiscard]] bool are_at_rest(const WorldState& world, BodyIndex a, BodyIndex b);
/// Gives a pair that is no candidate any more to the island that sleeps there. False when one of the two moves.
[[nodiscard]] bool keep_for_sleepers(WorldState& world, PairRecord& pair);
[[nodiscard]] bool keep_for_sleepers(WorldState& world, const SensorPair& pair);

// --- wake.cpp
// ---------------------------------------------------------------------------------------------------------

/// Wakes the body, if it sleeps, and all that fell asleep with it: at `time` in a step, or between two.
void wake(WorldState& world, BodyIndex body, double time);
/// Between steps: wakes the islands that touch this fixed or kinematic body.
void wake_touching(WorldState& world, BodyIndex body);
/// Between steps: wakes the islands that a new body which stands overlaps or touches.
void wake_overlapping(WorldState& world, BodyIndex body);
/// Between steps: has a new sensor that stands look at who sleeps in it.
void show_sleepers(WorldState& world, BodyIndex sensor);
/// Between steps: takes up again who is inside a sensor asleep, because the sensor moves or goes.
void recall_visits(WorldState& world, BodyIndex sensor);

// --- events.cpp: the calendar
// -----------------------------------------------------------------------------------------

/// When the two bodies of a pair meet along their present segments.
struct Prediction {
  std::uint32_t pair = 0;
  PairAnswer answer;
};
/// Asks for every listed pair that was not asked since its bodies' motions changed.
[[nodiscard]] std::vector<Prediction> ask(WorldState& world, const std::vector<std::uint32_t>& pairs);
/// Enters the impacts among the predictions into the queue.
void enter(WorldState& world, const std::vector<Prediction>& predictions);
/// True when a body of the impact was given another motion since it was predicted.
[[nodiscard]] bool is_stale(const WorldState& world, const PredictedImpact& impact);
/// Counts a certified gap.
void note_gap(WorldState& world, double gap);

// --- impact_event.cpp: impacts that lead nowhere
// -------------------------------------------------------------------------------------

/// Stops the approach of `pair` without rebound, by impulses on its two bodies, and cuts their motions: they stand
/// until the substep ends and then go on with what momentum they have.
void stop_pair(WorldState& world, std::uint32_t pair, double time);

// --- squeeze.cpp: kinematic bodies that can go no further
// -------------------------------------------------------------------------------------

/// Stops the kinematic body of the pair, if it has one and the other stands (cut): reported as `squeezed`.
void hold_mover_back(WorldState& world, std::uint32_t pair, double time);
/// Tells once that the body before `mover` in this pair does not give way.
void report_squeezed(WorldState& world, std::uint32_t pair, BodyIndex mover, double time);
// --- step.cpp
// -----------------------------------------------------------------------------------------------------------

/// Advances the world by one time step.
void advance(WorldState& world);

}  // namespace firstcontact
