// What bodies gave each other in a step: kept for recordings that are to be checked, where the definition asks for it.
#include <algorithm>

#include "calendar/contact_piece.hpp"
#include "calendar/world_state.hpp"
#include "core/tolerances.hpp"

namespace firstcontact {

void note_transfers(WorldState& world, std::span<const ContactPoint> points, const std::vector<BodyIndex>& bodies,
                    double time) {
  if (!world.definition.keeps_impulses) {
    return;
  }
  auto& transfers = world.impulses.transfers;
  const std::size_t first = transfers.size();
  for (const ContactPoint& point : points) {
    if (!is_pressed(point)) {
      continue;
    }
    const Vec3 impulse = point.normal_impulse * point.normal + point.friction_impulse;
    const BodyIndex a = bodies[point.a];
    const BodyIndex b = bodies[point.b];
    const bool goes_on = transfers.size() > first && transfers.back().a == a && transfers.back().b == b &&
                         transfers.back().normal == point.normal;
    if (!goes_on) {
      transfers.push_back({time, a, b, point.normal, Vec3(0.0), Vec3(0.0)});
    }
    const Vec3 at = state_of(world, a, time).pose.position + point.arm_a;
    transfers.back().impulse += impulse;
    transfers.back().moment += glm::cross(at, impulse);
  }
}

void note_own_velocity(WorldState& world, BodyIndex index, double time) {
  const RigidBody& body = world.bodies[index];
  if (world.definition.keeps_impulses) {
    world.impulses.own_velocities.push_back({time, index, body.linear_velocity, body.angular_velocity});
  }
}

namespace {

// The rows of a pair along one normal are one transfer and one load; rows of a pair stand together.
template <class Noted>
Noted& noted_of(std::vector<Noted>& all, std::size_t first, const Noted& made) {
  const bool goes_on =
      all.size() > first && all.back().a == made.a && all.back().b == made.b && all.back().normal == made.normal;
  if (!goes_on) {
    all.push_back(made);
  }
  return all.back();
}

void note_impulses(WorldState& world, const ContactPiece& piece) {
  const std::size_t first = world.impulses.transfers.size();
  for (const ContactConstraint& row : piece.problem.rows) {
    const Vec3 impulse = impulse_of(row) + row.bounce;
    if (impulse == Vec3(0.0)) {
      continue;
    }
    const SolverBody& a = piece.problem.bodies[row.a];
    const SolverBody& b = piece.problem.bodies[row.b];
    Transfer& noted =
        noted_of(world.impulses.transfers, first, {piece.begin, a.body, b.body, row.normal, Vec3(0.0), Vec3(0.0)});
    noted.impulse += impulse;
    const Vec3 at = a.is_dynamic ? a.pose.position + row.start_arm_a : b.pose.position + row.start_arm_b;
    noted.moment += glm::cross(at, impulse);
  }
}

void note_loads(WorldState& world, const ContactPiece& piece) {
  const std::size_t first = world.impulses.loads.size();
  for (const ContactConstraint& row : piece.problem.rows) {
    const Vec3 load = load_of(row);
    if (load == Vec3(0.0)) {
      continue;
    }
    ContactLoad made;
    made.begin = piece.begin;
    made.end = piece.end;
    made.a = piece.problem.bodies[row.a].body;
    made.b = piece.problem.bodies[row.b].body;
    made.normal = row.normal;
    ContactLoad& noted = noted_of(world.impulses.loads, first, made);
    noted.impulse += load;
    noted.moment_a -= glm::cross(row.arm_a, load) + row.couple;
    noted.moment_b += glm::cross(row.arm_b, load) + row.couple;
  }
}

// A pair whose restitution is gone for the rest of the step counts where it meets.
bool meets_without_restitution(const WorldState& world, const ContactPiece& piece, std::uint32_t pair) {
  return world.pairs[pair].impacts_this_step > tolerances::pair_impacts_before_plastic &&
         world.pairs[pair].restitution > 0.0 &&
         std::any_of(piece.problem.rows.begin(), piece.problem.rows.end(),
                     [&](const ContactConstraint& row) { return row.pair == pair && row.is_met; });
}

void count_exceptions(WorldState& world, const ContactPiece& piece) {
  ImpactExceptions& exceptions = world.statistics.impact_exceptions;
  exceptions.rounds_used_up += piece.problem.rounds_used_up ? 1U : 0U;
  for (const std::uint32_t pair : piece.pairs) {
    exceptions.without_restitution += meets_without_restitution(world, piece, pair) ? 1U : 0U;
  }
}

}  // namespace

void note_piece(WorldState& world, const ContactPiece& piece) {
  count_exceptions(world, piece);
  if (!world.definition.keeps_impulses) {
    return;
  }
  note_impulses(world, piece);
  note_loads(world, piece);
  for (std::size_t place = 0; place < piece.bodies.size(); ++place) {
    const SolverBody& solved = piece.problem.bodies[place];
    if (piece.stands[place]) {
      note_own_velocity(world, solved.body, piece.begin);
    } else if (solved.is_pressed) {
      world.impulses.chords.push_back({piece.begin, piece.end, solved.body, solved.after.linear, solved.end.linear,
                                       solved.spin_at_start, solved.spin_at_end, 1.0});
    }
  }
}

void end_chord(WorldState& world, BodyIndex index, double time) {
  std::vector<ChordVelocity>& chords = world.impulses.chords;
  std::vector<ContactLoad>& loads = world.impulses.loads;
  const double begin = world.bodies[index].segment.start_time;
  for (std::size_t i = chords.size(); i-- > 0 && chords[i].begin >= begin;) {
    ChordVelocity& chord = chords[i];
    if (chord.body == index && chord.begin == begin && chord.end > time) {
      chord.share = (time - begin) / (chord.end - begin);
      chord.linear_at_end = chord.linear_at_start + chord.share * (chord.linear_at_end - chord.linear_at_start);
      chord.spin_at_end = chord.spin_at_start + chord.share * (chord.spin_at_end - chord.spin_at_start);
      chord.end = time;
    }
  }
  for (std::size_t i = loads.size(); i-- > 0 && loads[i].begin >= begin;) {
    ContactLoad& load = loads[i];
    if ((load.a == index || load.b == index) && load.begin == begin && load.end > time) {
      const double share = (time - begin) / (load.end - begin);
      load.impulse *= share;
      load.moment_a *= share;
      load.moment_b *= share;
      load.end = time;
    }
  }
  std::erase_if(chords, [&](const ChordVelocity& chord) { return chord.begin == time && chord.end == time; });
  std::erase_if(loads, [&](const ContactLoad& load) { return load.begin == time && load.end == time; });
}

}  // namespace firstcontact
