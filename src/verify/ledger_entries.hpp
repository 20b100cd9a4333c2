// What the ledgers of both models of contact begin with: accounts at a recording's start, and what a step writes of
// every body's instants.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "verify/spins.hpp"

namespace firstcontact::verify {

/// An account of each body, as the recording says that it starts.
template <class Account>
[[nodiscard]] std::vector<Account> accounts_at_start(const RecordingHeader& header, const Spins& spins) {
  std::vector<Account> accounts;
  for (std::uint32_t body = 0; body < header.bodies.size(); ++body) {
    const FlowState& start = header.bodies[body].start;
    Account account;
    account.segment = {body,     FlowKind::screw, 0.0, start.pose, start.linear_velocity, start.angular_velocity,
                       Vec3(0.0)};
    account.velocity = start.linear_velocity;
    account.spin = start.angular_velocity;
    account.angular_momentum = spins.angular_momentum(body, spins.attitude_at(account.segment, 0.0), account.spin);
    accounts.push_back(account);
  }
  return accounts;
}

/// Who is gone is marked. Returns when (s) which bodies fall asleep, ascending.
template <class Account>
[[nodiscard]] std::vector<std::pair<double, std::uint32_t>> take_events(const RecordedStep& step,
                                                                        std::vector<Account>& accounts) {
  std::vector<std::pair<double, std::uint32_t>> sleeps;
  for (const Event& event : step.events) {
    accounts[event.a].is_gone = accounts[event.a].is_gone || event.kind == EventKind::removed;
    if (event.kind == EventKind::sleep) {
      sleeps.emplace_back(event.time, event.a);
    }
  }
  std::sort(sleeps.begin(), sleeps.end());
  return sleeps;
}

/// Adds segments, velocities of bodies' own and transfers to the entries of their instants.
template <class Account, class Entries>
void add_instants(const RecordedStep& step, const std::vector<Account>& accounts, Entries& entries) {
  const auto length = [](const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); };
  for (const MotionSegment& segment : step.segments) {
    entries[{segment.start_time, segment.body}].segment = &segment;
  }
  for (const OwnVelocity& own : step.impulses->own_velocities) {
    entries[{own.time, own.body}].own = &own;
  }
  for (const Transfer& transfer : step.impulses->transfers) {
    // Arms reach from the bodies' centres, and are rounded as those are.
    const double arm = length(accounts[transfer.a].segment.pose.position);
    for (const bool is_b : {false, true}) {
      auto& entry = entries[{transfer.time, is_b ? transfer.b : transfer.a}];
      const double sign = is_b ? 1.0 : -1.0;
      entry.impulse += sign * transfer.impulse;
      entry.moment += sign * transfer.moment;
      entry.impulse_size += length(transfer.impulse);
      entry.moment_size += arm * length(transfer.impulse);
    }
  }
}

}  // namespace firstcontact::verify
