// Runs the tumbling world with one thread and with two, and says what its bits end in.
#include "tumble.hpp"

int main() {
  const std::size_t copies = host_copies();
  const TumbleResult alone = tumble(1);
  const TumbleResult together = tumble(2);
  std::printf("%016llx %zu %016llx %zu\n", static_cast<unsigned long long>(alone.hash), alone.events,
              static_cast<unsigned long long>(together.hash), together.events);
  return copies == 4 ? 0 : 1;
}
