#include <utility>

#include "viewer/stepper.hpp"

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
      : rival_(make_rival(rival_scene(scene), method)), time_step_(scene.world.time_step) {}

  void step() override {
    rival_->step();
    ++statistics_.steps;
    statistics_.events += rival_->impacts().size();
    statistics_.time_lost = rival_->time_lost();
  }
  [[nodiscard]] double time() const override { return rival_->time(); }
  [[nodiscard]] double time_step() const override { return time_step_; }
  // How fast two bodies met a rival does not say: that stays 0 in its events.
  [[nodiscard]] RecordedStep last_step() const override {
    RecordedStep step{rival_->time(), {rival_->segments().begin(), rival_->segments().end()}, {}};
    for (const RivalImpact& impact : rival_->impacts()) {
      Event event;
      event.time = impact.time;
      event.kind = EventKind::impact;
      event.a = impact.a;
      event.b = impact.b;
      event.point = impact.point;
      event.normal = impact.normal;
      event.normal_impulse = impact.impulse;
      step.events.push_back(event);
    }
    return step;
  }
  [[nodiscard]] std::optional<MotionSegment> add_body(const BodyDefinition& definition) override {
    const auto index = static_cast<BodyIndex>(rival_->body_count());
    rival_->add_body(definition);
    const FlowState begun = rival_->state(index);
    return MotionSegment{
        index, FlowKind::screw, rival_->time(), begun.pose, begun.linear_velocity, begun.angular_velocity, Vec3(0.0)};
  }
  [[nodiscard]] FlowState state(BodyIndex body) const override { return rival_->state(body); }
  void set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) override {
    rival_->set_velocity(body, linear, angular);
  }
  [[nodiscard]] Statistics statistics() const override { return statistics_; }
  [[nodiscard]] std::size_t body_count() const override { return rival_->body_count(); }

 private:
  std::unique_ptr<Rival> rival_;
  double time_step_;
  Statistics statistics_;
};

}  // namespace

std::unique_ptr<Stepper> rival_stepper(const Scene& scene, const RivalMethod& method) {
  return std::make_unique<RivalStepper>(scene, method);
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
