// A pile in Box3D: its defaults (four substeps, one thread), nothing asleep, and what it has of continuous collision on
// for every body. All of them are bullets; bullets are swept against everything but each other, so that two hulls in
// flight rely on its speculative contacts, as they would if none were.
#include "benchmarks/peers/box3d_math.hpp"
#include "benchmarks/peers/pile.hpp"

#include <box3d/box3d.h>
#include <box3d/collision.h>

#include <algorithm>
#include <memory>

namespace benchmarks {

namespace {

using namespace firstcontact;

float average_restitution(float a, std::uint64_t /*material_a*/, float b, std::uint64_t /*material_b*/) {
  return (a + b) / 2.0F;
}

b3WorldId make_world(const Pile& pile) {
  b3WorldDef definition = b3DefaultWorldDef();
  definition.gravity = to_box3d(pile.gravity);
  definition.restitutionCallback = average_restitution;  // friction is the geometric mean by itself
  definition.enableSleep = false;
  definition.enableContinuous = true;
  definition.workerCount = 1;
  return b3CreateWorld(&definition);
}

b3BodyId add_body(b3WorldId world, const PileBody& body) {
  b3BodyDef definition = b3DefaultBodyDef();
  definition.type = body.moves ? b3_dynamicBody : b3_staticBody;
  definition.position = to_box3d(body.pose.position);
  definition.rotation = to_box3d(body.pose.orientation);
  definition.linearVelocity = to_box3d(body.linear_velocity);
  definition.angularVelocity = to_box3d(body.angular_velocity);
  definition.isBullet = body.moves;
  return b3CreateBody(world, &definition);
}

// Mass and inertia follow from hull and density: up to rounding they are ours.
void add_hull(b3BodyId id, const PileBody& body) {
  b3ShapeDef definition = b3DefaultShapeDef();
  definition.density = static_cast<float>(body.density);
  definition.baseMaterial.friction = static_cast<float>(body.friction);
  definition.baseMaterial.restitution = static_cast<float>(body.restitution);
  const auto points = points_of(*body.shape);
  const auto count = static_cast<int>(points.size());
  b3HullData* hull = b3CreateHull(points.data(), count, count);
  b3CreateHullShape(id, &definition, hull);
  b3DestroyHull(hull);
}

class Box3dPile {
 public:
  explicit Box3dPile(const Pile& pile) : time_step_(static_cast<float>(pile.time_step)), world_(make_world(pile)) {
    for (const PileBody& body : pile.bodies) {
      bodies_.push_back(add_body(world_, body));
      add_hull(bodies_.back(), body);
    }
  }
  ~Box3dPile() { b3DestroyWorld(world_); }
  Box3dPile(const Box3dPile&) = delete;
  Box3dPile& operator=(const Box3dPile&) = delete;

  void step() {
    constexpr int substeps = 4;
    b3World_Step(world_, time_step_, substeps);
  }
  [[nodiscard]] std::vector<Pose> poses() const {
    std::vector<Pose> all;
    for (const b3BodyId body : bodies_) {
      all.push_back(from_box3d(b3Body_GetTransform(body)));
    }
    return all;
  }
  [[nodiscard]] double top_speed() const {
    double top = 0.0;
    for (const b3BodyId body : bodies_) {
      top = std::max(top, static_cast<double>(b3Length(b3Body_GetLinearVelocity(body))));
    }
    return top;
  }

 private:
  float time_step_;
  b3WorldId world_;
  std::vector<b3BodyId> bodies_;
};

}  // namespace

std::optional<PileWorld> make_box3d_pile(const Pile& pile) {
  const auto world = std::make_shared<Box3dPile>(pile);
  return PileWorld{"box3d", [world] { world->step(); }, [world] { return world->poses(); },
                   [world] { return world->top_speed(); }};
}

}  // namespace benchmarks
