#include "viewer/live_run.hpp"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <utility>

namespace firstcontact {
namespace {

// A critically damped spring that closes the distance in about a tenth of a second, whatever the mass: as a velocity,
// for a step. The part across the lever turns the body.
void pull(Stepper& stepper, const DragSpring& spring) {
  constexpr double stiffness = 400.0;  // 1/s^2
  constexpr double damping = 40.0;     // 1/s: twice the root of the stiffness
  const double dt = stepper.time_step();
  const FlowState state = stepper.state(spring.body);
  const Vec3 lever = rotate(state.pose.orientation, spring.grip_local);
  const Vec3 grip = state.pose.position + lever;
  const Vec3 speed = state.linear_velocity + glm::cross(state.angular_velocity, lever);
  // Implicit, so that long steps do not make it shake (Catto 2011, 'Soft Constraints').
  const double share = 1.0 / (1.0 + dt * damping + dt * dt * stiffness);
  const Vec3 change = share * (dt * stiffness * (spring.target - grip) - (dt * damping) * speed);
  const double lever_squared = squared_length(lever);
  const Vec3 turn = lever_squared > 1e-12 ? glm::cross(lever, change) / lever_squared : Vec3(0.0);
  const Vec3 spin = (state.angular_velocity + 0.4 * turn) / (1.0 + 2.0 * dt);
  stepper.set_velocity(spring.body, state.linear_velocity + change, spin);
}

}  // namespace

LiveRun::LiveRun(std::unique_ptr<Stepper> stepper, std::shared_ptr<MemoryShelf> shelf)
    : stepper_(std::move(stepper)), shelf_(std::move(shelf)) {
  figures_.bodies = stepper_->body_count();
  thread_ = std::thread([this] { run(); });
}

LiveRun::~LiveRun() {
  {
    const std::lock_guard lock(mutex_);
    must_stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void LiveRun::want(double time) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = time;
  }
  wake_.notify_all();
}

void LiveRun::add_body(BodyDefinition definition) {
  const std::lock_guard lock(mutex_);
  coming_.push_back(std::move(definition));
}

void LiveRun::drag(std::optional<DragSpring> spring) {
  const std::lock_guard lock(mutex_);
  spring_ = spring;
}

void LiveRun::surround(const Surroundings& surroundings) {
  const std::lock_guard lock(mutex_);
  surroundings_ = surroundings;
}

void LiveRun::set_surface(const BodySurface& surface) {
  const std::lock_guard lock(mutex_);
  surfaces_.push_back(surface);
}

void LiveRun::watch(const WatchedImpulses& watched) {
  const std::lock_guard lock(mutex_);
  watched_ = watched;
}

// All impulses of all steps would be megabytes a second.
void LiveRun::add_watched_impulses(RecordedStep& step) const {
  WatchedImpulses watched;
  {
    const std::lock_guard lock(mutex_);
    watched = watched_;
  }
  const ImpulseRecord* const all = stepper_->impulses();
  if ((!watched.body && !watched.of_pairs) || all == nullptr) {
    return;
  }
  ImpulseRecord& its = step.impulses.emplace();
  std::map<std::pair<BodyIndex, BodyIndex>, Transfer> sums;
  const auto take = [&](const auto& each, auto& list) {
    if (watched.body && (each.a == *watched.body || each.b == *watched.body)) {
      list.push_back(each);
    } else if (watched.of_pairs) {
      Transfer& sum = sums.try_emplace({each.a, each.b}, Transfer{step.end_time, each.a, each.b}).first->second;
      sum.impulse += each.impulse;
    }
  };
  for (const Transfer& transfer : all->transfers) {
    take(transfer, its.transfers);
  }
  for (const ContactLoad& load : all->loads) {
    take(load, its.loads);
  }
  for (const auto& [pair, sum] : sums) {
    its.transfers.push_back(sum);
  }
}

LiveFigures LiveRun::figures() const {
  const std::lock_guard lock(mutex_);
  return figures_;
}

double LiveRun::cpu_seconds() {
  clockid_t clock = 0;
  timespec time{};
  if (::pthread_getcpuclockid(thread_.native_handle(), &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    return 0.0;
  }
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void LiveRun::run() {
  publish(stepper_->last_step(), 0.0);  // the state at time 0
  while (true) {
    {
      std::unique_lock lock(mutex_);
      is_busy_ = false;
      wake_.wait(lock, [this] { return must_stop_ || stepper_->time() < wanted_; });
      is_busy_ = true;
      if (must_stop_) {
        return;
      }
    }
    RecordedStep begun;
    take_commands(begun);
    const auto start = std::chrono::steady_clock::now();
    stepper_->step();
    RecordedStep step = stepper_->last_step();
    add_watched_impulses(step);
    step.segments.insert(step.segments.begin(), begun.segments.begin(), begun.segments.end());
    publish(std::move(step), std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
}

void LiveRun::take_commands(RecordedStep& step) {
  std::deque<BodyDefinition> coming;
  std::optional<DragSpring> spring;
  std::optional<Surroundings> surroundings;
  std::vector<BodySurface> surfaces;
  {
    const std::lock_guard lock(mutex_);
    coming.swap(coming_);
    spring = spring_;
    surroundings.swap(surroundings_);
    surfaces.swap(surfaces_);
  }
  if (surroundings) {
    stepper_->surround(*surroundings);
  }
  for (const BodyDefinition& definition : coming) {
    if (const auto segment = stepper_->add_body(definition)) {
      step.segments.push_back(*segment);
    }
  }
  for (const BodySurface& surface : surfaces) {
    if (surface.body < stepper_->body_count()) {
      stepper_->set_surface(surface.body, surface.restitution, surface.friction);
    }
  }
  if (spring && spring->body < stepper_->body_count()) {
    pull(*stepper_, *spring);
  }
}

void LiveRun::publish(RecordedStep step, double wall_s) {
  const double time = step.end_time;
  shelf_->add(std::move(step));
  const std::lock_guard lock(mutex_);
  figures_ = {time, wall_s, stepper_->statistics(), stepper_->body_count(), stepper_->tunnelled()};
}

}  // namespace firstcontact
