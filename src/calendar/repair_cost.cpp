// What it costs to lift: the repair changes motions until pairs keep apart, and against the floor it can only do so
// upwards. The solver's own push is cut down to what contacts have lost; this lift has to be, or the promise would
// break; so it is paid for afterwards.
#include <algorithm>
#include <cmath>

#include "calendar/island_energy.hpp"
#include "calendar/repair_books.hpp"
#include "dynamics/calm.hpp"
#include "dynamics/flow.hpp"
#include "dynamics/turning_friction.hpp"

namespace firstcontact {

namespace {

constexpr double rounding = 1e-15;  // of the kinetic energies that it is found from, the kick's among them
// Of the kick's: what is less is nobody's turn, and braked for it, a brick that is wedged among others would rock on.
constexpr double worth_braking = 1e-9;
// Of what the bodies have, and of the kick: less is rounding.
constexpr double worth_stopping = 1e-12;
// The same, and of what it takes to lift them by their own size: more is worth another, shorter substep. (By the first
// alone heaps that come to rest would begin anew for ever, for next to nothing.)
constexpr double worth_beginning_anew = 1e-6;
constexpr double worth_beginning_anew_of_lift = 1e-10;

/// What may lose energy.
struct Contacts {
  std::vector<ContactPoint>& points;
  std::vector<RepairRow>& rows;
};

std::vector<ContactPoint> points_of(const RepairPart& part, const Contacts& contacts) {
  std::vector<ContactPoint> points;
  points.reserve(part.points.size());
  for (const std::uint32_t i : part.points) {
    points.push_back(contacts.points[i]);
  }
  return points;
}

// Has the part's points stop what still goes on between the bodies, until there is no more than `allowed` (J) of it.
// The rows that had to push are among them: they know where the bodies are going to bear on each other, and the solved
// ones by themselves would let them turn into each other again. A brick that turns about another's edge presses across
// where it is in mid-substep; all of it across where it was at the start, it would win.
void calm(WorldState& world, Driven& driven, const RepairPart& part, const RepairBooks& books, double allowed,
          Contacts contacts) {
  std::vector<ContactPoint> own = points_of(part, contacts);
  for (const std::uint32_t i : part.rows) {
    own.push_back(frictionless(at_start(contacts.rows[i]), contacts.rows[i].stopping_impulse));
  }
  calm_contacts(own, driven.responders,
                {[&] { return energy_at_end(world, driven, part, books.attitudes); }, allowed, part.slots});
  for (std::size_t k = 0; k < part.points.size(); ++k) {
    contacts.points[part.points[k]] = own[k];
  }
  for (std::size_t k = 0; k < part.rows.size(); ++k) {
    contacts.rows[part.rows[k]].stopping_impulse = own[part.points.size() + k].normal_impulse;
  }
  for (const std::uint32_t slot : part.slots) {
    change_velocity(world, driven.bodies[slot], driven.responders[slot].velocity);
  }
}

// m, by point: how far a solved point's impulse may act from where it is said to. Points turn with their bodies, and in
// the middle of the substep lie elsewhere than at its start by half of what they turn.
std::vector<double> uncertain_arms(const Driven& driven, const std::vector<ContactPoint>& points, double duration) {
  const auto turned = [&](std::uint32_t slot, const Vec3& arm) {
    const Responder& body = driven.responders[slot];
    const double squares = squared_length(body.velocity.angular) * squared_length(arm);
    return can_move(body) ? 0.5 * duration * std::sqrt(squares) : 0.0;
  };
  std::vector<double> arms;
  arms.reserve(points.size());
  for (const ContactPoint& point : points) {
    arms.push_back(turned(point.a, point.arm_a) + turned(point.b, point.arm_b));
  }
  return arms;
}

// Goes as far from the velocities `before` (in the order of the part's slots) to those that the part has now as leaves
// no more than `allowed` (J), or as has the least energy. Which share of the way that is.
double go_along(WorldState& world, Driven& driven, const RepairPart& part, const RepairBooks& books,
                const std::vector<Velocity>& before, double allowed) {
  const std::vector<Velocity> after = velocities_of(part.slots, driven.responders);
  const double at_end = energy_at_end(world, driven, part, books.attitudes);
  const auto energy_of_share = [&](double share) {
    for (std::size_t k = 0; k < part.slots.size(); ++k) {
      driven.responders[part.slots[k]].velocity.angular =
          before[k].angular + share * (after[k].angular - before[k].angular);
    }
    return energy_at_end(world, driven, part, books.attitudes);
  };
  const double share = parabola_through(energy_of_share(0.0), energy_of_share(0.5), at_end).least_share(allowed);
  energy_of_share(share);
  for (const std::uint32_t slot : part.slots) {
    change_velocity(world, driven.bodies[slot], driven.responders[slot].velocity);
  }
  return share;
}

// What turns about a point that presses, without sliding, leaves contacts nothing to stop: its way is a curve, and
// gravity's kick was given along where it began. The repair moves it to where the curve goes, and what it is lifted by
// its spin pays for, as if the impulses had acted half-way along.
void brake_turning(WorldState& world, Driven& driven, const RepairPart& part, const RepairBooks& books, double allowed,
                   Contacts contacts) {
  constexpr double most = 0.1;  // of what would stop the turning: the rest of it goes on
  const std::vector<ContactPoint> own = points_of(part, contacts);
  const std::vector<Velocity> before = velocities_of(part.slots, driven.responders);
  const std::vector<Couple> couples =
      resist_turning(own, uncertain_arms(driven, own, books.duration), most, driven.responders);
  const double share = go_along(world, driven, part, books, before, allowed);
  for (const Couple& couple : couples) {
    contacts.points[part.points[couple.point]].turning_impulse += share * couple.impulse;
  }
}

// The bodies with the spins that they will have when the substep ends.
std::vector<Responder> turned_to_end(const WorldState& world, const Driven& driven, const RepairPart& part,
                                     const std::vector<Quat>& attitudes) {
  std::vector<Responder> turned = driven.responders;
  for (const std::uint32_t slot : part.slots) {
    const RigidBody& body = world.bodies[driven.bodies[slot]];
    if (!body.any_rotation_locked) {
      Vec3& spin = turned[slot].velocity.angular;
      const Vec3 momentum = apply_inertia(body.inertia, driven.states[slot].pose.orientation, spin);
      turned[slot].inverse_inertia = inverse_inertia(body, attitudes[slot]);
      spin = turned[slot].inverse_inertia * momentum;
    }
  }
  return turned;
}

// The last resort: bodies that the repair has turned into their angular momentum, or lifted by what nobody has to lose,
// come to turn like those that they bear on, as far as need be.
void stop_turning(WorldState& world, Driven& driven, const RepairPart& part, const RepairBooks& books, double allowed,
                  Contacts contacts) {
  std::vector<ContactPoint> own = points_of(part, contacts);
  for (const std::uint32_t i : part.rows) {
    own.push_back(contacts.rows[i].point);
  }
  const std::vector<Velocity> before = velocities_of(part.slots, driven.responders);
  std::vector<Responder> turned = turned_to_end(world, driven, part, books.attitudes);
  const std::vector<Couple> couples = turn_together(own, turned);
  for (const Couple& couple : couples) {
    apply_couple(own[couple.point], couple.impulse, driven.responders);
  }
  const double share = go_along(world, driven, part, books, before, allowed);
  for (const Couple& couple : couples) {
    const std::size_t solved = part.points.size();
    Vec3& noted = couple.point < solved ? contacts.points[part.points[couple.point]].turning_impulse
                                        : contacts.rows[part.rows[couple.point - solved]].stopping_couple;
    noted += share * couple.impulse;
  }
}

// Who is lifted by nothing, because nobody could pay for it, stands; and gravity's kick has sped up what would slide
// down without its going there. Of the kick and of all impulses the part keeps the share that leaves it no more energy
// than it came with, and what it sinks by.
void keep_as_they_came(WorldState& world, Driven& driven, const RepairPart& part, const RepairBooks& books,
                       Contacts contacts) {
  const auto energy_of_share = [&](double share) {
    double energy = 0.0;
    for (const std::uint32_t slot : part.slots) {
      const Velocity& start = books.start[slot].velocity;
      const Velocity& end = driven.responders[slot].velocity;
      energy += kinetic_energy(
          world.bodies[driven.bodies[slot]].mass, driven.inertias[slot],
          {start.linear + share * (end.linear - start.linear), start.angular + share * (end.angular - start.angular)});
    }
    return energy;
  };
  const double at_start = energy_of_share(0.0);
  const double share = parabola_through(at_start, energy_of_share(0.5), energy_of_share(1.0))
                           .largest_share(at_start - balance_of(world, driven, part, books).lift);
  for (const std::uint32_t slot : part.slots) {
    const Velocity& start = books.start[slot].velocity;
    Velocity& velocity = driven.responders[slot].velocity;
    velocity = {start.linear + share * (velocity.linear - start.linear),
                start.angular + share * (velocity.angular - start.angular)};
    change_velocity(world, driven.bodies[slot], velocity);
  }
  for (const std::uint32_t i : part.points) {
    contacts.points[i].normal_impulse *= share;
    contacts.points[i].friction_impulse *= share;
    contacts.points[i].turning_impulse *= share;
  }
  for (const std::uint32_t i : part.rows) {
    contacts.rows[i].stopping_impulse *= share;
    contacts.rows[i].stopping_couple *= share;
  }
}

// J: what it takes to lift the part's bodies, each by its own size.
double lift_by_size(const WorldState& world, const Driven& driven, const RepairPart& part) {
  double lift = 0.0;
  for (const std::uint32_t slot : part.slots) {
    lift += lift_by_size(world.bodies[driven.bodies[slot]]);
  }
  return lift;
}

// One after the other, as long as anything is left to pay. False where something is in the end.
[[nodiscard]] bool pay(WorldState& world, Driven& driven, const RepairPart& part, RepairBooks& books,
                       Contacts contacts) {
  const RepairBalance owing = balance_of(world, driven, part, books);
  const double scale = owing.at_start + owing.kick;
  const double precision = rounding * scale;
  if (!(owing.won() > precision)) {
    return true;
  }
  const double allowed = owing.at_end - owing.won();
  if (allowed > 0.0) {  // else all that is lost would be too little
    calm(world, driven, part, books, allowed, contacts);
  }
  double left = balance_of(world, driven, part, books).won();
  if (left > std::max(precision, worth_braking * owing.kick)) {
    brake_turning(world, driven, part, books, allowed, contacts);
    left = balance_of(world, driven, part, books).won();
  }
  if (left > precision) {
    lift_less(world, driven, part.slots, left, books.begin);
  }
  if (!(left > worth_stopping * scale)) {
    return true;
  }
  for (const std::uint32_t slot : part.slots) {
    books.attitudes[slot] = attitude_at_end(world, driven.bodies[slot]);
  }
  const RepairBalance owed = balance_of(world, driven, part, books);
  if (owed.won() > precision) {
    stop_turning(world, driven, part, books, owed.at_end - owed.won(), contacts);
  }
  const RepairBalance stopped = balance_of(world, driven, part, books);
  if (stopped.won() > worth_stopping * scale && stopped.lift <= 0.0) {
    keep_as_they_came(world, driven, part, books, contacts);
  }
  const double bearable =
      std::max(worth_beginning_anew * scale, worth_beginning_anew_of_lift * lift_by_size(world, driven, part));
  return !(balance_of(world, driven, part, books).won() > bearable);
}

}  // namespace

// Contacts that press and rub a little more, or less, lose more. (A push that was taken back may have been one that
// went down, against which another's way up was reckoned.)
bool pay_for_repair(WorldState& world, Driven& driven, Repair& repair_data, const std::vector<Velocity>& before,
                    double begin, std::vector<ContactPoint>& points) {
  const bool any_overlap =
      std::any_of(points.begin(), points.end(), [](const ContactPoint& point) { return point.separation <= 0.0; });
  const bool is_as_solved = repair_data.rows.empty() && !repair_data.any_push_taken;
  if (is_as_solved || any_overlap) {  // what was put into each other is pushed apart whatever it costs
    return true;
  }
  bool is_paid = true;
  RepairBooks books = books_of(world, driven, before, begin);
  for (const RepairPart& part : parts_of(world, driven, points, repair_data)) {
    if (!part.is_worked_on && !pay(world, driven, part, books, {points, repair_data.rows})) {
      is_paid = false;
    }
  }
  return is_paid;
}

}  // namespace firstcontact
