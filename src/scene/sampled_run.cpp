#include "scene/sampled_run.hpp"

#include <cmath>

namespace firstcontact {

std::optional<Error> sample_run(RecordingReader& recording, double samples_per_second, const AtSample& at_sample) {
  StepPlayer player(recording.header(), [&recording] { return recording.next(); });
  double last = -1.0;  // s, of the last sample
  for (std::uint64_t sample = 0;; ++sample) {
    const double time = static_cast<double>(sample) / samples_per_second;
    if (auto error = player.advance(time)) {
      return error;
    }
    if (player.is_at_end() && player.time() < time) {
      break;
    }
    if (!at_sample(player.motions(), time)) {
      return std::nullopt;
    }
    last = time;
  }
  // Sums of time steps are rounded, sample / samples_per_second is too.
  if (last < 0.0 || player.time() - last > 1e-9 * std::fmax(1.0, player.time())) {
    static_cast<void>(at_sample(player.motions(), player.time()));
  }
  return std::nullopt;
}

}  // namespace firstcontact
