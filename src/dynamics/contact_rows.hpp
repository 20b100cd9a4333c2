// The soft solver's rows: contact points made ready for sweeps of projected Gauss-Seidel, each along its normal and two
// tangents, with what its normal impulse aims at (Catto, 'Solver2D', 2023). Pairs of bodies stand side by side
// (row_lanes.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "core/team.hpp"
#include "dynamics/contact_point.hpp"
#include "dynamics/row_batches.hpp"
#include "dynamics/row_lanes.hpp"

namespace firstcontact {

/// In which order sweeps visit the pairs.
enum class RowOrder : std::uint8_t {
  given,     // as the points come, one pair after the other
  coloured,  // colour by colour: pairs of a colour share no body that can move, and are visited several at a time
};

/// What faces are pushed towards: what a sweep with the push aims at, or one without.
enum class FaceTargets : std::uint8_t { pushed, relaxed };

/// Which rows a sweep visits: all, or those of bodies that the last sweep stirred, or this one has.
enum class SweepExtent : std::uint8_t { all, restless };

/// What a sweep changed of the rows' speeds, m/s: at most, and on the average (root of the mean square).
struct SweepChange {
  double largest = 0.0;
  double mean = 0.0;
};

/// Fewer points are sooner swept by one thread than by several: of 4500 a colour takes 6 microseconds, of which two
/// threads lose one by waiting for each other, and more by fetching bodies that the other changed last.
inline constexpr std::size_t fewest_points_for_team = 8192;

/// The spring of a round of `duration` seconds.
[[nodiscard]] Softness contact_softness(double duration);

/// The rows of some points. Sweeps act on the responders' velocities as they are when `take_velocities` is called, and
/// hand them back in `give_velocities`. `points` (those of a pair next to each other) and `responders` must outlive
/// it. `L`: FineLanes, or CoarseLanes for points without rolling or spinning friction.
template <class L>
class ContactRowsIn {
 public:
  /// Starts from `share` of the impulses that the points hold. With more than one thread, and many points without
  /// rolling or spinning friction, pairs of a colour are visited at once by a team (core/team.hpp), which lives as long
  /// as the rows do; the bits do not depend on it.
  ContactRowsIn(std::span<ContactPoint> points, std::span<Responder> responders, RowOrder order, double share,
                int threads = 1);

  /// Has the rows aim at what their gaps and last impulses ask for. Without `lifts` what is too near is only held. Done
  /// at once what would be done in `rounds` that are all alike, contacts are as stiff as in these.
  void aim(double duration, bool lifts = true, int rounds = 1);
  /// Has them stop what goes on, without using gaps up.
  void aim_to_stop();

  void take_velocities();
  void give_velocities();

  /// m/s: the greatest normal speed, either way.
  [[nodiscard]] double fastest_normal_speed() const;
  /// Applies the impulses that the rows hold.
  void warm_start();
  /// Pushes the faces that bear on each other as wholes, before their points one by one.
  void push_faces(FaceTargets targets);
  /// m/s: a body is stirred by a sweep that changes a speed of one of its rows by more than that.
  void be_stirred_by_more_than(double little) { little_ = static_cast<typename L::Number>(little); }
  /// One sweep with the push toward the rest gap, or without it. (Where there is rolling or spinning friction, of all.)
  SweepChange sweep_with_push(SweepExtent extent = SweepExtent::all);
  SweepChange sweep_relaxed(SweepExtent extent = SweepExtent::all);

  /// Takes from the separations what the speeds close in `duration` seconds.
  void advance(double duration);
  /// Adds the impulses to their sums, and begins anew with the turning ones.
  void add_up();

  /// Gives the points the sums of the impulses, or the impulses as they are.
  void keep_sums();
  void keep_impulses();

 private:
  using Row = typename L::Row;
  using Change = typename L::Change;
  static constexpr bool is_fine = std::is_same_v<L, FineLanes>;

  /// Where a point's row is.
  struct Place {
    std::uint32_t row = 0;
    std::uint32_t lane = 0;
  };
  /// Which of a row's impulses.
  struct Impulses {
    typename L::Each Row::*normal;
    typename L::Each Row::*first;
    typename L::Each Row::*second;
  };
  void keep(std::size_t point, const Impulses& impulses);
  void fill(const RowBatch& from, std::uint32_t batch, double share);
  void fill_lane(const PairRange& points, std::uint32_t batch, std::uint32_t lane, double share);
  void turn(std::uint32_t batch);
  void share_out(const std::vector<PairRange>& groups);
  /// Visits chunks, group after group: visit(range of batches, the chunk's change).
  template <class Visit>
  void visit_by_group(const Visit& visit);
  template <class Visit>
  void for_each_part(const PairRange& chunk, const Visit& visit);
  template <class Visit>
  void visit_all(const Visit& visit);
  /// Visits 0 to count - 1.
  template <class Visit>
  void visit_each(std::size_t count, const Visit& visit);
  [[nodiscard]] typename L::Sweep begin_sweep(SweepExtent extent);
  [[nodiscard]] SweepChange total() const;
  [[nodiscard]] typename L::View view() { return {batches_.data(), rows_.data(), bodies_.data(), stirred_.data()}; }

  std::span<ContactPoint> points_;
  std::span<Responder> responders_;
  bool any_turns_ = false;  // has rolling or spinning friction
  Team team_;
  std::vector<PairRange> chunks_;
  std::vector<Change> changes_;          // per chunk, of one sweep
  std::vector<std::uint32_t> groups_;    // of chunks: the bounds of the team's shares, group by group
  std::vector<std::uint32_t> by_owner_;  // all chunks, share by share of the groups
  std::vector<std::uint32_t> all_;       // the bounds of these shares
  std::vector<typename L::Pairs> batches_;
  std::vector<Row> rows_;
  std::vector<typename L::Body> bodies_;  // those of the responders, and one that unused lanes refer to
  std::vector<typename L::Body> taken_;   // as they were when velocities were taken or given last: not of fine ones
  std::vector<std::uint32_t> stirred_;    // per body: in which sweep last
  std::uint32_t sweeps_ = 0;              // so far
  typename L::Number little_ = 0;
  std::vector<Place> places_;  // per point
  // Where there is rolling or spinning friction:
  std::vector<std::vector<std::uint32_t>> turning_;  // per batch: points that have it
  std::vector<Vec3> turning_sums_;                   // N m s, per point
};

using ContactRows = ContactRowsIn<FineLanes>;
using CoarseContactRows = ContactRowsIn<CoarseLanes>;

}  // namespace firstcontact
