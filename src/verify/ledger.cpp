#include "verify/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/disjoint_sets.hpp"
#include "scene/text.hpp"
#include "verify/ledger_entries.hpp"

namespace firstcontact::verify {
namespace {

constexpr double momentum_share = 1e-12;  // of the momenta and impulses that are added up
constexpr double energy_share = 1e-10;
constexpr double resting_share = 1e-11;  // of what a step's fall gives: slower is at rest
constexpr double cone_share = 1e-9;
constexpr double time_share = 1e-9;
constexpr double still_share = 4e-5;  // 1/s: of a body's arm

double length_of(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

}  // namespace

Ledger::Ledger(const RecordingHeader& header, const Laws& laws)
    : header_(header), laws_(laws), spins_(header, laws), accounts_(accounts_at_start<Account>(header, spins_)) {}

void Ledger::take(const StepMotion& motion, const RecordedStep& step, std::vector<Finding>& findings) {
  findings_ = &findings;
  changes_.clear();
  sleeps_ = take_events(step, accounts_);
  for (const auto& [key, entry] : entries_of(step)) {
    check_entry(key.second, key.first, entry, motion);
  }
  for (const Transfer& transfer : step.impulses->transfers) {
    check_transfer(transfer);
  }
  check_energy(motion, step);
}

Ledger::Entries Ledger::entries_of(const RecordedStep& step) const {
  Entries entries;
  add_instants(step, accounts_, entries);
  std::erase_if(entries, [&](const auto& item) { return header_.bodies[item.first.second].type != BodyType::dynamic; });
  return entries;
}

// What the body brings to the instant: damped where a step begins, and fallen for as long as it flew.
Ledger::Moved Ledger::moved_by(std::uint32_t body, double time, const Entry& entry, const StepMotion& motion) {
  Account& account = accounts_[body];
  const double elapsed = time - account.since;
  const bool fell = account.flies && account.segment.linear_acceleration != Vec3(0.0);
  const bool is_damped = time == motion.begin && motion.end > 0.0;
  const double kept_spin = is_damped ? laws_.angular_keep(account.segment) : 1.0;
  Moved moved;
  moved.before = account.velocity + (account.flies ? elapsed * account.segment.linear_acceleration : Vec3(0.0));
  if (is_damped) {
    moved.before = laws_.damped_velocity(account.segment, time, moved.before);
  }
  account.fallen += fell ? elapsed : 0.0;
  note_held_back(account, elapsed);
  if (entry.segment != nullptr) {
    account.segment = *entry.segment;
    // (A body with a locked turn flies along a screw, and a driven one never falls along it.)
    account.flies = entry.own == nullptr || account.segment.kind == FlowKind::ballistic ||
                    account.segment.linear_acceleration != Vec3(0.0);
  } else {
    account.flies = entry.own == nullptr && account.flies;
  }
  const bool falls = account.flies && account.segment.linear_acceleration != Vec3(0.0);
  if (falls && !fell) {
    relieve(account, time);
  }
  moved.attitude = spins_.attitude_at(account.segment, time);
  // A lock's torque keeps the spin about the other axes what it is; where there is none, the momentum is kept.
  moved.spin = kept_spin * account.spin;
  moved.momentum_before = laws_.is_any_rotation_locked(body) ? spins_.angular_momentum(body, moved.attitude, moved.spin)
                                                             : kept_spin * account.angular_momentum;
  moved.spin = entry.own != nullptr ? entry.own->angular : moved.spin;
  moved.after = entry.own != nullptr ? entry.own->linear : moved.before;
  moved.momentum_after =
      entry.own != nullptr ? spins_.angular_momentum(body, moved.attitude, entry.own->angular) : moved.momentum_before;
  if (account.flies && entry.segment != nullptr) {
    moved.after = account.segment.linear_velocity;
    moved.spin = account.segment.angular_velocity;
    moved.momentum_after = spins_.angular_momentum(body, moved.attitude, moved.spin);
  }
  return moved;
}

// A body in contact is kicked ahead, and held up ahead. Struck off its support it is rid of both alike, and falls; or
// is kicked anew.
void Ledger::relieve(Account& account, double time) {
  account.relieved += account.held * std::max(0.0, account.held_until - time);
  account.held_until = time;
}

// Where a contact is lifted or a motion cut, the segment goes otherwise than the velocity; and it might go less far.
void Ledger::note_held_back(const Account& account, double elapsed) {
  const double speed = length_of(account.velocity);
  if (account.flies || speed == 0.0) {
    return;
  }
  const double along = glm::dot(account.segment.linear_velocity, account.velocity) / speed;
  counts_.held_back = std::max(counts_.held_back, elapsed * (speed - along));
}

// (L1). Returns the fall that the body is given, s.
double Ledger::check_momentum(std::uint32_t body, double time, const Entry& entry, const Moved& moved, double end) {
  Account& account = accounts_[body];
  const double mass = header_.bodies[body].mass;
  Vec3 rest = mass * (moved.after - moved.before) - entry.impulse;
  for (int axis = 0; axis < 3; ++axis) {
    rest[axis] = laws_.is_linear_locked(body, axis) ? mass * (moved.after[axis] - moved.before[axis]) : rest[axis];
  }
  const Vec3& fall = laws_.fall(body);
  const double weight = mass * glm::dot(fall, fall);
  const double unsupported = account.held * std::max(0.0, account.held_until - time);
  const double room = std::max(0.0, end * (1.0 + time_share) + account.relieved + unsupported - account.fallen);
  const double ahead = std::clamp(account.given_until - time, 0.0, account.given);
  double given = weight > 0.0 ? std::clamp(glm::dot(rest, fall) / weight, -ahead, room) : 0.0;
  const double moved_by_others = mass * (length_of(moved.before) + length_of(moved.after)) + entry.impulse_size;
  if (std::abs(given) * mass * length_of(fall) <= momentum_share * moved_by_others) {
    given = 0.0;  // rounding; taken for a kick it would end what was given ahead before
  }
  rest -= mass * given * fall;
  account.fallen += given;
  if (given != 0.0) {
    // One entry may hold both what was taken back of the last kick, all that was ahead at most, and the next kick.
    account.given = std::max(0.0, ahead + given);
    account.given_until = std::min(time + account.given, end);
  }
  if (given > 0.0) {
    relieve(account, time);  // its substep ended early: of the last kick contacts have held up that much more
    const double lasts = account.given_until - time;
    const double support = -glm::dot(entry.impulse, fall) / weight;
    account.held = lasts > 0.0 ? std::clamp(support / lasts, 0.0, 1.0) : 0.0;
    account.held_until = account.given_until;
  }
  const double size = moved_by_others + mass * std::abs(given) * length_of(fall);
  const double share = length_of(rest) / std::max(momentum_share * size, 1e-300);
  counts_.worst_momentum = std::max(counts_.worst_momentum, share);
  judge(body, time, share, length_of(rest),
        "its momentum changes by " + shortest_text(length_of(rest)) + " N s more than its impulses and its fall say");
  return given;
}

// (L2) Where moments cancel, as on a ball hit towards its centre, they are rounded all the same. A lock takes what it
// likes about its axis. Returns for how long the body is given its torque, s.
double Ledger::check_angular_momentum(std::uint32_t body, double time, const Entry& entry, const Moved& moved,
                                      double duration) {
  const Vec3 position = middle(position_at(accounts_[body].segment, time));
  Vec3 twist = moved.momentum_after - moved.momentum_before - (entry.moment - glm::cross(position, entry.impulse));
  const Vec3 torque = laws_.torque(body);
  const double pull = glm::dot(torque, torque);
  for (int axis = 0; axis < 3; ++axis) {
    twist[axis] = laws_.is_rotation_locked(body, axis) ? 0.0 : twist[axis];
  }
  const double given = pull > 0.0 ? std::clamp(glm::dot(twist, torque) / pull, 0.0, duration) : 0.0;
  twist -= given * torque;
  const double turning = length_of(moved.momentum_before) + length_of(moved.momentum_after) +
                         (length_of(position) + laws_.arm(body)) * entry.impulse_size + length_of(entry.moment) +
                         entry.moment_size + given * length_of(torque);
  const double share = length_of(twist) / std::max(momentum_share * turning, 1e-300);
  counts_.worst_angular_momentum = std::max(counts_.worst_angular_momentum, share);
  judge(body, time, share, length_of(twist),
        "its angular momentum changes by " + shortest_text(length_of(twist)) + " N m s more than its impulses say");
  return given;
}

// The account then goes on from what is written.
void Ledger::check_entry(std::uint32_t body, double time, const Entry& entry, const StepMotion& motion) {
  Account& account = accounts_[body];
  if (account.is_gone) {
    return;
  }
  ++counts_.entries;
  const Moved moved = moved_by(body, time, entry, motion);
  if (falls_asleep(body, time)) {
    check_stilling(body, time, moved);
    return;
  }
  const double given = check_momentum(body, time, entry, moved, motion.end);
  const double twisted = check_angular_momentum(body, time, entry, moved, motion.end - motion.begin);
  const double mass = header_.bodies[body].mass;
  const Vec3 kicked = moved.before + given * laws_.fall(body);
  const double energy_before =
      0.5 * mass * glm::dot(kicked, kicked) +
      spins_.twisted_energy(body, moved.attitude, moved.momentum_before, twisted * laws_.torque(body));
  const double energy_after =
      0.5 * mass * glm::dot(moved.after, moved.after) + spins_.energy(body, moved.attitude, moved.momentum_after);
  Change& change = changes_[{time, body}];
  change.energy = energy_after - energy_before;
  // Of what impulses do, too: locks and neighbours may take most of them, and leave next to no energy.
  // At rest, speeds are roundings of what a step's fall would give.
  const double fall = resting_share * (motion.end - motion.begin) * length_of(laws_.fall(body));
  change.size = energy_before + energy_after + entry.impulse_size * (length_of(moved.before) + length_of(moved.after)) +
                mass * fall * fall / energy_share;
  account.velocity = moved.after;
  account.angular_momentum = moved.momentum_after;
  account.spin = moved.spin;
  account.since = time;
}

bool Ledger::falls_asleep(std::uint32_t body, double time) const {
  return std::binary_search(sleeps_.begin(), sleeps_.end(), std::pair(time, body));
}

// The momentum that goes has to be next to none.
void Ledger::check_stilling(std::uint32_t body, double time, const Moved& moved) {
  Account& account = accounts_[body];
  const double mass = header_.bodies[body].mass;
  const double arm = laws_.arm(body);
  const double speed = length_of(moved.before) + length_of(moved.momentum_before) / (mass * arm);
  counts_.stilled += mass * length_of(moved.before);
  judge(body, time, speed / (still_share * arm), mass * speed,
        "it falls asleep while it moves with " + shortest_text(speed) + " m/s");
  account.velocity = Vec3(0.0);
  account.angular_momentum = Vec3(0.0);
  account.spin = Vec3(0.0);
  account.since = time;
}

void Ledger::judge(std::uint32_t body, double time, double share, double measure, const std::string& what) {
  if (!(share <= 1.0)) {
    findings_->push_back({FindingKind::momentum, time, header_.bodies[body].name, "", measure, what});
  }
}

// It pushes, and friction stays within its cone.
void Ledger::check_transfer(const Transfer& transfer) {
  ++counts_.transfers;
  const double along = glm::dot(transfer.normal, transfer.impulse);
  const double across = length_of(transfer.impulse - along * transfer.normal);
  const double allowed = laws_.friction(transfer.a, transfer.b) * std::max(0.0, along);
  const double slack = cone_share * length_of(transfer.impulse);
  if (along >= -slack && across <= allowed + slack) {
    return;
  }
  findings_->push_back({FindingKind::friction_cone, transfer.time, header_.bodies[transfer.a].name,
                        header_.bodies[transfer.b].name, across - allowed,
                        "an impulse of " + shortest_text(along) + " N s along the normal has " + shortest_text(across) +
                            " across, expected at most " + shortest_text(allowed)});
}

// Bodies that gave each other impulses at one instant have no more kinetic energy after it than before, but for what
// moving surfaces put in.
void Ledger::check_energy(const StepMotion& motion, const RecordedStep& step) {
  std::map<double, std::vector<const Transfer*>> at;
  for (const Transfer& transfer : step.impulses->transfers) {
    at[transfer.time].push_back(&transfer);
  }
  for (const auto& [time, transfers] : at) {
    check_energy_at(time, transfers, motion);
  }
}

void Ledger::check_energy_at(double time, const std::vector<const Transfer*>& transfers, const StepMotion& motion) {
  DisjointSets sets(header_.bodies.size());
  const auto gives_way = [&](std::uint32_t body) { return header_.bodies[body].type == BodyType::dynamic; };
  for (const Transfer* const transfer : transfers) {
    if (gives_way(transfer->a) && gives_way(transfer->b)) {
      sets.join(transfer->a, transfer->b);
    }
  }
  std::map<std::size_t, Change> sums;
  for (const Transfer* const transfer : transfers) {
    Change& sum = sums[sets.root(gives_way(transfer->a) ? transfer->a : transfer->b)];
    const Change work = work_on(*transfer, motion);
    sum.energy -= work.energy;
    sum.size += work.size;
    ++sum.transfers;
    sum.is_driven = sum.is_driven || is_driven(*transfer);
  }
  for (auto entry = changes_.lower_bound({time, 0}); entry != changes_.end() && entry->first.first == time; ++entry) {
    const auto sum = sums.find(sets.root(entry->first.second));
    if (sum != sums.end()) {
      sum->second.energy += entry->second.energy;
      sum->second.size += entry->second.size;
    }
  }
  for (const auto& [root, sum] : sums) {
    if (sum.is_driven && sum.transfers > 1) {
      continue;  // what a heap's contacts get of each other's work is not known
    }
    const double share = sum.energy / std::max(energy_share * sum.size, 1e-300);
    counts_.worst_energy = std::max(counts_.worst_energy, share);
    if (!(share <= 1.0)) {
      findings_->push_back({FindingKind::energy, time, header_.bodies[root].name, "", sum.energy,
                            "the impulses on it and on what it touches make " + shortest_text(sum.energy) + " J"});
    }
  }
}

bool Ledger::is_driven(const Transfer& transfer) const {
  return header_.bodies[transfer.a].type == BodyType::kinematic ||
         header_.bodies[transfer.b].type == BodyType::kinematic || laws_.has_belt(transfer.a, transfer.b);
}

// J: what surfaces that move by themselves put in: a kinematic body's, at the velocity of its points, and a belt's. A
// body that waits from then on has pushed before: of its motions at that instant the one that gives more counts.
Ledger::Change Ledger::work_on(const Transfer& transfer, const StepMotion& motion) const {
  Change work;
  for (const bool is_b : {false, true}) {
    std::optional<double> most;
    for (const Leg& leg : motion.timelines[is_b ? transfer.b : transfer.a]) {
      if (leg.begin <= transfer.time && transfer.time <= leg.end) {
        const double given = work_of(leg, is_b ? -1.0 : 1.0, transfer);  // what b gets, a gives
        most = std::max(most.value_or(given), given);
      }
    }
    work.energy += most.value_or(0.0);
    work.size += std::abs(most.value_or(0.0));
  }
  return work;
}

double Ledger::work_of(const Leg& leg, double sign, const Transfer& transfer) const {
  const std::uint32_t body = leg.segment.body;
  const Attitude attitude = leg.rotation.at(Interval(transfer.time) - Interval(leg.segment.start_time));
  const Vec3 across = transfer.impulse - glm::dot(transfer.impulse, transfer.normal) * transfer.normal;
  // A belt's impulse may also be what one of a belt that stands still would be.
  double work = std::max(0.0, sign * glm::dot(across, middle(attitude.rotation * IntervalVector(laws_.belt(body)))));
  if (header_.bodies[body].type == BodyType::kinematic) {
    const Vec3 position = middle(position_at(leg.segment, transfer.time));
    const Vec3 moment = transfer.moment - glm::cross(position, transfer.impulse);
    work += sign * (glm::dot(transfer.impulse, leg.segment.linear_velocity) + glm::dot(moment, middle(attitude.spin)));
  }
  return work;
}

}  // namespace firstcontact::verify
