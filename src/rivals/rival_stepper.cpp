#include <algorithm>
#include <utility>

#include "rivals/stepper.hpp"
#include "rivals/tunnel_watch.hpp"

namespace firstcontact {
namespace {

RivalScene rival_scene(const Scene& scene) {
  RivalScene result{scene.world.gravity, scene.world.time_step, {}};
  for (const SceneBody& body : scene.bodies) {
    result.bodies.push_back(body.definition);
  }
  return result;
}

class RivalStepper : public Stepper {
 public:
  RivalStepper(const Scene& scene, const RivalMethod& method)
      : RivalStepper(rival_scene(scene), method, scene.world.time_step) {}

  void step() override {
    rival_->step();
    ++statistics_.steps;
    statistics_.events += rival_->impacts().size();
    statistics_.time_lost = rival_->time_lost();
    watch_step();
  }
  [[nodiscard]] double time() const override { return rival_->time(); }
  [[nodiscard]] double time_step() const override { return time_step_; }
  [[nodiscard]] RecordedStep last_step() const override { return last_; }
  [[nodiscard]] const ImpulseRecord* impulses() const override { return nullptr; }
  [[nodiscard]] std::optional<MotionSegment> add_body(const BodyDefinition& definition) override {
    const auto index = static_cast<BodyIndex>(rival_->body_count());
    rival_->add_body(definition);
    watch_.add_body(definition);
    const FlowState begun = rival_->state(index);
    return MotionSegment{
        index, FlowKind::screw, rival_->time(), begun.pose, begun.linear_velocity, begun.angular_velocity, Vec3(0.0)};
  }
  [[nodiscard]] FlowState state(BodyIndex body) const override { return rival_->state(body); }
  void set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) override {
    rival_->set_velocity(body, linear, angular);
  }
  void surround(const Surroundings& surroundings) override { rival_->set_gravity(surroundings.gravity); }
  void set_surface(BodyIndex body, double restitution, double friction) override {
    rival_->set_surface(body, restitution, friction);
  }
  [[nodiscard]] Statistics statistics() const override { return statistics_; }
  [[nodiscard]] std::size_t body_count() const override { return rival_->body_count(); }
  [[nodiscard]] std::uint64_t tunnelled() const override { return tunnelled_; }
  [[nodiscard]] std::uint64_t state_hash() const override { return firstcontact::state_hash(*rival_); }

 private:
  RivalStepper(const RivalScene& scene, const RivalMethod& method, double time_step)
      : rival_(make_rival(scene, method)), watch_(scene.bodies), time_step_(time_step) {
    watch_step();
  }

  // How fast two bodies met a rival does not say: that stays 0 in its impacts.
  void watch_step() {
    last_ = {rival_->time(), {rival_->segments().begin(), rival_->segments().end()}, {}};
    for (const RivalImpact& impact : rival_->impacts()) {
      Event event;
      event.time = impact.time;
      event.kind = EventKind::impact;
      event.a = impact.a;
      event.b = impact.b;
      event.point = impact.point;
      event.normal = impact.normal;
      event.normal_impulse = impact.impulse;
      last_.events.push_back(event);
    }
    const std::vector<Event> passages = watch_.look(last_);
    tunnelled_ += passages.size();
    last_.events.insert(last_.events.end(), passages.begin(), passages.end());
    std::stable_sort(last_.events.begin(), last_.events.end(),
                     [](const Event& a, const Event& b) { return a.time < b.time; });
  }

  std::unique_ptr<Rival> rival_;
  TunnelWatch watch_;
  RecordedStep last_;
  std::uint64_t tunnelled_ = 0;
  double time_step_;
  Statistics statistics_;
};

}  // namespace

std::unique_ptr<Stepper> rival_stepper(const Scene& scene, const RivalMethod& method) {
  return std::make_unique<RivalStepper>(scene, method);
}

std::optional<std::string> impossible_by(const RivalMethod& method, const Scene& scene) {
  for (const SceneBody& body : scene.bodies) {
    const auto& shapes = body.definition.collider->shapes;
    const bool is_round =
        std::any_of(shapes.begin(), shapes.end(), [](const ConvexShape& shape) { return shape.core.faces.empty(); });
    if (method.kind == RivalKind::swept_translation && is_round) {
      return "swept_translation sweeps polyhedra alone: found " + body.definition.name +
             ", which is round, expected bodies with faces";
    }
  }
  return std::nullopt;
}

std::optional<std::string> left_out_by_rivals(const Scene& scene) {
  const BodyDefinition plain;
  for (const SceneBody& body : scene.bodies) {
    const BodyDefinition& it = body.definition;
    const bool is_plain = it.locked == plain.locked && it.force == plain.force && it.torque == plain.torque &&
                          it.surface_velocity_local == plain.surface_velocity_local && !it.is_sensor && !it.group &&
                          it.category == plain.category && it.mask == plain.mask && it.rolling_friction == 0.0 &&
                          it.spinning_friction == 0.0 && body.phases.empty();
    if (!is_plain) {
      return "this method knows no locks, loads, belts, sensors, groups or phases of motion: " + it.name +
             " goes without";
    }
  }
  return std::nullopt;
}

}  // namespace firstcontact
