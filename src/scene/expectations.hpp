// Runs a scene and judges every check of its `expect` block: what the tests do to each scene that has one.
#pragma once

#include <firstcontact/result.hpp>
#include <string>
#include <vector>

#include "scene/scene_file.hpp"

namespace firstcontact {

enum class CheckStatus : std::uint8_t {
  passed,
  failed,
  unsupported,  // the check is known to the format and not judged yet: never counted as passed
};

struct CheckResult {
  CheckKind kind = CheckKind::never_overlap;
  CheckStatus status = CheckStatus::failed;
  std::string message;  // what was found, with numbers; empty when passed
};

/// Runs `scene` (geometry loaded, scene_world.hpp) for its duration and judges its checks, in their order. The world is
/// looked at after every step; `never_overlap` also takes the engine's own certified gap, which covers the time
/// between. Errs on the side of `failed`. Error: the world refuses the scene.
[[nodiscard]] Result<std::vector<CheckResult>> evaluate_expectations(const Scene& scene);

}  // namespace firstcontact
