// One run of a scene with a closed-form answer, and what can be measured on it. A recording's segments give the exact
// state at any instant, so nothing here depends on the time step but what is said to.
#pragma once

#include <firstcontact/world.hpp>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace firstcontact::testing_support {

class AnalyticRun {
 public:
  /// Runs `folder`/scene.json to its end. A scene that cannot be read fails the test and leaves the run empty.
  explicit AnalyticRun(const std::filesystem::path& folder);

  /// The number that `measure` (a row's, in comparisons.json) asks for. Throws std::exception when it asks for what is
  /// not there: an impact that did not happen, a body of another name.
  [[nodiscard]] double measured(const nlohmann::json& measure) const;

  [[nodiscard]] const Statistics& statistics() const { return statistics_; }
  [[nodiscard]] std::size_t initial_overlaps() const { return initial_overlaps_; }

 private:
  struct Moved {
    std::string name;
    InertiaFrame inertia;
    std::vector<MotionSegment> segments;  // in time order
    FlowState end;                        // along a chord a body's velocity is not its segment's
  };
  void add_segments(const World& world);
  [[nodiscard]] const Moved& body(const nlohmann::json& measure) const;
  [[nodiscard]] double time_of(const nlohmann::json& measure) const;
  [[nodiscard]] FlowState state_before(const Moved& body, double time) const;
  [[nodiscard]] std::vector<double> samples() const;
  [[nodiscard]] std::vector<double> sign_changes(const nlohmann::json& measure) const;
  [[nodiscard]] double phase_rate(const nlohmann::json& measure) const;
  [[nodiscard]] double of_impacts(const nlohmann::json& measure) const;
  [[nodiscard]] double of_instants(const nlohmann::json& measure) const;
  [[nodiscard]] double of_whole_run(const nlohmann::json& measure) const;
  [[nodiscard]] double greatest(const nlohmann::json& measure) const;

  std::vector<Moved> bodies_;
  std::vector<Event> events_;
  Totals start_, end_;
  Statistics statistics_;
  std::size_t initial_overlaps_ = 0;
  double end_time_ = 0.0;  // s
  Vec3 gravity_{0.0};      // m/s^2
};

}  // namespace firstcontact::testing_support
