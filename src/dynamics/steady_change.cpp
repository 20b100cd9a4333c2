#include "dynamics/steady_change.hpp"

namespace firstcontact {

namespace {

Vec3 common_part(const Vec3& x, const Vec3& y) {
  if (!(glm::dot(x, y) > 0.0)) {
    return Vec3(0.0);
  }
  return squared_length(x) < squared_length(y) ? x : y;
}

}  // namespace

SteadyChange::SteadyChange(std::span<const Responder> responders, std::span<const Velocity> kicks, double share) {
  last_.reserve(responders.size());
  for (std::size_t i = 0; i < responders.size(); ++i) {
    const Velocity& velocity = responders[i].velocity;
    last_.push_back({velocity.linear - share * kicks[i].linear, velocity.angular - share * kicks[i].angular});
  }
}

void SteadyChange::note_round(std::span<const Responder> responders) {
  const bool is_first = steady_.empty();
  steady_.resize(responders.size());
  for (std::size_t i = 0; i < responders.size(); ++i) {
    const Velocity& now = responders[i].velocity;
    const Velocity change{now.linear - last_[i].linear, now.angular - last_[i].angular};
    Velocity& steady = steady_[i];
    steady.linear = is_first ? change.linear : common_part(steady.linear, change.linear);
    steady.angular = is_first ? change.angular : common_part(steady.angular, change.angular);
    last_[i] = now;
  }
}

}  // namespace firstcontact
