// A pile in Jolt: its defaults (one collision step, ten and two sweeps, hulls rounded inwards by up to 5 cm, one
// thread), nothing asleep or damped, and its continuous collision on for every body (LinearCast: what moves by more
// than three quarters of its inner radius in a step is turned, then cast along its way).
#include "benchmarks/peers/pile.hpp"

#include <Jolt/Jolt.h>
// The first of Jolt's headers, by its own rule.
#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Body/BodyInterface.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/BroadPhase/ObjectVsBroadPhaseLayerFilterTable.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterTable.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/PhysicsSettings.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace benchmarks {

namespace {

using firstcontact::Pose;

// The same numbers tell objects and broadphase layers apart.
constexpr JPH::uint8 fixed_layer = 0;
constexpr JPH::uint8 moving_layer = 1;
constexpr JPH::uint layer_count = 2;

JPH::Vec3 to_jolt(const firstcontact::Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
JPH::Quat to_jolt(const firstcontact::Quat& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}
Pose from_jolt(JPH::RVec3 position, JPH::Quat rotation) {
  const firstcontact::Quat q(rotation.GetW(), rotation.GetX(), rotation.GetY(), rotation.GetZ());
  return {{position.GetX(), position.GetY(), position.GetZ()}, glm::normalize(q)};
}

float average_restitution(const JPH::Body& a, const JPH::SubShapeID& /*part_of_a*/, const JPH::Body& b,
                          const JPH::SubShapeID& /*part_of_b*/) {
  return (a.GetRestitution() + b.GetRestitution()) / 2.0F;
}

// What Jolt keeps for the whole program.
void set_up_jolt() {
  static const bool is_set_up = [] {
    JPH::RegisterDefaultAllocator();
    JPH::Factory::sInstance = new JPH::Factory();
    JPH::RegisterTypes();
    return true;
  }();
  static_cast<void>(is_set_up);
}

struct Layers {
  JPH::ObjectLayerPairFilterTable pairs{layer_count};
  JPH::BroadPhaseLayerInterfaceTable interface { layer_count, layer_count };
  std::unique_ptr<JPH::ObjectVsBroadPhaseLayerFilterTable> filter;

  Layers() {
    pairs.EnableCollision(fixed_layer, moving_layer);
    pairs.EnableCollision(moving_layer, moving_layer);
    interface.MapObjectToBroadPhaseLayer(fixed_layer, JPH::BroadPhaseLayer(fixed_layer));
    interface.MapObjectToBroadPhaseLayer(moving_layer, JPH::BroadPhaseLayer(moving_layer));
    filter = std::make_unique<JPH::ObjectVsBroadPhaseLayerFilterTable>(interface, layer_count, pairs, layer_count);
  }
};

// Mass and inertia follow from hull and density: up to rounding they are ours.
JPH::ShapeRefC hull_of(const PileBody& body) {
  JPH::Array<JPH::Vec3> points;
  for (const firstcontact::Vec3& vertex : body.shape->core.vertices) {
    points.push_back(to_jolt(vertex));
  }
  JPH::ConvexHullShapeSettings settings(points);
  if (body.moves) {
    settings.SetDensity(static_cast<float>(body.density));
  }
  const JPH::ShapeSettings::ShapeResult made = settings.Create();
  if (made.HasError()) {
    throw std::runtime_error(made.GetError().c_str());
  }
  return made.Get();
}

JPH::BodyCreationSettings settings_of(const PileBody& body) {
  JPH::BodyCreationSettings settings(hull_of(body), to_jolt(body.pose.position), to_jolt(body.pose.orientation),
                                     body.moves ? JPH::EMotionType::Dynamic : JPH::EMotionType::Static,
                                     body.moves ? moving_layer : fixed_layer);
  settings.mLinearVelocity = to_jolt(body.linear_velocity);
  settings.mAngularVelocity = to_jolt(body.angular_velocity);
  settings.mFriction = static_cast<float>(body.friction);
  settings.mRestitution = static_cast<float>(body.restitution);
  settings.mLinearDamping = 0.0F;
  settings.mAngularDamping = 0.0F;
  settings.mAllowSleeping = false;
  settings.mMotionQuality = JPH::EMotionQuality::LinearCast;
  return settings;
}

class JoltPile {
 public:
  explicit JoltPile(const Pile& pile) : time_step_(static_cast<float>(pile.time_step)) {
    constexpr JPH::uint by_default = 0;
    constexpr JPH::uint pairs_a_body = 32;
    const auto count = static_cast<JPH::uint>(pile.bodies.size());
    system_.Init(count, by_default, pairs_a_body * count, pairs_a_body * count, layers_.interface, *layers_.filter,
                 layers_.pairs);
    system_.SetGravity(to_jolt(pile.gravity));
    system_.SetCombineRestitution(average_restitution);  // friction is the geometric mean by itself
    for (const PileBody& body : pile.bodies) {
      bodies_.push_back(system_.GetBodyInterfaceNoLock().CreateAndAddBody(
          settings_of(body), body.moves ? JPH::EActivation::Activate : JPH::EActivation::DontActivate));
    }
    system_.OptimizeBroadPhase();
  }

  void step() {
    constexpr int collision_steps = 1;
    if (system_.Update(time_step_, collision_steps, &memory_, &jobs_) != JPH::EPhysicsUpdateError::None) {
      throw std::runtime_error("Jolt left contacts out: it has room for too few");
    }
  }
  [[nodiscard]] std::vector<Pose> poses() const {
    std::vector<Pose> all;
    for (const JPH::BodyID body : bodies_) {
      const JPH::BodyInterface& bodies = system_.GetBodyInterfaceNoLock();
      all.push_back(from_jolt(bodies.GetPosition(body), bodies.GetRotation(body)));
    }
    return all;
  }
  [[nodiscard]] double top_speed() const {
    double top = 0.0;
    for (const JPH::BodyID body : bodies_) {
      top = std::max(top, static_cast<double>(system_.GetBodyInterfaceNoLock().GetLinearVelocity(body).Length()));
    }
    return top;
  }

 private:
  static constexpr JPH::uint step_memory = 64U << 20U;  // bytes; what is more comes from the heap

  float time_step_;
  Layers layers_;
  JPH::TempAllocatorImplWithMallocFallback memory_{step_memory};
  JPH::JobSystemSingleThreaded jobs_{JPH::cMaxPhysicsJobs};
  JPH::PhysicsSystem system_;
  std::vector<JPH::BodyID> bodies_;
};

}  // namespace

std::optional<PileWorld> make_jolt_pile(const Pile& pile) {
  set_up_jolt();
  const auto world = std::make_shared<JoltPile>(pile);
  return PileWorld{"jolt", [world] { world->step(); }, [world] { return world->poses(); },
                   [world] { return world->top_speed(); }};
}

}  // namespace benchmarks
