// A pile in Bullet: its usual world with its defaults (ten sweeps of its solver), nothing asleep, and what it has of
// continuous collision on for every body: one that moves by more than half of its inscribed ball in a step is swept, as
// that ball.
#include "benchmarks/peers/bullet_math.hpp"
#include "benchmarks/peers/pile.hpp"

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

namespace benchmarks {

namespace {

using namespace firstcontact;

btScalar geometric_friction(const btCollisionObject* a, const btCollisionObject* b) {
  return std::sqrt(a->getFriction() * b->getFriction());
}
btScalar average_restitution(const btCollisionObject* a, const btCollisionObject* b) {
  return (a->getRestitution() + b->getRestitution()) / btScalar(2);
}

// Bullet's bodies have their principal axes for their own.
btConvexHullShape hull_of(const PileBody& body, BulletMargin margin) {
  constexpr btScalar thin = 0.0005F;
  btConvexHullShape hull;
  for (const Vec3& vertex : body.shape->core.vertices) {
    hull.addPoint(to_bullet(glm::conjugate(body.inertia.principal_axes) * vertex), false);
  }
  if (margin == BulletMargin::thin) {
    hull.setMargin(thin);
  }
  hull.recalcLocalAabb();
  return hull;
}

Pose principal_pose(const PileBody& body) {
  return {body.pose.position, body.pose.orientation * body.inertia.principal_axes};
}

double inscribed_radius(const ConvexShape& shape) {
  double radius = std::numeric_limits<double>::infinity();
  for (const HullFace& face : shape.core.faces) {
    radius = std::min(radius, face.offset);
  }
  return radius;
}

std::unique_ptr<btRigidBody> body_of(const PileBody& body, btConvexHullShape& hull) {
  const auto mass = static_cast<btScalar>(body.moves ? body.mass : 0.0);
  const btVector3 moments = body.moves ? to_bullet(body.inertia.principal_moments) : btVector3(0, 0, 0);
  btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &hull, moments);
  info.m_startWorldTransform = to_bullet(principal_pose(body));
  info.m_friction = static_cast<btScalar>(body.friction);
  info.m_restitution = static_cast<btScalar>(body.restitution);
  auto made = std::make_unique<btRigidBody>(info);
  made->setActivationState(DISABLE_DEACTIVATION);
  if (body.moves) {
    made->setLinearVelocity(to_bullet(body.linear_velocity));
    made->setAngularVelocity(to_bullet(body.angular_velocity));
    const auto radius = static_cast<btScalar>(inscribed_radius(*body.shape));
    made->setCcdMotionThreshold(radius / btScalar(2));
    made->setCcdSweptSphereRadius(radius);
  }
  return made;
}

class BulletPile {
 public:
  BulletPile(const Pile& pile, BulletMargin margin) : time_step_(static_cast<btScalar>(pile.time_step)) {
    gCalculateCombinedFrictionCallback = geometric_friction;
    gCalculateCombinedRestitutionCallback = average_restitution;
    world_.setGravity(to_bullet(pile.gravity));
    for (const PileBody& body : pile.bodies) {
      const auto hull = hulls_.try_emplace(body.shape, hull_of(body, margin)).first;
      bodies_.push_back(body_of(body, hull->second));
      to_mesh_axes_.push_back(glm::conjugate(body.inertia.principal_axes));
      world_.addRigidBody(bodies_.back().get());
    }
  }
  void step() { world_.stepSimulation(time_step_, 0); }  // one step of that very length
  [[nodiscard]] std::vector<Pose> poses() const {
    std::vector<Pose> all;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Pose pose = from_bullet(bodies_[i]->getWorldTransform());
      all.push_back({pose.position, pose.orientation * to_mesh_axes_[i]});
    }
    return all;
  }
  [[nodiscard]] double top_speed() const {
    double top = 0.0;
    for (const auto& body : bodies_) {
      top = std::max(top, static_cast<double>(body->getLinearVelocity().length()));
    }
    return top;
  }

 private:
  btScalar time_step_;
  // The world goes first: it looks at its bodies when it does.
  std::map<const ConvexShape*, btConvexHullShape> hulls_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<Quat> to_mesh_axes_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broadphase_, &solver_, &configuration_};
};

}  // namespace

std::optional<PileWorld> make_bullet_pile(const Pile& pile, BulletMargin margin) {
  const auto world = std::make_shared<BulletPile>(pile, margin);
  return PileWorld{margin == BulletMargin::thin ? "bullet_thin" : "bullet", [world] { world->step(); },
                   [world] { return world->poses(); }, [world] { return world->top_speed(); }};
}

}  // namespace benchmarks
