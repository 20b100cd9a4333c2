#include <utility>

#include "rivals/common_gravity.hpp"
#include "rivals/stepper.hpp"
#include "scene/motion_phases.hpp"

namespace firstcontact {
namespace {

class EngineStepper : public Stepper {
 public:
  EngineStepper(World world, const Scene& scene)
      : world_(std::move(world)),
        time_step_(scene.world.time_step),
        keeps_impulses_(scene.world.keeps_impulses),
        change_phases_(phase_changes(scene)) {
    for (const SceneBody& body : scene.bodies) {
      gravity_.add(body.definition);
    }
  }

  void step() override {
    change_phases_(world_);
    world_.step();
  }
  [[nodiscard]] double time() const override { return world_.time(); }
  [[nodiscard]] double time_step() const override { return time_step_; }
  [[nodiscard]] RecordedStep last_step() const override {
    RecordedStep step{world_.time(), {}, {}};
    step.segments.assign(world_.segments().begin(), world_.segments().end());
    step.events.assign(world_.events().begin(), world_.events().end());
    return step;
  }
  [[nodiscard]] const ImpulseRecord* impulses() const override {
    return keeps_impulses_ ? &world_.impulses() : nullptr;
  }
  [[nodiscard]] std::optional<MotionSegment> add_body(const BodyDefinition& definition) override {
    const auto added = world_.add_body(gravity_.add(definition));
    return added ? std::optional(world_.segments().back()) : std::nullopt;
  }
  [[nodiscard]] FlowState state(BodyIndex body) const override {
    const BodyState state = world_.state(body);
    return {state.pose, state.linear_velocity, state.angular_velocity};
  }
  void set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) override {
    if (!world_.state(body).removed) {
      world_.set_velocity(body, linear, angular);
    }
  }
  void surround(const Surroundings& surroundings) override {
    gravity_.change(world_, surroundings.gravity);
    world_.set_damping(surroundings.linear_damping, surroundings.angular_damping);
  }
  void set_surface(BodyIndex body, double restitution, double friction) override {
    if (!world_.state(body).removed) {
      world_.set_surface(body, restitution, friction);
    }
  }
  [[nodiscard]] Statistics statistics() const override { return world_.statistics(); }
  [[nodiscard]] std::size_t body_count() const override { return world_.body_count(); }
  [[nodiscard]] std::uint64_t tunnelled() const override { return 0; }
  [[nodiscard]] std::uint64_t state_hash() const override { return world_.state_hash(); }

 private:
  World world_;
  CommonGravity gravity_;
  double time_step_;
  bool keeps_impulses_;
  BeforeStep change_phases_;
};

}  // namespace

std::unique_ptr<Stepper> engine_stepper(World world, const Scene& scene) {
  return std::make_unique<EngineStepper>(std::move(world), scene);
}

std::unique_ptr<Stepper> stepper_by(const RivalMethod& method, World world, const Scene& scene) {
  return method.kind == RivalKind::first_contact ? engine_stepper(std::move(world), scene)
                                                 : rival_stepper(scene, method);
}

}  // namespace firstcontact
