// A piece: some bodies in lasting contact, from an instant until the substep ends or they turn too far. Their rows are
// found, solved, certified, and what fails is solved on with more rows. (docs/contact.md)
#pragma once

#include <vector>

#include "calendar/world_state.hpp"
#include "contact/contact_problem.hpp"

namespace firstcontact {

/// A pair of a piece, and where it bears at the piece's start.
struct BearingPair {
  std::uint32_t pair = 0;
  double margin = 0.0;  // m: within which points were looked for
  std::vector<ContactPoint> points;
  bool is_met = false;      // its impact is answered
  bool only_stops = false;  // it arrives fast, and does not rebound: contact's where one of the two is in contact
};

struct ContactPiece {
  double begin = 0.0;                // s
  double end = 0.0;                  // s
  std::vector<BodyIndex> bodies;     // dynamic and awake, ascending: only their motions may change
  std::vector<FlowState> states;     // theirs at `begin`, in their order
  std::vector<bool> stands;          // in their order: nothing else keeps it apart from something
  ContactProblem problem;            // its first bodies are `bodies`; behind them those that do not give way
  std::vector<BearingPair> near;     // by pair
  std::vector<std::uint32_t> pairs;  // with rows
  int rounds = 0;                    // in which rows were added
  bool is_new = false;               // made of others: its rows are to be found, and solved
};

/// Bodies whose piece ends before the substep does, and goes on then.
struct Continuation {
  double time = 0.0;  // s
  std::vector<BodyIndex> bodies;
};

/// What is known while a substep's contacts are driven. Made anew each substep.
struct ContactStep {
  std::vector<std::uint32_t> slot_of;  // per body of the world; no_place between uses
  std::vector<Continuation> continuations;
};

inline constexpr std::uint32_t no_place = ~0U;

// --- near_pairs.cpp
// -----------------------------------------------------------------------------------------------------

/// Of a skin: what is nearer was met already.
inline constexpr double met_gap = 1.1;

/// The pair's points at `begin`, if it is, or may come before `end`, so near that contact may bear; else none. What
/// arrives faster than it may rest, from further off, is the calendar's; but what does not rebound is where neither of
/// the two is in contact.
[[nodiscard]] BearingPair near_pair(WorldState& world, std::uint32_t pair, double begin, double end);
/// The same of a pair that contact never holds, which takes part in a shock where it is in touch.
[[nodiscard]] BearingPair touching_pair(WorldState& world, std::uint32_t pair, double begin, double end);
/// The points of a pair that is to have rows, however it moves.
[[nodiscard]] BearingPair met_pair(WorldState& world, std::uint32_t pair, double begin, double end);
/// True where the two only stop when they meet, as they do not rebound, and are not far from it at `begin`.
[[nodiscard]] bool comes_to_stop(WorldState& world, const Prediction& meeting, double begin);
/// True where the two approach so slowly as they meet that contact takes it: what bears, or is about to.
[[nodiscard]] bool meets_slowly(WorldState& world, const Prediction& meeting, double duration);

// --- constraints.cpp
// ----------------------------------------------------------------------------------------------------

/// Fills the piece's problem with its bodies and the rows of its near pairs.
void find_rows(WorldState& world, ContactStep& step, ContactPiece& piece);
/// Adds rows where a pair of the piece meets at `time`, along the motions given. False when there are none to add.
[[nodiscard]] bool add_rows_at(WorldState& world, ContactStep& step, const Prediction& meeting, ContactPiece& piece);
/// Keeps in the pairs what the rows were solved with.
void remember_loads(WorldState& world, const ContactPiece& piece);

// --- contact_piece.cpp
// ----------------------------------------------------------------------------------------------------------

/// A piece of these bodies (ascending) from their states at `begin` until `end`, or less where one turns fast.
[[nodiscard]] ContactPiece make_piece(WorldState& world, std::vector<BodyIndex> bodies, double begin, double end);
/// Solves on, with rows that were added. Like `solve`, leaves off where a motor does more than it may.
void solve_on(WorldState& world, ContactStep& step, ContactPiece& piece);
/// Solves both stages and settles the energy; cuts the piece shorter, with new rows of the same pairs, while it cannot.
void solve(WorldState& world, ContactStep& step, ContactPiece& piece);
/// Gives the piece's bodies their motions. Returns those whose motion changed.
[[nodiscard]] std::vector<BodyIndex> give_motions(WorldState& world, ContactPiece& piece);

// --- piece_merge.cpp
// ----------------------------------------------------------------------------------------------------

/// All of `from` goes into `into`, solved as far as both are where they end at the same time; else it `is_new`. Nothing
/// is left of `from`.
void merge_pieces(ContactPiece& into, ContactPiece& from);
/// Has a piece that is new find this pair's rows, too.
void add_met_pair(WorldState& world, std::uint32_t pair, ContactPiece& piece);

// --- piece_drive.cpp
// ----------------------------------------------------------------------------------------------------

/// Of a piece: what meets so soon after its start meets at once.
inline constexpr double at_once = 1e-3;

/// Pieces that begin together, and when their bodies meet somebody along the motions given, in the order of times.
struct Drive {
  double begin = 0.0;     // s
  bool is_first = false;  // of its substep
  std::vector<ContactPiece> pieces;
  std::vector<Prediction> meetings;
  std::vector<BodyIndex> slowed;  // motors: whoever meets them is to be asked anew
};

/// True for a body that contact may move in the present substep.
[[nodiscard]] bool takes_part(const RigidBody& body);
/// Pairs of any of these bodies, ascending, each once.
[[nodiscard]] std::vector<std::uint32_t> pairs_of_bodies(const WorldState& world, const std::vector<BodyIndex>& bodies);
/// Adds a body with all that it presses on or is pressed by, through others.
void add_company(const WorldState& world, BodyIndex body, std::vector<BodyIndex>& bodies);
/// Asks when these pairs meet, and forgets what is no longer true.
void note_meetings(WorldState& world, const std::vector<std::uint32_t>& pairs, Drive& drive);
/// Certifies the motions given, and solves on with more rows where they fail. What still meets at once stands.
void certify(WorldState& world, ContactStep& step, const std::vector<std::uint32_t>& pairs, Drive& drive);
/// What a piece did is done: remembered, told of, recorded. `met`: the pairs whose impact it answers, ascending.
void commit(WorldState& world, ContactStep& step, const ContactPiece& piece, const std::vector<std::uint32_t>& met);
/// What is to come of the meetings is the calendar's.
void enter_all(WorldState& world, const Drive& drive);

// --- transfers.cpp
// ------------------------------------------------------------------------------------------------------

/// Notes what the piece's bodies give each other, and how their velocities change, where the definition asks for it.
void note_piece(WorldState& world, const ContactPiece& piece);

// --- first_pieces.cpp
// ---------------------------------------------------------------------------------------------------------

/// True for a body whose chord goes on beyond `time` (s): it stands, and was given more than a substep.
[[nodiscard]] bool is_under_way(const RigidBody& body, double time);
/// A piece with its rows for each island that is to be solved at a substep's start.
[[nodiscard]] std::vector<ContactPiece> first_pieces(WorldState& world, ContactStep& step, double begin);
/// Solves one of these; one that was to stand, and does not, gets no more than the substep.
void solve_first(WorldState& world, ContactStep& step, ContactPiece& piece);

// --- chords.cpp
// ---------------------------------------------------------------------------------------------------------

/// Contact from `begin` until the substep's end, by pieces; then every pair is asked, and impacts are taken in order.
void drive_chords(WorldState& world, double begin);

}  // namespace firstcontact
