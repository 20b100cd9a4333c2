// Where the time of a step goes.
#pragma once

#include <chrono>

namespace firstcontact {

/// Adds the wall time of its own life to a counter.
class PhaseTimer {
 public:
  explicit PhaseTimer(double& seconds) : seconds_(seconds), begin_(std::chrono::steady_clock::now()) {}
  ~PhaseTimer() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  PhaseTimer(const PhaseTimer&) = delete;
  PhaseTimer& operator=(const PhaseTimer&) = delete;

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace firstcontact
