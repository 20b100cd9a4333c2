// One watch per check: it looks at the world after every step and gives its verdict in the end.
#pragma once

#include <firstcontact/world.hpp>
#include <functional>
#include <optional>
#include <string>

#include "scene/scene_file.hpp"

namespace firstcontact {

/// Nothing when the check holds, else what was found.
using Verdict = std::optional<std::string>;

struct Watch {
  std::function<void(const World&)> look;      // at time 0 and after every step
  std::function<Verdict(const World&)> judge;  // once, after the last step
};

[[nodiscard]] Watch watch_never_overlap(const Scene& scene);
[[nodiscard]] Watch watch_slides(const Check& check);
[[nodiscard]] Watch watch_coasts(const Check& check);
[[nodiscard]] Watch watch_conserved();
[[nodiscard]] Watch watch_energy_never_grows();
[[nodiscard]] Watch watch_y_above(const Check& check);
[[nodiscard]] Watch watch_x_below(const Check& check);
[[nodiscard]] Watch watch_moved(const Check& check);  // less, or more
[[nodiscard]] Watch watch_final_at(const Check& check);
[[nodiscard]] Watch watch_at_rest(const Check& check);
[[nodiscard]] Watch watch_state_hash(const Check& check);
[[nodiscard]] Watch watch_no_time_lost(const Check& check);

[[nodiscard]] Watch watch_linked(const Check& check, const Scene& scene);

/// The watch of a check. `check` and `scene` must outlive it.
[[nodiscard]] Watch watch_of(const Check& check, const Scene& scene);

}  // namespace firstcontact
