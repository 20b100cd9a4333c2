// Bullet's btContinuousConvexCollision, in the precision the installed library was built with (Debian: single), shapes
// with a margin of half a millimetre. Bullet turns its bodies by the exponential map, at most by a quarter of pi.
#include "benchmarks/peers/bullet_math.hpp"
#include "benchmarks/peers/peer.hpp"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btTransformUtil.h>

namespace benchmarks {

namespace {

using namespace firstcontact;

std::unique_ptr<btConvexHullShape> hull_of(const ConvexShape& shape) {
  constexpr btScalar margin = 0.0005F;
  auto hull = std::make_unique<btConvexHullShape>();
  for (const Vec3& vertex : shape.core.vertices) {
    hull->addPoint(to_bullet(vertex), false);
  }
  hull->recalcLocalAabb();
  hull->setMargin(margin);
  return hull;
}

struct BulletQuery {
  std::unique_ptr<btConvexHullShape> a, b;
  btTransform from_a, to_a, from_b, to_b;
};

Pose between(const btTransform& from, const btTransform& to, double fraction) {
  btVector3 velocity;
  btVector3 spin;
  btTransformUtil::calculateVelocity(from, to, btScalar(1), velocity, spin);
  btTransform pose;
  btTransformUtil::integrateTransform(from, velocity, spin, static_cast<btScalar>(fraction), pose);
  return from_bullet(pose);
}

class BulletPeer : public Peer {
 public:
  explicit BulletPeer(const std::vector<ImpactQuery>& queries) {
    for (const ImpactQuery& query : queries) {
      queries_.push_back({hull_of(query.shape_a), hull_of(query.shape_b), to_bullet(query.motion_a.start),
                          to_bullet(pose_at(query.motion_a, 1.0)), to_bullet(query.motion_b.start),
                          to_bullet(pose_at(query.motion_b, 1.0))});
    }
  }
  std::string name() const override { return "bullet"; }
  // Within a millimetre of shapes that their margins make a millimetre thicker together.
  TimeOfImpactOptions own_question() const override { return {.target = 1e-3, .tolerance = 1e-3}; }
  PeerAnswer answer(std::size_t query) override {
    const BulletQuery& asked = queries_[query];
    btVoronoiSimplexSolver simplex;
    btContinuousConvexCollision method(asked.a.get(), asked.b.get(), &simplex, &depth_);
    btConvexCast::CastResult result;
    result.m_fraction = btScalar(1);
    const bool hit = method.calcTimeOfImpact(asked.from_a, asked.to_a, asked.from_b, asked.to_b, result);
    return {hit, hit ? static_cast<double>(result.m_fraction) : 1.0};
  }
  std::size_t answer_all() override {
    std::size_t hits = 0;
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      hits += BulletPeer::answer(i).hit ? 1U : 0U;
    }
    return hits;
  }
  PeerPoses poses_at(std::size_t query, double fraction) const override {
    const BulletQuery& asked = queries_[query];
    return {between(asked.from_a, asked.to_a, fraction), between(asked.from_b, asked.to_b, fraction)};
  }

 private:
  std::vector<BulletQuery> queries_;
  btGjkEpaPenetrationDepthSolver depth_;
};

}  // namespace

std::unique_ptr<Peer> make_bullet_peer(const std::vector<ImpactQuery>& queries) {
  return std::make_unique<BulletPeer>(queries);
}

}  // namespace benchmarks
