// What bodies give each other in a run by chords: that it pushes, keeps the balance, and makes no energy.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/disjoint_sets.hpp"
#include "scene/text.hpp"
#include "verify/chord_ledger.hpp"

namespace firstcontact::verify {
namespace {

constexpr double energy_share = 1e-10;

using Contact = std::tuple<double, std::uint32_t, std::uint32_t, double, double, double>;

template <class Given>
Contact contact_of(double time, const Given& given) {
  return {time, given.a, given.b, given.normal.x, given.normal.y, given.normal.z};
}

double length_of(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

}  // namespace

// Impulses and loads push, and friction stays within its cone: an impulse's in its own, a load's in what the load
// leaves it together with the impulse. What is left of great forces that cancel is rounded as they are.
void ChordLedger::check_cones(const RecordedStep& step) {
  std::map<Contact, Force> forces;
  for (const Transfer& transfer : step.impulses->transfers) {
    ++counts_.transfers;
    forces[contact_of(transfer.time, transfer)].size += length_of(transfer.impulse);
  }
  for (const ContactLoad& load : step.impulses->loads) {
    ++counts_.loads;
    forces[contact_of(load.begin, load)].size += length_of(load.impulse);
  }
  for (const Transfer& transfer : step.impulses->transfers) {
    check_cone(transfer.time, transfer, forces[contact_of(transfer.time, transfer)]);
  }
  for (const ContactLoad& load : step.impulses->loads) {
    check_cone(load.begin, load, forces[contact_of(load.begin, load)]);
  }
}

// `sum`: of what was looked at of the contact before.
template <class Given>
void ChordLedger::check_cone(double time, const Given& given, Force& sum) {
  constexpr double cone_share = 1e-9;
  const double along = glm::dot(given.normal, given.impulse);
  sum.along += std::max(0.0, along);
  sum.across += length_of(given.impulse - along * given.normal);
  const double most = laws_.friction(given.a, given.b) * sum.along;
  const double slack = cone_share * sum.size;
  if (along >= -slack && sum.across <= most + slack) {
    return;
  }
  findings_->push_back({FindingKind::friction_cone, time, header_.bodies[given.a].name, header_.bodies[given.b].name,
                        sum.across - most,
                        "a force of " + shortest_text(along) + " N s along the normal comes to " +
                            shortest_text(sum.across) + " across, expected at most " + shortest_text(most)});
}

// About the world's origin a constant force on a body that moves by V d along its chord, while its velocity goes from
// V+ to V+ + dV, changes the angular momentum as at x + (s - q h) V+, up to the instant s of a chord of length h, where
// q is the share of dV that V d has.
void ChordLedger::check_balance(const RecordedStep& step, const Entries& entries) {
  for (const ContactLoad& load : step.impulses->loads) {
    const auto a = entries.find({load.begin, load.a});
    const auto b = entries.find({load.begin, load.b});
    if (a == entries.end() || b == entries.end() || a->second.chord == nullptr || b->second.chord == nullptr ||
        a->second.segment == nullptr || b->second.segment == nullptr) {
      continue;
    }
    const auto place = [&](const Entry& entry) {
      const ChordVelocity& chord = *entry.chord;
      const double span = chord.end - chord.begin;
      return entry.segment->pose.position + (span - entry.way_share * span / chord.share) * chord.linear_at_start;
    };
    counts_.unbalanced +=
        length_of(glm::cross(place(b->second) - place(a->second), load.impulse) + load.moment_a + load.moment_b);
  }
}

// J: what a surface that moves by itself puts in while `force` and `moment` (N s, N m s about its centre) act on its
// body. A body that waits from then on has pushed before: of its motions at that instant the one that gives more
// counts.
double ChordLedger::work_of(std::uint32_t body, double time, const Vec3& force, const Vec3& moment,
                            const StepMotion& motion) const {
  std::optional<double> most;
  for (const Leg& leg : motion.timelines[body]) {
    if (leg.begin > time || time > leg.end) {
      continue;
    }
    const Attitude attitude = leg.rotation.at(Interval(time) - Interval(leg.segment.start_time));
    // A belt's force may also be what one of a belt that stands still would be.
    double work = std::max(0.0, -glm::dot(force, middle(attitude.rotation * IntervalVector(laws_.belt(body)))));
    if (header_.bodies[body].type == BodyType::kinematic) {
      work -= glm::dot(force, leg.segment.linear_velocity) + glm::dot(moment, middle(attitude.spin));
    }
    most = std::max(most.value_or(work), work);
  }
  return most.value_or(0.0);
}

// J: what the two bodies' surfaces put in.
double ChordLedger::work_on(const Transfer& transfer, const StepMotion& motion) const {
  double work = 0.0;
  for (const bool is_b : {false, true}) {
    const std::uint32_t body = is_b ? transfer.b : transfer.a;
    const Vec3 impulse = is_b ? transfer.impulse : -transfer.impulse;
    const Timeline& timeline = motion.timelines[body];
    const auto leg =
        std::find_if(timeline.begin(), timeline.end(), [&](const Leg& one) { return transfer.time <= one.end; });
    if (leg != timeline.end()) {
      const Vec3 position = middle(position_at(leg->segment, transfer.time));
      const Vec3 moment = (is_b ? transfer.moment : -transfer.moment) - glm::cross(position, impulse);
      work += work_of(body, transfer.time, impulse, moment, motion);
    }
  }
  return work;
}

double ChordLedger::work_on(const ContactLoad& load, const StepMotion& motion) const {
  return work_of(load.a, load.begin, -load.impulse, load.moment_a, motion) +
         work_of(load.b, load.begin, load.impulse, load.moment_b, motion);
}

// (C4)
void ChordLedger::check_energy(const StepMotion& motion, const RecordedStep& step) {
  std::map<double, std::vector<Push>> pushes;
  for (const Transfer& transfer : step.impulses->transfers) {
    pushes[transfer.time].push_back({transfer.a, transfer.b, work_on(transfer, motion)});
  }
  for (const ContactLoad& load : step.impulses->loads) {
    pushes[load.begin].push_back({load.a, load.b, work_on(load, motion)});
  }
  for (const auto& [time, at_once] : pushes) {
    check_energy_from(time, at_once);
  }
}

void ChordLedger::check_energy_from(double time, const std::vector<Push>& pushes) {
  DisjointSets sets(header_.bodies.size());
  const auto gives_way = [&](std::uint32_t body) { return header_.bodies[body].type == BodyType::dynamic; };
  for (const Push& push : pushes) {
    if (gives_way(push.a) && gives_way(push.b)) {
      sets.join(push.a, push.b);
    }
  }
  std::map<std::size_t, Win> sums;
  for (const Push& push : pushes) {
    Win& sum = sums[sets.root(gives_way(push.a) ? push.a : push.b)];
    sum.energy -= push.work;
    sum.size += std::abs(push.work);
  }
  for (auto win = wins_.lower_bound({time, 0}); win != wins_.end() && win->first.first == time; ++win) {
    const auto found = sums.find(sets.root(win->first.second));
    if (found != sums.end()) {
      add(win->second, time, found->second);
    }
  }
  for (const auto& [root, sum] : sums) {
    const double share = sum.ends_apart ? 0.0 : sum.energy / std::max(energy_share * sum.size, 1e-300);
    counts_.worst_energy = std::max(counts_.worst_energy, share);
    if (!(share <= 1.0)) {
      findings_->push_back({FindingKind::energy, time, header_.bodies[root].name, "", sum.energy,
                            "what pushes it and what it touches makes " + shortest_text(sum.energy) + " J"});
    }
  }
}

// Who flies on has its energy from the start.
void ChordLedger::add(const Win& win, double time, Win& sum) {
  const bool is_chord = win.end > time;
  sum.energy += win.energy;
  sum.size += win.size;
  sum.ends_apart = sum.ends_apart || (is_chord && sum.end != 0.0 && sum.end != win.end);
  sum.end = is_chord ? win.end : sum.end;
}

}  // namespace firstcontact::verify
