// Time that only this process spends, so that no other can make a test fail.
#pragma once

#include <ctime>

namespace firstcontact::testing_support {

/// s: of all threads of the process so far.
inline double processor_seconds() {
  std::timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace firstcontact::testing_support
