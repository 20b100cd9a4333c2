// Where a decomposition stops: when its time is up, or the caller has had enough.
#pragma once

#include <firstcontact/decomposition.hpp>

#include <atomic>
#include <chrono>

namespace firstcontact {

/// Shares a time budget out among the stages of a decomposition, so that whichever is cut short leaves time to make the
/// best of what it found. Times are wall clock. One thread begins stages; any asks.
class Watch {
 public:
  enum class Stage : std::uint8_t { clearance, cutting, joining, simplifying, measuring };

  /// The budget runs from here on. `options` must outlive this.
  explicit Watch(const DecompositionOptions& options);

  /// The stage may take a share of what is left of the budget.
  void begin(Stage stage);
  /// Tells the caller how far it is; false: stop.
  bool go_on(double fraction, std::size_t hulls);
  /// The caller has had enough, or the stage's time is up.
  [[nodiscard]] bool is_over();
  /// There is no time for care: half of the stage's is gone.
  [[nodiscard]] bool is_late() const;
  /// Some stage was cut short.
  [[nodiscard]] bool stopped() const { return was_cut_short_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;
  [[nodiscard]] double spent() const { return Seconds(Clock::now() - start_).count(); }

  const DecompositionOptions& options_;
  Clock::time_point start_;
  double late_ = 0.0;  // s after the start
  double end_ = 0.0;
  std::atomic<bool> was_told_ = false;
  std::atomic<bool> was_cut_short_ = false;
};

}  // namespace firstcontact
