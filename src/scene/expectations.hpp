// Judges a run by every check of the scene's `expect` block: what the tests do to each scene that has one, and
// `firstcontact simulate --check`.
#pragma once

#include <firstcontact/result.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "scene/check_watches.hpp"
#include "scene/scene_file.hpp"

namespace firstcontact {

enum class CheckStatus : std::uint8_t {
  passed,
  failed,
};

/// "passed" or "failed".
[[nodiscard]] std::string_view status_name(CheckStatus status);

struct CheckResult {
  CheckKind kind = CheckKind::never_overlap;
  CheckStatus status = CheckStatus::failed;
  std::string message;  // what was found, with numbers; empty when passed
};

/// Watches one run of a scene (geometry loaded, scene_world.hpp), which must outlive it. The world is looked at after
/// every step; `never_overlap` also takes the engine's own certified gap, which covers the time between. Errs on the
/// side of `failed`.
class ExpectationWatch {
 public:
  explicit ExpectationWatch(const Scene& scene);

  /// At time 0 and after every step.
  void look(const World& world) const;
  /// After the last step: the checks in their order.
  [[nodiscard]] std::vector<CheckResult> results(const World& world) const;

 private:
  const Scene* scene_;
  std::vector<Watch> watches_;
};

/// Runs `scene` (geometry loaded) for its duration and judges its checks, in their order. Error: the world refuses the
/// scene.
[[nodiscard]] Result<std::vector<CheckResult>> evaluate_expectations(const Scene& scene);

}  // namespace firstcontact
