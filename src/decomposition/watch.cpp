#include "decomposition/watch.hpp"

#include <array>

namespace firstcontact {

namespace {

// Of what is left of the budget when a stage begins. Without a budget cutting takes about half of the time, joining a
// third. Measuring is given more than it needs then: a hull that is measured in a hurry has a bound of several times
// what it sticks out.
constexpr std::array<double, 5> share_of{0.3, 0.65, 0.5, 0.5, 1.0};

}  // namespace

Watch::Watch(const DecompositionOptions& options) : options_(options), start_(Clock::now()) { begin(Stage::clearance); }

void Watch::begin(Stage stage) {
  const double now = spent();
  const double left = options_.time_budget - now;
  const double time = left > 0.0 ? share_of.at(static_cast<std::size_t>(stage)) * left : 0.0;
  late_ = now + 0.5 * time;
  end_ = now + time;
}

bool Watch::go_on(double fraction, std::size_t hulls) {
  if (options_.progress && !options_.progress({fraction, hulls})) {
    was_told_ = true;
    was_cut_short_ = true;
  }
  return !is_over();
}

bool Watch::is_over() {
  const bool is_up = was_told_ || (options_.time_budget > 0.0 && spent() > end_);
  if (is_up) {
    was_cut_short_ = true;
  }
  return is_up;
}

bool Watch::is_late() const { return was_told_ || (options_.time_budget > 0.0 && spent() > late_); }

}  // namespace firstcontact
