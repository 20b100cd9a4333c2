// The engine, as one method among others.
#include "rivals/common_gravity.hpp"
#include "rivals/rivals.hpp"

namespace firstcontact {
namespace {

World world_of(const RivalScene& scene) {
  WorldDefinition definition;
  definition.gravity = scene.gravity;
  definition.time_step = scene.time_step;
  definition.sleeping = false;  // what is compared is motion
  World world(definition);
  for (const BodyDefinition& body : scene.bodies) {
    const Result<BodyIndex> added = world.add_body(body);
    require(added.ok(), "a body that the engine refuses");
  }
  return world;
}

class FirstContact : public Rival {
 public:
  explicit FirstContact(const RivalScene& scene) : world_(world_of(scene)) {
    for (const BodyDefinition& body : scene.bodies) {
      gravity_.add(body);
    }
  }

  void step() override {
    world_.step();
    impacts_.clear();
    for (const Event& event : world_.events()) {
      if (event.kind == EventKind::impact || event.kind == EventKind::begin) {
        impacts_.push_back({event.time, event.a, event.b, event.normal, event.point, event.normal_impulse,
                            velocity_after(event.a, event.time), velocity_after(event.b, event.time)});
      }
    }
  }
  void add_body(const BodyDefinition& definition) override {
    const Result<BodyIndex> added = world_.add_body(gravity_.add(definition));
    require(added.ok(), "a body that the engine refuses");
  }
  void set_velocity(BodyIndex body, const Vec3& linear, const Vec3& angular) override {
    if (!world_.state(body).removed) {
      world_.set_velocity(body, linear, angular);
    }
  }
  void set_gravity(const Vec3& gravity) override { gravity_.change(world_, gravity); }
  void set_surface(BodyIndex body, double restitution, double friction) override {
    if (!world_.state(body).removed) {
      world_.set_surface(body, restitution, friction);
    }
  }
  [[nodiscard]] std::size_t body_count() const override { return world_.body_count(); }
  [[nodiscard]] std::span<const RivalImpact> impacts() const override { return impacts_; }
  [[nodiscard]] double time() const override { return world_.time(); }
  [[nodiscard]] std::span<const MotionSegment> segments() const override { return world_.segments(); }
  [[nodiscard]] FlowState state(BodyIndex body) const override {
    const BodyState now = world_.state(body);
    return {now.pose, now.linear_velocity, now.angular_velocity};
  }
  [[nodiscard]] InertiaFrame inertia(BodyIndex body) const override { return world_.inertia(body); }
  [[nodiscard]] double mass(BodyIndex body) const override { return world_.mass(body); }
  [[nodiscard]] double time_lost() const override { return world_.statistics().time_lost; }

 private:
  // The motion that begins at the impact; what does not move has none.
  [[nodiscard]] FlowState velocity_after(BodyIndex body, double time) const {
    FlowState after = state(body);
    for (const MotionSegment& segment : world_.segments()) {
      if (segment.body == body && segment.start_time == time) {
        after.linear_velocity = segment.linear_velocity;
        after.angular_velocity = segment.angular_velocity;
      }
    }
    return after;
  }

  World world_;
  CommonGravity gravity_;
  std::vector<RivalImpact> impacts_;
};

}  // namespace

std::unique_ptr<Rival> make_first_contact(const RivalScene& scene) { return std::make_unique<FirstContact>(scene); }

}  // namespace firstcontact
