#include "verify/chord_ledger.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "scene/text.hpp"
#include "verify/ledger_entries.hpp"

namespace firstcontact::verify {
namespace {

constexpr std::array<double, 3> way_shares{0.55, 1.0, 0.5};  // of docs/contact.md: where between V+ and Ve a way lies
constexpr double momentum_share = 1e-12;                     // of the momenta and impulses that are added up
constexpr double indistinct = 0.1;  // of what is allowed: what two shares of a way leave, and neither is the better
constexpr double time_share = 1e-14;
constexpr double still_share = 4e-5;  // 1/s: of a body's arm
constexpr double least = 1e-300;

double length_of(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

}  // namespace

ChordLedger::ChordLedger(const RecordingHeader& header, const Laws& laws)
    : header_(header), laws_(laws), spins_(header, laws), accounts_(accounts_at_start<Account>(header, spins_)) {}

void ChordLedger::take(const StepMotion& motion, const RecordedStep& step, std::vector<Finding>& findings) {
  findings_ = &findings;
  wins_.clear();
  sleeps_ = take_events(step, accounts_);
  Entries entries = entries_of(step);
  for (auto& [key, entry] : entries) {
    check_entry(key.second, key.first, entry, motion);
  }
  check_cones(step);
  check_balance(step, entries);
  check_energy(motion, step);
}

ChordLedger::Entries ChordLedger::entries_of(const RecordedStep& step) const {
  Entries entries;
  add_instants(step, accounts_, entries);
  for (const ChordVelocity& chord : step.impulses->chords) {
    entries[{chord.begin, chord.body}].chord = &chord;
  }
  for (const ContactLoad& load : step.impulses->loads) {
    for (const bool is_b : {false, true}) {
      Entry& entry = entries[{load.begin, is_b ? load.b : load.a}];
      entry.load += (is_b ? 1.0 : -1.0) * load.impulse;
      entry.turn += is_b ? load.moment_b : load.moment_a;
      entry.load_size += length_of(load.impulse);
      entry.turn_size += length_of(is_b ? load.moment_b : load.moment_a);
    }
  }
  std::erase_if(entries, [&](const auto& item) { return header_.bodies[item.first.second].type != BodyType::dynamic; });
  return entries;
}

void ChordLedger::check_entry(std::uint32_t body, double time, Entry& entry, const StepMotion& motion) {
  Account& account = accounts_[body];
  if (account.is_gone) {
    return;
  }
  ++counts_.entries;
  const bool flew = account.flies;
  const Moved moved = moved_by(body, time, entry, motion);
  if (std::binary_search(sleeps_.begin(), sleeps_.end(), std::pair(time, body))) {
    check_stilling(body, time, moved);
    return;
  }
  check_momentum(body, time, entry, moved);
  const bool may_be_twisted = entry.chord == nullptr || (flew && time == motion.begin);
  const double twisted =
      check_angular_momentum(body, time, entry, moved, may_be_twisted ? motion.end - motion.begin : 0.0);
  const double mass = header_.bodies[body].mass;
  const double before =
      0.5 * mass * glm::dot(moved.before, moved.before) +
      spins_.twisted_energy(body, moved.attitude, moved.momentum_before, twisted * laws_.torque(body));
  const double after =
      0.5 * mass * glm::dot(moved.after, moved.after) + spins_.energy(body, moved.attitude, moved.momentum_after);
  Win& win = wins_[{time, body}];
  win.energy = after - before;
  win.size = before + after + entry.impulse_size * (length_of(moved.before) + length_of(moved.after));
  win.end = time;
  account.velocity = moved.after;
  account.angular_momentum = moved.momentum_after;
  account.spin = moved.spin;
  account.since = time;
  account.chord = entry.chord != nullptr ? std::optional(*entry.chord) : std::nullopt;
  if (entry.chord != nullptr) {
    check_chord(body, entry);
  } else if (entry.load_size > 0.0) {
    judge(body, time, 2.0, length_of(entry.load), "it is pressed over a span, and follows no chord");
  }
}

// What the body brings to the instant.
void ChordLedger::come_to(std::uint32_t body, double time, Moved& moved) {
  const Account& account = accounts_[body];
  const double elapsed = time - account.since;
  moved.before = account.velocity + (account.flies ? elapsed * account.segment.linear_acceleration : Vec3(0.0));
  moved.momentum_before = account.angular_momentum;
  moved.spin = account.spin;
  if (!account.chord) {
    return;
  }
  const ChordVelocity& chord = *account.chord;
  if (std::abs(time - chord.end) > time_share * (1.0 + time)) {
    judge(body, time, 2.0, std::abs(time - chord.end),
          "its chord ends at " + shortest_text(chord.end) + " s, and its next motion begins at " + shortest_text(time));
  }
  const InertiaFrame& inertia = header_.bodies[body].inertia;
  const bool keeps_axes = laws_.is_any_rotation_locked(body);  // its spin does not turn with it
  const IntervalMatrix attitude = spins_.attitude_at(account.segment, keeps_axes ? chord.begin : time);
  moved.before = chord.linear_at_end;
  moved.spin = in_world(body, attitude, chord.spin_at_end);
  moved.momentum_before = in_world(body, attitude, inertia.principal_moments * chord.spin_at_end);
}

ChordLedger::Moved ChordLedger::moved_by(std::uint32_t body, double time, const Entry& entry,
                                         const StepMotion& motion) {
  Account& account = accounts_[body];
  Moved moved;
  come_to(body, time, moved);
  if (time == motion.begin && motion.end > 0.0) {  // damping
    const double kept_spin = laws_.angular_keep(account.segment);
    moved.before = laws_.damped_velocity(account.segment, time, moved.before);
    moved.momentum_before *= kept_spin;
    moved.spin *= kept_spin;
  }
  account.segment = entry.segment != nullptr ? *entry.segment : account.segment;
  account.flies = entry.chord == nullptr && entry.own == nullptr && (account.flies || entry.segment != nullptr);
  moved.attitude = spins_.attitude_at(account.segment, time);
  if (laws_.is_any_rotation_locked(body)) {
    moved.momentum_before = spins_.angular_momentum(body, moved.attitude, moved.spin);
  }
  moved.after = moved.before;
  if (entry.chord != nullptr) {
    moved.after = entry.chord->linear_at_start;
    moved.spin = in_world(body, moved.attitude, entry.chord->spin_at_start);
  } else if (entry.own != nullptr) {
    moved.after = entry.own->linear;
    moved.spin = entry.own->angular;
  } else if (entry.segment != nullptr) {
    moved.after = account.segment.linear_velocity;
    moved.spin = account.segment.angular_velocity;
  } else {
    moved.momentum_after = moved.momentum_before;
    return moved;
  }
  moved.momentum_after = spins_.angular_momentum(body, moved.attitude, moved.spin);
  return moved;
}

// N s, over the chord that begins: what bodies at rest press each other by, and what is left of impulses that cancel is
// rounded as.
double ChordLedger::weight_of(std::uint32_t body, const Entry& entry) const {
  const double span = entry.chord != nullptr ? entry.chord->end - entry.chord->begin : 0.0;
  return header_.bodies[body].mass * span * length_of(laws_.fall(body));
}

// (C1), linear.
void ChordLedger::check_momentum(std::uint32_t body, double time, const Entry& entry, const Moved& moved) {
  const double mass = header_.bodies[body].mass;
  Vec3 rest = mass * (moved.after - moved.before) - entry.impulse;
  for (int axis = 0; axis < 3; ++axis) {
    rest[axis] = laws_.is_linear_locked(body, axis) ? mass * (moved.after[axis] - moved.before[axis]) : rest[axis];
  }
  const double size =
      mass * (length_of(moved.before) + length_of(moved.after)) + entry.impulse_size + weight_of(body, entry);
  const double share = length_of(rest) / std::max(momentum_share * size, least);
  counts_.worst_momentum = std::max(counts_.worst_momentum, share);
  judge(body, time, share, length_of(rest),
        "its momentum changes by " + shortest_text(length_of(rest)) + " N s more than its impulses say");
}

// (C1), angular. What flies is given its torque in kicks, of no longer than `duration` each, and what comes flying to a
// step's start, and goes on along a chord, once more; returns for how long, s.
double ChordLedger::check_angular_momentum(std::uint32_t body, double time, const Entry& entry, const Moved& moved,
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
  const double size = length_of(moved.momentum_before) + length_of(moved.momentum_after) +
                      (length_of(position) + laws_.arm(body)) * entry.impulse_size + length_of(entry.moment) +
                      entry.moment_size + given * length_of(torque) + laws_.arm(body) * weight_of(body, entry);
  const double share = length_of(twist) / std::max(momentum_share * size, least);
  counts_.worst_angular_momentum = std::max(counts_.worst_angular_momentum, share);
  judge(body, time, share, length_of(twist),
        "its angular momentum changes by " + shortest_text(length_of(twist)) + " N m s more than its impulses say");
  return given;
}

// Who falls asleep gives up what is left, which has to be next to nothing.
void ChordLedger::check_stilling(std::uint32_t body, double time, const Moved& moved) {
  const double mass = header_.bodies[body].mass;
  const double arm = laws_.arm(body);
  const double speed = length_of(moved.before) + length_of(moved.momentum_before) / (mass * arm);
  counts_.stilled += mass * length_of(moved.before);
  judge(body, time, speed / (still_share * arm), mass * speed,
        "it falls asleep while it moves with " + shortest_text(speed) + " m/s");
  Account& account = accounts_[body];
  account.velocity = account.angular_momentum = account.spin = Vec3(0.0);
  account.chord = std::nullopt;
  account.flies = false;
  account.since = time;
}

// (C2) and (C3)
void ChordLedger::check_chord(std::uint32_t body, Entry& entry) {
  const ChordVelocity& chord = *entry.chord;
  const double mass = header_.bodies[body].mass;
  const double span = chord.end - chord.begin;
  const Vec3 fall = span * laws_.fall(body);
  Vec3 rest = mass * (chord.linear_at_end - chord.linear_at_start - fall) - entry.load;
  for (int axis = 0; axis < 3; ++axis) {
    const double change = chord.linear_at_end[axis] - chord.linear_at_start[axis];
    rest[axis] = laws_.is_linear_locked(body, axis) ? mass * change : rest[axis];
  }
  const double speeds = length_of(chord.linear_at_start) + length_of(chord.linear_at_end) + length_of(fall);
  const double share = length_of(rest) / std::max(momentum_share * (mass * speeds + entry.load_size), least);
  counts_.worst_momentum = std::max(counts_.worst_momentum, share);
  judge(body, chord.begin, share, length_of(rest),
        "along its chord its momentum changes by " + shortest_text(length_of(rest)) +
            " N s more than its loads and its fall say");
  WholeChord whole{span / chord.share,
                   chord.spin_at_start,
                   chord.spin_at_start + (chord.spin_at_end - chord.spin_at_start) / chord.share,
                   Vec3(0.0),
                   0.0,
                   way_shares[0]};
  check_turn(body, entry, whole);
  entry.way_share = whole.way_share;
  Win& win = wins_[{chord.begin, body}];
  win.energy += won_on_chord(body, entry, whole, win.size);
  win.end = chord.end;
  note_turned(body, entry, whole);
  const Vec3 change = (chord.linear_at_end - chord.linear_at_start) / chord.share;
  const Vec3 way = chord.linear_at_start + whole.way_share * change;
  counts_.held_back = std::max(counts_.held_back, span * length_of(accounts_[body].segment.linear_velocity - way));
}

// m/s: between the way that it goes and that of its chord.
double ChordLedger::off_its_way(std::uint32_t body, const Entry& entry, const WholeChord& whole) const {
  const ChordVelocity& chord = *entry.chord;
  const MotionSegment& segment = accounts_[body].segment;
  const Vec3 change = (chord.linear_at_end - chord.linear_at_start) / chord.share;
  const Vec3 spin = in_world(body, spins_.attitude_at(segment, chord.begin), whole.mean_spin);
  return length_of(segment.linear_velocity - chord.linear_at_start - whole.way_share * change) +
         laws_.arm(body) * length_of(segment.angular_velocity - spin);
}

// By the share by which no more than `enough` is left, and the way is nearest to the chord's.
Vec3 ChordLedger::missed_turn_by_best_share(std::uint32_t body, const Entry& entry, double enough,
                                            WholeChord& whole) const {
  std::optional<std::tuple<double, double>> nearest;
  Vec3 rest(0.0);
  for (const double share : way_shares) {
    WholeChord tried = whole;
    tried.way_share = share;
    const Vec3 left = laws_.is_any_rotation_locked(body) ? missed_locked_turn(body, entry, tried)
                                                         : missed_free_turn(body, entry, tried);
    const std::tuple<double, double> measure(std::max(enough, length_of(left)), off_its_way(body, entry, tried));
    if (!nearest || measure < *nearest) {
      nearest = measure;
      rest = left;
      whole = tried;
    }
  }
  return rest;
}

void ChordLedger::check_turn(std::uint32_t body, const Entry& entry, WholeChord& whole) {
  const ChordVelocity& chord = *entry.chord;
  const Vec3& moments = header_.bodies[body].inertia.principal_moments;
  const double size = length_of(moments * whole.spin_at_start) + length_of(moments * whole.spin_at_end) +
                      whole.duration * length_of(laws_.torque(body)) +
                      (entry.turn_size + laws_.arm(body) * entry.load_size) / chord.share;
  // What a cut left of a difference is rounded.
  const double enough = std::max(momentum_share * size / chord.share, least);
  const Vec3 rest = missed_turn_by_best_share(body, entry, indistinct * enough, whole);
  const double share = length_of(rest) / enough;
  counts_.worst_angular_momentum = std::max(counts_.worst_angular_momentum, share);
  judge(body, chord.begin, share, length_of(rest),
        "along its chord its angular momentum changes by " + shortest_text(length_of(rest)) +
            " N m s more than its loads say");
}

// J: in motion and in height, less its torque's work. `size` grows by the numbers that it is made of.
double ChordLedger::won_on_chord(std::uint32_t body, const Entry& entry, const WholeChord& whole, double& size) const {
  const ChordVelocity& chord = *entry.chord;
  const RecordedBody& recorded = header_.bodies[body];
  const Vec3& moments = recorded.inertia.principal_moments;
  const MotionSegment& segment = accounts_[body].segment;
  const IntervalMatrix attitude = spins_.attitude_at(segment, chord.begin);
  const Vec3 mean = in_world(body, attitude, whole.mean_spin);
  const Vec3 way = (chord.end - chord.begin) * segment.linear_velocity;
  const double motion =
      0.5 * recorded.mass *
          glm::dot(chord.linear_at_end - chord.linear_at_start, chord.linear_at_end + chord.linear_at_start) +
      0.5 * glm::dot(moments * (chord.spin_at_end - chord.spin_at_start), chord.spin_at_end + chord.spin_at_start);
  const double fall = recorded.mass * glm::dot(laws_.fall(body), way);
  const double fallen = (chord.end - chord.begin) * length_of(laws_.fall(body));  // m/s: what rests is held against it
  const double twist = chord.share * whole.twisted * glm::dot(laws_.torque(body), mean);
  size += 0.5 * recorded.mass * glm::dot(chord.linear_at_end, chord.linear_at_end) +
          0.5 * glm::dot(moments * chord.spin_at_end, chord.spin_at_end) + std::abs(fall) + std::abs(twist) +
          recorded.mass * fallen * fallen + entry.load_size * length_of(segment.linear_velocity) +
          entry.turn_size * length_of(segment.angular_velocity);
  return motion - fall - twist;
}

void ChordLedger::judge(std::uint32_t body, double time, double share, double measure, const std::string& what) {
  if (!(share <= 1.0)) {
    findings_->push_back({FindingKind::momentum, time, header_.bodies[body].name, "", measure, what});
  }
}

}  // namespace firstcontact::verify
